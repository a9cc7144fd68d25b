//! Powers and roots.

use super::dd::Real;
use super::exp::{Scaled, exp, power_of_two};
use super::log::{Logarithm, ln_of};

/// x^y for x positive and finite, y finite.
pub(super) fn pow<R: Logarithm>(x: f64, y: f64) -> f64 {
    // Beyond 2^70 even the logarithm of the number next to 1 overflows every type; the product stays in range.
    let y = y.clamp(-power_of_two(70), power_of_two(70));
    exp(ln_of::<R>(x) * R::exact(y)).to_f64()
}

/// 1 / sqrt(x) for x positive and finite.
pub(super) fn rsqrt<R: Real>(x: f64) -> f64 {
    // x = m * 4^n, with m from 1 to 4.
    let (x, lowered) = if x < f64::MIN_POSITIVE { (x * power_of_two(64), 32) } else { (x, 0) };
    let n = ((x.to_bits() >> 52) as i32 - 1023) >> 1;
    let m = x * power_of_two(-n) * power_of_two(-n);
    let root = R::exact(1.0) / R::exact(m).sqrt();
    Scaled { mantissa: root, exponent: lowered - n }.to_f64()
}

/// Whether a float is an integer, and whether an odd one.
fn parity(y: f64) -> (bool, bool) {
    // From 2^53 on every float is an even integer.
    let small = y.abs() < power_of_two(53);
    (y.trunc() == y, small && y.trunc() == y && (y as i64) & 1 != 0)
}

/// x^y with the special cases of C's pow.
pub(super) fn pow_all<R: Logarithm>(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (integer, odd) = parity(y);
    let magnitude = pow_of_magnitude::<R>(x.abs(), y);
    if x < 0.0 && x.is_finite() && !integer && y.is_finite() {
        return f64::NAN;
    }
    if x.is_sign_negative() && odd { -magnitude } else { magnitude }
}

fn pow_of_magnitude<R: Logarithm>(x: f64, y: f64) -> f64 {
    if y.is_infinite() {
        return match ((x > 1.0) == (y > 0.0), x == 1.0) {
            (_, true) => 1.0,
            (true, false) => f64::INFINITY,
            (false, false) => 0.0,
        };
    }
    if x == 0.0 || x.is_infinite() {
        return if (x == 0.0) == (y < 0.0) { f64::INFINITY } else { 0.0 };
    }
    pow::<R>(x, y)
}
