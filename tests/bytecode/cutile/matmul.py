"""Matrix products of every kind."""

import cuda.tile as ct
from registry import aligned, array, export

PAD = ct.PaddingMode


@export(array(ct.float64, 2), array(ct.float64, 2), array(ct.float64, 2), variant="f64")
@export(array(ct.float32, 2), array(ct.float32, 2), array(ct.float32, 2), variant="f32")
@export(aligned(ct.bfloat16, 2), aligned(ct.bfloat16, 2), aligned(ct.float32, 2), variant="bf16")
@export(aligned(ct.float16, 2), aligned(ct.float16, 2), aligned(ct.float16, 2), variant="f16_f16")
@export(aligned(ct.float16, 2), aligned(ct.float16, 2), aligned(ct.float32, 2))
@export(aligned(ct.float8_e4m3fn, 2), aligned(ct.float8_e4m3fn, 2), aligned(ct.float32, 2), variant="e4m3")
@export(aligned(ct.float8_e5m2, 2), aligned(ct.float8_e5m2, 2), aligned(ct.float16, 2), variant="e5m2_f16")
@export(aligned(ct.int8, 2), aligned(ct.int8, 2), aligned(ct.int32, 2), variant="i8")
@export(aligned(ct.uint8, 2), aligned(ct.int8, 2), aligned(ct.int32, 2), variant="u8_i8")
@export(aligned(ct.uint8, 2), aligned(ct.uint8, 2), aligned(ct.int32, 2), variant="u8")
@ct.kernel
def gemm(a, b, c):
    """C = A B with a padded k edge, tiles of 64 x 64 x 32."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((64, 64), c.dtype)
    for k in range(ct.num_tiles(a, 1, (64, 32))):
        x = ct.load(a, (i, k), (64, 32), padding_mode=PAD.ZERO)
        y = ct.load(b, (k, j), (32, 64), padding_mode=PAD.ZERO)
        total = ct.mma(x, y, total)
    ct.store(c, (i, j), total)


@export(array(ct.float32, 2), array(ct.float32, 2), array(ct.float32, 2))
@ct.kernel
def gemm_tf32(a, b, c):
    """f32 matrices multiplied as tf32."""
    x = ct.astype(ct.load(a, (ct.bid(0), 0), (64, 32)), ct.tfloat32)
    y = ct.astype(ct.load(b, (0, ct.bid(1)), (32, 64)), ct.tfloat32)
    ct.store(c, (ct.bid(0), ct.bid(1)), ct.mma(x, y, ct.zeros((64, 64), ct.float32)))


@export(array(ct.float16, 3), array(ct.float16, 3), array(ct.float32, 3))
@ct.kernel
def batched_gemm(a, b, c):
    """A batch of small products, one operand shared."""
    x = ct.load(a, (ct.bid(0), 0, 0), (4, 16, 32))
    y = ct.load(b, (0, 0, 0), (1, 32, 16))
    z = ct.mma(x, ct.broadcast_to(y, (4, 32, 16)), ct.zeros((4, 16, 16), ct.float32))
    ct.store(c, (ct.bid(0), 0, 0), z + ct.mma(x, y.reshape((32, 16)), z))


@export(array(ct.float16, 2), array(ct.float16, 2), array(ct.float16, 1))
@ct.kernel
def matmul_operator(a, b, v):
    """The @ operator: matrix by matrix, matrix by vector, vector by vector."""
    x = ct.load(a, (0, 0), (16, 16))
    y = ct.load(b, (0, 0), (16, 16))
    w = ct.load(v, 0, 16)
    ct.store(b, (0, 0), x @ y)
    ct.store(v, 0, x @ w)
    ct.scatter(v, 0, w @ w)


@export(array(ct.float8_e4m3fn, 2), array(ct.float8_e4m3fn, 2), array(ct.float32, 2), since="13.3")
@ct.kernel
def fast_accumulation(a, b, c):
    """Eight-bit floats with the fast accumulator."""
    x = ct.load(a, (0, 0), (64, 32))
    y = ct.load(b, (0, 0), (32, 64))
    ct.store(c, (0, 0), ct.mma(x, y, ct.zeros((64, 64), ct.float32), use_fast_acc=True))


@export(
    aligned(ct.float8_e4m3fn, 2), aligned(ct.float8_e8m0fnu, 2), aligned(ct.float8_e4m3fn, 2),
    aligned(ct.float8_e8m0fnu, 2), aligned(ct.float32, 2), since="13.3",
)
@export(
    aligned(ct.float8_e5m2, 2), aligned(ct.float8_e8m0fnu, 2), aligned(ct.float8_e5m2, 2),
    aligned(ct.float8_e8m0fnu, 2), aligned(ct.float32, 2), since="13.3", variant="e5m2",
)
@ct.kernel
def scaled_fp8(a, a_scale, b, b_scale, c):
    """A block-scaled product of eight-bit floats, one scale for 32 elements."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((128, 128), ct.float32)
    for k in range(ct.num_tiles(a, 1, (128, 128))):
        x = ct.load(a, (i, k), (128, 128))
        xs = ct.load(a_scale, (i, k), (128, 4))
        y = ct.load(b, (k, j), (128, 128))
        ys = ct.load(b_scale, (k, j), (4, 128))
        total = ct.mma_scaled(x, xs, y, ys, total)
    ct.store(c, (i, j), total)


@export(array(ct.uint8, 1), array(ct.float8_e5m3fnu, 2), array(ct.float32, 2), 16, since="13.4", variant="e5m3")
@export(array(ct.uint8, 1), array(ct.float8_e4m3fn, 2), array(ct.float32, 2), 16, since="13.3", variant="e4m3")
@export(array(ct.uint8, 1), array(ct.float8_e8m0fnu, 2), array(ct.float32, 2), 32, since="13.3")
@ct.kernel
def scaled_fp4(packed, scales, c, BLOCK: ct.Constant[int]):
    """A block-scaled product of four-bit floats that are packed in bytes."""
    x = ct.unpack_from_bytes(ct.load(packed, 0, 4096), ct.float4_e2m1fn).reshape((128, 64))
    y = ct.unpack_from_bytes(ct.load(packed, 1, 4096), ct.float4_e2m1fn).reshape((64, 128))
    xs = ct.load(scales, (0, 0), (128, 64 // BLOCK))
    ys = ct.load(scales, (0, 0), (64 // BLOCK, 128))
    ct.store(c, (0, 0), ct.mma_scaled(x, xs, y, ys, ct.zeros((128, 128), ct.float32)))


@export(aligned(ct.float16, 2), aligned(ct.float16, 2), aligned(ct.float16, 2), 128, 128, 64, 8)
@ct.kernel(num_ctas=ct.ByTarget(sm_100=2))
def gemm_grouped(a, b, c, TM: ct.Constant[int], TN: ct.Constant[int], TK: ct.Constant[int], GROUP: ct.Constant[int]):
    """GEMM with blocks reordered in groups of rows, for the cache."""
    rows = ct.cdiv(a.shape[0], TM)
    columns = ct.cdiv(b.shape[1], TN)
    width = GROUP * columns
    group = ct.bid(0) // width
    height = min(rows - group * GROUP, GROUP)
    i = group * GROUP + (ct.bid(0) % width) % height
    j = (ct.bid(0) % width) // height
    total = ct.zeros((TM, TN), ct.float32)
    for k in range(ct.num_tiles(a, 1, (TM, TK))):
        x = ct.load(a, (i, k), (TM, TK), padding_mode=PAD.ZERO, latency=4)
        y = ct.load(b, (k, j), (TK, TN), padding_mode=PAD.ZERO, latency=4)
        total = ct.mma(x, y, total)
    ct.store(c, (i, j), ct.astype(total, c.dtype))


@export(aligned(ct.float16, 2), aligned(ct.float16, 2), aligned(ct.float32, 2))
@ct.kernel
def gemm_split_k(a, b, c):
    """GEMM whose k dimension is divided among blocks that add into C atomically."""
    i, j, part = ct.bid(0), ct.bid(1), ct.bid(2)
    total = ct.zeros((32, 32), ct.float32)
    for k in range(part, ct.num_tiles(a, 1, (32, 64)), ct.num_blocks(2)):
        total = ct.mma(ct.load(a, (i, k), (32, 64)), ct.load(b, (k, j), (64, 32)), total)
    rows = i * 32 + ct.arange(32, dtype=ct.int32)[:, None]
    columns = j * 32 + ct.arange(32, dtype=ct.int32)[None, :]
    ct.atomic_add(c, (rows, columns), total, memory_order=ct.MemoryOrder.RELAXED)


@export(aligned(ct.float16, 2), aligned(ct.int8, 2), aligned(ct.float32, 1), aligned(ct.float16, 2))
@ct.kernel
def gemm_dequantized(x, w, scale, y):
    """Half-precision activations times eight-bit weights with one scale a column."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((32, 64), ct.float32)
    for k in range(ct.num_tiles(x, 1, (32, 64))):
        weights = ct.astype(ct.load(w, (k, j), (64, 64)), ct.float16)
        total = ct.mma(ct.load(x, (i, k), (32, 64)), weights, total)
    ct.store(y, (i, j), ct.astype(total * ct.load(scale, j, 64)[None, :], ct.float16))
