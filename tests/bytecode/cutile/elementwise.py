"""Elementwise floating-point arithmetic and mathematics."""

import cuda.tile as ct
from registry import aligned, array, export, export_together, scalar

RM = ct.RoundingMode


@export_together(
    "many",
    {
        "tile_16": [array(ct.float32, 1), array(ct.float32, 1), array(ct.float32, 1), 16],
        "tile_32": [array(ct.float32, 1), array(ct.float32, 1), array(ct.float32, 1), 32],
        "strided": [array(ct.float16, 1, last_stride=None)] * 3 + [32],
    },
)
@export(array(ct.float64, 1), array(ct.float64, 1), array(ct.float64, 1), 64, variant="f64")
@export(array(ct.bfloat16, 1), array(ct.bfloat16, 1), array(ct.bfloat16, 1), 256, variant="bf16")
@export(aligned(ct.float16, 1), aligned(ct.float16, 1), aligned(ct.float16, 1), 128, variant="f16")
@export(array(ct.float32, 1), array(ct.float32, 1), array(ct.float32, 1), 128)
@ct.kernel
def vector_add(a, b, c, TILE: ct.Constant[int]):
    """c = a + b, one tile a block."""
    i = ct.bid(0)
    x = ct.load(a, i, TILE)
    y = ct.load(b, i, TILE)
    ct.store(c, i, x + y)


@export(array(ct.float32, 1), array(ct.float32, 1), scalar(ct.float32), 64)
@ct.kernel
def saxpy(x, y, alpha, TILE: ct.Constant[int]):
    """y = alpha * x + y with a scalar known at launch."""
    i = ct.bid(0)
    ct.store(y, i, alpha * ct.load(x, i, TILE) + ct.load(y, i, TILE))


@export(array(ct.float64, 1), 8, variant="f64")
@export(array(ct.float32, 1), 16)
@ct.kernel
def rounded_arithmetic(x, TILE: ct.Constant[int]):
    """The four operations and the fused one in the directed rounding modes."""
    a = ct.load(x, 0, TILE)
    b = ct.load(x, 1, TILE)
    r = ct.add(a, b, rounding_mode=RM.RN)
    r = ct.add(r, b, rounding_mode=RM.RZ)
    r = ct.sub(r, b, rounding_mode=RM.RM)
    r = ct.mul(r, b, rounding_mode=RM.RP)
    r = ct.truediv(r, b, rounding_mode=RM.RZ)
    r = ct.add(ct.mul(r, a, rounding_mode=RM.RM), b, rounding_mode=RM.RM)
    r = ct.sqrt(r, rounding_mode=RM.RP)
    ct.store(x, 0, r)


@export(array(ct.float32, 2))
@ct.kernel
def approximate_and_flushed(x):
    """Approximate and full-precision modes, and flush-to-zero wherever it exists."""
    a = ct.load(x, (0, 0), (4, 32))
    b = ct.load(x, (1, 0), (4, 32))
    r = ct.truediv(a, b, rounding_mode=RM.APPROX)
    r = ct.truediv(r, b, rounding_mode=RM.FULL)
    r = ct.truediv(r, b, rounding_mode=RM.APPROX, flush_to_zero=True)
    r = ct.sqrt(r, rounding_mode=RM.APPROX)
    r = ct.sqrt(r, rounding_mode=RM.APPROX, flush_to_zero=True)
    r = ct.rsqrt(r) + ct.rsqrt(b, flush_to_zero=True)
    r = ct.add(r, a, flush_to_zero=True)
    r = ct.sub(r, a, flush_to_zero=True, rounding_mode=RM.RZ)
    r = ct.mul(r, a, flush_to_zero=True)
    r = ct.exp2(r) + ct.exp2(r, flush_to_zero=True)
    ct.store(x, (0, 0), r)


@export(array(ct.float32, 1), since="13.3")
@ct.kernel
def approximate_exponentials(x):
    """exp and tanh in both of their rounding modes."""
    a = ct.load(x, 0, 128)
    e = ct.exp(a, rounding_mode=RM.APPROX) - ct.exp(a, rounding_mode=RM.FULL)
    t = ct.tanh(a, rounding_mode=RM.APPROX) - ct.tanh(a, rounding_mode=RM.FULL)
    ct.store(x, 0, e * t)


@export(array(ct.float64, 1), variant="f64")
@export(array(ct.bfloat16, 1), variant="bf16")
@export(array(ct.float16, 1), variant="f16")
@export(array(ct.float32, 1))
@ct.kernel
def mathematics(x):
    """Every unary function of mathematics."""
    a = ct.load(x, 0, 64)
    a = ct.sin(a) + ct.cos(a) + ct.tan(a)
    a = ct.sinh(a) - ct.cosh(a) - ct.tanh(a)
    a = ct.exp(a) * ct.exp2(a)
    a = ct.log(a) / ct.log2(a)
    a = ct.sqrt(a) * ct.rsqrt(a)
    a = ct.floor(a) + ct.ceil(a)
    a = ct.abs(a) + ct.negative(a) - (-a)
    ct.store(x, 0, a)


@export(array(ct.float32, 1), since="13.2")
@ct.kernel
def two_argument_mathematics(x):
    """atan2, powers and the Python remainder of floats."""
    a = ct.load(x, 0, 32)
    b = ct.load(x, 1, 32)
    r = ct.atan2(a, b)
    r = ct.pow(r, b)
    r = r**2.5
    r = r % b
    r = ct.floordiv(r, b)
    ct.store(x, 0, r)


@export(array(ct.float32, 1), array(ct.int32, 1), since="13.4")
@ct.kernel
def integer_powers(x, n):
    """Floats to the power of integers: constant, tile, narrow and unsigned exponents."""
    a = ct.load(x, 0, 16)
    k = ct.load(n, 0, 16)
    r = a**3
    r = r + ct.pow(a, k)
    r = r * ct.pow(a, ct.astype(k, ct.int8))
    r = r * ct.pow(a, ct.astype(k, ct.uint8))
    ct.store(x, 0, r)


@export(array(ct.float16, 1), variant="f16")
@export(array(ct.float32, 1))
@ct.kernel
def extrema(x):
    """minimum and maximum with each of their modifiers, isnan, and clamping."""
    a = ct.load(x, 0, 64)
    b = ct.load(x, 1, 64)
    low = ct.minimum(a, b)
    low = ct.minimum(low, b, propagate_nan=True)
    high = ct.maximum(a, b)
    high = ct.maximum(high, b, propagate_nan=True)
    inside = max(0.0, min(low, 1.0))
    ct.store(x, 0, ct.where(ct.isnan(high), inside, high))


@export(array(ct.float32, 1))
@ct.kernel
def flushed_extrema(x):
    """minimum and maximum that flush subnormals, alone and with NaN propagation."""
    a = ct.load(x, 0, 64)
    b = ct.load(x, 1, 64)
    low = ct.minimum(a, b, flush_to_zero=True)
    high = ct.maximum(low, b, flush_to_zero=True, propagate_nan=True)
    ct.store(x, 0, high)


@export(array(ct.float32, 1))
@ct.kernel
def fused_multiply_add(x):
    """The four shapes of multiply and add that become one fma."""
    a = ct.load(x, 0, 32)
    b = ct.load(x, 1, 32)
    c = ct.load(x, 2, 32)
    r = a * b + c
    r = c - r * b
    r = a * r - c
    r = c + ct.mul(a, r)
    ct.store(x, 0, ct.add(ct.mul(r, a, flush_to_zero=True), c, flush_to_zero=True))


@export(array(ct.float64, 1), variant="f64")
@export(array(ct.bfloat16, 1), variant="bf16")
@export(array(ct.float32, 1))
@ct.kernel
def float_comparisons(x):
    """The six comparisons of floats (not-equal is unordered), combined as booleans."""
    a = ct.load(x, 0, 16)
    b = ct.load(x, 1, 16)
    some = (a < b) | (a <= b) & (a > b)
    more = (a >= b) ^ (a == b) | (a != b)
    ct.store(x, 0, ct.where(some & more, a, b))


@export(array(ct.float16, 1), array(ct.float32, 1), array(ct.int32, 1))
@ct.kernel
def promotions(h, f, i):
    """Mixed operand types: half with single, integer with float, Python numbers with both."""
    a = ct.load(h, 0, 8)
    b = ct.load(f, 0, 8)
    c = ct.load(i, 0, 8)
    ct.store(f, 0, a + b * c / 3 + 1.5)
    ct.store(h, 0, a * 2 - 0.1)
    ct.store(i, 0, c + 7)


@export(array(ct.float32, 1), array(ct.float64, 1), array(ct.float16, 1), array(ct.bfloat16, 1))
@ct.kernel
def constants_of_float(f, d, h, b):
    """Splat constants whose printed forms differ: whole, short, long, tiny, huge, negative, infinite, NaN."""
    v = ct.load(f, 0, 2)
    v = v + 1.0 + 1.5 + 0.1 + 1.44269504 + 1e-5 + 1e-38 + 3.4028234663852886e38
    v = v * -1.0 * 16777216.0 * 1e10 + float("inf") - float("-inf") + float("nan") * -0.0
    ct.store(f, 0, v)
    w = ct.load(d, 0, 2)
    w = w + 0.1 + 2.718281828459045 + 1e-300 + 1.7976931348623157e308 + 3.0 + 9007199254740993.0 + 5e-324
    ct.store(d, 0, w * 1e22 - 1e23 + float("nan"))
    u = ct.load(h, 0, 2)
    ct.store(h, 0, u + 0.1 + 65504.0 + 6e-8 - 1.0009765625 + float("inf"))
    t = ct.load(b, 0, 2)
    ct.store(b, 0, t + 0.1 + 3.38e38 + 1e-40 - 1.0078125 + float("nan"))
