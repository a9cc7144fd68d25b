"""Conversions between element types, bit casts, packing."""

import cuda.tile as ct
from registry import array, export

RM = ct.RoundingMode


@export(array(ct.float32, 1), array(ct.float64, 1), array(ct.float16, 1), array(ct.bfloat16, 1))
@ct.kernel
def float_to_float(f, d, h, b):
    """Every widening and narrowing among f16, bf16, f32, f64 and tf32."""
    x = ct.load(f, 0, 32)
    ct.store(d, 0, ct.astype(x, ct.float64))
    ct.store(h, 0, ct.astype(x, ct.float16))
    ct.store(b, 0, ct.astype(x, ct.bfloat16))
    y = ct.load(d, 1, 32)
    ct.store(f, 1, ct.astype(y, ct.float32) + ct.astype(ct.astype(x, ct.tfloat32), ct.float32))
    ct.store(h, 1, ct.astype(y, ct.float16))
    z = ct.load(h, 2, 32)
    ct.store(b, 2, ct.astype(ct.astype(z, ct.float32), ct.bfloat16))
    ct.store(d, 2, ct.astype(ct.load(b, 3, 32), ct.float64))


@export(array(ct.float32, 1), array(ct.float8_e4m3fn, 1), array(ct.float8_e5m2, 1))
@ct.kernel
def float_to_fp8(f, e4, e5):
    """f32 to and from both eight-bit floats of 13.1."""
    x = ct.load(f, 0, 64)
    ct.store(e4, 0, ct.astype(x, ct.float8_e4m3fn))
    ct.store(e5, 0, ct.astype(x, ct.float8_e5m2))
    ct.store(f, 0, ct.astype(ct.load(e4, 1, 64), ct.float32) + ct.astype(ct.load(e5, 1, 64), ct.float32))


@export(array(ct.float32, 1), array(ct.float8_e8m0fnu, 1), since="13.3")
@ct.kernel
def float_to_e8m0(f, e8):
    """Power-of-two scale factors from f32 and back."""
    x = ct.load(f, 0, 64)
    ct.store(e8, 0, ct.astype(x, ct.float8_e8m0fnu, rounding_mode=RM.RP))
    ct.store(e8, 1, ct.full((64,), 2.0, ct.float8_e8m0fnu))
    ct.store(f, 0, ct.astype(ct.load(e8, 2, 64), ct.float32))


@export(array(ct.float32, 1), array(ct.float8_e8m0fnu, 1), since="13.2")
@ct.kernel
def e8m0_to_float(f, e8):
    """Scale factors moved and widened, as 13.2 has them."""
    scales = ct.load(e8, 0, 64)
    ct.store(f, 0, ct.astype(scales, ct.float32))
    ct.store(e8, 1, scales)


@export(array(ct.float32, 1), array(ct.float8_e5m3fnu, 1), since="13.4")
@ct.kernel
def float_to_e5m3(f, e5):
    """Unsigned e5m3 scale factors from f32 and back."""
    x = ct.load(f, 0, 64)
    ct.store(e5, 0, ct.astype(x, ct.float8_e5m3fnu))
    ct.store(e5, 1, ct.full((64,), 1.125, ct.float8_e5m3fnu))
    ct.store(f, 0, ct.astype(ct.load(e5, 2, 64), ct.float32))


@export(array(ct.float32, 1), array(ct.uint8, 1), since="13.3")
@ct.kernel
def float_to_fp4(f, packed):
    """f32 to four-bit floats, two of them packed in each byte, and back."""
    x = ct.load(f, 0, 64)
    narrow = ct.astype(x, ct.float4_e2m1fn)
    ct.store(packed, 0, ct.pack_to_bytes(narrow))
    bytes_ = ct.load(packed, 1, 32)
    ct.store(f, 1, ct.astype(ct.unpack_from_bytes(bytes_, ct.float4_e2m1fn), ct.float32))


@export(array(ct.float32, 1), array(ct.uint8, 1), array(ct.int16, 1), since="13.3")
@ct.kernel
def pack_and_unpack(f, bytes_, shorts):
    """Tiles of several element types seen as bytes, and bytes as tiles."""
    ct.store(bytes_, 0, ct.pack_to_bytes(ct.load(f, 0, 16)))
    ct.store(bytes_, 1, ct.pack_to_bytes(ct.load(shorts, 0, 32)))
    raw = ct.load(bytes_, 2, 64)
    ct.store(f, 1, ct.unpack_from_bytes(raw, ct.float32))
    ct.store(shorts, 1, ct.unpack_from_bytes(raw, ct.int16))


@export(array(ct.float32, 1), array(ct.int8, 1), array(ct.int64, 1), array(ct.uint16, 1), array(ct.bool_, 1))
@ct.kernel
def float_and_integer(f, b, d, u, flags):
    """Floats to signed, unsigned and boolean, and each of them to float."""
    x = ct.load(f, 0, 16)
    ct.store(b, 0, ct.astype(x, ct.int8))
    ct.store(d, 0, ct.astype(x, ct.int64))
    ct.store(u, 0, ct.astype(x, ct.uint16))
    ct.store(flags, 0, x != 0.0)
    s = ct.astype(ct.load(b, 1, 16), ct.float32) + ct.astype(ct.load(d, 1, 16), ct.float32)
    s = s + ct.astype(ct.load(u, 1, 16), ct.float32) + ct.astype(ct.load(flags, 1, 16), ct.float32)
    ct.store(f, 1, s)


@export(array(ct.int8, 1), array(ct.uint8, 1), array(ct.int32, 1), array(ct.uint64, 1), array(ct.bool_, 1))
@ct.kernel
def integer_to_integer(b, u, w, d, flags):
    """Sign extension, zero extension, truncation, reinterpretation, and booleans both ways."""
    x = ct.load(b, 0, 32)
    ct.store(w, 0, ct.astype(x, ct.int32))
    ct.store(u, 0, ct.astype(x, ct.uint8))
    y = ct.load(u, 1, 32)
    ct.store(d, 0, ct.astype(y, ct.uint64))
    z = ct.load(w, 2, 32)
    ct.store(b, 2, ct.astype(z, ct.int8))
    ct.store(flags, 0, ct.astype(z, ct.bool_))
    ct.store(w, 3, ct.astype(ct.load(flags, 1, 32), ct.int32))
    ct.store(b, 3, ct.astype(ct.load(flags, 1, 32), ct.int8))


@export(array(ct.float32, 1), array(ct.int32, 1), array(ct.float16, 1), array(ct.uint16, 1), array(ct.bfloat16, 1))
@ct.kernel
def bit_casts(f, i, h, u, b):
    """The same bits under another type of the same width."""
    x = ct.load(f, 0, 16)
    ct.store(i, 0, ct.bitcast(x, ct.int32) & 0x7FFFFFFF)
    ct.store(f, 1, ct.bitcast(ct.load(i, 1, 16), ct.float32))
    y = ct.bitcast(ct.load(h, 0, 16), ct.uint16)
    ct.store(u, 0, y >> 10)
    ct.store(b, 0, ct.bitcast(y, ct.bfloat16))


@export(array(ct.float32, 1), array(ct.float16, 1), array(ct.bfloat16, 1), array(ct.float8_e4m3fn, 1), since="13.4")
@ct.kernel
def rounded_conversions(f, h, b, e4):
    """Narrowing in the directed rounding modes that conversions know."""
    x = ct.load(f, 0, 16)
    ct.store(h, 0, ct.astype(x, ct.float16, rounding_mode=RM.RZ))
    ct.store(h, 1, ct.astype(x, ct.float16, rounding_mode=RM.RN))
    ct.store(b, 0, ct.astype(x, ct.bfloat16, rounding_mode=RM.RZ))
    ct.store(e4, 0, ct.astype(x, ct.float8_e4m3fn, rounding_mode=RM.RN))


@export(array(ct.float32, 1), since="13.4")
@ct.kernel
def rounded_to_tf32(f):
    """f32 to tf32 by ties-away rounding."""
    x = ct.load(f, 0, 16)
    ct.store(f, 0, ct.astype(ct.astype(x, ct.tfloat32, rounding_mode=RM.RA), ct.float32))


@export(array(ct.float32, 1), array(ct.float8_e4m3fn, 1), array(ct.float8_e5m2, 1))
@ct.kernel
def constants_of_narrow_floats(f, e4, e5):
    """Splats and lists of tf32 and the eight-bit floats."""
    t = ct.full((4,), 1.5, ct.tfloat32)
    t2 = ct.astile((0.1, -2.0, 3.0, 1e30), dtype=ct.tfloat32)
    ct.store(f, 0, ct.astype(t, ct.float32) + ct.astype(t2, ct.float32))
    ct.store(e4, 0, ct.astile((0.1, -2.0, 448.0, 0.0), dtype=ct.float8_e4m3fn))
    ct.store(e5, 0, ct.astile((0.1, -2.0, 57344.0, float("inf")), dtype=ct.float8_e5m2))
    ct.store(e4, 1, ct.full((4,), -1.25, ct.float8_e4m3fn))
    ct.store(e5, 1, ct.full((4,), float("nan"), ct.float8_e5m2))
