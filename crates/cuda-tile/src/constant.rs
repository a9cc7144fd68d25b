//! Reading the elements of values that are known.

use ir::Value;

use crate::ops::{Opcode, fields};
use crate::{Attr, Dense, Module};

/// The elements of a value that a `constant` defines.
pub fn dense(module: &Module, value: Value) -> Option<&Dense> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    let value = module.attrs.get(module.attr(op, fields::constant::value).as_interned()?);
    if let Attr::Dense(dense) = value { Some(dense) } else { None }
}

/// The stored elements: one of a constant whose elements are all equal, else all.
pub fn elements(dense: &Dense) -> impl ExactSizeIterator<Item = u64> + '_ {
    (0..dense.data().len() / Dense::elem_size(dense.elem())).map(|index| dense.bits(index))
}
