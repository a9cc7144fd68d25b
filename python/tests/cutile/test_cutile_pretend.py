"""torch scripts that ask for a GPU."""

from __future__ import annotations

import programs
import pytest

from tilewright import cutile

ct = programs.ct

torch = pytest.importorskip("torch")


def test_tensors_streams_and_events() -> None:
    with cutile.cpu(pretend_cuda=True):
        a = torch.arange(64.0, device="cuda")
        c = torch.empty_like(a, device=torch.device("cuda:0"))
        assert a.is_cuda and c.is_cuda
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            assert torch.cuda.current_stream() == stream
            start.record()
            ct.launch(torch.cuda.current_stream(), (4,), programs.add, (a, a.to("cuda"), c, 16))
            end.record()
        torch.cuda.synchronize()
        assert start.elapsed_time(end) > 0
        copy = c.cpu()
        c.zero_()
        assert torch.equal(copy, torch.arange(64.0) * 2), "a copy on the CPU is a copy"


def test_what_only_a_gpu_knows() -> None:
    with cutile.cpu(pretend_cuda=True):
        assert abs(torch.tensor([True, False], device="cuda")).tolist() == [True, False]


def test_everything_is_put_back() -> None:
    names = ("empty", "zeros", "tensor", "matmul", "Generator")
    before = [getattr(torch, name) for name in names]
    with cutile.cpu(pretend_cuda=True):
        assert torch.cuda.is_available()
    assert before == [getattr(torch, name) for name in names]
    assert not torch.zeros(1).is_cuda
    if not torch.cuda.is_available():
        with pytest.raises((RuntimeError, AssertionError)):
            torch.zeros(1, device="cuda")


def test_the_capability_is_what_was_asked_for() -> None:
    with cutile.cpu(pretend_cuda=True, compute_capability=(9, 0), multiprocessors=7):
        assert torch.cuda.get_device_capability() == (9, 0)
        assert torch.cuda.get_device_properties(0).multi_processor_count == 7


def test_the_state_of_random_numbers_is_kept() -> None:
    with cutile.cpu(pretend_cuda=True):
        torch.cuda.manual_seed(7)
        state = torch.cuda.get_rng_state()
        first = torch.rand(8, device="cuda")
        torch.cuda.set_rng_state(state)
        assert torch.equal(first, torch.rand(8, device="cuda"))


def test_generators_are_those_of_the_cpu() -> None:
    with cutile.cpu(pretend_cuda=True):
        first, second = (torch.Generator(device="cuda").manual_seed(3) for _ in range(2))
        assert first.device.type == "cpu"
        numbers = [torch.randn(4, device="cuda", generator=generator) for generator in (first, second)]
        assert torch.equal(*numbers)


def test_functions_run_uncompiled() -> None:
    with cutile.cpu(pretend_cuda=True):

        @torch.compile(mode="max-autotune")
        def twice(x):  # type: ignore[no-untyped-def]
            return x + x

        x = torch.ones(4, device="cuda")
        assert torch.equal(twice(x), torch.compile(twice)(x))


def test_each_name_is_a_function_of_its_own() -> None:
    with cutile.cpu(pretend_cuda=True):
        # torch's tracer refuses to start where one function has two of these names.
        functions = [torch.cuda.synchronize, torch.cuda.set_device, torch.cuda.empty_cache, torch.cuda.init]
        functions += [torch.cuda.manual_seed, torch.cuda.manual_seed_all, torch.cuda.memory_allocated]
        assert len(set(functions)) == len(functions)


def test_a_graph_is_replayed() -> None:
    with cutile.cpu(pretend_cuda=True):
        x = torch.ones(16, device="cuda")
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            ct.launch(torch.cuda.current_stream(), (1,), programs.add, (x, x, x, 16))
        assert x[0] == 1, "a launch that is captured does not run"
        for _ in range(3):
            graph.replay()
        assert torch.equal(x, torch.full((16,), 8.0))


def test_gradients_pass_through() -> None:
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(context, x):
            out = torch.empty_like(x)
            ct.launch(torch.cuda.current_stream(), (1,), programs.add, (x, x, out, 16))
            return out

        @staticmethod
        def backward(context, gradient):
            return 2 * gradient

    with cutile.cpu(pretend_cuda=True):
        x = torch.arange(16.0, device="cuda", requires_grad=True)
        Double.apply(x).sum().backward()
        assert torch.equal(x.grad, torch.full((16,), 2.0))


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float8_e5m2", "bool"])
def test_types_of_torch(name: str) -> None:
    dtype = getattr(torch, name)

    @ct.kernel
    def copy(x, y):
        ct.store(y, index=(0,), tile=ct.load(x, index=(0,), shape=(16,)))

    with cutile.cpu(pretend_cuda=True):
        x = torch.arange(16, device="cuda").to(dtype)
        y = torch.zeros(16, device="cuda").to(dtype)
        ct.launch(torch.cuda.current_stream(), (1,), copy, (x, y))
        assert torch.equal(x.float(), y.float())


def test_products_of_narrow_types_are_rounded_once() -> None:
    with cutile.cpu(pretend_cuda=True):
        a, b = (torch.randn(8, 300, device="cuda").half() for _ in range(2))
        exact = a.double() @ b.double().T
        assert torch.allclose((a @ b.T).double(), exact, rtol=2**-10, atol=1e-4)
