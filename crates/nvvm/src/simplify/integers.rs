//! Sums, products, quotients and shifts.

use ir::{Op, Value};
use tile_core::arith::{IntegerOverflow, RoundingMode};

use super::{Rw, by_number, constant_right, definition, number_like, operand, replace, replace_by_number};
use crate::ops::{Builders as _, fields};
use crate::{Opcode, Type, constant, range};

/// `x + 0`, and `(x + a) + b`.
pub(super) fn sum(rw: &mut Rw<'_>, op: Op) -> bool {
    if constant_right(rw, op) {
        return true;
    }
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    if number == 0 {
        return replace(rw, op, left);
    }
    let module = rw.module();
    let Some(inner) = definition(module, left, Opcode::AddI) else { return false };
    let Some((first, more)) = by_number(module, inner) else { return false };
    let both = number_like(rw, op, left, number.wrapping_add(more));
    let ty = rw.module().body.ty(left);
    // The overflow flags of the two do not hold for their sum.
    let new = rw.build_before(op, op, |b| b.addi().lhs(first).rhs(both).result(ty).finish().value());
    replace(rw, op, new)
}

/// `x - 0`, `x - x`, and `x - a` as `x + -a`.
pub(super) fn difference(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (left, right) = (operand(module, op, 0), operand(module, op, 1));
    if *module.ty(left) == Type::I1 {
        return false;
    }
    if left == right {
        return replace_by_number(rw, op, 0);
    }
    let Some((left, number)) = by_number(module, op) else { return false };
    let minus = number_like(rw, op, left, number.wrapping_neg());
    let ty = rw.module().body.ty(left);
    let new = rw.build_before(op, op, |b| b.addi().lhs(left).rhs(minus).result(ty).finish().value());
    replace(rw, op, new)
}

/// `x * 0`, `x * 1`, powers of two; two narrow numbers multiplied in the double width.
pub(super) fn product(rw: &mut Rw<'_>, op: Op) -> bool {
    if constant_right(rw, op) {
        return true;
    }
    let module = rw.module();
    if *module.ty(module.body.result(op, 0)) == Type::I1 {
        return false;
    }
    match by_number(module, op) {
        Some((_, 0)) => return replace_by_number(rw, op, 0),
        Some((left, 1)) => return replace(rw, op, left),
        Some(_) | None => {}
    }
    if wide_product(rw, op) {
        return true;
    }
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    if !number.is_power_of_two() {
        return false;
    }
    let exact = range::is_exact(rw.module(), op);
    shifted(rw, op, left, number.ilog2(), exact)
}

/// `x << by` as a replacement of an op; `exact` if the signed result does not wrap.
fn shifted(rw: &mut Rw<'_>, op: Op, left: Value, by: u32, exact: bool) -> bool {
    let by = number_like(rw, op, left, by.into());
    let ty = rw.module().body.ty(left);
    let overflow = if exact { IntegerOverflow::NoSignedWrap } else { IntegerOverflow::None };
    let new = rw
        .build_before(op, op, |b| b.shli().lhs(left).rhs(by).overflow(overflow).result(ty).finish().value());
    replace(rw, op, new)
}

/// A factor of a product of 64 bits that has no more than 32.
enum Narrow {
    Number(u32),
    Value(Value),
}

/// A 64-bit number as one of 32 bits, and how it may be extended: signed, unsigned, or both.
fn narrow(rw: &Rw<'_>, value: Value) -> Option<(Narrow, [bool; 2])> {
    let module = rw.module();
    if let Some(number) = constant::signed(module, value) {
        let readings = [i32::try_from(number).is_ok(), u32::try_from(number).is_ok()];
        return Some((Narrow::Number(number as u32), readings));
    }
    let widening = definition(module, value, Opcode::ExtI)?;
    let source = operand(module, widening, 0);
    if *module.ty(source) != Type::I32 {
        return None;
    }
    let signed = module.flag(widening, fields::exti::signed);
    let natural = range::range(module, source).low >= 0;
    Some((Narrow::Value(source), [signed || natural, !signed || natural]))
}

/// The 64-bit product of two numbers of 32 bits that are read alike.
fn wide_product(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let operands = [operand(module, op, 0), operand(module, op, 1)];
    if *module.ty(operands[0]) != Type::I64 {
        return false;
    }
    let [Some((a, one)), Some((b, other))] = operands.map(|value| narrow(rw, value)) else { return false };
    let signed = one[0] && other[0];
    if !(signed || one[1] && other[1]) {
        return false;
    }
    let (a, b) = match (a, b) {
        (Narrow::Value(a), Narrow::Value(b)) => (a, b),
        (Narrow::Value(a), Narrow::Number(b)) => (a, number_like(rw, op, a, b.into())),
        (Narrow::Number(a), Narrow::Value(b)) => (number_like(rw, op, b, a.into()), b),
        (Narrow::Number(_), Narrow::Number(_)) => return false,
    };
    let ty = rw.module().body.ty(operands[0]);
    let new = rw.build_before(op, op, |builder| {
        builder.mulwide().lhs(a).rhs(b).signed(signed).result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// `x / 1`, and natural numbers divided by powers of two.
pub(super) fn quotient(rw: &mut Rw<'_>, op: Op) -> bool {
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    let module = rw.module();
    if number == 1 && *module.ty(left) != Type::I1 {
        return replace(rw, op, left);
    }
    let natural = range::range(module, left).low >= 0;
    let signed = module.flag(op, fields::divi::signed);
    let rounding = module.get::<RoundingMode>(op, fields::divi::rounding);
    let down = match rounding {
        RoundingMode::Zero => natural || !signed,
        RoundingMode::NegativeInf => true,
        RoundingMode::PositiveInf
        | RoundingMode::NearestEven
        | RoundingMode::Approx
        | RoundingMode::Full
        | RoundingMode::NearestIntToZero
        | RoundingMode::NearestAway => false,
    };
    let positive = !signed || constant::signed(module, operand(module, op, 1)).is_some_and(|by| by > 0);
    let toward_zero = signed && !natural && rounding == RoundingMode::Zero;
    if !number.is_power_of_two() || !(down || toward_zero) || !positive {
        return false;
    }
    if toward_zero {
        return rounded_toward_zero(rw, op, left, number.ilog2());
    }
    let by = number_like(rw, op, left, number.ilog2().into());
    let ty = rw.module().body.ty(left);
    let signed = signed && !natural;
    let new =
        rw.build_before(op, op, |b| b.shri().lhs(left).rhs(by).signed(signed).result(ty).finish().value());
    replace(rw, op, new)
}

/// `x / 2^by` of a number that may be negative: those are first brought up by `2^by - 1`.
fn rounded_toward_zero(rw: &mut Rw<'_>, op: Op, left: Value, by: u32) -> bool {
    let bits = rw.module().ty(left).bits();
    let numbers = [bits - 1, bits - by, by].map(|number| number_like(rw, op, left, number.into()));
    let ty = rw.module().body.ty(left);
    let new = rw.build_before(op, op, |b| {
        let sign = b.shri().lhs(left).rhs(numbers[0]).signed(true).result(ty).finish().value();
        let up = b.shri().lhs(sign).rhs(numbers[1]).signed(false).result(ty).finish().value();
        let sum = b.addi().lhs(left).rhs(up).result(ty).finish().value();
        b.shri().lhs(sum).rhs(numbers[2]).signed(true).result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// Natural numbers modulo powers of two.
pub(super) fn remainder(rw: &mut Rw<'_>, op: Op) -> bool {
    let Some((left, number)) = by_number(rw.module(), op) else { return false };
    let module = rw.module();
    let signed = module.flag(op, fields::remi::signed);
    let positive = constant::signed(module, operand(module, op, 1)).is_some_and(|by| by > 0);
    let natural = range::range(module, left).low >= 0;
    if !number.is_power_of_two() || signed && !(natural && positive) {
        return false;
    }
    let mask = number_like(rw, op, left, number - 1);
    let ty = rw.module().body.ty(left);
    let new = rw.build_before(op, op, |b| b.andi().lhs(left).rhs(mask).result(ty).finish().value());
    replace(rw, op, new)
}

/// A shift by zero, or of zero.
pub(super) fn shift(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let left = operand(module, op, 0);
    if constant::known(module, left) == Some(0) {
        return replace_by_number(rw, op, 0);
    }
    match by_number(module, op) {
        Some((left, 0)) => replace(rw, op, left),
        Some(_) | None => false,
    }
}
