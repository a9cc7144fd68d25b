//! Bitwise ops, comparisons and selections.

use ir::Op;
use tile_core::arith::ComparisonPredicate as Is;

use super::{
    Rw, by_number, constant_right, definition, mask, number_like, operand, replace, replace_by_number,
};
use crate::ops::{Builders as _, fields};
use crate::range::{self, Range};
use crate::{Opcode, Type, constant};

/// Operands that are one value.
fn repeated(rw: &Rw<'_>, op: Op) -> bool {
    let operands = rw.module().body.operands(op);
    operands[0] == operands[1]
}

/// `x & 0`, `x & x`, and masks that hold all that can be set.
pub(super) fn and(rw: &mut Rw<'_>, op: Op) -> bool {
    if constant_right(rw, op) {
        return true;
    }
    if repeated(rw, op) {
        let left = operand(rw.module(), op, 0);
        return replace(rw, op, left);
    }
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    let set = range::ones(rw.module(), left);
    if set & number == 0 {
        return replace_by_number(rw, op, 0);
    }
    if set & !number == 0 {
        return replace(rw, op, left);
    }
    let module = rw.module();
    let Some(inner) = definition(module, left, Opcode::AndI) else { return false };
    let Some((first, more)) = by_number(module, inner) else { return false };
    let both = number_like(rw, op, left, number & more);
    rw.set_operands(op, &[first, both], &[]);
    true
}

/// `x | 0`, `x | x`.
pub(super) fn or(rw: &mut Rw<'_>, op: Op) -> bool {
    if constant_right(rw, op) {
        return true;
    }
    let left = operand(rw.module(), op, 0);
    if repeated(rw, op) {
        return replace(rw, op, left);
    }
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    if number == 0 {
        return replace(rw, op, left);
    }
    number == mask(rw.module(), left) && replace_by_number(rw, op, number)
}

/// `x ^ 0`, `x ^ x`; a negated comparison; a constant of bits that `x` never has becomes an addition, which addresses can contain.
pub(super) fn xor(rw: &mut Rw<'_>, op: Op) -> bool {
    if constant_right(rw, op) {
        return true;
    }
    if repeated(rw, op) {
        return replace_by_number(rw, op, 0);
    }
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    if number == 0 {
        return replace(rw, op, left);
    }
    if *rw.module().ty(left) == Type::I1 {
        return negated(rw, op);
    }
    let apart = number & !range::ones(rw.module(), left);
    // A sum that wraps the sign is no sum of natural numbers.
    if apart == 0 || apart >> (rw.module().ty(left).bits() - 1) != 0 {
        return false;
    }
    let ty = rw.module().body.ty(left);
    let low = number_like(rw, op, left, number ^ apart);
    let high = number_like(rw, op, left, apart);
    let new = rw.build_before(op, op, |b| {
        let low = b.xori().lhs(left).rhs(low).result(ty).finish().value();
        b.addi().lhs(low).rhs(high).result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// The opposite of a comparison of integers, or what was negated twice.
fn negated(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if let Some(inner) = definition(module, source, Opcode::XorI)
        && let Some((first, 1)) = by_number(module, inner)
    {
        return replace(rw, op, first);
    }
    let Some(inner) = definition(module, source, Opcode::CmpI) else { return false };
    let predicate = module.get(inner, fields::cmpi::predicate);
    let opposite = match predicate {
        Is::Equal => Is::NotEqual,
        Is::NotEqual => Is::Equal,
        Is::LessThan => Is::GreaterThanOrEqual,
        Is::LessThanOrEqual => Is::GreaterThan,
        Is::GreaterThan => Is::LessThanOrEqual,
        Is::GreaterThanOrEqual => Is::LessThan,
    };
    let (operands, ty) = (module.body.operands(inner).to_vec(), module.body.ty(source));
    let new = rw.rebuild_before(op, inner, &operands, &[ty]);
    rw.set_attr(new, fields::cmpi::predicate, ir::AttrSlot::small(opposite as u32));
    let value = rw.module().body.result(new, 0);
    replace(rw, op, value)
}

/// Comparisons that ranges decide; unsigned ones of natural numbers are signed ones.
pub(super) fn compare(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (left, right) = (operand(module, op, 0), operand(module, op, 1));
    if *module.ty(left) == Type::I1 {
        return false;
    }
    let predicate = module.get(op, fields::cmpi::predicate);
    if left == right {
        let holds = matches!(predicate, Is::Equal | Is::LessThanOrEqual | Is::GreaterThanOrEqual);
        return replace_by_number(rw, op, holds.into());
    }
    let (a, b) = (range::range(module, left), range::range(module, right));
    let comparable = module.flag(op, fields::cmpi::signed) || a.low >= 0 && b.low >= 0;
    match decided(predicate, a, b).filter(|_| comparable) {
        Some(holds) => replace_by_number(rw, op, holds.into()),
        None => false,
    }
}

/// The result of a comparison of any two numbers of these ranges, if it is the same for all.
fn decided(predicate: Is, a: Range, b: Range) -> Option<bool> {
    let apart = a.high < b.low || b.high < a.low;
    match predicate {
        Is::Equal => apart.then_some(false),
        Is::NotEqual => apart.then_some(true),
        Is::LessThan => decided_less(a, b),
        Is::GreaterThanOrEqual => decided_less(a, b).map(|less| !less),
        Is::GreaterThan => decided_less(b, a),
        Is::LessThanOrEqual => decided_less(b, a).map(|less| !less),
    }
}

fn decided_less(a: Range, b: Range) -> Option<bool> {
    if a.high < b.low {
        return Some(true);
    }
    (a.low >= b.high).then_some(false)
}

/// A select with a constant condition, or between equal values.
pub(super) fn select(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let [condition, yes, no] = [0, 1, 2].map(|index| operand(module, op, index));
    if yes == no {
        return replace(rw, op, yes);
    }
    match constant::known(module, condition) {
        Some(bits) => replace(rw, op, if bits == 0 { no } else { yes }),
        None => false,
    }
}
