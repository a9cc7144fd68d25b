"""Integer arithmetic, signed and unsigned, of every width."""

import cuda.tile as ct
from registry import array, export, scalar


@export(array(ct.uint64, 1), False, variant="u64")
@export(array(ct.uint32, 1), False, variant="u32")
@export(array(ct.uint16, 1), False, variant="u16")
@export(array(ct.uint8, 1), False, variant="u8")
@export(array(ct.int64, 1), True, variant="i64")
@export(array(ct.int32, 1), True, variant="i32")
@export(array(ct.int16, 1), True, variant="i16")
@export(array(ct.int8, 1), True, variant="i8")
@ct.kernel
def integer_arithmetic(x, SIGNED: ct.Constant[bool]):
    """Sum, difference, product, quotients, remainder, extrema, shifts, bits and comparisons."""
    a = ct.load(x, 0, 32)
    b = ct.load(x, 1, 32)
    r = a + b - a * b
    r = r + a % b + ct.cdiv(a, b)
    if SIGNED:
        r = r // b
    r = ct.minimum(r, b) + ct.maximum(r, a)
    r = (r & a) | (r ^ b)
    r = (r << 3) + (a >> b)
    r = ct.bitwise_not(r) ^ ~b
    r = ct.where((a < b) & (a <= b) | (a > b) & (a >= b), r, a)
    r = ct.where((a == b) ^ (a != b), r, b)
    ct.store(x, 0, r)


@export(array(ct.uint32, 1), refused="rounding mode 'negative_inf' is not allowed with 'unsigned' flag")
@ct.kernel
def unsigned_floor_division(x):
    """cuTile writes an unsigned floor division that the real tools refuse; so must we."""
    ct.store(x, 0, ct.load(x, 0, 32) // ct.load(x, 1, 32))


@export(array(ct.int64, 1), variant="i64")
@export(array(ct.int8, 1), variant="i8")
@export(array(ct.int32, 1))
@ct.kernel
def signed_only(x):
    """Absolute value and negation, and quotient with remainder at once."""
    a = ct.load(x, 0, 16)
    q, r = divmod(a, 7)
    ct.store(x, 0, ct.abs(a) - q)
    ct.store(x, 1, -r)


@export(array(ct.bool_, 1), array(ct.bool_, 1))
@ct.kernel
def booleans(x, y):
    """Tiles of i1: loads, stores, logic, comparison, constants."""
    a = ct.load(x, 0, 64)
    b = ct.load(y, 0, 64)
    c = (a & b) | (a ^ True) & ~b
    d = ct.where(a == b, c, False)
    ct.store(x, 0, d)
    ct.store(y, 0, ct.full((64,), True, ct.bool_))


@export(array(ct.int32, 1), scalar(ct.int32), scalar(ct.int64), scalar(ct.uint32), scalar(ct.bool_), scalar(ct.int8))
@ct.kernel
def scalar_parameters(x, a, b, c, flag, small):
    """Scalar parameters of several types, with scalar arithmetic on them."""
    s = a * 3 + small
    t = b // 2 - a
    u = c & 0xFF
    if flag:
        ct.scatter(x, s, a)
    ct.scatter(x, ct.astype(t, ct.int32), ct.astype(u, ct.int32))


@export(array(ct.int8, 1), array(ct.int16, 1), array(ct.int32, 1), array(ct.int64, 1), array(ct.uint64, 1))
@ct.kernel
def constants_of_integers(b, h, w, d, u):
    """The extreme integers of each width, as splats and as lists."""
    ct.store(b, 0, ct.full((4,), -128, ct.int8) + ct.astile((127, -1, 0, 1), dtype=ct.int8))
    ct.store(h, 0, ct.full((4,), -32768, ct.int16) + ct.astile((32767, -1, 0, 1), dtype=ct.int16))
    ct.store(w, 0, ct.full((4,), -2147483648, ct.int32) + ct.astile((2147483647, -1, 0, 1), dtype=ct.int32))
    ct.store(d, 0, ct.full((4,), -(2**63), ct.int64) + ct.astile((2**63 - 1, -1, 0, 1), dtype=ct.int64))
    ct.store(u, 0, ct.full((4,), 2**63, ct.uint64) - ct.astile((18446744073709551615, 1, 0, 255), dtype=ct.uint64))


@export(array(ct.uint32, 1))
@ct.kernel
def hash_bits(x):
    """A multiplicative hash: wrapping products, shifts and exclusive or on unsigned words."""
    h = ct.load(x, ct.bid(0), 256)
    h = h ^ (h >> 16)
    h = h * 0x7FEB352D
    h = h ^ (h >> 15)
    h = h * 0x846CA68B
    ct.store(x, ct.bid(0), h ^ (h >> 16))
