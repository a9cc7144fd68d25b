//! Floats. Every rule is exact: zeros keep their signs, and NaN stays the same NaN.
//!
//! Arithmetic gives the canonical NaN, so that `x * 1.0` is `x` only where `x` cannot be another NaN: where it is itself a
//! result of arithmetic.

use cuda_tile::attrs::RoundingMode;
use cuda_tile::elementwise::Elementwise;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{Dense, Module};
use ir::{Field, Op, Value};
use numerics::{Format, convert};

use super::{Rw, defined_by, operand, replace, result_type, through};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::AbsF => abs(rw, op),
        Opcode::AddF => add(rw, op),
        Opcode::Ceil | Opcode::Floor => round(rw, op),
        Opcode::DivF => divide(rw, op),
        Opcode::Fma => fma(rw, op),
        Opcode::MaxF | Opcode::MinF => min_max(rw, op),
        Opcode::MulF => multiply(rw, op),
        Opcode::NegF => negate(rw, op),
        Opcode::SubF => subtract(rw, op),
        _ => false,
    }
}

/// Rounding mode and flushing of an op.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) rounding: RoundingMode,
    pub(crate) flush: bool,
}

impl Mode {
    /// The mode that the fields say.
    pub(crate) fn of(module: &Module, op: Op, rounding: Field, flush: Field) -> Mode {
        let rounding =
            RoundingMode::from_slot(module.attr(op, rounding)).unwrap_or(RoundingMode::NearestEven);
        Mode { rounding, flush: module.flag(op, flush) }
    }
}

/// True when every element is known to be `number`, which the type holds exactly; zeros by their sign.
fn is_number(module: &Module, value: Value, number: f64) -> bool {
    let Some(dense) = constant::dense(module, value).filter(|dense| dense.is_splat()) else { return false };
    dense.bits(0) == convert::from_f64(dense.elem(), number)
}

/// True when `value` is never a NaN but the canonical one.
pub(super) fn has_canonical_nan(module: &Module, value: Value) -> bool {
    if let Some(dense) = constant::dense(module, value) {
        return holds_no_odd_nan(dense);
    }
    let Some(op) = module.body.def_op(value) else { return false };
    // Signs, selections and conversions between floats pass on the NaN of their operand.
    Elementwise::of(module, op).is_some_and(is_arithmetic) || module.spec(op).compute.is_product()
}

/// True for functions whose results are rounded.
fn is_arithmetic(function: Elementwise) -> bool {
    use Elementwise as E;
    matches!(
        function,
        E::FloatBinary { .. }
            | E::Fma { .. }
            | E::Sqrt { .. }
            | E::RemF(_)
            | E::Ceil(_)
            | E::Floor(_)
            | E::MaxF { .. }
            | E::MinF { .. }
            | E::Function { .. }
            | E::Pow(_)
            | E::PowI { .. }
            | E::Atan2(_)
            | E::IntToFloat { .. }
    )
}

fn holds_no_odd_nan(dense: &Dense) -> bool {
    let Some(format) = Format::of(dense.elem()) else { return false };
    let odd = |bits: u64| format.is_nan(bits) && format.nan() != Some(bits);
    !constant::elements(dense).any(odd)
}

/// True if an op without flushing that keeps the number of `value` also keeps its bits.
fn is_kept(module: &Module, value: Value, mode: Mode) -> bool {
    !mode.flush && has_canonical_nan(module, value)
}

/// The zero that changes no number when it is added: -0 changes neither zero, but in the mode that makes -0 of 0 - 0.
fn neutral_zero(mode: Mode) -> f64 {
    if mode.rounding == RoundingMode::NegativeInf { 0.0 } else { -0.0 }
}

fn add(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    let mode = Mode::of(module, op, fields::addf::rounding_mode, fields::addf::flush_to_zero);
    if is_number(module, rhs, neutral_zero(mode)) && is_kept(module, lhs, mode) {
        return replace(rw, op, lhs);
    }
    let is_product = |value| defined_by(module, value, Opcode::MulF).is_some();
    // One order for commutative ops: later rules, and fusion, only check one side.
    if is_product(rhs) && !is_product(lhs) {
        rw.set_operands(op, &[rhs, lhs], &[]);
        return true;
    }
    // x + (-y) is x - y in every rounding, since negation is exact.
    let difference = match (through(module, rhs, Opcode::NegF), through(module, lhs, Opcode::NegF)) {
        (Some(y), _) => (lhs, y),
        (None, Some(y)) => (rhs, y),
        (None, None) => return false,
    };
    let ty = result_type(module, op);
    let value = rw.build_before(op, op, |b| {
        let draft = b.subf().lhs(difference.0).rhs(difference.1).rounding_mode(mode.rounding);
        let draft = if mode.flush { draft.flush_to_zero(true) } else { draft };
        draft.result(ty).finish().value()
    });
    replace(rw, op, value)
}

fn subtract(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    let mode = Mode::of(module, op, fields::subf::rounding_mode, fields::subf::flush_to_zero);
    if is_number(module, rhs, -neutral_zero(mode)) && is_kept(module, lhs, mode) {
        return replace(rw, op, lhs);
    }
    let Some(y) = through(module, rhs, Opcode::NegF) else { return false };
    let ty = result_type(module, op);
    let value = rw.build_before(op, op, |b| {
        let draft = b.addf().lhs(lhs).rhs(y).rounding_mode(mode.rounding);
        let draft = if mode.flush { draft.flush_to_zero(true) } else { draft };
        draft.result(ty).finish().value()
    });
    replace(rw, op, value)
}

fn multiply(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    let mode = Mode::of(module, op, fields::mulf::rounding_mode, fields::mulf::flush_to_zero);
    if is_number(module, rhs, 1.0) && is_kept(module, lhs, mode) {
        return replace(rw, op, lhs);
    }
    // Two signs that cancel.
    match (through(module, lhs, Opcode::NegF), through(module, rhs, Opcode::NegF)) {
        (Some(x), Some(y)) => {
            rw.set_operands(op, &[x, y], &[]);
            true
        }
        _ => false,
    }
}

fn divide(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    let mode = Mode::of(module, op, fields::divf::rounding_mode, fields::divf::flush_to_zero);
    let is_exact = mode.rounding != RoundingMode::Approx && mode.rounding != RoundingMode::Full;
    is_exact && is_number(module, rhs, 1.0) && is_kept(module, lhs, mode) && replace(rw, op, lhs)
}

fn fma(rw: &mut Rw<'_>, op: Op) -> bool {
    use fields::fma::{acc, flush_to_zero, lhs, rhs, rounding_mode};
    let module = rw.module();
    let (a, b, c) = (module.operand(op, lhs), module.operand(op, rhs), module.operand(op, acc));
    let mode = Mode::of(module, op, rounding_mode, flush_to_zero);
    let ty = result_type(module, op);
    let known = |value| constant::dense(module, value).is_some();
    if known(a) && !known(b) {
        rw.set_operands(op, &[b, a, c], &[]);
        return true;
    }
    // A product by 1 is exact, so rounding once or twice gives the same.
    if is_number(module, b, 1.0) {
        let sum = rw.build_before(op, op, |builder| {
            let draft = builder.addf().lhs(a).rhs(c).rounding_mode(mode.rounding);
            let draft = if mode.flush { draft.flush_to_zero(true) } else { draft };
            draft.result(ty).finish().value()
        });
        return replace(rw, op, sum);
    }
    // The zero that changes no sum: its sign depends on the rounding.
    if is_number(module, c, neutral_zero(mode)) {
        let product = rw.build_before(op, op, |builder| {
            let draft = builder.mulf().lhs(a).rhs(b).rounding_mode(mode.rounding);
            let draft = if mode.flush { draft.flush_to_zero(true) } else { draft };
            draft.result(ty).finish().value()
        });
        return replace(rw, op, product);
    }
    false
}

fn negate(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    match through(module, operand(module, op, 0), Opcode::NegF) {
        Some(inner) => replace(rw, op, inner),
        None => false,
    }
}

fn abs(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if defined_by(module, source, Opcode::AbsF).is_some() {
        return replace(rw, op, source);
    }
    match through(module, source, Opcode::NegF) {
        Some(inner) => {
            rw.set_operand(op, 0, inner);
            true
        }
        None => false,
    }
}

/// A value that is rounded to an integer does not change when it is rounded again, in any direction.
fn round(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    let is_integral = [Opcode::Ceil, Opcode::Floor].iter().any(|&o| defined_by(module, source, o).is_some());
    is_integral && replace(rw, op, source)
}

fn min_max(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let is_max = module.opcode(op) == Opcode::MaxF;
    let flush = if is_max { fields::maxf::flush_to_zero } else { fields::minf::flush_to_zero };
    let mode = Mode { rounding: RoundingMode::NearestEven, flush: module.flag(op, flush) };
    let (lhs, rhs) = (operand(module, op, 0), operand(module, op, 1));
    lhs == rhs && is_kept(module, lhs, mode) && replace(rw, op, lhs)
}
