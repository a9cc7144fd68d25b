//! Reading the elements of values that are known.

use ir::{Op, Value};

use crate::compute::Compute;
use crate::{Attr, Dense, Module};

/// The elements of a value that a `constant` defines.
pub fn dense(module: &Module, value: Value) -> Option<&Dense> {
    let is_constant = |op: &Op| matches!(module.spec(*op).compute, Compute::Constant);
    let op = module.body.def_op(value).filter(is_constant)?;
    // The one attribute of such an op is its elements.
    let value = module.attrs.get(module.body.attrs(op).first()?.as_interned()?);
    if let Attr::Dense(dense) = value { Some(dense) } else { None }
}

/// The stored elements: one of a constant whose elements are all equal, else all.
pub fn elements(dense: &Dense) -> impl ExactSizeIterator<Item = u64> + '_ {
    (0..dense.data().len() / Dense::elem_size(dense.elem())).map(|index| dense.bits(index))
}
