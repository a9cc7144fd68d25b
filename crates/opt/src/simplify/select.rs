//! Element-wise choice.

use cuda_tile::Module;
use cuda_tile::attrs::{ComparisonPredicate, Signedness};
use cuda_tile::ops::{Builders, Opcode, fields};
use ir::{Op, Value};
use numerics::Scalar;

use super::{Rw, build_not, defined_by, negated, operand, replace, replace_by_not, result_type};
use crate::constant;

/// Condition and the two arms.
fn parts(module: &Module, op: Op) -> (Value, Value, Value) {
    (operand(module, op, 0), operand(module, op, 1), operand(module, op, 2))
}

pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    if rw.module().opcode(op) != Opcode::Select {
        return false;
    }
    let module = rw.module();
    let (condition, yes, no) = parts(module, op);
    if yes == no {
        return replace(rw, op, yes);
    }
    if let Some(known) = constant::splat(module, condition) {
        return replace(rw, op, if known != 0 { yes } else { no });
    }
    if let Some(opposite) = negated(module, condition) {
        rw.set_operands(op, &[opposite, no, yes], &[]);
        return true;
    }
    nested(rw, op) || truth_value(rw, op) || of_comparison(rw, op)
}

/// An arm that chooses by the same condition has chosen already.
fn nested(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (condition, yes, no) = parts(module, op);
    let chosen = |value: Value, arm: usize| {
        let inner = defined_by(module, value, Opcode::Select)?;
        (operand(module, inner, 0) == condition).then(|| operand(module, inner, arm))
    };
    let (new_yes, new_no) = (chosen(yes, 1), chosen(no, 2));
    if new_yes.is_none() && new_no.is_none() {
        return false;
    }
    rw.set_operands(op, &[condition, new_yes.unwrap_or(yes), new_no.unwrap_or(no)], &[]);
    true
}

/// A choice between 1 and 0 is the condition, widened.
fn truth_value(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (condition, yes, no) = parts(module, op);
    let ty = result_type(module, op);
    let Some((scalar, _)) = constant::tile_of(module, ty).filter(|(scalar, _)| scalar.is_int()) else {
        return false;
    };
    // Splats of 1 and 0 only: element by element there would be nothing to gain.
    let same = match (constant::splat(module, yes), constant::splat(module, no)) {
        (Some(1), Some(0)) => true,
        (Some(0), Some(1)) => false,
        _ => return false,
    };
    match (scalar, same) {
        (Scalar::I1, true) => replace(rw, op, condition),
        (Scalar::I1, false) => replace_by_not(rw, op, condition),
        (_, same) => {
            let Some(bit) = (if same { Some(condition) } else { build_not(rw, op, condition) }) else {
                return false;
            };
            let widened = rw.build_before(op, op, |b| {
                b.exti().from(bit).signedness(Signedness::Unsigned).to(ty).finish().value()
            });
            replace(rw, op, widened)
        }
    }
}

/// A choice between the very integers that the condition compares is one of them, or their minimum or maximum.
fn of_comparison(rw: &mut Rw<'_>, op: Op) -> bool {
    use ComparisonPredicate::*;
    use fields::cmpi::{comparison_predicate, signedness};
    let module = rw.module();
    let (condition, yes, no) = parts(module, op);
    let Some(comparison) = defined_by(module, condition, Opcode::CmpI) else { return false };
    let (a, b) = (operand(module, comparison, 0), operand(module, comparison, 1));
    let Some(predicate) = ComparisonPredicate::from_slot(module.attr(comparison, comparison_predicate))
    else {
        return false;
    };
    let predicate = match () {
        () if (yes, no) == (a, b) => predicate,
        () if (yes, no) == (b, a) => super::integer::swapped(predicate),
        () => return false,
    };
    let Some(sign) = Signedness::from_slot(module.attr(comparison, signedness)) else { return false };
    let ty = result_type(module, op);
    let value = match predicate {
        // Where the condition holds both values are equal, so the other one is right in either case.
        Equal => no,
        NotEqual => yes,
        LessThan | LessThanOrEqual => rw
            .build_before(op, op, |b| b.mini().lhs(yes).rhs(no).signedness(sign).result(ty).finish().value()),
        GreaterThan | GreaterThanOrEqual => rw
            .build_before(op, op, |b| b.maxi().lhs(yes).rhs(no).signedness(sign).result(ty).finish().value()),
    };
    replace(rw, op, value)
}
