"""Kernels in Triton for what tile programs do most; `triton_launches.py` says on what they run."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask) + tl.load(y + i, mask), mask)


@triton.jit
def integers(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, other=3)
    w = (v * 7 + (v >> 3)) ^ (v << 2) | (v & 15)
    w = w // (v + 5) + w % (v + 9) + tl.maximum(v, w) - tl.minimum(v, 12) + tl.umulhi(v.to(tl.uint32), 77).to(tl.int32)
    tl.store(out + i, w.to(tl.int64) * 3 + v, i < n)


@triton.jit
def functions(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, other=1.0)
    v = tl.exp(v) + tl.log(tl.abs(v) + 1.0) * tl.sin(v) - tl.cos(v) / tl.sqrt(tl.abs(v) + 2.0)
    v = tl.where(v > 0, tl.rsqrt(tl.abs(v) + 1.0), tl.exp2(v)) + tl.floor(v) + tl.ceil(v) + tl.math.erf(v)
    tl.store(out + i, v, i < n)


@triton.jit
def converts(x, h, b, bytes, d, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(h + i, v.to(tl.float16))
    tl.store(b + i, v.to(tl.bfloat16))
    tl.store(bytes + i, v.to(tl.int8))
    tl.store(d + i, v.to(tl.float64) * 3)


@triton.jit
def narrow(x, f4, f5, back, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    a = v.to(tl.float8e4nv)
    tl.store(f4 + i, a)
    tl.store(f5 + i, v.to(tl.float8e5))
    tl.store(back + i, a.to(tl.float32))


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
def reduce(x, total, rows, largest, at, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    v = tl.load(x + i * N + j)
    tl.store(total, tl.sum(v))
    tl.store(rows + tl.arange(0, M), tl.sum(v, 1))
    tl.store(largest + tl.arange(0, N), tl.max(v, 0))
    tl.store(at + tl.arange(0, M), tl.argmax(v, 1))


@triton.jit
def scan(x, out, out2, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + at)
    tl.store(out + at, tl.cumsum(v, 1))
    tl.store(out2 + at, tl.cumsum(v, 0, reverse=True))


@triton.jit
def sort(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def histogram(x, out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS))


@triton.jit
def gather(x, index, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.gather(tl.load(x + at), tl.load(index + at), 1))


@triton.jit
def transposed(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    v = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(out + j[:, None] * M + i[None, :], tl.trans(v))


@triton.jit
def atomics(f, h, words, doubles, turns, lock, shared, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    tl.atomic_add(f + i % 7, (i % 5).to(tl.float32), m)
    tl.atomic_add(h + i % 64, (i % 3).to(tl.float16), m, sem="relaxed")
    tl.atomic_max(words + i % 3, i, m)
    tl.atomic_min(words + 3 + i % 3, -i, m, sem="acquire")
    tl.atomic_or(words + 6 + 0 * i, 1 << (i % 31), m, scope="gpu")
    tl.atomic_and(words + 7 + 0 * i, ~(1 << (i % 5)), m)
    tl.atomic_xor(words + 8 + 0 * i, i, m)
    tl.atomic_add(doubles + 0 * i, i.to(tl.int64) << 20, m, sem="release", scope="sys")
    turn = tl.atomic_add(turns, 1)
    while tl.atomic_cas(lock, 0, 1, sem="acquire") == 1:
        pass
    value = tl.load(shared, volatile=True)
    # Every thread loads it, one stores.
    tl.debug_barrier()
    tl.store(shared, value * 3 % 1009 + 1)
    tl.atomic_xchg(lock, 0, sem="release")
    tl.store(turns + 1 + tl.program_id(0), tl.where(turn < tl.num_programs(0), 1, 0))


@triton.jit
def prints(x, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.device_print("x", tl.load(x + i))


@triton.jit
def gemm(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, ACC: tl.constexpr, OUT: tl.constexpr):
    batch = tl.program_id(2)
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    l = tl.arange(0, K)
    pa = a + batch * m * k + i[:, None] * k + l[None, :]
    pb = b + batch * k * n + l[:, None] * n + j[None, :]
    acc = tl.zeros((M, N), ACC)
    for at in range(0, k, K):
        ta = tl.load(pa, (i[:, None] < m) & (l[None, :] < k - at), other=0.0)
        tb = tl.load(pb, (l[:, None] < k - at) & (j[None, :] < n), other=0.0)
        acc = tl.dot(ta, tb, acc, out_dtype=ACC)
        pa += K
        pb += K * n
    tl.store(c + batch * m * n + i[:, None] * n + j[None, :], acc.to(OUT), (i[:, None] < m) & (j[None, :] < n))


@triton.jit
def gemm_persistent(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    across = tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, M) * across, tl.num_programs(0)):
        i = tile // across * M + tl.arange(0, M)
        j = tile % across * N + tl.arange(0, N)
        acc = tl.zeros((M, N), tl.float32)
        for at in range(0, k, K):
            l = at + tl.arange(0, K)
            acc = tl.dot(tl.load(a + i[:, None] * k + l[None, :]), tl.load(b + l[:, None] * n + j[None, :]), acc)
        tl.store(c + i[:, None] * n + j[None, :], acc.to(tl.float16))


@triton.jit
def gemm_maps(da, db, dc, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, WS: tl.constexpr):
    """Operands by tensor maps that the host makes."""
    i = tl.program_id(0) * M
    j = tl.program_id(1) * N
    acc = tl.zeros((M, N), tl.float32)
    for at in tl.range(0, k, K, warp_specialize=WS):
        acc = tl.dot(da.load([i, at]), db.load([j, at]).T, acc)
    dc.store([i, j], acc.to(dc.dtype))


@triton.jit
def gemm_device_maps(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Operands by tensor maps that the kernel makes; persistent."""
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    db = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [M, N])
    across = tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, M) * across, tl.num_programs(0), flatten=True):
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
def attention(q, k, v, o, n, scale, CAUSAL: tl.constexpr, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    start = tl.program_id(0) * M
    i = start + tl.arange(0, M)
    d = tl.arange(0, D)
    j = tl.arange(0, N)
    tq = tl.load(q + i[:, None] * D + d[None, :])
    acc = tl.zeros((M, D), tl.float32)
    top = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    end = start + M if CAUSAL else n
    for at in range(0, end, N):
        tk = tl.load(k + (at + j)[None, :] * D + d[:, None])
        s = tl.dot(tq, tk) * scale
        if CAUSAL:
            s = tl.where(i[:, None] >= (at + j)[None, :], s, -float("inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        fade = tl.exp2(top - new)
        total = total * fade + tl.sum(p, 1)
        tv = tl.load(v + (at + j)[:, None] * D + d[None, :])
        acc = tl.dot(p.to(tl.float16), tv, acc * fade[:, None])
        top = new
    tl.store(o + i[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16))
