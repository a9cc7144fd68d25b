//! Widths of conversions.

use numerics::Scalar;

use super::{Check, Checked, ensure};
use crate::ops::fields;
use crate::types::Elem;

pub(super) fn widens(check: &Check<'_>) -> Checked {
    let (from, to) = (check.scalar(fields::exti::source), check.scalar(fields::exti::result));
    ensure(from.bits() < to.bits(), || format!("widens, but {to} is not wider than {from}"))
}

pub(super) fn narrows(check: &Check<'_>) -> Checked {
    let (from, to) = (check.scalar(fields::trunci::source), check.scalar(fields::trunci::result));
    ensure(from.bits() > to.bits(), || format!("narrows, but {to} is not narrower than {from}"))
}

pub(super) fn bitcast(check: &Check<'_>) -> Checked {
    let bits = |elem: Elem| elem.scalar().map(Scalar::bits);
    let (from, to) = (check.elem(fields::bitcast::source), check.elem(fields::bitcast::result));
    let same = bits(from).is_some() && bits(from) == bits(to);
    ensure(same, || format!("keeps the bits of numbers, but {from} and {to} differ in width"))
}

pub(super) fn ptr_to_int(check: &Check<'_>) -> Checked {
    let to = check.scalar(fields::ptr_to_int::result);
    ensure(to == Scalar::I64, || format!("an address has 64 bits, and does not fit {to}"))
}

pub(super) fn int_to_ptr(check: &Check<'_>) -> Checked {
    let from = check.scalar(fields::int_to_ptr::source);
    ensure(from == Scalar::I64, || format!("an address has 64 bits, and is not made of {from}"))
}

pub(super) fn addptr(check: &Check<'_>) -> Checked {
    let bytes = check.module.int(check.op, fields::addptr::bytes).unwrap_or(0);
    ensure(bytes > 0, || format!("elements have at least one byte, not {bytes}"))
}
