//! Rounding a float to an integer value of the same format.

use super::Route;
use crate::Scalar;
use crate::exact::{Class, Overflow, Real, Unpacked};
use crate::rounding::Rounding;

/// The nearest integer in the direction of `rounding`, as a float of the same type. Zeros, infinities and the sign of
/// a result of zero are kept; NaN gives the canonical NaN.
pub fn round_to_integer(scalar: Scalar, bits: u64, rounding: Rounding) -> u64 {
    let format = super::format_of(scalar);
    let Unpacked { negative, class } = format.decode(bits);
    let magnitude = match class {
        Class::Nan => return format.nan_or_max(),
        Class::Infinite | Class::Zero => return bits,
        Class::Finite(m) if m.exponent >= 0 => return bits,
        Class::Finite(m) => m,
    };
    let whole = integer_part(magnitude.significand, -magnitude.exponent, negative, rounding);
    let real = Real { negative, exponent: 0, significand: u128::from(whole), inexact: false };
    format.encode(real, Rounding::NearestEven, Overflow::NonFinite)
}

/// `significand / 2^fraction_bits` rounded to an integer.
pub(crate) fn integer_part(significand: u64, fraction_bits: i32, negative: bool, rounding: Rounding) -> u64 {
    let wide = u128::from(significand) << 1;
    // One bit below the integer is kept; from 66 dropped bits on, nothing of the significand is left above it.
    let shift = fraction_bits.min(66) as u32;
    let kept = wide >> shift;
    let rest = kept << shift != wide;
    let whole = (kept >> 1) as u64;
    whole + u64::from(rounding.rounds_up(negative, whole & 1 != 0, kept & 1 != 0, rest))
}

/// The largest integer not above the value.
pub fn floor(scalar: Scalar, bits: u64) -> u64 {
    match super::route(scalar, Rounding::NearestEven) {
        Route::Host32 => super::host::f32_bits(super::host::as_f32(bits).floor()),
        Route::Host64 => super::host::f64_bits(f64::from_bits(bits).floor()),
        Route::Host16 | Route::ThroughF32 | Route::Soft => {
            round_to_integer(scalar, bits, Rounding::NegativeInf)
        }
    }
}

/// The smallest integer not below the value.
pub fn ceil(scalar: Scalar, bits: u64) -> u64 {
    match super::route(scalar, Rounding::NearestEven) {
        Route::Host32 => super::host::f32_bits(super::host::as_f32(bits).ceil()),
        Route::Host64 => super::host::f64_bits(f64::from_bits(bits).ceil()),
        Route::Host16 | Route::ThroughF32 | Route::Soft => {
            round_to_integer(scalar, bits, Rounding::PositiveInf)
        }
    }
}
