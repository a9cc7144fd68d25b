//! Ops of lanes: population counts, swapped operands.

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate as Is;

use super::{Rw, by_number, definition, operand, replace};
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, Type, range};

/// The only bit that may be set.
fn only_bit(module: &Module, value: Value) -> Option<u32> {
    let ones = range::ones(module, value);
    ones.is_power_of_two().then(|| ones.trailing_zeros())
}

/// A count of one bit is that bit.
pub(super) fn count(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (source, result) = (operand(module, op, 0), module.body.result(op, 0));
    if module.ty(source) != module.ty(result) {
        return false;
    }
    let Some(bit) = only_bit(module, source) else { return false };
    let ty = module.body.ty(source);
    let by = super::number_like(rw, op, source, bit.into());
    let new = rw.build_before(op, op, |b| b.shri().lhs(source).rhs(by).result(ty).finish().value());
    replace(rw, op, new)
}

/// `x >> k == 1`, where `k` is the only bit of `x`: it is set.
pub(super) fn bit_test(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some((shifted, 1)) = by_number(module, op) else { return false };
    let opposite = match module.get(op, fields::cmpi::predicate) {
        Is::Equal => Is::NotEqual,
        Is::NotEqual => Is::Equal,
        Is::LessThan | Is::LessThanOrEqual | Is::GreaterThan | Is::GreaterThanOrEqual => return false,
    };
    let source = definition(module, shifted, Opcode::ShrI)
        .and_then(|shift| by_number(module, shift))
        .filter(|&(source, by)| only_bit(module, source) == Some(by as u32));
    let Some((source, _)) = source.or_else(|| (only_bit(module, shifted) == Some(0)).then_some((shifted, 0)))
    else {
        return false;
    };
    if *module.ty(source) == Type::I1 {
        return false;
    }
    let zero = super::number_like(rw, op, source, 0);
    let ty = rw.module().body.ty(rw.module().body.result(op, 0));
    let new = rw.build_before(op, op, |b| {
        b.cmpi().lhs(source).rhs(zero).predicate(opposite).result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// `f(p ? a : b, p ? b : a)` is `f(a, b)` where operands may be swapped.
pub(super) fn swapped(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    if !module.spec(op).has(ir::spec::Trait::Commutative) {
        return false;
    }
    let [left, right] = [0, 1].map(|index| definition(module, operand(module, op, index), Opcode::Select));
    let (Some(left), Some(right)) = (left, right) else { return false };
    let [p, a, b] = [0, 1, 2].map(|index| operand(module, left, index));
    if [0, 1, 2].map(|index| operand(module, right, index)) != [p, b, a] {
        return false;
    }
    rw.set_operands(op, &[b, a], &[]);
    true
}
