//! Powers, roots, remainders.

use numerics::Scalar;

use super::SIGN;
use super::exp::of;
use super::log::precise;
use super::pair::Pair;
use crate::kernels::instance::GuardedBinary;
use crate::kernels::types::Real;

/// 1 / sqrt x.
#[inline(always)]
pub(in super::super) fn rsqrt(x: f64) -> f64 {
    let subnormal = x < f64::MIN_POSITIVE;
    let normal = if subnormal { x * 18_014_398_509_481_984.0 } else { x };
    // normal = m * 4^n with m from 1 to 4; what counts of n are the bits below 2^10.
    let bits = normal.to_bits();
    let even = (bits >> 52).wrapping_sub(1023) & !1;
    let m = f64::from_bits(bits.wrapping_sub(even << 52));
    let root = 1.0 / m.sqrt();
    // One step of Newton's method; what the square differs by is exact.
    let square = Pair::product(root, root);
    let product = Pair::product(m, square.high);
    let error = ((1.0 - product.high) - product.low) - m * square.low;
    let root = root + root * (0.5 * error);
    let scale = f64::from_bits((1023u64 << 52).wrapping_sub(even << 51));
    let value = root * if subnormal { scale * 134_217_728.0 } else { scale };
    let value = if x == f64::INFINITY { 0.0 } else { value };
    let value = if x == 0.0 { f64::INFINITY.copysign(x) } else { value };
    if x >= 0.0 { value } else { Real::NAN }
}

/// x^y.
#[inline(always)]
pub(in super::super) fn pow(x: f64, y: f64) -> f64 {
    let m = x.abs();
    let easy = if (m > 0.0) & (m < f64::INFINITY) { m } else { 1.0 };
    // Beyond 2^70 the power of even the number next to 1 overflows or underflows.
    let near = y.within(-1_180_591_620_717_411_303_424.0, 1_180_591_620_717_411_303_424.0);
    let logarithm = precise(easy);
    // Below, the exponent is nothing.
    let exponent = if near.abs() < 1e-200 { 0.0 } else { near };
    let product = Pair::product(logarithm.high, exponent).plus(logarithm.low * exponent);
    let product = Pair::ordered_sum(product.high, product.low);
    let bounded = product.high.within(-760.0, 710.0);
    let low = if bounded == product.high { product.low } else { 0.0 };
    let value = of(Pair::new(bounded, low)).rounded();
    let at_end = if (m == 0.0) == (y < 0.0) { f64::INFINITY } else { 0.0 };
    let value = if (m == 0.0) | (m == f64::INFINITY) { at_end } else { value };
    let value = if m == 1.0 { 1.0 } else { value };
    // From 2^53 on every float is an even integer, and so is an infinity here.
    let whole = y.whole();
    let is_integer = whole == y;
    let half = 0.5 * whole;
    let is_odd = is_integer & (half.whole() != half);
    let negative = x.to_bits() & SIGN != 0;
    let value = if negative & is_odd { -value } else { value };
    let no_real = (x < 0.0) & (m < f64::INFINITY) & !is_integer & (y.abs() < f64::INFINITY);
    let value = if no_real | x.is_nan() | y.is_nan() { f64::NAN } else { value };
    (if (y == 0.0) | (x == 1.0) { 1.0 } else { value }).canonical()
}

/// x - trunc(x / y) y, exact.
pub(in super::super) struct Remainder;

impl GuardedBinary for Remainder {
    type A = f64;
    type B = f64;
    type Result = f64;

    #[inline(always)]
    fn is_easy(x: f64, y: f64) -> bool {
        // The quotient is exact but for its last bit, and products of it are pairs.
        let (a, b) = (x.abs(), y.abs());
        (a / b < 1e15) & (a < 1e290) & (b > 1e-270) & (b < 1e290)
    }

    #[inline(always)]
    fn easy(x: f64, y: f64) -> f64 {
        let (a, b) = (x.abs(), y.abs());
        let product = Pair::product((a / b).whole(), b);
        let rest = (a - product.high) - product.low;
        // The quotient may have been rounded up to an integer.
        let rest = if rest < 0.0 { rest + b } else { rest };
        rest.copysign(x)
    }

    fn any(x: f64, y: f64) -> f64 {
        f64::from_bits(numerics::float::rem(Scalar::F64, x.to_bits(), y.to_bits()))
    }
}
