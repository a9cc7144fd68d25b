//! Comparisons of sums with constants, such as the columns of a tile with the number of a row: `x + c <= y`.
//!
//! ```text
//! for many c:  x + c <= y     =>     d = y - x, where that fits, and for many c:  d >= c
//! ```
//!
//! The difference is the same for all constants, and a comparison with a constant needs no addition.

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate as Is;

use super::{Rw, by_number, definition, number_like, operand, replace};
use crate::ops::{Builders as _, fields};
use crate::{Opcode, Type, constant, range};

/// Sums of one value at least, for which a difference is worth its ops.
const SUMS: usize = 8;
/// Constants up to this are at no end of the range of differences.
const MAX_DIFFERENCE: u64 = (1 << 31) - 2;

/// `x + c` and its parts.
struct Sum {
    start: Value,
    more: u64,
}

/// A comparison of one of many sums of a value.
pub(super) fn compare(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (left, right) = (operand(module, op, 0), operand(module, op, 1));
    let is_known = constant::known(module, left).or(constant::known(module, right)).is_some();
    if is_known || *module.ty(left) != Type::I32 || !module.flag(op, fields::cmpi::signed) {
        return false;
    }
    let predicate: Is = module.get(op, fields::cmpi::predicate);
    let (sum, other, predicate) = match (one_of_many(rw, left), one_of_many(rw, right)) {
        (Some(sum), None) => (sum, right, mirrored(predicate)),
        (None, Some(sum)) => (sum, left, predicate),
        _ => return false,
    };
    let distance = distance(rw, op, (other, sum.start));
    let more = number_like(rw, op, distance, sum.more);
    let ty = rw.module().body.ty(rw.module().body.result(op, 0));
    let new = rw.build_before(op, op, |b| {
        let compared = b.cmpi().lhs(distance).rhs(more).predicate(predicate).signed(true);
        compared.result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// A sum with a constant that does not wrap, if its value has many such sums.
fn one_of_many(rw: &Rw<'_>, value: Value) -> Option<Sum> {
    let module = rw.module();
    let add = definition(module, value, Opcode::AddI)?;
    let (start, more) = by_number(module, add)?;
    // Without a common bit there is no carry.
    let is_exact = range::ones(module, start) & more == 0 || range::is_exact(module, add);
    if more > MAX_DIFFERENCE || !is_exact {
        return None;
    }
    // Differences stand for the sums whose comparisons were replaced before.
    let is_one = |&&user: &&Op| match module.opcode(user) {
        Opcode::AddI => by_number(module, user).is_some(),
        opcode => opcode == Opcode::SubI && operand(module, user, 1) == start,
    };
    let many = rw.users(start).iter().filter(is_one).take(SUMS).count() == SUMS;
    many.then_some(Sum { start, more })
}

/// `a - b`; -1 if that is negative, and the largest number if it is larger.
fn distance(rw: &mut Rw<'_>, op: Op, (a, b): (Value, Value)) -> Value {
    let (minus_one, most) =
        (number_like(rw, op, a, u32::MAX.into()), number_like(rw, op, a, MAX_DIFFERENCE + 1));
    let ty = rw.module().body.ty(a);
    let truth = rw.intern(Type::I1);
    rw.build_before(op, op, |builder| {
        let wraps = builder.subi().lhs(a).rhs(b).result(ty).finish().value();
        let least = builder.mini().lhs(wraps).rhs(most).signed(false).result(ty).finish().value();
        let follows = builder.cmpi().lhs(a).rhs(b).predicate(Is::GreaterThanOrEqual).signed(true);
        let follows = follows.result(truth).finish().value();
        builder.select().cond(follows).val_if_true(least).val_if_false(minus_one).result(ty).finish().value()
    })
}

/// The predicate for exchanged operands.
fn mirrored(predicate: Is) -> Is {
    match predicate {
        Is::Equal | Is::NotEqual => predicate,
        Is::LessThan => Is::GreaterThan,
        Is::LessThanOrEqual => Is::GreaterThanOrEqual,
        Is::GreaterThan => Is::LessThan,
        Is::GreaterThanOrEqual => Is::LessThanOrEqual,
    }
}
