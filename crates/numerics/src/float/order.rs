//! Comparison, minimum and maximum.

use std::cmp::Ordering;

use crate::Scalar;
use crate::format::Format;
use crate::predicate::Predicate;

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
