//! Values that are known at compile time.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::{Op, TypeId, Value};

use crate::ops::{Builders, fields};
use crate::{Module, Opcode, TileAa};

/// The bits that every element of a value has.
pub fn splat(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    module.number(op, fields::constant::value)
}

/// Builds a constant, all of whose elements are `bits`, before `op`.
pub(crate) fn build_splat(rewriter: &mut Rewriter<'_, TileAa>, op: Op, ty: TypeId, bits: u64) -> Value {
    rewriter.build_before(op, op, |b| b.constant().value(Attr::Number(bits)).result(ty).finish().value())
}
