//! e^x and 2^x of f32, computed in f32: below 0.8 units in the last place.

use crate::kernels::types::Real;

/// What is added to this and taken away again is rounded to the nearest integer, below 2^22 in magnitude; meanwhile the
/// last bits of the sum are that integer.
const SHIFT: f32 = 12_582_912.0;

/// e^r for a remainder r + r_low with |r| up to 0.35: 1 + r + r^2 q(r), q by minimax.
#[inline(always)]
fn of_remainder(r: f32, r_low: f32) -> f32 {
    let q = 0.001_381_432_5;
    let q = q * r + 0.008_368_851;
    let q = q * r + 0.041_668_4;
    let q = q * r + 0.166_665_2;
    let q = q * r + 0.499_999_94;
    // 1 + r in two parts, so that only the last sum is rounded to the result's bits.
    let high = 1.0 + r;
    let low = r - (high - 1.0);
    high + (low + (r_low + r * r * q))
}

/// `m * 2^n` for m near 1 and n from -160 to 129, given as `SHIFT + n`.
#[inline(always)]
fn scaled(m: f32, shifted: f32) -> f32 {
    let bits = m.to_bits().wrapping_add(shifted.to_bits() << 23);
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
    let near = x.within(-110.0, 89.0);
    let shifted = near * std::f32::consts::LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    // ln 2 in two parts: n times the first is exact.
    let first = near - n * 0.693_145_75;
    let second = n * 1.428_606_8e-6;
    let r = first - second;
    let r_low = (first - r) - second;
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
