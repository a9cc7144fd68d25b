//! Hyperbolic functions and their inverses.

use super::dd::Real;
use super::exp::{Scaled, exp, power_of_two};
use super::log::{Logarithm, ln};
use super::tables::{EVEN_FACTORIALS, LN_2, ODD_FACTORIALS, ODD_INVERSES};

/// Below this the difference of two exponentials would cancel, and the series is short.
const MAX_SERIES: f64 = 0.3;

/// Above this e^-x is less than half an ulp of e^x, in either precision.
const MAX_BOTH_EXPONENTIALS: f64 = 40.0;

fn small_sinh<R: Real>(x: R) -> R {
    x * (x * x).series(&ODD_FACTORIALS[..12], 7)
}

/// sinh x for x not negative.
pub(super) fn sinh<R: Real>(x: f64) -> f64 {
    if x < MAX_SERIES {
        return small_sinh(R::exact(x)).hi();
    }
    let power = exp(R::exact(x));
    if x > MAX_BOTH_EXPONENTIALS {
        return half(power);
    }
    let power = power.value();
    (power - R::exact(1.0) / power).scaled(0.5).hi()
}

/// cosh x for x not negative.
pub(super) fn cosh<R: Real>(x: f64) -> f64 {
    let power = exp(R::exact(x));
    if x > MAX_BOTH_EXPONENTIALS {
        return half(power);
    }
    let power = power.value();
    (power + R::exact(1.0) / power).scaled(0.5).hi()
}

/// Half of a power that may itself overflow.
fn half<R: Real>(power: Scaled<R>) -> f64 {
    Scaled { exponent: power.exponent - 1, ..power }.to_f64()
}

/// tanh x for x not negative.
pub(super) fn tanh<R: Real>(x: f64) -> f64 {
    if x > MAX_BOTH_EXPONENTIALS {
        return 1.0;
    }
    let real = R::exact(x);
    if x < MAX_SERIES {
        let cosh = (real * real).series(&EVEN_FACTORIALS[..13], 8);
        return (small_sinh(real) / cosh).hi();
    }
    let one = R::exact(1.0);
    let power = exp(real.scaled(-2.0)).value();
    ((one - power) / (one + power)).hi()
}

/// Below this the inverse functions would lose digits in a logarithm near 1; three terms of a series are enough.
fn is_tiny(x: f64) -> bool {
    x < power_of_two(-20)
}

/// Above this x + sqrt(x^2 +- 1) is 2x.
fn is_huge(x: f64) -> bool {
    x > power_of_two(60)
}

/// asinh x for x not negative.
pub(super) fn asinh<R: Logarithm>(x: f64) -> f64 {
    let real = R::exact(x);
    if is_tiny(x) {
        // x - x^3/6 + 3x^5/40
        let square = real * real;
        let (sixth, fortieth) = (R::exact(1.0) / R::exact(6.0), R::exact(3.0) / R::exact(40.0));
        return (real - real * square * (sixth - fortieth * square)).hi();
    }
    if is_huge(x) {
        return (ln(real) + R::of(LN_2)).hi();
    }
    ln(real + (real * real + R::exact(1.0)).sqrt()).hi()
}

/// acosh x for x at least 1.
pub(super) fn acosh<R: Logarithm>(x: f64) -> f64 {
    let real = R::exact(x);
    if is_huge(x) {
        return (ln(real) + R::of(LN_2)).hi();
    }
    let one = R::exact(1.0);
    ln(real + ((real - one) * (real + one)).sqrt()).hi()
}

/// atanh x for x from 0 up to but not including 1.
pub(super) fn atanh<R: Logarithm>(x: f64) -> f64 {
    let real = R::exact(x);
    if is_tiny(x) {
        return (real * (real * real).series(&ODD_INVERSES[..3], 2)).hi();
    }
    let one = R::exact(1.0);
    ln((one + real) / (one - real)).scaled(0.5).hi()
}
