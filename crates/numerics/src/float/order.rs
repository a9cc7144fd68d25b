//! Comparison, minimum and maximum.

use std::cmp::Ordering;
use std::fmt;

use crate::Scalar;
use crate::format::Format;

/// A comparison; the discriminant is the bytecode value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Predicate {
    /// `a == b`
    Equal = 0,
    /// `a != b`
    NotEqual = 1,
    /// `a < b`
    LessThan = 2,
    /// `a <= b`
    LessThanOrEqual = 3,
    /// `a > b`
    GreaterThan = 4,
    /// `a >= b`
    GreaterThanOrEqual = 5,
}

impl Predicate {
    /// Every predicate, in wire order.
    pub const ALL: [Predicate; 6] = [
        Predicate::Equal,
        Predicate::NotEqual,
        Predicate::LessThan,
        Predicate::LessThanOrEqual,
        Predicate::GreaterThan,
        Predicate::GreaterThanOrEqual,
    ];

    /// The predicate of a number in bytecode.
    pub fn from_wire(number: u64) -> Option<Predicate> {
        Predicate::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The keyword in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Predicate::Equal => "equal",
            Predicate::NotEqual => "not_equal",
            Predicate::LessThan => "less_than",
            Predicate::LessThanOrEqual => "less_than_or_equal",
            Predicate::GreaterThan => "greater_than",
            Predicate::GreaterThanOrEqual => "greater_than_or_equal",
        }
    }

    /// Whether the predicate holds of two values in this order.
    #[inline]
    pub const fn holds(self, order: Ordering) -> bool {
        match self {
            Predicate::Equal => order.is_eq(),
            Predicate::NotEqual => order.is_ne(),
            Predicate::LessThan => order.is_lt(),
            Predicate::LessThanOrEqual => order.is_le(),
            Predicate::GreaterThan => order.is_gt(),
            Predicate::GreaterThanOrEqual => order.is_ge(),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The treatment of NaN by `minf` and `maxf`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NanRule {
    /// The operand that is a number wins; two NaNs give the canonical NaN (IEEE 754-2019 `minimumNumber`).
    #[default]
    Number,
    /// Any NaN gives the canonical NaN (IEEE 754-2019 `minimum`).
    Propagate,
}

/// A number in the order of the values; the two zeros are equal.
#[inline]
const fn key(format: &Format, bits: u64) -> i64 {
    let magnitude = (bits & format.magnitude_mask()) as i64;
    if format.is_negative(bits) { -magnitude } else { magnitude }
}

/// The order of two floats; `None` when either is NaN. -0 equals +0.
#[inline]
pub fn order(scalar: Scalar, a: u64, b: u64) -> Option<Ordering> {
    let format = super::format_of(scalar);
    if format.is_nan(a) || format.is_nan(b) {
        return None;
    }
    Some(key(&format, a).cmp(&key(&format, b)))
}

/// `cmpf`: an ordered comparison with NaN is false, an unordered one true.
#[inline]
pub fn compare(scalar: Scalar, predicate: Predicate, ordered: bool, a: u64, b: u64) -> bool {
    match order(scalar, a, b) {
        Some(order) => predicate.holds(order),
        None => !ordered,
    }
}

/// The smaller operand; -0 is smaller than +0. `flush` makes subnormals zero first (f32 only).
#[inline(always)]
pub fn min(scalar: Scalar, a: u64, b: u64, rule: NanRule, flush: bool) -> u64 {
    pick(scalar, a, b, rule, flush, Ordering::Less)
}

/// The larger operand; +0 is larger than -0. `flush` makes subnormals zero first (f32 only).
#[inline(always)]
pub fn max(scalar: Scalar, a: u64, b: u64, rule: NanRule, flush: bool) -> u64 {
    pick(scalar, a, b, rule, flush, Ordering::Greater)
}

#[inline(always)]
fn pick(scalar: Scalar, a: u64, b: u64, rule: NanRule, flush: bool, wanted: Ordering) -> u64 {
    let format = super::format_of(scalar);
    let (a, b) = (super::flushed(scalar, flush, a), super::flushed(scalar, flush, b));
    match (format.is_nan(a), format.is_nan(b), rule) {
        (true, true, _) | (true, _, NanRule::Propagate) | (_, true, NanRule::Propagate) => {
            format.nan_or_max()
        }
        (true, false, NanRule::Number) => b,
        (false, true, NanRule::Number) => a,
        (false, false, _) => {
            // With equal keys only zeros can differ; the sign bit decides between them.
            let order = key(&format, a).cmp(&key(&format, b));
            let order = order.then((b & format.sign_mask()).cmp(&(a & format.sign_mask())));
            if order == wanted { a } else { b }
        }
    }
}
