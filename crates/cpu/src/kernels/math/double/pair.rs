//! Numbers of about 106 bits as unevaluated sums of two.

use std::ops::{Add, Mul, Neg, Sub};

/// The sum `high + low`, where `low` is at most about the last bit of `high`.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Pair {
    pub(super) const fn new(high: f64, low: f64) -> Pair {
        Pair { high, low }
    }

    /// The exact sum of two numbers of which the first is the larger, or zero.
    #[inline(always)]
    pub(super) fn ordered_sum(large: f64, small: f64) -> Pair {
        let high = large + small;
        Pair { high, low: small - (high - large) }
    }

    /// The exact sum of any two numbers.
    #[inline(always)]
    pub(super) fn sum(a: f64, b: f64) -> Pair {
        let high = a + b;
        let of_b = high - a;
        Pair { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    /// The exact product of two numbers below 2^990 in magnitude whose product is above 2^-960.
    #[inline(always)]
    pub(super) fn product(a: f64, b: f64) -> Pair {
        let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
        let high = a * b;
        let low = ((a_high * b_high - high) + (a_high * b_low + a_low * b_high)) + a_low * b_low;
        Pair { high, low }
    }

    /// The quotient of two pairs of moderate size.
    #[inline(always)]
    pub(super) fn quotient(self, divisor: Pair) -> Pair {
        let high = self.high / divisor.high;
        let product = Pair::product(high, divisor.high);
        let rest = ((self.high - product.high) - product.low) + (self.low - high * divisor.low);
        Pair { high, low: rest / divisor.high }
    }

    /// The product with a power of two.
    #[inline(always)]
    pub(super) fn scaled(self, power: f64) -> Pair {
        Pair { high: self.high * power, low: self.low * power }
    }

    /// The sum with a small number.
    #[inline(always)]
    pub(super) fn plus(self, small: f64) -> Pair {
        Pair { high: self.high, low: self.low + small }
    }

    /// The nearest number.
    #[inline(always)]
    pub(super) fn rounded(self) -> f64 {
        self.high + self.low
    }

    /// One of two pairs.
    #[inline(always)]
    pub(super) fn choose(condition: bool, yes: Pair, no: Pair) -> Pair {
        Pair {
            high: if condition { yes.high } else { no.high },
            low: if condition { yes.low } else { no.low },
        }
    }
}

/// Cuts a number into two of 26 bits each.
#[inline(always)]
fn halves(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0;
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl Add for Pair {
    type Output = Pair;

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        let sum = Pair::sum(self.high, other.high);
        Pair::ordered_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline(always)]
    fn neg(self) -> Pair {
        Pair { high: -self.high, low: -self.low }
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Pair;

    #[inline(always)]
    fn mul(self, other: Pair) -> Pair {
        let product = Pair::product(self.high, other.high);
        Pair::ordered_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}
