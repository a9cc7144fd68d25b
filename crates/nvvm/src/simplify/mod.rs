//! Canonicalisation: constants are folded, ops without effect are removed, products and quotients of powers of two become
//! shifts and masks, and constants that are added to an address become part of the access.
//!
//! Floats are not changed: level 1 has folded constants, and adding zero is not an identity.

mod distances;
mod integers;
mod logic;
mod memory;
mod pairs;
mod pieces;
mod widths;

use ir::rewrite::Rewriter;
use ir::{Op, Value};
use tile_core::fold;

use crate::{Module, Nvvm, Opcode, constant};

type Rw<'m> = Rewriter<'m, Nvvm>;

/// One step towards the simplest form of `op`; false when it has it.
pub(crate) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    if folded(rw, op) || pairs::swapped(rw, op) {
        return true;
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are as simple as they are")]
    match rw.module().opcode(op) {
        Opcode::AddI => integers::sum(rw, op),
        Opcode::SubI => integers::difference(rw, op),
        Opcode::MulI => integers::product(rw, op),
        Opcode::DivI => integers::quotient(rw, op),
        Opcode::RemI => integers::remainder(rw, op),
        Opcode::ShlI | Opcode::ShrI => integers::shift(rw, op),
        Opcode::AndI => logic::and(rw, op),
        Opcode::OrI => pieces::packed(rw, op) || logic::or(rw, op),
        Opcode::XorI => logic::xor(rw, op),
        Opcode::CmpI => logic::compare(rw, op) || pairs::bit_test(rw, op) || distances::compare(rw, op),
        Opcode::Select => logic::select(rw, op),
        Opcode::ExtI => widths::widened(rw, op),
        Opcode::TruncI => widths::narrowed(rw, op) || pieces::half_of(rw, op),
        Opcode::Bitcast => widths::cast(rw, op),
        Opcode::Unpack => pieces::unpacked(rw, op),
        Opcode::Pack => pieces::repacked(rw, op),
        Opcode::Popc => pairs::count(rw, op),
        Opcode::AddPtr => memory::moved(rw, op),
        Opcode::Ld => memory::load(rw, op),
        Opcode::St | Opcode::CpAsync => memory::store(rw, op),
        Opcode::LdMatrix
        | Opcode::StMatrix
        | Opcode::MbarrierInit
        | Opcode::MbarrierInval
        | Opcode::MbarrierArrive
        | Opcode::MbarrierWait
        | Opcode::CpAsyncArrive
        | Opcode::BulkTensorLoad
        | Opcode::BulkTensorStore
        | Opcode::MapReplace
        | Opcode::MapPublish => memory::offsets(rw, op),
        Opcode::Reg => pieces::one_of(rw, op),
        Opcode::Regs => pieces::rejoined(rw, op),
        _ => false,
    }
}

fn replace(rw: &mut Rw<'_>, op: Op, value: Value) -> bool {
    rw.replace_op(op, &[value]);
    true
}

/// Replaces an op of one result by a constant.
fn replace_by_number(rw: &mut Rw<'_>, op: Op, bits: u64) -> bool {
    let ty = rw.module().body.ty(rw.module().body.result(op, 0));
    let value = constant::build(rw, op, ty, bits);
    replace(rw, op, value)
}

/// A constant of the type of a value, before an op.
fn number_like(rw: &mut Rw<'_>, op: Op, like: Value, bits: u64) -> Value {
    let ty = rw.module().body.ty(like);
    constant::build(rw, op, ty, bits)
}

fn operand(module: &Module, op: Op, index: usize) -> Value {
    module.body.operands(op)[index]
}

/// The op that defines a value, when it is a `wanted`.
fn definition(module: &Module, value: Value, wanted: Opcode) -> Option<Op> {
    module.body.def_op(value).filter(|&op| module.opcode(op) == wanted)
}

/// The left operand, and the right one where it is a constant.
fn by_number(module: &Module, op: Op) -> Option<(Value, u64)> {
    Some((operand(module, op, 0), constant::known(module, operand(module, op, 1))?))
}

/// All bits of the type of a value.
fn mask(module: &Module, value: Value) -> u64 {
    u64::MAX >> (64 - module.ty(value).bits())
}

/// Puts a constant on the right of an op whose operands may be swapped.
fn constant_right(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (left, right) = (operand(module, op, 0), operand(module, op, 1));
    if constant::known(module, left).is_none() || constant::known(module, right).is_some() {
        return false;
    }
    rw.set_operands(op, &[right, left], &[]);
    true
}

/// Integers of known values.
fn folded(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(arith) = module.opcode(op).arith() else { return false };
    let operands = module.body.operands(op);
    let known: Option<Vec<u64>> = operands.iter().map(|&value| constant::known(module, value)).collect();
    let bits = known.and_then(|known| {
        let from = module.ty(*operands.first()?).scalar()?;
        let to = module.ty(module.body.result(op, 0)).scalar()?;
        fold::evaluate(module, op, arith, [from, to], &known)
    });
    bits.is_some_and(|bits| replace_by_number(rw, op, bits))
}
