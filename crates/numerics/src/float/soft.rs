//! Correctly rounded arithmetic in any format and any rounding mode, on exact values.
//!
//! Overflow in a format without infinities gives NaN; a NaN result is the canonical one.

use crate::exact::{Class, Magnitude, Overflow, Real, Unpacked};
use crate::format::Format;
use crate::rounding::Rounding;

/// Where the top bit of a significand stands while two values are added: two bits are left for the carry.
const TOP: u32 = 125;

/// A magnitude with room for a product of two significands.
#[derive(Clone, Copy)]
struct Wide {
    negative: bool,
    exponent: i32,
    significand: u128,
}

impl Wide {
    fn new(negative: bool, m: Magnitude) -> Wide {
        Wide { negative, exponent: m.exponent, significand: u128::from(m.significand) }
    }

    /// The same value with its top bit at [`TOP`].
    fn normalized(self) -> Wide {
        let shift = self.significand.leading_zeros() as i32 - (127 - TOP as i32);
        Wide { significand: self.significand << shift, exponent: self.exponent - shift, ..self }
    }

    fn round(self, format: &Format, rounding: Rounding) -> u64 {
        let Wide { negative, exponent, significand } = self;
        format.encode(Real { negative, exponent, significand, inexact: false }, rounding, Overflow::NonFinite)
    }
}

/// `a + b`.
pub(super) fn add(format: &Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    add_unpacked(format, format.decode(a), format.decode(b), rounding)
}

/// `a - b`.
pub(super) fn sub(format: &Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    let b = format.decode(b);
    add_unpacked(format, format.decode(a), Unpacked { negative: !b.negative, ..b }, rounding)
}

fn add_unpacked(format: &Format, a: Unpacked, b: Unpacked, rounding: Rounding) -> u64 {
    match (a.class, b.class) {
        (Class::Nan, _) | (_, Class::Nan) => format.nan_or_max(),
        (Class::Infinite, Class::Infinite) if a.negative != b.negative => format.nan_or_max(),
        (Class::Infinite, _) => format.infinity_or(a.negative, Overflow::NonFinite),
        (_, Class::Infinite) => format.infinity_or(b.negative, Overflow::NonFinite),
        (Class::Zero, Class::Zero) => zero_sum(format, a.negative, b.negative, rounding),
        (Class::Finite(m), Class::Zero) => Wide::new(a.negative, m).round(format, rounding),
        (Class::Zero, Class::Finite(m)) => Wide::new(b.negative, m).round(format, rounding),
        (Class::Finite(m), Class::Finite(n)) => {
            add_wide(format, Wide::new(a.negative, m), Wide::new(b.negative, n), rounding)
        }
    }
}

fn zero_sum(format: &Format, a_negative: bool, b_negative: bool, rounding: Rounding) -> u64 {
    if a_negative == b_negative {
        format.zero(a_negative)
    } else {
        format.zero(rounding.cancels_to_negative_zero())
    }
}

/// The sum of two magnitudes of up to 106 bits. What the alignment shifts out is kept as one sticky last bit: it is only
/// ever lost when the exponents are far apart, and then the result has many more bits than any format keeps.
fn add_wide(format: &Format, a: Wide, b: Wide, rounding: Rounding) -> u64 {
    let (a, b) = (a.normalized(), b.normalized());
    let (large, small) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
    let distance = (large.exponent - small.exponent) as u32;
    let aligned = shift_right_sticky(small.significand, distance);
    let (negative, significand) = if large.negative == small.negative {
        (large.negative, large.significand + aligned)
    } else if large.significand >= aligned {
        (large.negative, large.significand - aligned)
    } else {
        (small.negative, aligned - large.significand)
    };
    if significand == 0 {
        return format.zero(rounding.cancels_to_negative_zero());
    }
    Wide { negative, exponent: large.exponent, significand }.round(format, rounding)
}

fn shift_right_sticky(significand: u128, distance: u32) -> u128 {
    match distance {
        0 => significand,
        1..=127 => {
            let lost = significand & ((1 << distance) - 1) != 0;
            significand >> distance | u128::from(lost)
        }
        _ => 1,
    }
}

/// `a * b`.
pub(super) fn mul(format: &Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    let (a, b) = (format.decode(a), format.decode(b));
    let negative = a.negative != b.negative;
    match (a.class, b.class) {
        (Class::Nan, _)
        | (_, Class::Nan)
        | (Class::Infinite, Class::Zero)
        | (Class::Zero, Class::Infinite) => format.nan_or_max(),
        (Class::Infinite, _) | (_, Class::Infinite) => format.infinity_or(negative, Overflow::NonFinite),
        (Class::Zero, _) | (_, Class::Zero) => format.zero(negative),
        (Class::Finite(m), Class::Finite(n)) => product(negative, m, n).round(format, rounding),
    }
}

fn product(negative: bool, m: Magnitude, n: Magnitude) -> Wide {
    let significand = u128::from(m.significand) * u128::from(n.significand);
    Wide { negative, exponent: m.exponent + n.exponent, significand }
}

/// `a * b + c`, rounded once.
pub(super) fn fma(format: &Format, a: u64, b: u64, c: u64, rounding: Rounding) -> u64 {
    let (a, b, c) = (format.decode(a), format.decode(b), format.decode(c));
    let negative = a.negative != b.negative;
    let Class::Finite(m) = a.class else { return fma_special(format, a, b, c, rounding) };
    let Class::Finite(n) = b.class else { return fma_special(format, a, b, c, rounding) };
    let product = product(negative, m, n);
    match c.class {
        Class::Nan => format.nan_or_max(),
        Class::Infinite => format.infinity_or(c.negative, Overflow::NonFinite),
        Class::Zero => product.round(format, rounding),
        Class::Finite(addend) => add_wide(format, product, Wide::new(c.negative, addend), rounding),
    }
}

/// `a * b + c` where the product is not finite, or zero.
fn fma_special(format: &Format, a: Unpacked, b: Unpacked, c: Unpacked, rounding: Rounding) -> u64 {
    let negative = a.negative != b.negative;
    let class = match (a.class, b.class) {
        (Class::Nan, _)
        | (_, Class::Nan)
        | (Class::Infinite, Class::Zero)
        | (Class::Zero, Class::Infinite) => Class::Nan,
        (Class::Infinite, _) | (_, Class::Infinite) => Class::Infinite,
        (Class::Zero, _) | (_, Class::Zero) | (Class::Finite(_), Class::Finite(_)) => Class::Zero,
    };
    add_unpacked(format, Unpacked { negative, class }, c, rounding)
}

/// `a / b`.
pub(super) fn div(format: &Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    let (a, b) = (format.decode(a), format.decode(b));
    let negative = a.negative != b.negative;
    match (a.class, b.class) {
        (Class::Nan, _)
        | (_, Class::Nan)
        | (Class::Infinite, Class::Infinite)
        | (Class::Zero, Class::Zero) => format.nan_or_max(),
        (Class::Infinite, _) | (_, Class::Zero) => format.infinity_or(negative, Overflow::NonFinite),
        (Class::Zero, _) | (_, Class::Infinite) => format.zero(negative),
        (Class::Finite(m), Class::Finite(n)) => {
            format.encode(quotient(negative, m, n), rounding, Overflow::NonFinite)
        }
    }
}

/// A quotient of at least 63 bits.
fn quotient(negative: bool, m: Magnitude, n: Magnitude) -> Real {
    let shift = m.significand.leading_zeros() as i32;
    let dividend = u128::from(m.significand << shift) << 63;
    let divisor = u128::from(n.significand);
    Real {
        negative,
        exponent: m.exponent - shift - 63 - n.exponent,
        significand: dividend / divisor,
        inexact: dividend % divisor != 0,
    }
}

/// The square root.
pub(super) fn sqrt(format: &Format, a: u64, rounding: Rounding) -> u64 {
    let Unpacked { negative, class } = format.decode(a);
    match class {
        Class::Nan => format.nan_or_max(),
        Class::Zero => format.zero(negative),
        Class::Infinite | Class::Finite(_) if negative => format.nan_or_max(),
        Class::Infinite => format.infinity_or(false, Overflow::NonFinite),
        Class::Finite(m) => format.encode(square_root(m), rounding, Overflow::NonFinite),
    }
}

/// A root of 63 or 64 bits.
fn square_root(m: Magnitude) -> Real {
    let zeros = m.significand.leading_zeros() as i32 + 64;
    let shift = zeros - ((m.exponent - zeros) & 1);
    let square = u128::from(m.significand) << shift;
    let root = square.isqrt();
    Real {
        negative: false,
        exponent: (m.exponent - shift) / 2,
        significand: root,
        inexact: root * root != square,
    }
}

/// `a - trunc(a / b) * b`, exact, with the sign of `a`.
pub(super) fn rem(format: &Format, a: u64, b: u64) -> u64 {
    let (x, y) = (format.decode(a), format.decode(b));
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) | (Class::Infinite, _) | (_, Class::Zero) => format.nan_or_max(),
        (Class::Zero, _) | (_, Class::Infinite) => a,
        (Class::Finite(m), Class::Finite(n)) => {
            let significand = remainder(m, n);
            let exponent = m.exponent.min(n.exponent);
            Wide { negative: x.negative, exponent, significand }.round(format, Rounding::NearestEven)
        }
    }
}

/// The remainder in units of the lower of the two exponents.
fn remainder(m: Magnitude, n: Magnitude) -> u128 {
    let mut distance = m.exponent - n.exponent;
    if distance < 0 {
        // Only a divisor with fewer than 64 bits more than the dividend's unit can be reached by it.
        let divisor = (-distance < 64).then(|| u128::from(n.significand) << -distance);
        return divisor.map_or(u128::from(m.significand), |d| u128::from(m.significand) % d);
    }
    let divisor = u128::from(n.significand);
    let mut rest = u128::from(m.significand) % divisor;
    while distance > 0 {
        let step = distance.min(64);
        rest = (rest << step) % divisor;
        distance -= step;
    }
    rest
}

/// A number of another format, rounded once.
pub(crate) fn convert(from: &Format, to: &Format, bits: u64, rounding: Rounding, overflow: Overflow) -> u64 {
    let Unpacked { negative, class } = from.decode(bits);
    match class {
        Class::Nan => to.nan_or_max(),
        Class::Infinite => to.infinity_or(negative, overflow),
        Class::Zero => to.zero(negative),
        Class::Finite(m) => {
            let significand = u128::from(m.significand);
            let real = Real { negative, exponent: m.exponent, significand, inexact: false };
            to.encode(real, rounding, overflow)
        }
    }
}
