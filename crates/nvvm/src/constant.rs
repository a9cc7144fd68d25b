//! Values that are known at compile time.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::{AttrSlot, Field, Op, TypeId, Value};

use crate::ops::{Builders as _, fields};
use crate::{Module, Nvvm, Opcode};

/// The bits of a constant.
pub(crate) fn known(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    let bits = module.number(op, fields::constant::value)?;
    let width = module.ty(value).bits();
    Some(bits & u64::MAX >> (64 - width))
}

/// A constant read as a signed number.
pub(crate) fn signed(module: &Module, value: Value) -> Option<i64> {
    let unused = 64 - module.ty(value).bits();
    known(module, value).map(|bits| (bits << unused) as i64 >> unused)
}

/// Builds a constant before `op`.
pub(crate) fn build(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, ty: TypeId, bits: u64) -> Value {
    let width = rewriter.module().types.get(ty).bits();
    let bits = bits & u64::MAX >> (64 - width);
    rewriter.build_before(op, op, |b| b.constant().value(Attr::Number(bits)).result(ty).finish().value())
}

/// Sets an attribute that is a whole number.
pub(crate) fn set_int(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, field: Field, number: i64) {
    let slot = match u32::try_from(number) {
        Ok(small) if small < AttrSlot::SMALL_LIMIT => AttrSlot::small(small),
        Ok(_) | Err(_) => rewriter.intern_attr(Attr::Int(number)),
    };
    rewriter.set_attr(op, field, slot);
}
