"""Writes the kernels of `cargo xtask bench ptx` as Triton compiles them, without a GPU: `python make.py`, with Triton 3.9."""

import os
import pathlib

os.environ["TRITON_DISABLE_LINE_INFO"] = "1"

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.language.extra.cuda import libdevice


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def polynomial(x, y, out, n, BLOCK: tl.constexpr):
    """A rational function without branches, as activations are made of."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a, b = tl.load(x + i, i < n), tl.load(y + i, i < n)
    s = tl.minimum(tl.maximum(a * 0.5 + b, -3.0), 3.0)
    p = s * (1.0 + s * (0.25 + s * (0.125 - s * (0.0625 + s * 0.03125))))
    q = 1.0 + s * s * (0.5 + s * s * (0.0625 + s * s * 0.0078125))
    tl.store(out + i, tl.where(a > b, p * q, p - q) + b * 0.1, i < n)


@triton.jit
def functions(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a, b = tl.load(x + i, i < n), tl.load(y + i, i < n)
    silu = a / (1.0 + tl.exp(-a))
    tl.store(out + i, silu * tl.rsqrt(b * b + 1.0) + tl.log2(1.0 + b * b) * libdevice.fast_sinf(a), i < n)


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + i, i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * stride + i, e / tl.sum(e, 0), i < n)


@triton.jit
def gemm(a, b, c, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    l = tl.arange(0, K)
    pa, pb = a + i[:, None] * k + l[None, :], b + l[:, None] * n + j[None, :]
    acc = tl.zeros((M, N), tl.float32)
    for at in range(0, k, K):
        acc = tl.dot(tl.load(pa), tl.load(pb), acc)
        pa += K
        pb += K * n
    tl.store(c + i[:, None] * n + j[None, :], acc.to(tl.float16))


@triton.jit
def gemm_maps(da, db, dc, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Operands by tensor maps."""
    i, j = tl.program_id(0) * M, tl.program_id(1) * N
    acc = tl.zeros((M, N), tl.float32)
    for at in range(0, k, K):
        acc = tl.dot(da.load([i, at]), db.load([j, at]).T, acc)
    dc.store([i, j], acc.to(dc.dtype))


def write(name, kernel, capability, signature, constants, warps=4, stages=3):
    signature = {n: signature.get(n, "constexpr") for n in kernel.arg_names}
    values = {(kernel.arg_names.index(n),): v for n, v in constants.items()}
    aligned = [i for i, n in enumerate(kernel.arg_names) if signature[n][0] == "*" or signature[n] == "i32"]
    hints = {(i,): [["tt.divisibility", 16]] for i in aligned}
    source = ASTSource(kernel, signature, values, hints)
    options = {"num_warps": warps, "num_stages": stages}
    compiled = triton.compile(source, GPUTarget("cuda", capability, 32), options)
    meta = compiled.metadata
    maps = [(m["block_size"], m["swizzle"]) for m in meta.tensordesc_meta or []]
    print(name, "shared", meta.shared, "scratch", meta.global_scratch_size, "maps", maps)
    path = pathlib.Path(__file__).parent / f"{name}.ptx"
    path.write_text("\n".join(line.rstrip() for line in compiled.asm["ptx"].splitlines()) + "\n")


POINTERS = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}
for kernel in [add, polynomial, functions]:
    write(kernel.__name__, kernel, 80, POINTERS, {"BLOCK": 1024})
write("softmax", softmax, 80, {"x": "*fp32", "out": "*fp32", "stride": "i32", "n": "i32"}, {"BLOCK": 1024})
write("gemm_mma", gemm, 80, {"a": "*fp16", "b": "*fp16", "c": "*fp16", "n": "i32", "k": "i32"}, {"M": 128, "N": 128, "K": 32})
for name, capability in [("gemm_wgmma", 90), ("gemm_tcgen05", 100)]:
    maps = {"da": "tensordesc<fp16[128,64]>", "db": "tensordesc<fp16[128,64]>", "dc": "tensordesc<fp16[128,128]>"}
    write(name, gemm_maps, capability, maps | {"k": "i32"}, {"M": 128, "N": 128, "K": 64})
