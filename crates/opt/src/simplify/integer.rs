//! Integers and bits.

use cuda_tile::attrs::{ComparisonPredicate, IntegerOverflow, Signedness};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{Dense, Module};
use ir::{AttrSlot, Field, Op, Value};
use numerics::{Scalar, int};

use super::{
    Rw, defined_by, negated, operand, replace, replace_by_not, replace_by_splat, result_type, through,
};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::AbsI => abs(rw, op),
        Opcode::AddI => add(rw, op),
        Opcode::AndI | Opcode::OrI => and_or(rw, op),
        Opcode::CmpI => compare(rw, op),
        Opcode::DivI | Opcode::RemI => divide(rw, op),
        Opcode::MaxI | Opcode::MinI => min_max(rw, op),
        Opcode::MulI => multiply(rw, op),
        Opcode::MulhiI => multiply_high(rw, op),
        Opcode::NegI => negate(rw, op),
        Opcode::ShlI | Opcode::ShrI => shift(rw, op),
        Opcode::SubI => subtract(rw, op),
        Opcode::XorI => xor(rw, op),
        _ => false,
    }
}

/// Element type of the first operand.
fn scalar(module: &Module, op: Op) -> Option<Scalar> {
    constant::tile_of(module, module.body.ty(operand(module, op, 0))).map(|(scalar, _)| scalar)
}

fn is_signed(module: &Module, op: Op, field: Field) -> bool {
    Signedness::from_slot(module.attr(op, field)) == Some(Signedness::Signed)
}

fn promises_nothing(module: &Module, op: Op, field: Field) -> bool {
    IntegerOverflow::from_slot(module.attr(op, field)) == Some(IntegerOverflow::None)
}

/// The constant whose elements are `f` of the elements of two constants of one type.
fn combined(module: &Module, a: Value, b: Value, f: impl Fn(Scalar, u64, u64) -> u64) -> Option<Dense> {
    let (x, y) = (constant::dense(module, a)?, constant::dense(module, b)?);
    let ty = module.body.ty(a);
    let (elem, len) = constant::tile_of(module, ty)?;
    let len = if x.is_splat() && y.is_splat() { 1 } else { len };
    if len > constant::MAX_ELEMENTS {
        return None;
    }
    let bits: Vec<u64> = (0..len).map(|index| f(elem, x.bits(index), y.bits(index))).collect();
    constant::make(module, ty, &bits)
}

/// `(x op c1) op c2` becomes `x op (c1 op c2)`, without a promise about overflow.
fn reassociate(
    rw: &mut Rw<'_>,
    op: Op,
    overflow: Option<Field>,
    f: impl Fn(Scalar, u64, u64) -> u64,
) -> bool {
    let module = rw.module();
    let Some(inner) = defined_by(module, operand(module, op, 0), module.opcode(op)) else { return false };
    let (x, first) = (operand(module, inner, 0), operand(module, inner, 1));
    let Some(both) = combined(module, first, operand(module, op, 1), f) else { return false };
    if !rw.spend(constant::elements(&both).len()) {
        return false;
    }
    let both = constant::build(rw, op, both);
    if let Some(overflow) = overflow {
        rw.set_attr(op, overflow, AttrSlot::small(IntegerOverflow::None as u32));
    }
    rw.set_operands(op, &[x, both], &[]);
    true
}

fn add(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    if constant::is_splat(module, rhs, 0) {
        return replace(rw, op, lhs);
    }
    reassociate(rw, op, Some(fields::addi::overflow), |s, a, b| int::add(s, a, b).bits)
}

fn subtract(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    if constant::is_splat(module, rhs, 0) {
        return replace(rw, op, lhs);
    }
    if lhs == rhs {
        return replace_by_splat(rw, op, 0);
    }
    // A difference from a constant becomes a sum, and sums of constants are combined.
    if !promises_nothing(module, op, fields::subi::overflow) {
        return false;
    }
    let Some(opposite) = combined(module, rhs, rhs, |s, a, _| int::neg(s, a).bits) else { return false };
    let ty = result_type(module, op);
    if !rw.spend(constant::elements(&opposite).len()) {
        return false;
    }
    let opposite = constant::build(rw, op, opposite);
    let sum = rw.build_before(op, op, |b| b.addi().lhs(lhs).rhs(opposite).result(ty).finish().value());
    replace(rw, op, sum)
}

fn multiply(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    match constant::splat(module, rhs) {
        Some(0) => replace_by_splat(rw, op, 0),
        Some(1) => replace(rw, op, lhs),
        _ => reassociate(rw, op, Some(fields::muli::overflow), |s, a, b| int::mul(s, a, b).bits),
    }
}

fn multiply_high(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    match constant::splat(module, operand(module, op, 1)) {
        Some(0 | 1) => replace_by_splat(rw, op, 0),
        _ => false,
    }
}

fn abs(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if defined_by(module, source, Opcode::AbsI).is_some() {
        return replace(rw, op, source);
    }
    // The most negative value is its own opposite, and its own magnitude.
    match through(module, source, Opcode::NegI) {
        Some(inner) => {
            rw.set_operand(op, 0, inner);
            true
        }
        None => false,
    }
}

fn negate(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    match through(module, operand(module, op, 0), Opcode::NegI) {
        Some(inner) => replace(rw, op, inner),
        None => false,
    }
}

fn divide(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let is_div = module.opcode(op) == Opcode::DivI;
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    // The signed reading of a true i1 is -1.
    let is_one = constant::is_splat(module, rhs, 1) && scalar(module, op) != Some(Scalar::I1);
    match (is_one, is_div) {
        (true, true) => replace(rw, op, lhs),
        (true, false) => replace_by_splat(rw, op, 0),
        (false, _) => false,
    }
}

fn shift(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let lhs = operand(module, op, 0);
    if constant::is_splat(module, operand(module, op, 1), 0) {
        return replace(rw, op, lhs);
    }
    // Zero stays zero by every amount that is defined.
    constant::is_splat(module, lhs, 0) && replace(rw, op, lhs)
}

fn min_max(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    if lhs == rhs {
        return replace(rw, op, lhs);
    }
    let is_max = module.opcode(op) == Opcode::MaxI;
    let signed =
        is_signed(module, op, if is_max { fields::maxi::signedness } else { fields::mini::signedness });
    let (Some(scalar), Some(bits)) = (scalar(module, op), constant::splat(module, rhs)) else { return false };
    let (least, most) = int::range(scalar, signed);
    let value = int::value(scalar, bits, signed);
    let (neutral, absorbing) = if is_max { (least, most) } else { (most, least) };
    if value == neutral { replace(rw, op, lhs) } else { value == absorbing && replace(rw, op, rhs) }
}

fn and_or(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    if lhs == rhs {
        return replace(rw, op, lhs);
    }
    let Some(ones) = scalar(module, op).map(int::mask) else { return false };
    let is_and = module.opcode(op) == Opcode::AndI;
    let (neutral, absorbing) = if is_and { (ones, 0) } else { (0, ones) };
    match constant::splat(module, rhs) {
        Some(bits) if bits == neutral => replace(rw, op, lhs),
        Some(bits) if bits == absorbing => replace(rw, op, rhs),
        _ if is_and => reassociate(rw, op, None, |_, a, b| a & b),
        _ => reassociate(rw, op, None, |_, a, b| a | b),
    }
}

fn xor(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    if lhs == rhs {
        return replace_by_splat(rw, op, 0);
    }
    if constant::is_splat(module, rhs, 0) {
        return replace(rw, op, lhs);
    }
    opposite_comparison(rw, op) || reassociate(rw, op, None, |_, a, b| a ^ b)
}

/// The negation of a comparison that nothing else uses is the opposite comparison.
fn opposite_comparison(rw: &mut Rw<'_>, op: Op) -> bool {
    use fields::{cmpf, cmpi};
    let module = rw.module();
    let Some(compared) = negated(module, module.body.result(op, 0)) else { return false };
    let Some(comparison) = module.body.def_op(compared).filter(|_| rw.uses().count(compared) == 1) else {
        return false;
    };
    let opcode = module.opcode(comparison);
    let predicate = match () {
        () if opcode == Opcode::CmpI => cmpi::comparison_predicate,
        () if opcode == Opcode::CmpF => cmpf::comparison_predicate,
        () => return false,
    };
    let Some(old) = ComparisonPredicate::from_slot(module.attr(comparison, predicate)) else { return false };
    let ordering = module.attr(comparison, cmpf::comparison_ordering).as_small();
    rw.set_attr(comparison, predicate, AttrSlot::small(opposite(old) as u32));
    if let (Opcode::CmpF, Some(ordering)) = (opcode, ordering) {
        // A comparison that is false for NaN becomes one that is true for it.
        rw.set_attr(comparison, cmpf::comparison_ordering, AttrSlot::small(1 - ordering));
    }
    replace(rw, op, compared)
}

fn opposite(predicate: ComparisonPredicate) -> ComparisonPredicate {
    use ComparisonPredicate::*;
    match predicate {
        Equal => NotEqual,
        NotEqual => Equal,
        LessThan => GreaterThanOrEqual,
        LessThanOrEqual => GreaterThan,
        GreaterThan => LessThanOrEqual,
        GreaterThanOrEqual => LessThan,
    }
}

/// The predicate for `b, a` that is equivalent to `predicate` for `a, b`.
pub(crate) fn swapped(predicate: ComparisonPredicate) -> ComparisonPredicate {
    use ComparisonPredicate::*;
    match predicate {
        Equal => Equal,
        NotEqual => NotEqual,
        LessThan => GreaterThan,
        LessThanOrEqual => GreaterThanOrEqual,
        GreaterThan => LessThan,
        GreaterThanOrEqual => LessThanOrEqual,
    }
}

fn compare(rw: &mut Rw<'_>, op: Op) -> bool {
    use ComparisonPredicate::*;
    use fields::cmpi::{comparison_predicate, signedness};
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    let Some(predicate) = ComparisonPredicate::from_slot(module.attr(op, comparison_predicate)) else {
        return false;
    };
    if lhs == rhs {
        let holds = matches!(predicate, Equal | LessThanOrEqual | GreaterThanOrEqual);
        return replace_by_splat(rw, op, holds.into());
    }
    if constant::dense(module, lhs).is_some() {
        rw.set_attr(op, comparison_predicate, AttrSlot::small(swapped(predicate) as u32));
        rw.set_operands(op, &[rhs, lhs], &[]);
        return true;
    }
    let (Some(scalar), Some(bits)) = (scalar(module, op), constant::splat(module, rhs)) else { return false };
    let signed = is_signed(module, op, signedness);
    match decided(scalar, signed, predicate, bits) {
        Some(holds) => replace_by_splat(rw, op, holds.into()),
        None => scalar == Scalar::I1 && bool_comparison(rw, op, predicate, bits),
    }
}

/// The result of a comparison with a constant that is an end of the range, for any other operand.
fn decided(scalar: Scalar, signed: bool, predicate: ComparisonPredicate, bits: u64) -> Option<bool> {
    use ComparisonPredicate::*;
    let (least, most) = int::range(scalar, signed);
    let value = int::value(scalar, bits, signed);
    match predicate {
        LessThan if value == least => Some(false),
        GreaterThanOrEqual if value == least => Some(true),
        GreaterThan if value == most => Some(false),
        LessThanOrEqual if value == most => Some(true),
        Equal | NotEqual | LessThan | LessThanOrEqual | GreaterThan | GreaterThanOrEqual => None,
    }
}

/// A truth value compared with a known one is itself or its negation.
fn bool_comparison(rw: &mut Rw<'_>, op: Op, predicate: ComparisonPredicate, bits: u64) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    let same = match predicate {
        ComparisonPredicate::Equal => bits == 1,
        ComparisonPredicate::NotEqual => bits == 0,
        ComparisonPredicate::LessThan
        | ComparisonPredicate::LessThanOrEqual
        | ComparisonPredicate::GreaterThan
        | ComparisonPredicate::GreaterThanOrEqual => return false,
    };
    if same { replace(rw, op, source) } else { replace_by_not(rw, op, source) }
}
