//! Numbers of two precisions under one name: f64, and double-double with about 106 bits.
//!
//! A kernel is written once over [`Real`]. In f64 it serves f32 and narrower types, whose last bit is 2^29 times coarser;
//! in [`Dd`] it serves f64.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The unevaluated sum `hi + lo`, where `hi` is the f64 nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dd {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

impl Dd {
    pub(super) const fn from_bits(hi: u64, lo: u64) -> Dd {
        Dd { hi: f64::from_bits(hi), lo: f64::from_bits(lo) }
    }

    /// The sum of two numbers of which the first is the larger.
    fn ordered_sum(large: f64, small: f64) -> Dd {
        let hi = large + small;
        Dd { hi, lo: small - (hi - large) }
    }

    /// The exact sum of any two numbers.
    fn sum(a: f64, b: f64) -> Dd {
        let hi = a + b;
        let b_part = hi - a;
        Dd { hi, lo: (a - (hi - b_part)) + (b - b_part) }
    }

    /// The exact product of two numbers below 2^990 in magnitude.
    fn product(a: f64, b: f64) -> Dd {
        let (a_high, a_low) = halves(a);
        let (b_high, b_low) = halves(b);
        let hi = a * b;
        let lo = ((a_high * b_high - hi) + a_high * b_low + a_low * b_high) + a_low * b_low;
        Dd { hi, lo }
    }
}

/// Cuts a number into two of 26 bits each.
fn halves(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0;
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, other: Dd) -> Dd {
        let high = Dd::sum(self.hi, other.hi);
        let low = Dd::sum(self.lo, other.lo);
        let middle = Dd::ordered_sum(high.hi, high.lo + low.hi);
        Dd::ordered_sum(middle.hi, middle.lo + low.lo)
    }
}

impl Neg for Dd {
    type Output = Dd;
    fn neg(self) -> Dd {
        Dd { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Dd {
    type Output = Dd;
    fn sub(self, other: Dd) -> Dd {
        self + -other
    }
}

impl Mul for Dd {
    type Output = Dd;
    fn mul(self, other: Dd) -> Dd {
        let product = Dd::product(self.hi, other.hi);
        Dd::ordered_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, other: Dd) -> Dd {
        let first = self.hi / other.hi;
        let rest = self - other * Dd { hi: first, lo: 0.0 };
        let second = rest.hi / other.hi;
        let rest = rest - other * Dd { hi: second, lo: 0.0 };
        Dd::ordered_sum(first, second) + Dd { hi: rest.hi / other.hi, lo: 0.0 }
    }
}

/// A type with which a kernel computes.
pub(super) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The number, as precisely as the type holds it.
    fn of(value: Dd) -> Self;
    /// The nearest f64.
    fn hi(self) -> f64;
    /// The square root of a number that is not negative.
    fn sqrt(self) -> Self;
    /// The product with a power of two.
    fn scaled(self, power: f64) -> Self;
    /// `sum of c[k] * self^k`, where the terms from `plain` on are below 2^-53 of the sum.
    fn series(self, coefficients: &[Dd], plain: usize) -> Self;

    /// An f64.
    fn exact(value: f64) -> Self {
        Self::of(Dd { hi: value, lo: 0.0 })
    }
}

fn horner(x: f64, coefficients: &[Dd]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c.hi)
}

impl Real for f64 {
    fn of(value: Dd) -> f64 {
        value.hi
    }

    fn hi(self) -> f64 {
        self
    }

    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }

    fn scaled(self, power: f64) -> f64 {
        self * power
    }

    fn series(self, coefficients: &[Dd], plain: usize) -> f64 {
        horner(self, &coefficients[..plain])
    }
}

impl Real for Dd {
    fn of(value: Dd) -> Dd {
        value
    }

    fn hi(self) -> f64 {
        self.hi
    }

    fn sqrt(self) -> Dd {
        if self.hi == 0.0 {
            return self;
        }
        let root = self.hi.sqrt();
        let rest = self - Dd::product(root, root);
        Dd::ordered_sum(root, rest.hi / (2.0 * root))
    }

    fn scaled(self, power: f64) -> Dd {
        Dd { hi: self.hi * power, lo: self.lo * power }
    }

    fn series(self, coefficients: &[Dd], plain: usize) -> Dd {
        // The tail is too small for its rounding errors to matter.
        let tail = Dd::exact(horner(self.hi, &coefficients[plain..]));
        coefficients[..plain].iter().rev().fold(tail, |sum, &c| sum * self + c)
    }
}
