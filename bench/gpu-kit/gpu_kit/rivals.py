"""What our kernels are compared with: cuBLAS through its library, and what PyTorch, FlashAttention and Triton have, where they are
installed. Each is a call that starts the same work on data of the same kind."""

from __future__ import annotations

import ctypes
import glob
import importlib
import importlib.metadata
import sys
from ctypes import byref, c_float, c_int, c_void_p
from typing import Any, Callable, Dict, List

from .work import Timed

Contender = Callable[[], Any]
Absent = Dict[str, str]

#: `cudaDataType`
KINDS = {"f16": 2, "bf16": 14, "f32": 0}
#: `CUBLAS_COMPUTE_32F`, `CUBLAS_GEMM_DEFAULT`
COMPUTE_F32, DEFAULT = 68, -1
#: Bytes of memory that cuBLAS is given to work in, as its documentation wants on Hopper.
WORKSPACE = 32 << 20


def all_of(work: Timed, quick: bool, absent: Absent) -> Dict[str, Contender]:
    """Those that are there; why the others are not is written down."""
    if quick:
        absent["others"] = "there is no GPU"
        return {}
    made: Dict[str, Contender] = {}
    for name, make in RIVALS.get(work.kind, {}).items():
        try:
            contender = make(work)
            contender()
            made[name] = contender
        except Exception as error:  # Whatever another package does, ours are timed.
            absent[name] = f"{type(error).__name__}: {error}"
    return made


def cublas(work: Timed) -> Contender:
    """C = A B by `cublasGemmEx`, on the same memory as ours. Its matrices are stored by columns, so it computes the transpose."""
    library = cublas_library()
    handle = c_void_p()
    checked(library.cublasCreate_v2(byref(handle)))
    checked(library.cublasSetWorkspace_v2(handle, c_void_p(work.memory.empty(WORKSPACE)), ctypes.c_size_t(WORKSPACE)))
    m, n, k = (work.launch["shape"][key] for key in "mnk")
    by_columns = work.launch["shape"]["by_columns"]
    one, zero = c_float(1.0), c_float(0.0)
    a, b, c = (c_void_p(work.addresses[name]) for name in "abc")
    kinds = {name: c_int(KINDS[work.element(name)]) for name in "abc"}
    left = (b, kinds["b"], c_int(k if by_columns else n))
    sizes = (c_int(int(by_columns)), c_int(0), c_int(n), c_int(m), c_int(k))

    def multiply() -> None:
        status = library.cublasGemmEx(
            handle, *sizes, byref(one), *left, a, kinds["a"], c_int(k), byref(zero), c, kinds["c"], c_int(n),
            c_int(COMPUTE_F32), c_int(DEFAULT),
        )  # fmt: skip
        checked(status)

    multiply()
    found = work.wrong()
    if found:
        raise ValueError(found)
    return multiply


def cublas_library() -> Any:
    """The library of the system, or of a Python package."""
    names = [f"libcublas.so.{version}" for version in (13, 12)]
    folders = [f"{folder}/nvidia/{part}/lib/libcublas.so.*" for folder in sys.path for part in ("cu13", "cublas")]
    for name in [*names, *(file for pattern in folders for file in glob.glob(pattern))]:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise OSError("libcublas is not installed")


def checked(status: int) -> None:
    if status:
        raise OSError(f"cuBLAS answers {status}")


def tensor(work: Timed, name: str) -> Any:
    """A tensor like a buffer, with random numbers."""
    torch = importlib.import_module("torch")
    buffer = next(buffer for buffer in work.buffers if buffer["buffer"] == name)
    kind = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f8E4M3FN": torch.float8_e4m3fn}[buffer["element"]]
    return torch.randn(buffer["shape"], device="cuda").to(kind)


def torch_product(work: Timed) -> Contender:
    torch = importlib.import_module("torch")
    a, b = tensor(work, "a"), tensor(work, "b")
    b = b.t() if work.launch["shape"]["by_columns"] else b
    return on_default_stream(lambda: torch.mm(a, b))


def scaled_product(fast: bool) -> Callable[[Timed], Contender]:
    """cuBLASLt's product of 8-bit floats, by way of PyTorch; `fast` leaves sums in the tensor cores."""

    def make(work: Timed) -> Contender:
        torch = importlib.import_module("torch")
        a, b, one = tensor(work, "a"), tensor(work, "b").t(), torch.ones((), device="cuda")
        return on_default_stream(
            lambda: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=fast)
        )

    return make


def triton_product(work: Timed) -> Contender:
    product = importlib.import_module("gpu_kit.triton_product")
    a, b = tensor(work, "a"), tensor(work, "b")
    b = b.t() if work.launch["shape"]["by_columns"] else b
    return on_default_stream(product.launcher(a, b, work.element("c")))


def torch_attention(causal: bool) -> Callable[[Timed], Contender]:
    def make(work: Timed) -> Contender:
        torch = importlib.import_module("torch")
        q, k, v = (tensor(work, name).unsqueeze(0) for name in "qkv")
        attention = torch.nn.functional.scaled_dot_product_attention
        return on_default_stream(lambda: attention(q, k, v, is_causal=causal))

    return make


def flash_attention(causal: bool) -> Callable[[Timed], Contender]:
    def make(work: Timed) -> Contender:
        interface = importlib.import_module("flash_attn_interface")
        q, k, v = (tensor(work, name).unsqueeze(0).transpose(1, 2).contiguous() for name in "qkv")
        return on_default_stream(lambda: interface.flash_attn_func(q, k, v, causal=causal))

    return make


def torch_softmax(work: Timed) -> Contender:
    torch = importlib.import_module("torch")
    x = tensor(work, "x")
    return on_default_stream(lambda: torch.softmax(x, -1))


def on_default_stream(call: Contender) -> Contender:
    """Events of the driver are recorded on the default stream, where PyTorch works unless it is told otherwise."""
    torch = importlib.import_module("torch")
    assert torch.cuda.current_stream().cuda_stream == 0
    return call


RIVALS: Dict[str, Dict[str, Callable[[Timed], Contender]]] = {
    "gemm": {"cuBLAS": cublas, "torch.mm": torch_product, "Triton": triton_product},
    "gemm fp8": {"cuBLASLt": scaled_product(False), "cuBLASLt, fast_acc": scaled_product(True), "Triton": triton_product},
    "attention": {
        "torch, scaled_dot_product_attention": torch_attention(False),
        "FlashAttention 3": flash_attention(False),
    },
    "causal attention": {
        "torch, scaled_dot_product_attention": torch_attention(True),
        "FlashAttention 3": flash_attention(True),
    },
    "softmax": {"torch.softmax": torch_softmax},
}


def packages() -> List[str]:
    """Versions of what may be compared with. Nothing is imported, which would take seconds."""
    found = []
    for name in ("numpy", "torch", "triton", "flash_attn_3", "cuda-tile"):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            pass
    return found
