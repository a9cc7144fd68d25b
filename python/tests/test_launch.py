"""Launches: arguments, engines, memory, traps, output."""

from __future__ import annotations

import array
import ctypes
import io
from pathlib import Path

import numpy as np
import pytest

import tilewright
from conftest import SPIN, add, store

Arrays = tuple[np.ndarray, np.ndarray, np.ndarray]


@pytest.mark.parametrize("engine", ["cpu", "reference", "ptx-emu"])
def test_arrays_are_added_in_place(arrays: Arrays, engine: str) -> None:
    x, y, z = arrays
    tilewright.launch(add(), 3, (x, y, z, 300), engine=engine)
    np.testing.assert_array_equal(z, x + y)
    z[:] = 0
    add().kernel("add", engine=engine).launch((2, 1, 1), [x, y, z, 300])
    np.testing.assert_array_equal(z[:256], (x + y)[:256])
    assert not z[256:].any()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_integers_of_every_width(dtype: type) -> None:
    x = np.arange(100, dtype=dtype)
    z = np.zeros_like(x)
    tilewright.launch(add(f"i{8 * x.itemsize}"), 1, (x, x, z, 100))
    np.testing.assert_array_equal(z, x + x)


@pytest.mark.parametrize("dtype, kind", [(np.float16, "f16"), (np.float32, "f32"), (np.float64, "f64")])
def test_floats_of_every_width(dtype: type, kind: str) -> None:
    x = np.linspace(-1, 1, 100).astype(dtype)
    z = np.zeros_like(x)
    tilewright.launch(add(kind), 1, (x, x, z, 100))
    np.testing.assert_array_equal(z, x + x)


def test_bfloat16_of_ml_dtypes() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.linspace(-1, 1, 100).astype(ml_dtypes.bfloat16)
    z = np.zeros_like(x)
    tilewright.launch(add("bf16"), 1, (x, x, z, 100))
    np.testing.assert_array_equal(z.astype(np.float32), (x + x).astype(np.float32))


@pytest.mark.parametrize(
    "name, kind, bits",
    [("float8_e4m3fn", "f8E4M3FN", 0x3C), ("float8_e5m2", "f8E5M2", 0x3E), ("float8_e8m0fnu", "f8E8M0FNU", 0x80)],
)
def test_fp8_of_ml_dtypes(name: str, kind: str, bits: int) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    dtype = getattr(ml_dtypes, name)
    x = np.zeros(2, dtype)
    number = 2.0 if name.endswith("u") else 1.5
    tilewright.launch(store(kind), 1, (x, number))
    assert float(x[0]) == number
    assert x.view(np.uint8)[0] == bits
    with pytest.raises(tilewright.ArgumentError, match=f"must be memory of {kind}.*int8"):
        tilewright.launch(store(kind), 1, (x.view(np.uint8), 1.5))


def test_bools() -> None:
    x = np.zeros(2, bool)
    tilewright.launch(store("i1"), 1, (x, True))
    assert list(x) == [True, False]


@pytest.mark.parametrize("make", [lambda n: array.array("f", [1.0] * n), lambda n: (ctypes.c_float * n)(*[1.0] * n)])
def test_anything_with_the_buffer_protocol(make) -> None:
    x, z = make(10), make(10)
    tilewright.launch(add(), 1, (x, x, memoryview(z), 10))
    assert list(z) == [2.0] * 10


class OnlyDlpack:
    """An array that lends its memory by DLPack alone."""

    def __init__(self, values: np.ndarray, old: bool = False) -> None:
        self.values, self.old = values, old

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()

    def __dlpack__(self, **options: object) -> object:
        if self.old:
            if options:
                raise TypeError("no options")
            return self.values.__dlpack__()
        return self.values.__dlpack__(**options)


@pytest.mark.parametrize("old", [False, True])
def test_dlpack(arrays: Arrays, old: bool) -> None:
    x, y, z = arrays
    lent = [OnlyDlpack(values, old) for values in arrays]
    tilewright.launch(add(), 3, (*lent, 300))
    np.testing.assert_array_equal(z, x + y)
    part = OnlyDlpack(x[10:20], old)
    tilewright.launch(add(), 1, (part, part, z, 10))
    np.testing.assert_array_equal(z[:10], 2 * x[10:20])


def test_dlpack_says_what_may_not_be_written(arrays: Arrays) -> None:
    x, y, z = arrays
    z.flags.writeable = False
    with pytest.raises(tilewright.ArgumentError, match="read-only"):
        tilewright.launch(add(), 3, (x, y, OnlyDlpack(z), 300))


class OnGpu:
    __cuda_array_interface__ = {"shape": (300,), "typestr": "<f4", "data": (4096, False), "version": 3}


class OnGpuByDlpack:
    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 1)

    def __dlpack__(self, **options: object) -> object:
        raise AssertionError("memory of a GPU is not asked for")


@pytest.mark.parametrize("make, device", [(OnGpu, "CUDA device"), (OnGpuByDlpack, "CUDA device 1")])
def test_memory_of_a_gpu_is_refused(arrays: Arrays, make: type, device: str) -> None:
    with pytest.raises(tilewright.ArgumentError, match=rf"`%y`.*in the memory of {device}.*copy it to the host"):
        tilewright.launch(add(), 3, (arrays[0], make(), arrays[2], 300))


def test_torch_tensors() -> None:
    torch = pytest.importorskip("torch")
    x = torch.arange(300, dtype=torch.float32)
    z = torch.zeros(300)
    tilewright.launch(add(), 3, (x, x, z, 300))
    assert torch.equal(z, 2 * x)
    for dtype, kind in [(torch.bfloat16, "bf16"), (torch.float16, "f16")]:
        narrow, sums = x.to(dtype), z.to(dtype)
        tilewright.launch(add(kind), 3, (narrow, narrow, sums, 300))
        assert torch.equal(sums, narrow + narrow)
    eight = torch.zeros(2).to(torch.float8_e4m3fn)
    tilewright.launch(store("f8E4M3FN"), 1, (eight, 1.5))
    assert eight.float().tolist() == [1.5, 0.0]
    with pytest.raises(tilewright.ArgumentError, match="not contiguous"):
        tilewright.launch(add(), 3, (x, x, torch.zeros(300, 2)[:, 0], 300))


def test_read_only_inputs_are_taken_and_outputs_refused(arrays: Arrays) -> None:
    x, y, z = arrays
    x.flags.writeable = False
    tilewright.launch(add(), 3, (x, y, z, 300))
    np.testing.assert_array_equal(z, x + y)
    z.flags.writeable = False
    before = z.copy()
    with pytest.raises(tilewright.ArgumentError, match=r"argument 3 \(`%z`\) is written by the kernel, but is read-only"):
        tilewright.launch(add(), 3, (x, y, z, 300))
    np.testing.assert_array_equal(z, before)
    with pytest.raises(tilewright.ArgumentError, match="read-only"):
        tilewright.launch(store("i8"), 1, (b"abcd", 1))


def test_strides_are_refused_with_the_way_out(arrays: Arrays) -> None:
    x, y, z = arrays
    with pytest.raises(tilewright.ArgumentError, match=r"strides \(8\) bytes.*ascontiguousarray"):
        tilewright.launch(add(), 1, (x[::2], y, z, 100))
    with pytest.raises(tilewright.ArgumentError, match="not contiguous"):
        tilewright.launch(add(), 1, (np.zeros((20, 15), np.float32).T, y, z, 100))
    with pytest.raises(tilewright.ArgumentError, match="not contiguous"):
        tilewright.launch(add(), 1, (x[::-1], y, z, 100))
    # What has one row has no gaps, whatever its strides are.
    tilewright.launch(add(), 1, (np.zeros((2, 300), np.float32)[:1], y, z, 300))


def test_wrong_types_are_named(arrays: Arrays) -> None:
    x, y, z = arrays
    launch = add().kernel().launch
    for wrong, text in [
        (x.astype(np.float64), "must be memory of f32, so an array of float32, but is one of float64"),
        (x.astype(">f4"), "elements `>f`, whose bytes are in the other order; convert it with `astype`"),
        (x.astype(np.complex64), "elements `Zf`"),
        (np.zeros(3, [("a", "f4")]), "elements"),
        (1.5, "must be an array, but is of type `float`"),
        (None, "must be an array, but is of type `NoneType`"),
        ([1.0], "must be an array, but is of type `list`"),
        (np.array([object()]), "elements `O`"),
        ("text", "must be an array, but is of type `str`"),
    ]:
        with pytest.raises(tilewright.ArgumentError) as caught:
            launch(3, (x, wrong, z, 300))
        assert "argument 2 (`%y`)" in str(caught.value) and text in str(caught.value), str(caught.value)


def test_numbers_are_checked(arrays: Arrays) -> None:
    x = np.zeros(1, np.int32)
    launch = store("i32").kernel().launch
    for number, bits in [(-1, -1), (2**31 - 1, 2**31 - 1), (2**32 - 1, -1), (np.int16(-5), -5), (True, 1), (np.array(7), 7)]:
        launch(1, (x, number))
        assert x[0] == bits
    for wrong, text in [
        (2**32, "is 4294967296, which i32 cannot hold; it holds -2147483648 to 4294967295"),
        (-(2**31) - 1, "cannot hold"),
        (10**30, "cannot hold"),
        (1.0, "must be a whole number of type i32, but is of type `float`; pass `int(..)` of it"),
        ("1", "must be a whole number"),
        (None, "`NoneType`"),
    ]:
        with pytest.raises(tilewright.ArgumentError) as caught:
            launch(1, (x, wrong))
        assert text in str(caught.value), str(caught.value)
    f = np.zeros(1, np.float32)
    for number in (1, 0.1, np.float64(2.5), np.float16(0.5), float("inf"), True):
        tilewright.launch(store("f32"), 1, (f, number))
        assert f[0] == np.float32(number)
    with pytest.raises(tilewright.ArgumentError, match="must be a number of type f32"):
        tilewright.launch(store("f32"), 1, (f, 1j))
    wide = np.zeros(1, np.uint64)
    tilewright.launch(store("i64"), 1, (wide, 2**64 - 1))
    assert wide[0] == 2**64 - 1


def test_the_number_of_arguments_is_checked(arrays: Arrays) -> None:
    with pytest.raises(tilewright.ArgumentError, match="has 4 parameters, but the launch gives 1 argument;"):
        tilewright.launch(add(), 3, (arrays[0],))
    with pytest.raises(tilewright.ArgumentError, match="a tuple, a list, or a dict by name, but this is of type `ndarray`"):
        tilewright.launch(add(), 3, arrays[0])


@pytest.mark.parametrize("grid", [0, -1, (), (1, 1, 1, 1), "3", None, 1.5, (2, 0), 2**40, (1, None)])
def test_grids_are_checked(arrays: Arrays, grid: object) -> None:
    with pytest.raises(tilewright.ArgumentError, match="grid"):
        tilewright.launch(add(), grid, (*arrays, 300))


def test_arrays_may_overlap(arrays: Arrays) -> None:
    x, _, _ = arrays
    expected = x + x
    tilewright.launch(add(), 3, (x, x, x, 300))
    np.testing.assert_array_equal(x, expected)
    both = np.arange(400, dtype=np.float32)
    expected = both[:100] + both[50:150]
    for engine in ("cpu", "reference"):
        both = np.arange(400, dtype=np.float32)
        tilewright.launch(add(), 1, (both[:200], both[50:250], both[300:], 100), engine=engine)
        np.testing.assert_array_equal(both[300:], expected)
    with pytest.raises(tilewright.ArgumentError, match="overlap in memory, but point to f32 and i32"):
        mixed = tilewright.parse(
            "cuda_tile.module @m { entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<i32>>) { return } }"
        )
        tilewright.launch(mixed, 1, (both, both.view(np.int32)))


def test_arrays_without_elements() -> None:
    none = np.zeros(0, np.float32)
    tilewright.launch(add(), 1, (none, none, np.zeros((3, 0), np.float32), 0))
    tilewright.launch(add(), 1, (np.zeros(4, np.float32), none, np.zeros(4, np.float32), 0))


def test_memory_ends_where_the_array_ends(arrays: Arrays) -> None:
    x, y, z = arrays
    for engine in ("cpu", "reference"):
        with pytest.raises(tilewright.TrapError) as caught:
            tilewright.launch(add(), 3, (x, y[:299], z, 300), engine=engine)
        (found,) = caught.value.diagnostics
        assert (found.code, found.file) == ("E0520", "add.mlir")
        assert "just past the end of the buffer of argument 2 (`%y`) of 1196 bytes" in found.message
        assert "load_ptr_tko" in str(caught.value)


def test_misaligned_memory_is_refused() -> None:
    memory = np.zeros(17, np.uint8)[1:].view(np.float32)
    with pytest.raises(tilewright.ArgumentError, match="copy the data to aligned memory"):
        tilewright.launch(add(), 1, (memory, memory, memory, 4))


def test_addresses_can_be_given_raw(arrays: Arrays) -> None:
    x, y, z = arrays
    kernel = add().kernel()
    kernel.launch_raw(3, [(a.ctypes.data, a.nbytes) for a in arrays] + [300])
    np.testing.assert_array_equal(z, x + y)
    z[:] = 0
    kernel.launch_raw((3,), (*((a.ctypes.data, a.nbytes, a) for a in arrays), 300))
    np.testing.assert_array_equal(z, x + y)
    assert not kernel.sanitize_raw(3, [(a.ctypes.data, a.nbytes) for a in arrays] + [300])
    for wrong, text in [
        (x, "must be (address, bytes)"),
        ((1,), "must be (address, bytes)"),
        ((-1, 4), "must be (address, bytes)"),
        ((0, 4), "at a null pointer"),
        ((2**64 - 2, 4), "where no memory is"),
    ]:
        with pytest.raises(tilewright.ArgumentError) as caught:
            kernel.launch_raw(3, (wrong, wrong, wrong, 300))
        assert text in str(caught.value), str(caught.value)


def test_what_a_program_prints_goes_to_standard_output(capsys) -> None:
    module = tilewright.parse(
        'cuda_tile.module @m { entry @k(%n: tile<i32>) { %t = print_tko "<%d>", %n : tile<i32> -> token\n return } }'
    )
    tilewright.launch(module, 2, (5,))
    assert capsys.readouterr().out == "<5><5>"
    text = io.StringIO()
    tilewright.launch(module, 3000, (123456,), output=text)
    assert text.getvalue() == "<123456>" * 3000
    assert capsys.readouterr().out == ""

    class Full:
        def write(self, text: str) -> None:
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        tilewright.launch(module, 30000, (123456,), output=Full())


def test_assertions_and_budgets_trap() -> None:
    module = tilewright.parse(
        'cuda_tile.module @m { entry @k(%ok: tile<i1>) { assert %ok, "it broke" : tile<i1>\n return } }'
    )
    tilewright.launch(module, 1, (True,))
    with pytest.raises(tilewright.TrapError, match="it broke"):
        tilewright.launch(module, 4, (False,))
    spin = tilewright.parse(SPIN)
    with pytest.raises(tilewright.TrapError, match="budget"):
        tilewright.launch(spin, 1, (np.zeros(1, np.int32),), steps=1000)


def test_options_of_an_engine() -> None:
    x = np.ones(10, np.float32)
    tilewright.launch(add(), 1, (x, x, x, 10), threads=1)
    tilewright.launch(add(), 4, (x, x, x, 10), engine="reference", seed=7)
    with pytest.raises(tilewright.LaunchError, match="the reference interpreter shuffles"):
        tilewright.launch(add(), 4, (x, x, x, 10), seed=7)
    with pytest.raises((ValueError, OverflowError)):
        tilewright.launch(add(), 1, (x, x, x, 10), threads=0)


def test_arguments_by_name(arrays: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    x, y, z = arrays
    kernel = add().kernel()
    kernel[3](x, y, n=300, z=z)
    np.testing.assert_array_equal(z, x + y)
    z[:] = 0
    kernel[(3, 1)](x, y, z, 300)
    kernel.launch(3, {"n": 300, "x": x, "y": y, "z": z})
    np.testing.assert_array_equal(z, x + y)
    assert repr(kernel[3, 1]).endswith('on "cpu">[(3, 1)]')
    for call, said in (
        (lambda: kernel[3](x, y, z, m=300), r"no parameter `m`; did you mean .*; its parameters are x, y, z, n"),
        (lambda: kernel[3](x, y, z, 300, x=x), r"argument 1 \(`%x`\) is given twice"),
        (lambda: kernel[3](x, y, z), "has 4 parameters, but the launch gives 3 arguments"),
        (lambda: kernel[3](x, y, n=300), r"argument 3 \(`%z`\) is not given"),
        (lambda: kernel[0](x, y, z, 300), "grid"),
    ):
        with pytest.raises(tilewright.ArgumentError, match=said):
            call()


def test_a_module_may_be_a_path(tmp_path: Path, arrays: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    x, y, z = arrays
    path = tmp_path / "add.mlir"
    path.write_text(add().text())
    tilewright.launch(path, 3, (x, y, z, 300))
    np.testing.assert_array_equal(z, x + y)
    assert not tilewright.sanitize(str(path), 3, (x, y, z, 300))


SUM = """cuda_tile.module @m {
  entry @sum(%x: tile<ptr<i32, <multicast>>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [4], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %yv = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %sum, %read = multimem_load_reduce_view_tko weak %xp[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xi32>, token
    %told = store_view_tko weak %sum, %yp[%zero] token=%read : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %all = multimem_store_view_tko weak %xp, %sum[%zero] token = %read : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32>, token -> token
    return
  }
}"""


@pytest.mark.parametrize("engine", ["cpu", "reference", "ptx-emu"])
def test_the_first_dimension_of_multicast_memory_counts_devices(engine: str) -> None:
    copies = np.array([[1, 2, 3, 4], [10, 20, 30, 40]], np.int32)
    sums = np.zeros(4, np.int32)
    module = tilewright.parse(SUM)
    kernel = module.kernel(engine=engine, target="sm_100a") if engine == "ptx-emu" else module.kernel(engine=engine)
    lent = tilewright.Multicast(copies)
    assert lent.array is copies
    kernel.launch(1, (lent, sums))
    assert sums.tolist() == [11, 22, 33, 44]
    assert copies.tolist() == [[11, 22, 33, 44]] * 2


def test_multicast_memory_is_asked_for() -> None:
    kernel = tilewright.parse(SUM).kernel()
    sums = np.zeros(4, np.int32)
    with pytest.raises(tilewright.ArgumentError, match=r"argument 1 \(`%x`\) must be multicast memory of i32; pass `tilewright.Mul"):
        kernel.launch(1, (np.zeros(8, np.int32), sums))
    with pytest.raises(tilewright.ArgumentError, match="has no dimension that counts the devices"):
        kernel.launch(1, (tilewright.Multicast(np.array(1, np.int32)), sums))
    with pytest.raises(tilewright.ArgumentError, match="must be an array, but is of type `Multicast`"):
        kernel.launch(1, (tilewright.Multicast(np.zeros((2, 4), np.int32)), tilewright.Multicast(sums)))
    with pytest.raises(tilewright.ArgumentError, match="raw addresses cannot say the devices"):
        kernel.launch_raw(1, ((sums.ctypes.data, 16), (sums.ctypes.data, 16)))
