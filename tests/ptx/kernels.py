"""Compiles small Triton kernels to PTX, without a GPU: `kernels.py FOLDER CAPABILITY` writes one file a kernel."""

import os
import sys

os.environ.setdefault("TRITON_CACHE_DIR", os.path.join(sys.argv[1], ".triton"))

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask) + tl.load(y + i, mask), mask)


@triton.jit
def math(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, other=1.0)
    v = tl.exp(v) + tl.log(tl.abs(v) + 1.0) * tl.sin(v) - tl.cos(v) / tl.sqrt(tl.abs(v) + 2.0)
    v = tl.where(v > 0, tl.rsqrt(v), tl.exp2(v)) + tl.floor(v) + tl.ceil(v) + tl.math.erf(v)
    tl.store(out + i, v, i < n)


@triton.jit
def integers(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, other=3)
    w = (v * 7 + (v >> 3)) ^ (v << 2) | (v & 15)
    w = w // (v + 5) + w % (v + 9) + tl.maximum(v, w) - tl.minimum(v, 12) + tl.umulhi(v.to(tl.uint32), 77).to(tl.int32)
    tl.store(out + i, w.to(tl.int64) * 3 + v, i < n)


@triton.jit
def converts(x, h, b, f8, i8, d, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(h + i, v.to(tl.float16))
    tl.store(b + i, v.to(tl.bfloat16) * 2 + 1)
    tl.store(f8 + i, v.to(tl.float8e5))
    tl.store(i8 + i, v.to(tl.int8))
    tl.store(d + i, v.to(tl.float64) + tl.load(h + i).to(tl.float64))


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + i, i < n, other=-float("inf"))
    v = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * stride + i, v / tl.sum(v, 0), i < n)


@triton.jit
def layer_norm(x, w, b, out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, i < n, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / n
    c = tl.where(i < n, v - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(c * c, 0) / n + eps)
    y = c * scale * tl.load(w + i, i < n) + tl.load(b + i, i < n)
    tl.store(out + row * n + i, y.to(tl.float16), i < n)


@triton.jit
def scan(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0))


@triton.jit
def sort(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def argmax(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + tl.program_id(0), tl.argmax(tl.load(x + i, i < n, other=-1.0), 0))


@triton.jit
def atomics(x, f, h, i32, i64, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    v = tl.load(x + i, m)
    tl.atomic_add(f + i % 7, v, m)
    tl.atomic_add(h + i, v.to(tl.float16), m, sem="relaxed")
    tl.atomic_max(i32 + i % 3, i, m)
    tl.atomic_min(i32 + i % 5, i, m, sem="acquire")
    tl.atomic_or(i32 + i % 2, i, m, scope="cta")
    tl.atomic_xchg(i64 + i % 2, i.to(tl.int64), m, sem="release", scope="sys")
    old = tl.atomic_cas(i32, 0, 1)
    tl.store(i64 + 9, old.to(tl.int64))


@triton.jit
def gather(x, index, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.load(index + i)
    tl.store(out + i, tl.gather(tl.load(x + i), at, 0))
    tl.store(out + BLOCK + i, tl.load(x + at, eviction_policy="evict_last"), cache_modifier=".wt")


@triton.jit
def histogram(x, out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, 64), tl.histogram(tl.load(x + tl.arange(0, BLOCK)), 64))


@triton.jit
def transposed(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    tl.store(out + j.trans() * M + i.trans(), tl.load(x + i * N + j).trans())


@triton.jit
def prints(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.device_print("v", v)
    tl.device_assert(v > 0, "positive")
    tl.store(out + i, v)


@triton.jit
def gemm(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, ACC: tl.constexpr, OUT: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    l = tl.arange(0, K)
    pa = a + i[:, None] * k + l[None, :]
    pb = b + l[:, None] * n + j[None, :]
    acc = tl.zeros((M, N), ACC)
    for at in range(0, k, K):
        acc = tl.dot(tl.load(pa, l[None, :] < k - at), tl.load(pb, l[:, None] < k - at), acc, out_dtype=ACC)
        pa += K
        pb += K * n
    tl.store(c + i[:, None] * n + j[None, :], acc.to(OUT), (i[:, None] < m) & (j[None, :] < n))


@triton.jit
def gemm_tma(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, WS: tl.constexpr):
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    db = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [M, N])
    i = tl.program_id(0) * M
    j = tl.program_id(1) * N
    acc = tl.zeros((M, N), tl.float32)
    for at in tl.range(0, k, K, warp_specialize=WS):
        acc = tl.dot(da.load([i, at]), db.load([j, at]).T, acc)
    dc.store([i, j], acc.to(tl.float16))


@triton.jit
def gemm_persistent(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PROGRAMS: tl.constexpr):
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    db = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [M, N])
    across = tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, M) * across, PROGRAMS, flatten=True):
        acc = tl.zeros((M, N), tl.float32)
        for at in range(0, k, K):
            acc = tl.dot(da.load([tile // across * M, at]), db.load([tile % across * N, at]).T, acc)
        dc.store([tile // across * M, tile % across * N], acc.to(tl.bfloat16))


@triton.jit
def gemm_scaled(a, sa, b, sb, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, FA: tl.constexpr, FB: tl.constexpr):
    PA: tl.constexpr = 2 if FA == "e2m1" else 1
    PB: tl.constexpr = 2 if FB == "e2m1" else 1
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    ta = tl.load(a + i[:, None] * (K // PA) + tl.arange(0, K // PA)[None, :])
    tb = tl.load(b + tl.arange(0, K // PB)[:, None] * N + j[None, :])
    s = tl.arange(0, K // 32)
    va = tl.load(sa + i[:, None] * (K // 32) + s[None, :])
    vb = tl.load(sb + j[:, None] * (K // 32) + s[None, :])
    acc = tl.dot_scaled(ta, va, FA, tb, vb, FB)
    tl.store(c + i[:, None] * N + j[None, :], acc)


@triton.jit
def attention(q, k, v, o, n, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    j = tl.arange(0, N)
    tq = tl.load(q + i[:, None] * D + d[None, :])
    acc = tl.zeros((M, D), tl.float32)
    top = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    for at in range(0, n, N):
        tk = tl.load(k + (at + j)[None, :] * D + d[:, None])
        s = tl.dot(tq, tk) * scale
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        fade = tl.exp2(top - new)
        total = total * fade + tl.sum(p, 1)
        tv = tl.load(v + (at + j)[:, None] * D + d[None, :])
        acc = tl.dot(p.to(tl.float16), tv, acc * fade[:, None])
        top = new
    tl.store(o + i[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16))


def compiled(name, kernel, signature, constants, warps=4, stages=3):
    return (name, kernel, signature, constants, {"num_warps": warps, "num_stages": stages})


def pointers(names, kinds):
    return {n: "*" + k for n, k in zip(names.split(), kinds.split())}


def numbers(names, kind="i32"):
    return {n: kind for n in names.split()}


def gemm_of(name, kind, acc, out, tiles=(64, 64, 32)):
    kinds = {tl.float32: "fp32", tl.float16: "fp16", tl.int32: "i32", tl.bfloat16: "bf16", tl.float64: "fp64"}
    signature = pointers("a b c", f"{kind} {kind} {kinds[out]}") | numbers("m n k")
    return compiled(name, gemm, signature, dict(zip("MNK", tiles)) | {"ACC": acc, "OUT": out})


KERNELS = [
    compiled("add", add, pointers("x y out", "fp32 fp32 fp32") | numbers("n"), {"BLOCK": 1024}),
    compiled("add_half", add, pointers("x y out", "fp16 fp16 fp16") | numbers("n"), {"BLOCK": 256}),
    compiled("math", math, pointers("x out", "fp32 fp32") | numbers("n"), {"BLOCK": 128}),
    compiled("integers", integers, pointers("x out", "i32 i64") | numbers("n"), {"BLOCK": 128}),
    compiled("converts", converts, pointers("x h b f8 i8 d", "fp32 fp16 bf16 fp8e5 i8 fp64") | numbers("n"), {"BLOCK": 256}),
    compiled("softmax", softmax, pointers("x out", "fp32 fp32") | numbers("stride n"), {"BLOCK": 512}),
    compiled("layer_norm", layer_norm, pointers("x w b out", "fp16 fp32 fp32 fp16") | numbers("n") | numbers("eps", "fp32"), {"BLOCK": 512}),
    compiled("scan", scan, pointers("x out", "fp32 fp32"), {"BLOCK": 256}),
    compiled("sort", sort, pointers("x out", "i32 i32"), {"BLOCK": 64}),
    compiled("argmax", argmax, pointers("x out", "fp32 i32") | numbers("n"), {"BLOCK": 256}),
    compiled("atomics", atomics, pointers("x f h i32 i64", "fp32 fp32 fp16 i32 i64") | numbers("n"), {"BLOCK": 128}),
    compiled("gather", gather, pointers("x index out", "fp32 i32 fp32"), {"BLOCK": 128}),
    compiled("histogram", histogram, pointers("x out", "i32 i32"), {"BLOCK": 256}),
    compiled("transposed", transposed, pointers("x out", "fp16 fp16"), {"M": 32, "N": 64}),
    compiled("prints", prints, pointers("x out", "fp32 fp32"), {"BLOCK": 128}),
    gemm_of("gemm_f16", "fp16", tl.float32, tl.float16, (128, 64, 32)),
    gemm_of("gemm_bf16", "bf16", tl.float32, tl.bfloat16),
    gemm_of("gemm_tf32", "fp32", tl.float32, tl.float32),
    gemm_of("gemm_i8", "i8", tl.int32, tl.int32),
    gemm_of("gemm_f16acc", "fp16", tl.float16, tl.float16),
    gemm_of("gemm_f64", "fp64", tl.float64, tl.float64, (32, 32, 16)),
    compiled("attention", attention, pointers("q k v o", "fp16 fp16 fp16 fp16") | numbers("n") | numbers("scale", "fp32"), {"M": 64, "N": 64, "D": 64}),
]
FP8 = [gemm_of("gemm_fp8", "fp8e4nv", tl.float32, tl.float32)]
TMA = [
    compiled("gemm_tma", gemm_tma, pointers("a b c", "fp16 fp16 fp16") | numbers("m n k"), {"M": 128, "N": 128, "K": 64, "WS": False}),
    compiled("gemm_persistent", gemm_persistent, pointers("a b c", "bf16 bf16 bf16") | numbers("m n k"), {"M": 128, "N": 64, "K": 64, "PROGRAMS": 4}),
]
SPECIALISED = [compiled("gemm_specialised", gemm_tma, pointers("a b c", "fp16 fp16 fp16") | numbers("m n k"), {"M": 128, "N": 128, "K": 64, "WS": True})]


def scaled(name, fa, fb, ka, kb):
    return compiled(name, gemm_scaled, pointers("a sa b sb c", f"{ka} u8 {kb} u8 fp32"), {"M": 128, "N": 128, "K": 128, "FA": fa, "FB": fb})


SCALED = [scaled("gemm_mxfp8", "e4m3", "e5m2", "fp8e4nv", "fp8e5"), scaled("gemm_mxfp4", "e2m1", "e2m1", "u8", "u8")]


def triton_ptx(folder, capability):
    kernels = KERNELS + (FP8 + TMA if capability >= 90 else []) + (SPECIALISED if capability in (90, 100) else [])
    kernels = kernels + (SCALED if capability >= 100 else [])
    for name, kernel, signature, constants, options in kernels:
        full = signature | {c: "constexpr" for c in constants}
        source = ASTSource(kernel, full, {(kernel.arg_names.index(c),): v for c, v in constants.items()},
                           {(i,): [["tt.divisibility", 16]] for i, (n, t) in enumerate(signature.items()) if t[0] == "*" or n in "mnk"})
        text = triton.compile(source, GPUTarget("cuda", capability, 32), options).asm["ptx"]
        with open(os.path.join(folder, f"{name}.ptx"), "w") as file:
            file.write(text)


triton_ptx(sys.argv[1], int(sys.argv[2]))
