"""Kernels compiled by nvcc: `cuda_launches.py FOLDER CAPABILITY` writes the launch and results of each kernel of `FOLDER/kernels.ptx`."""

import sys

import numpy

from launches import Buffer, Number, Text, write

FOLDER, CAPABILITY = sys.argv[1], int(sys.argv[2])
random = numpy.random.default_rng(20251123)
M = 0xFFFFFFFF


def launch(name, grid, block, args, shared=0, printed=None):
    write(FOLDER, name, name, grid, block, shared, args, None, (), printed)


def signed(values):
    return numpy.array([(int(v) + 2 ** 31) % 2 ** 32 - 2 ** 31 for v in values.flat], "i8").astype("i4").reshape(values.shape)


def warps():
    n = 128
    x = random.integers(-50, 50, n).astype("i4")
    lane, base = numpy.arange(n) % 32, numpy.arange(n) // 32 * 32
    up = numpy.where(lane % 16 >= 1, numpy.roll(x, 1), x)
    down = numpy.where(lane + 2 < 32, numpy.roll(x, -2), x)
    sums = x.reshape(-1, 32).cumsum(1).reshape(-1).astype("i4")
    odd = numpy.zeros(n, "i4")
    for warp in range(0, n, 32):
        active = [t for t in range(warp, warp + 32) if sums[t] & 1]
        odd[active] = sums[active[-1]] if active else 0
    expected = numpy.array([x[base + 3], up, down, x[base + (lane ^ 4)], sums, odd])
    launch("shuffles", "2", "64", [Buffer("x", "i32", x), Buffer("out", "i32", 0 * expected, expected)])

    x = random.integers(-5, 6, n).astype("i4")
    x[64:] = abs(x[64:])
    rows = []
    for warp in range(0, n, 32):
        v = [int(e) for e in x[warp:warp + 32]]
        positive = sum(1 << i for i, e in enumerate(v) if e > 0)
        xor, conj, disj = 0, M, 0
        for e in v:
            xor, conj, disj = xor ^ e & M, conj & (e & M | 64), disj | e & 7
        same = all(e >> 8 == v[0] >> 8 for e in v)
        for e in v:
            rows.append([positive, 2 * (7 in v) + 1, sum(1 << i for i, o in enumerate(v) if o == e), (M if same else 0) + same & M,
                         positive if e > 0 else 0, sum(v) + 3 * max(v) + 5 * min(v) & M, xor ^ (conj << 3 & M) ^ (disj << 9)])
    expected = numpy.array(rows, "u8").astype("u4").T
    if CAPABILITY < 80:
        expected[5:] = 0
    launch("votes", "1", "128", [Buffer("x", "i32", x), Buffer("out", "i32", 0 * expected.view("i4"), expected.view("i4"))])


def s32(v):
    return (v + 2 ** 31) % 2 ** 32 - 2 ** 31


def parts(v, width):
    return [v >> i & 2 ** width - 1 for i in range(0, 32, width)]


def joined(values, width):
    return sum((v & 2 ** width - 1) << i * width for i, v in enumerate(values))


def bits():
    n = 64
    x = [int(v) for v in random.integers(0, 2 ** 32, n)]
    x[:3] = [0, M, 1 << 31]
    out = []
    for at, v in enumerate(x):
        w = x[(at + 1) % n]
        both = bytes(v.to_bytes(4, "little") + w.to_bytes(4, "little"))
        picked = bytes(both[v >> 4 * i & 7] for i in range(4))
        s8 = lambda b: b - 256 if b > 127 else b
        left, right = w << (w & 31) | v >> 1 >> 31 - (w & 31), (w << 32 | v) >> min(v & 63, 32)
        high = (v * w >> 32) + (s32(v) * s32(w) >> 32)
        s24 = lambda b: (b + 2 ** 23) % 2 ** 24 - 2 ** 23
        s16 = lambda b: b - 65536 if b > 32767 else b
        simd = joined([a + b for a, b in zip(parts(v, 16), parts(w, 16))], 16) ^ joined([abs(a - b) for a, b in zip(parts(v, 8), parts(w, 8))], 8) \
            ^ joined([max(s16(a), s16(b)) for a, b in zip(parts(v, 16), parts(w, 16))], 16)
        wide = v << 32 | w
        text = f"{wide:064b}"
        out.append([bin(v).count("1") + 100 * (32 - v.bit_length()) + 10000 * ((v & -v).bit_length()), int(f"{v:032b}"[::-1], 2), int.from_bytes(picked, "little"),
                    left ^ right & M, 4 + sum(s8(a) * s8(b) for a, b in zip(parts(v, 8), parts(w, 8))), abs(s32(v) - s32(w)) + 4 + abs(v - w) + 1,
                    high + s24(v) * s24(w), simd, text.count("1") + 64 - wide.bit_length() + (int(text[::-1], 2) >> 7) + wide // (v | 1) + wide % (w | 3)])
    expected = numpy.array([[e & M for e in row] for row in out], "u8").astype("u4").T.copy().view("i4")
    launch("bits", "1", str(n), [Buffer("x", "i32", numpy.array(x, "u8").astype("u4").view("i4")), Buffer("out", "i32", 0 * expected, expected)])


def divergent():
    x = numpy.arange(1, 97).astype("i4")
    out = numpy.full(96, 7, "i4")
    for t, v in enumerate(x.tolist()):
        steps = 0
        while v != 1:
            v = 3 * v + 1 if v % 2 else v // 2
            steps += 1
            if steps > 200:
                break
        case = t % 5
        if case == 0:
            steps += 1000
        if case == 1:
            steps *= 3
        if case in (1, 2):
            steps ^= 5
        if case == 3 and steps > 10:
            continue
        if case in (3, 4):
            steps = -steps
        out[t] = steps
    launch("divergent", "1", "96", [Buffer("x", "i32", x), Buffer("out", "i32", numpy.full(96, 7, "i4"), out)])


def calls():
    x = random.integers(-4, 5, 32).astype("f8")
    table, array, expected = [1.0, 2.5, -3.0, 0.5], numpy.zeros(16), x.copy()
    for i in range(16):
        array[i * 7 % 16] = x[i] * table[i & 3]
    for t in range(16):
        expected[16 + t] = x[t] ** (t % 4) + array[t] + 7 + 3 * 4.5
    pair = numpy.frombuffer(numpy.int16(3).tobytes() + bytes(6) + numpy.float64(4.5).tobytes(), "i1")
    launch("calls", "1", "16", [Buffer("x", "f64", x, expected), Number("i32", 16), Buffer("pair", "i8", pair)])
    x = numpy.array([1.5, -2.25, 1e6, 0.0004], "f4")
    lines = [f"block {b} thread {t:2d}: {x[t]:.3f} {float(x[t]) * 1000:5.1e} many {4 << 33} {t * 1000:x} %" for b in range(2) for t in range(4)]
    launch("prints", "2", "32", [Buffer("x", "f32", x), Number("i32", 4)], printed=lines)


def atomics():
    n = 192
    t = numpy.arange(n)
    i = numpy.zeros(11, "i8")
    start = numpy.zeros(11, "i4")
    start[4] = -1
    i[:4] = [t.sum(), -t.sum(), -t.max(), t.max()]
    i[4], i[5] = ~(2 ** 13 - 1), s32(sum(1 << b for b in range(31)))
    i[6] = numpy.bitwise_xor.reduce(t * 77)
    i[7:11] = [2 * n, n, n, 12345]
    u = numpy.zeros(8, "u8")
    first = numpy.zeros(8, "u4")
    first[1], first[2] = 4, M
    u[0], u[1] = n % 10, (4 - n) % 10
    u[2:5] = [4000000000, 4000000000 + n - 1, 4000000000 * n & M]
    value = 0
    for _ in range(n):
        value = value * 5 + 3 & M
    u[5], u[6] = value, 3 * n << 16
    wide = [int(t.sum()) << 30, 0, (n - 1) << 40, 2 ** 64 - 5, 2 ** 64 - 2 ** 50, 2 ** 50 - 1, int(numpy.bitwise_xor.reduce(t)) << 33]
    value = 7
    for _ in range(n):
        value = value * 5 + 3 & 2 ** 64 - 1
    wide += [value, 0x123456789abcdef0, 3 * (2 ** 40 + 64 * 2 ** 33)] + ([n, 2 * n << 40, 5, 6 << 40] if CAPABILITY >= 90 else [0] * 4)
    begin = [0, 2 ** 64 - 1, 0, 2 ** 64 - 1000, 2 ** 64 - 1, 0, 0, 7] + [0] * 6
    to64 = lambda values: numpy.array(values, "u8").view("i8")
    launch("atomics", "3", "64", [
        Buffer("i", "i32", start, signed(i)), Buffer("u", "i32", first.view("i4"), u.astype("u4").view("i4")), Buffer("l", "i64", to64(begin), to64(wide)),
        Buffer("f", "f32", numpy.zeros(1, "f4"), numpy.array([sum(k % 4 for k in range(n))], "f4")),
        Buffer("d", "f64", numpy.zeros(1), numpy.array([t.sum() * 0.5])), Buffer("old", "i32", numpy.zeros(n, "i4"))])


def together():
    x = random.integers(-9, 10, 1000).astype("f4")
    launch("last_block", "4", "128", [Buffer("x", "f32", x), Buffer("partial", "f32", numpy.zeros(4, "f4")),
           Buffer("total", "f32", numpy.zeros(1, "f4"), x.sum(keepdims=True)), Number("i32", 1000)])
    a = (numpy.arange(256) * 3).astype("i4")
    launch("grid_barrier", "4", "64", [Buffer("a", "i32", 0 * a, a), Buffer("b", "i32", 0 * a, a[::-1]), Buffer("gate", "i32", numpy.zeros(1, "i4"), numpy.array([4], "i4"))])
    x = random.integers(-3, 90, 256).astype("i4")
    taken = (x.reshape(4, 64) + numpy.arange(4)[:, None])[:, ::-1].reshape(-1)
    head = x[:128]
    more = (head > 0).sum() + 1000 * (head < 100).all() + 10000 * (head == -2).any()
    out = numpy.concatenate([taken, numpy.full(128, more)]).astype("i4")
    launch("named_barriers", "1", "128", [Buffer("x", "i32", x), Buffer("out", "i32", 0 * out, out)])


def matrices():
    a, b = random.integers(-4, 5, (2, 16, 16))
    launch("matrix", "1", "32", [Buffer("a", "f16", a.astype("f2")), Buffer("b", "f16", b.astype("f2")), Buffer("c", "f32", numpy.zeros((16, 16), "f4"), (a @ b.T + 1).astype("f4"))])
    if CAPABILITY < 80:
        return
    a, b = random.standard_normal((2, 8, 16))
    for name in ["matrix_f64", "mma_f64"]:
        launch(name, "1", "32", [Buffer("a", "f64", a), Buffer("b", "f64", b), Buffer("c", "f64", numpy.zeros((8, 8)), a @ b.T, 1e-13, 1e-13)])
    n, threads = 5, 64
    x = random.integers(-99, 99, (n, threads, 4)).astype("i4")
    expected = x[:, numpy.arange(threads) ^ 1].copy()
    expected[:, :, 0] += numpy.arange(n)[:, None]
    launch("pipelined", "1", str(threads), [Buffer("from", "i32", x), Buffer("to", "i32", 0 * x, expected), Number("i32", n)], shared=3 * threads * 16)


def clusters():
    x = random.integers(-50, 50, 256).astype("i4")
    blocks = x.reshape(4, 64)
    other = blocks[[1, 0, 3, 2]][:, ::-1]
    rank = numpy.arange(4)[:, None] % 2
    out = numpy.concatenate([(other + 2000 + 10000 * rank).reshape(-1), [blocks[:2].sum(), blocks[2:].sum()]]).astype("i4")
    launch("clusters", "4", "64", [Buffer("x", "i32", x), Buffer("out", "i32", 0 * out, out)])
    x = random.integers(-50, 50, 512).astype("i4")
    blocks = x.reshape(2, 4, 64)
    v = numpy.zeros((2, 64), "i8")
    for i in range(4):
        v = v * 3 + blocks[:, i]
    out = numpy.repeat(v, 4, 0).reshape(-1).astype("i4")
    launch("multicast", "8", "64", [Buffer("x", "i32", x), Buffer("out", "i32", 0 * out, out)])


warps()
bits()
divergent()
calls()
atomics()
together()
matrices()
if CAPABILITY >= 90:
    clusters()
