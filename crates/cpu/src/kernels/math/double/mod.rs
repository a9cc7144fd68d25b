//! Functions of f64, computed in pairs of f64 where one is not enough.
//!
//! Below one unit in the last place. Polynomials are by minimax on the interval that arguments are reduced to; their
//! first terms, and the last additions, are in pairs, so that little more than the one rounding to the result is lost.
//! Nothing branches.

mod angle;
mod exp;
mod hyperbolic;
mod log;
mod pair;
mod power;

pub(super) use angle::{Cos, Sin, Tan, atan2};
pub(super) use exp::{exp, exp2};
pub(super) use hyperbolic::{cosh, sinh, tanh};
pub(super) use log::{log, log2};
pub(super) use power::{Remainder, pow, rsqrt};

/// Adding this to a number and subtracting it again rounds to the nearest integer, below 2^51 in magnitude; in between,
/// the last bits of the sum are that integer.
const SHIFT: f64 = 6_755_399_441_055_744.0;

/// The sign bit of an f64.
const SIGN: u64 = 1 << 63;

/// The sum of `c[k] * x^k`.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
    let mut sum = c[N - 1];
    for k in (0..N - 1).rev() {
        sum = sum * x + c[k];
    }
    sum
}

/// `2^n` for n from -1022 to 1023, given as `SHIFT + n`.
#[inline(always)]
fn power_of_two(shifted: f64) -> f64 {
    f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}
