//! e^x, 2^x and tanh x of f32, computed in f32: below 0.8 units in the last place.

use crate::kernels::types::Real;

/// What is added to this and taken away again is rounded to the nearest integer, below 2^22 in magnitude; meanwhile the
/// last bits of the sum are that integer.
const SHIFT: f32 = 12_582_912.0;

/// The sum of `c[k] * x^k`.
#[inline(always)]
fn polynomial<const N: usize>(x: f32, c: &[f32; N]) -> f32 {
    let mut sum = c[N - 1];
    for k in (0..N - 1).rev() {
        sum = sum * x + c[k];
    }
    sum
}

/// e^r for a remainder r + r_low with |r| up to 0.35, in two parts of which the second is at most a tenth: 1 + r + r^2 q(r),
/// q by minimax.
#[inline(always)]
fn of_remainder(r: f32, r_low: f32) -> (f32, f32) {
    const Q: [f32; 5] = [0.499_999_94, 0.166_665_2, 0.041_668_4, 0.008_368_851, 0.001_381_432_5];
    // 1 + r in two parts, so that only the sum of the result's parts is rounded to its bits.
    let high = 1.0 + r;
    let low = r - (high - 1.0);
    (high, low + (r_low + r * r * polynomial(r, &Q)))
}

/// The remainder of x by ln 2, in two parts, and the quotient as `SHIFT + n`.
#[inline(always)]
fn reduced(x: f32) -> (f32, f32, f32) {
    let shifted = x * std::f32::consts::LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    // ln 2 in two parts: n times the first is exact.
    let first = x - n * 0.693_145_75;
    let second = n * 1.428_606_8e-6;
    let r = first - second;
    (r, (first - r) - second, shifted)
}

/// `(high + low) * 2^n` for a sum near 1 and n from -160 to 129, given as `SHIFT + n`.
#[inline(always)]
fn scaled((high, low): (f32, f32), shifted: f32) -> f32 {
    let bits = (high + low).to_bits().wrapping_add(shifted.to_bits() << 23);
    // By way of a power that both ends of the range can bear; the multiplication rounds what is subnormal.
    let small = shifted < SHIFT - 100.0;
    let offset = if small { 120 << 23 } else { (-2i32 << 23) as u32 };
    let factor = if small { f32::from_bits((127 - 120) << 23) } else { 4.0 };
    f32::from_bits(bits.wrapping_add(offset)) * factor
}

/// e^x.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // Beyond, everything underflows or overflows.
    let (r, r_low, shifted) = reduced(x.within(-110.0, 89.0));
    let power = scaled(of_remainder(r, r_low), shifted);
    if x.is_nan() { Real::NAN } else { power }
}

/// 2^x.
#[inline(always)]
pub(super) fn exp2(x: f32) -> f32 {
    let near = x.within(-160.0, 129.0);
    let shifted = near + SHIFT;
    let f = near - (shifted - SHIFT);
    // f ln 2 in two parts: the product of the upper halves is exact.
    let f_high = f32::from_bits(f.to_bits() & 0xffff_f000);
    let high = f_high * 0.693_115_23;
    let low = f_high * 3.194_618_3e-5 + (f - f_high) * std::f32::consts::LN_2;
    let r = high + low;
    let power = scaled(of_remainder(r, (high - r) + low), shifted);
    if x.is_nan() { Real::NAN } else { power }
}

/// tanh x.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    const BY_SQUARE: [f32; 5] = [-0.333_333, 0.133_319_24, -0.053_783_83, 0.020_795_979, -0.005_895_168];
    // Beyond, it is 1 to the last bit.
    let m = x.abs().within(0.0, 9.1);
    // 1 - 2 / (e^2m + 1), where sums in two parts leave one rounding of the quotient and one of the result.
    let (r, r_low, shifted) = reduced(m + m);
    let (high, low) = of_remainder(r, r_low);
    let (high, low) = (high + low, low - ((high + low) - high));
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    let (power, power_low) = (high * scale, low * scale);
    let divisor = power + 1.0;
    let divisor_low = (1.0 - (divisor - power)) + power_low;
    let quotient = 2.0 / divisor;
    let first = 1.0 - quotient;
    let large = first + (((1.0 - first) - quotient) + 0.5 * quotient * quotient * divisor_low);
    // Where that cancels: x + x^3 p(x^2), p by minimax.
    let square = m * m;
    let small = m + m * (square * polynomial(square, &BY_SQUARE));
    (if m < 0.6 { small } else { large }).copysign(x).canonical()
}
