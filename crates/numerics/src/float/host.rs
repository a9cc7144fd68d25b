//! Nearest-even arithmetic through the host's f32 and f64, whose add, subtract, multiply, divide, square root and
//! narrowing are IEEE operations and therefore the same on every machine. No library function is called.

use crate::format::Format;

/// The bits of an f32, NaN made canonical.
#[inline(always)]
pub(crate) fn f32_bits(x: f32) -> u64 {
    if x.is_nan() { 0x7fc0_0000 } else { u64::from(x.to_bits()) }
}

/// The bits of an f64, NaN made canonical.
#[inline(always)]
pub(crate) fn f64_bits(x: f64) -> u64 {
    if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }
}

/// The f32 of its bits.
#[inline(always)]
pub(crate) fn as_f32(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The value of an f16 or bf16, exactly.
#[inline(always)]
pub(crate) fn widen_16(format: &Format, bits: u64) -> f64 {
    if format.exponent_bits == 8 {
        return f64::from(f32::from_bits((bits as u32) << 16));
    }
    // The code is read as the f32 of the same fields, whose exponent bias is 112 greater; scaling fixes it, also for
    // subnormals. All-ones exponents end at 2^16 and above.
    let magnitude = f32::from_bits((bits as u32 & 0x7fff) << 13) * f32::from_bits((112 + 127) << 23);
    let magnitude = match bits & 0x7fff {
        0x7c00 => f64::INFINITY,
        0x7c01.. => f64::NAN,
        _ => f64::from(magnitude),
    };
    if bits & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// Rounds an f64 to an f16 or bf16, nearest even.
#[inline(always)]
pub(crate) fn narrow_16(format: &Format, x: f64) -> u64 {
    let bits = x.to_bits();
    let sign = bits >> 48 & 0x8000;
    let magnitude = bits & !(1 << 63);
    if magnitude > 0x7ff0_0000_0000_0000 {
        return format.nan_or_max();
    }
    let field = (magnitude >> 52) as i32;
    let lowest = format.min_exponent() + 1023;
    let drop = 52 - format.mantissa_bits as i32 + (lowest - field).max(0);
    if drop > 53 {
        return sign;
    }
    let significand = magnitude & ((1 << 52) - 1) | 1 << 52;
    let odd = significand >> drop & 1;
    let kept = (significand + ((1 << (drop - 1)) - 1) + odd) >> drop;
    let code = kept + (((field - lowest).max(0) as u64) << format.mantissa_bits);
    sign | code.min(format.max_finite() + 1)
}

/// `a + b` with the last bit set where the sum is inexact: any later rounding to two bits less or fewer is then
/// correct. Neither operand nor the sum may overflow or be f64-subnormal and inexact.
#[inline(always)]
fn add_round_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    let is_odd_or_exact = error == 0.0 || error.is_nan() || bits & 1 == 1;
    let outward = if (error > 0.0) == (sum > 0.0) { 1 } else { u64::MAX };
    // Without a branch, so that sums of several elements are computed together.
    f64::from_bits(bits.wrapping_add(if is_odd_or_exact { 0 } else { outward }))
}

/// `a * b + c` of values of at most 24 bits, as an f64 from which one narrowing gives the fused result.
#[inline(always)]
pub(crate) fn fma_to_odd(a: f64, b: f64, c: f64) -> f64 {
    add_round_to_odd(a * b, c)
}
