//! Exponentials.

use super::dd::{Dd, Real};
use super::tables::{INVERSE_FACTORIALS, LN_2, LN_2_HIGH, LN_2_LOW, LOG2_E};

/// A number times a power of two that may not fit its exponent range.
#[derive(Clone, Copy)]
pub(super) struct Scaled<R> {
    pub(super) mantissa: R,
    pub(super) exponent: i32,
}

impl<R: Real> Scaled<R> {
    /// The number itself; it must be in the normal range of f64.
    pub(super) fn value(self) -> R {
        self.mantissa.scaled(power_of_two(self.exponent))
    }

    /// The nearest f64, or the next to it where it is subnormal; an infinity or zero beyond the range.
    pub(super) fn to_f64(self) -> f64 {
        let exponent = self.exponent.clamp(-2000, 2000);
        // In three steps each factor is a normal number, and only the last can round.
        let third = exponent / 3;
        let (first, last) = (power_of_two(third), power_of_two(exponent - 2 * third));
        let mantissa = self.mantissa.hi();
        if exponent < 0 { mantissa * first * first * last } else { mantissa * last * first * first }
    }
}

/// 2^n for n from -1022 to 1023.
pub(super) fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// The nearest integer to a number below 2^51 in magnitude, ties to even.
pub(super) fn nearest_integer(x: f64) -> f64 {
    // 1.5 * 2^52: the sum is between 2^52 and 2^53, where doubles are whole numbers, for either sign of `x`.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    x + SHIFT - SHIFT
}

/// e^r for |r| up to 0.35.
fn of_remainder<R: Real>(r: R) -> R {
    r.series(&INVERSE_FACTORIALS, 14)
}

/// e^x. Beyond +-1500 the result is that of +-1500, which overflows or underflows every type.
pub(super) fn exp<R: Real>(x: R) -> Scaled<R> {
    if x.hi().abs() > 1500.0 {
        return exp(R::exact(1500f64.copysign(x.hi())));
    }
    let n = nearest_integer(x.hi() * LOG2_E.hi);
    let r = x - R::exact(n * LN_2_HIGH) - R::exact(n) * R::of(LN_2_LOW);
    Scaled { mantissa: of_remainder(r), exponent: n as i32 }
}

/// 2^x for an f64; beyond +-2000 as for +-2000.
pub(super) fn exp2<R: Real>(x: f64) -> Scaled<R> {
    let x = x.clamp(-2000.0, 2000.0);
    let n = nearest_integer(x);
    let r = R::exact(x - n) * R::of(LN_2);
    Scaled { mantissa: of_remainder(r), exponent: n as i32 }
}

/// e^x of an f64 in double-double, for |x| up to 1.
pub(super) fn precise(x: f64) -> Dd {
    exp(Dd::exact(x)).value()
}
