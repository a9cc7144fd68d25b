//! Logarithms.

use super::dd::{Dd, Real};
use super::exp::{self, power_of_two};
use super::tables::{LN_2, LN_2_HIGH, LN_2_LOW, LOG2_E, ODD_INVERSES};

/// A type in which logarithms are computed.
pub(super) trait Logarithm: Real {
    /// The logarithm of a number between sqrt(1/2) and sqrt(2).
    fn ln_of_mantissa(self) -> Self;
}

impl Logarithm for f64 {
    fn ln_of_mantissa(self) -> f64 {
        by_inverse_tangent(self, 11, 11)
    }
}

impl Logarithm for Dd {
    /// The series near 1, elsewhere one Newton step from the f64 logarithm.
    fn ln_of_mantissa(self) -> Dd {
        if (self.hi - 1.0).abs() < 1.0 / 64.0 {
            return by_inverse_tangent(self, 8, 4);
        }
        let approximation = self.hi.ln_of_mantissa();
        let power = exp::precise(approximation);
        Dd::exact(approximation) + ((self - power) / (self + power)).scaled(2.0)
    }
}

/// `2 atanh((m - 1) / (m + 1))`, which is ln m, by `terms` terms of the series; those from `plain` on are negligible in
/// f64.
fn by_inverse_tangent<R: Real>(m: R, terms: usize, plain: usize) -> R {
    let one = R::exact(1.0);
    let s = (m - one) / (m + one);
    s.scaled(2.0) * (s * s).series(&ODD_INVERSES[..terms], plain)
}

/// `x = m * 2^n` with m between sqrt(1/2) and sqrt(2); x is normal and positive.
fn split<R: Real>(x: R) -> (R, i32) {
    let bits = x.hi().to_bits();
    // Adding the distance from the mantissa of sqrt(2) to 2 carries into the exponent just where m should halve.
    let n = ((bits + (0x3ff0_0000_0000_0000 - 0x3fe6_a09e_667f_3bcd)) >> 52) as i32 - 1023;
    // In two steps, for the power itself may be subnormal.
    let half = n / 2;
    (x.scaled(power_of_two(-half)).scaled(power_of_two(half - n)), n)
}

/// The natural logarithm of a positive number.
pub(super) fn ln<R: Logarithm>(x: R) -> R {
    let (m, n) = split(x);
    let n = f64::from(n);
    R::exact(n * LN_2_HIGH) + (R::exact(n) * R::of(LN_2_LOW) + m.ln_of_mantissa())
}

/// The base-2 logarithm of a positive number.
pub(super) fn log2<R: Logarithm>(x: R) -> R {
    let (m, n) = split(x);
    R::exact(f64::from(n)) + m.ln_of_mantissa() * R::of(LOG2_E)
}

/// A positive f64 that may be subnormal, made normal, and the logarithm of the factor to take off again.
pub(super) fn normalized(x: f64) -> (f64, f64) {
    if x < f64::MIN_POSITIVE { (x * power_of_two(64), 64.0) } else { (x, 0.0) }
}

/// ln of a positive f64.
pub(super) fn ln_of<R: Logarithm>(x: f64) -> R {
    let (x, n) = normalized(x);
    ln(R::exact(x)) - R::exact(n) * R::of(LN_2)
}

/// log2 of a positive f64.
pub(super) fn log2_of<R: Logarithm>(x: f64) -> R {
    let (x, n) = normalized(x);
    log2(R::exact(x)) - R::exact(n)
}
