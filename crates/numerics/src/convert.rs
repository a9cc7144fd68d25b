//! Conversions between types.
//!
//! Float to float and integer to float round once, in any mode. A value beyond the largest finite one becomes infinite,
//! except that formats of 8 bits and fewer saturate as the hardware's conversions do, f8E5M2 too ([`Overflow`]); constants
//! ([`from_f64`]) give an infinity or NaN there. NaN becomes the canonical NaN of the target. A target without sign takes
//! the magnitude; of a negative constant it makes NaN.

use crate::Scalar;
use crate::exact::{Class, Overflow, Real, Unpacked};
use crate::float::{as_f32, f32_bits, f64_bits, format_of, integer_part, narrow_16, soft, widen_16};
use crate::int;
use crate::rounding::Rounding;

/// `ftof`: one rounding, saturating in targets of 8 bits and fewer.
#[inline]
pub fn float_to_float(from: Scalar, to: Scalar, bits: u64, rounding: Rounding) -> u64 {
    use Scalar::{BF16, F16, F32, F64};
    let nearest = rounding == Rounding::NearestEven;
    match (from, to) {
        (F16 | BF16, F32) => f32_bits(widen_16(&format_of(from), bits) as f32),
        (F16 | BF16, F64) => f64_bits(widen_16(&format_of(from), bits)),
        (F32, F64) => f64_bits(f64::from(as_f32(bits))),
        (F64, F32) if nearest => f32_bits(f64::from_bits(bits) as f32),
        (F32, F16 | BF16) if nearest => narrow_16(&format_of(to), f64::from(as_f32(bits))),
        (F64, F16 | BF16) if nearest => narrow_16(&format_of(to), f64::from_bits(bits)),
        _ => float_to_float_with(from, to, bits, rounding, Overflow::Saturate),
    }
}

/// A float conversion with the treatment of overflow spelled out.
pub fn float_to_float_with(
    from: Scalar,
    to: Scalar,
    bits: u64,
    rounding: Rounding,
    overflow: Overflow,
) -> u64 {
    soft::convert(&format_of(from), &format_of(to), bits, rounding, overflow)
}

/// The value of a float, exactly. Every format but f64 itself is a subset of f64.
#[inline]
pub fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    if scalar == Scalar::F64 {
        f64::from_bits(bits)
    } else if scalar == Scalar::F32 {
        f64::from(as_f32(bits))
    } else if scalar.is_half() {
        widen_16(&format_of(scalar), bits)
    } else {
        f64::from_bits(float_to_float(scalar, Scalar::F64, bits, Rounding::NearestEven))
    }
}

/// A float constant: the f64 of its decimal text, rounded to the nearest value of the type, ties to even. Beyond the
/// largest finite value it is infinite, NaN in a format without infinities, and the largest finite value in a format
/// without NaN.
pub fn from_f64(scalar: Scalar, value: f64) -> u64 {
    if scalar == Scalar::F64 {
        return value.to_bits();
    }
    float_to_float_with(Scalar::F64, scalar, value.to_bits(), Rounding::NearestEven, Overflow::NonFinite)
}

/// `itof`: the integer, read as signed or unsigned, rounded into the float type, saturating in targets of 8 bits and
/// fewer.
#[inline]
pub fn int_to_float(from: Scalar, to: Scalar, bits: u64, signed: bool, rounding: Rounding) -> u64 {
    let value = int::sign_extend(from, bits);
    // The host rounds signed integers to nearest, too.
    if signed && rounding == Rounding::NearestEven {
        if to == Scalar::F32 {
            return u64::from((value as f32).to_bits());
        }
        if to == Scalar::F64 {
            return (value as f64).to_bits();
        }
    }
    let negative = signed && value < 0;
    let magnitude = if negative { value.unsigned_abs() } else { int::zero_extend(from, bits) };
    let real = Real { negative, exponent: 0, significand: u128::from(magnitude), inexact: false };
    format_of(to).encode(real, rounding, Overflow::Saturate)
}

/// A float without its fraction.
enum Whole {
    Nan,
    /// Beyond every integer type, infinities included.
    Huge {
        negative: bool,
    },
    Value(i128),
}

fn whole(from: Scalar, bits: u64) -> Whole {
    let Unpacked { negative, class } = format_of(from).decode(bits);
    match class {
        Class::Nan => Whole::Nan,
        Class::Infinite => Whole::Huge { negative },
        Class::Zero => Whole::Value(0),
        Class::Finite(m) if m.exponent > 64 => Whole::Huge { negative },
        Class::Finite(m) => {
            let magnitude = if m.exponent >= 0 {
                // At most 53 + 64 bits.
                i128::from(m.significand) << m.exponent
            } else {
                i128::from(integer_part(m.significand, -m.exponent, negative, Rounding::Zero))
            };
            Whole::Value(if negative { -magnitude } else { magnitude })
        }
    }
}

/// `ftoi`: the float truncated toward zero. `None` (the result is undefined) for NaN, infinities and values whose
/// integer part the type cannot hold.
pub fn float_to_int(from: Scalar, to: Scalar, bits: u64, signed: bool) -> Option<u64> {
    let (low, high) = int::range(to, signed);
    match whole(from, bits) {
        Whole::Nan | Whole::Huge { .. } => None,
        Whole::Value(value) => (low..=high).contains(&value).then(|| int::wrap(to, value as u64)),
    }
}

/// `ftoi ... saturating`: truncates toward zero, clamps into the range of the type, and makes NaN 0.
pub fn float_to_int_saturating(from: Scalar, to: Scalar, bits: u64, signed: bool) -> u64 {
    let (low, high) = int::range(to, signed);
    let value = match whole(from, bits) {
        Whole::Nan => 0,
        Whole::Huge { negative } => {
            if negative {
                low
            } else {
                high
            }
        }
        Whole::Value(value) => value.clamp(low, high),
    };
    int::wrap(to, value as u64)
}
