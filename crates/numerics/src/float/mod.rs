//! Float arithmetic.
//!
//! * One rounding an operation, in the mode asked for; `approx` and `full` round to nearest even except where a
//!   function says otherwise.
//! * f16 and bf16: `add`, `sub`, `mul` and `fma` with nearest-even round once; every other mode, and `div` in every mode,
//!   computes in f32 and rounds the f32 result again in the same mode.
//! * `flush` (flush_to_zero) has an effect on f32 only: subnormal inputs, and a result that is subnormal after rounding,
//!   become a zero of the same sign.
//! * A NaN result is the canonical one ([`Format::nan`]); only [`neg`] and [`abs`] move the bits of a NaN.
//! * The language computes in f16, bf16, f32 and f64 only. The functions take every float format all the same; where one
//!   has no infinities, overflow gives NaN.

mod host;
mod integral;
mod order;
pub(crate) mod soft;

pub(crate) use host::{as_f32, f32_bits, f64_bits, fma_to_odd, narrow_16, widen_16};
pub(crate) use integral::integer_part;
pub use integral::{ceil, floor, round_to_integer};
pub use order::{NanRule, compare, max, min, order};

use crate::Scalar;
use crate::exact::Overflow;
use crate::format::Format;
use crate::rounding::Rounding;

/// The format of a float type.
///
/// # Panics
///
/// If the type is an integer: callers hold a verified module.
#[inline(always)]
pub(crate) fn format_of(scalar: Scalar) -> Format {
    Format::of(scalar).expect("a float type, as verified")
}

#[inline(always)]
pub(crate) fn flushed(scalar: Scalar, flush: bool, bits: u64) -> u64 {
    if flush && matches!(scalar, Scalar::F32) { Format::F32.flush(bits) } else { bits }
}

/// How an operation in a type and mode is carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    Host16,
    Host32,
    Host64,
    ThroughF32,
    Soft,
}

#[inline(always)]
const fn route(scalar: Scalar, rounding: Rounding) -> Route {
    let nearest = matches!(rounding, Rounding::NearestEven | Rounding::Approx | Rounding::Full);
    if scalar.is_half() {
        return if nearest { Route::Host16 } else { Route::ThroughF32 };
    }
    // The host rounds to nearest; other modes, and types that it does not have, are computed here.
    if nearest && matches!(scalar, Scalar::F32) {
        Route::Host32
    } else if nearest && matches!(scalar, Scalar::F64) {
        Route::Host64
    } else {
        Route::Soft
    }
}

/// Widens a type of 16 bits to f32, computes there and rounds again.
#[inline(always)]
fn through_f32<const N: usize>(
    scalar: Scalar,
    operands: [u64; N],
    rounding: Rounding,
    compute: impl FnOnce([u64; N]) -> u64,
) -> u64 {
    let format = format_of(scalar);
    let wide = operands.map(|bits| f32_bits(widen_16(&format, bits) as f32));
    soft::convert(&Format::F32, &format, compute(wide), rounding, Overflow::Saturate)
}

/// `a + b`.
#[inline(always)]
pub fn add(scalar: Scalar, a: u64, b: u64, rounding: Rounding, flush: bool) -> u64 {
    let format = format_of(scalar);
    let (a, b) = (flushed(scalar, flush, a), flushed(scalar, flush, b));
    let sum = match route(scalar, rounding) {
        Route::Host16 => narrow_16(&format, widen_16(&format, a) + widen_16(&format, b)),
        Route::Host32 => f32_bits(as_f32(a) + as_f32(b)),
        Route::Host64 => f64_bits(f64::from_bits(a) + f64::from_bits(b)),
        Route::ThroughF32 => {
            through_f32(scalar, [a, b], rounding, |[a, b]| soft::add(&Format::F32, a, b, rounding))
        }
        Route::Soft => soft::add(&format, a, b, rounding),
    };
    flushed(scalar, flush, sum)
}

/// `a - b`.
#[inline(always)]
pub fn sub(scalar: Scalar, a: u64, b: u64, rounding: Rounding, flush: bool) -> u64 {
    let format = format_of(scalar);
    let (a, b) = (flushed(scalar, flush, a), flushed(scalar, flush, b));
    let difference = match route(scalar, rounding) {
        Route::Host16 => narrow_16(&format, widen_16(&format, a) - widen_16(&format, b)),
        Route::Host32 => f32_bits(as_f32(a) - as_f32(b)),
        Route::Host64 => f64_bits(f64::from_bits(a) - f64::from_bits(b)),
        Route::ThroughF32 => {
            through_f32(scalar, [a, b], rounding, |[a, b]| soft::sub(&Format::F32, a, b, rounding))
        }
        Route::Soft => soft::sub(&format, a, b, rounding),
    };
    flushed(scalar, flush, difference)
}

/// `a * b`.
#[inline(always)]
pub fn mul(scalar: Scalar, a: u64, b: u64, rounding: Rounding, flush: bool) -> u64 {
    let format = format_of(scalar);
    let (a, b) = (flushed(scalar, flush, a), flushed(scalar, flush, b));
    let product = match route(scalar, rounding) {
        Route::Host16 => narrow_16(&format, widen_16(&format, a) * widen_16(&format, b)),
        Route::Host32 => f32_bits(as_f32(a) * as_f32(b)),
        Route::Host64 => f64_bits(f64::from_bits(a) * f64::from_bits(b)),
        Route::ThroughF32 => {
            through_f32(scalar, [a, b], rounding, |[a, b]| soft::mul(&Format::F32, a, b, rounding))
        }
        Route::Soft => soft::mul(&format, a, b, rounding),
    };
    flushed(scalar, flush, product)
}

/// `a * b + c` with one rounding.
#[inline(always)]
pub fn fma(scalar: Scalar, a: u64, b: u64, c: u64, rounding: Rounding, flush: bool) -> u64 {
    let format = format_of(scalar);
    let [a, b, c] = [a, b, c].map(|bits| flushed(scalar, flush, bits));
    let result = match route(scalar, rounding) {
        Route::Host16 => {
            let [a, b, c] = [a, b, c].map(|bits| widen_16(&format, bits));
            narrow_16(&format, fma_to_odd(a, b, c))
        }
        Route::Host32 => {
            let [a, b, c] = [a, b, c].map(|bits| f64::from(as_f32(bits)));
            f32_bits(fma_to_odd(a, b, c) as f32)
        }
        Route::ThroughF32 => {
            through_f32(scalar, [a, b, c], rounding, |[a, b, c]| soft::fma(&Format::F32, a, b, c, rounding))
        }
        Route::Host64 | Route::Soft => soft::fma(&format, a, b, c, rounding),
    };
    flushed(scalar, flush, result)
}

/// `a / b`.
///
/// `full` is the correctly rounded quotient. So is `approx`, except for `2^126 < |b| < 2^128`, where it gives a zero
/// (NaN if `a` is infinite), as the language defines.
#[inline(always)]
pub fn div(scalar: Scalar, a: u64, b: u64, rounding: Rounding, flush: bool) -> u64 {
    let (a, b) = (flushed(scalar, flush, a), flushed(scalar, flush, b));
    let quotient = match route(scalar, rounding) {
        Route::Host32 if matches!(rounding, Rounding::Approx) && approx_divisor_is_huge(b) => {
            if a & 0x7fff_ffff < 0x7f80_0000 { (a ^ b) & 0x8000_0000 } else { 0x7fc0_0000 }
        }
        Route::Host32 => f32_bits(as_f32(a) / as_f32(b)),
        Route::Host64 => f64_bits(f64::from_bits(a) / f64::from_bits(b)),
        Route::Host16 => {
            // Both operands are f32 values.
            let [a, b] = [a, b].map(|bits| widen_16(&format_of(scalar), bits) as f32);
            narrow_16(&format_of(scalar), f64::from(a / b))
        }
        Route::ThroughF32 => {
            through_f32(scalar, [a, b], rounding, |[a, b]| soft::div(&Format::F32, a, b, rounding))
        }
        Route::Soft => soft::div(&format_of(scalar), a, b, rounding),
    };
    flushed(scalar, flush, quotient)
}

/// `2^126 < |b| < 2^128`.
#[inline(always)]
fn approx_divisor_is_huge(b: u64) -> bool {
    (0x7e80_0001..0x7f80_0000).contains(&(b & 0x7fff_ffff))
}

/// The square root; of -0 it is -0, of every other negative number NaN.
#[inline(always)]
pub fn sqrt(scalar: Scalar, a: u64, rounding: Rounding, flush: bool) -> u64 {
    let a = flushed(scalar, flush, a);
    match route(scalar, rounding) {
        Route::Host32 => f32_bits(as_f32(a).sqrt()),
        Route::Host64 => f64_bits(f64::from_bits(a).sqrt()),
        Route::ThroughF32 => through_f32(scalar, [a], rounding, |[a]| soft::sqrt(&Format::F32, a, rounding)),
        Route::Host16 | Route::Soft => soft::sqrt(&format_of(scalar), a, rounding),
    }
}

/// `a - trunc(a / b) * b`, exact, with the sign of `a`: C's `fmod`.
pub fn rem(scalar: Scalar, a: u64, b: u64) -> u64 {
    soft::rem(&format_of(scalar), a, b)
}

/// Flips the sign bit, also of zeros and NaN.
#[inline]
pub fn neg(scalar: Scalar, a: u64) -> u64 {
    a ^ format_of(scalar).sign_mask()
}

/// Clears the sign bit, also of NaN.
#[inline]
pub fn abs(scalar: Scalar, a: u64) -> u64 {
    a & format_of(scalar).magnitude_mask()
}
