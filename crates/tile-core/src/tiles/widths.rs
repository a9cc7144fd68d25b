//! Widths of conversions.

use numerics::Scalar;

use super::{Check, Elem, TileLevel};
use crate::arith::{Arith, fields};
use crate::control::rules::{Checked, ensure};

/// The rule of an op of the shared arithmetic on tiles. The rows of most of them say it all.
///
/// # Errors
/// The error of the op.
pub fn rule<L: TileLevel>(check: &Check<'_, L>, op: Arith) -> Checked {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rows of the others say it all")]
    match op {
        Arith::ExtI => widens(check),
        Arith::TruncI => narrows(check),
        Arith::Bitcast => bitcast(check),
        Arith::PtrToInt => ptr_to_int(check),
        Arith::IntToPtr => int_to_ptr(check),
        Arith::AddPtr => addptr(check),
        _ => Ok(()),
    }
}

fn widens<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let (from, to) = (check.scalar(fields::exti::source), check.scalar(fields::exti::result));
    ensure(from.bits() < to.bits(), || format!("widens, but {to} is not wider than {from}"))
}

fn narrows<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let (from, to) = (check.scalar(fields::trunci::source), check.scalar(fields::trunci::result));
    ensure(from.bits() > to.bits(), || format!("narrows, but {to} is not narrower than {from}"))
}

fn bitcast<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let bits = |elem: Elem| elem.scalar().map(Scalar::bits);
    let (from, to) = (check.elem(fields::bitcast::source), check.elem(fields::bitcast::result));
    let same = bits(from).is_some() && bits(from) == bits(to);
    ensure(same, || format!("keeps the bits of numbers, but {from} and {to} differ in width"))
}

fn ptr_to_int<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let to = check.scalar(fields::ptr_to_int::result);
    ensure(to == Scalar::I64, || format!("an address has 64 bits, and does not fit {to}"))
}

fn int_to_ptr<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let from = check.scalar(fields::int_to_ptr::source);
    ensure(from == Scalar::I64, || format!("an address has 64 bits, and is not made of {from}"))
}

fn addptr<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let bytes = check.module.int(check.op, fields::addptr::bytes).unwrap_or(0);
    ensure(bytes > 0, || format!("elements have at least one byte, not {bytes}"))?;
    ensure(u32::try_from(bytes).is_ok(), || format!("elements have fewer than 2^32 bytes, not {bytes}"))
}
