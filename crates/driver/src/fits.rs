//! Whether buffers hold what the program says of them, as far as that is known before a launch.
//!
//! An entry that describes the memory of a parameter by `make_tensor_view`, with extents and strides that are constants or
//! parameters themselves, promises that so much memory is there. Only views that every tile block makes count: those in
//! the entry's own block.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{DYNAMIC, TensorViewType};
use cuda_tile::{Attr, Module};
use diag::Diagnostic;
use ir::{Op, SlotValue, Value, ValueDef};
use launch::Argument;
use launch::arg::Bound;
use numerics::int;

use crate::codes;
use crate::run::Entry;

/// Checks the views of an entry against the buffers of its arguments.
///
/// # Errors
/// The first view that promises more than its buffer has.
pub(crate) fn check(module: &Module, entry: &Entry, bound: &Bound) -> Result<(), Diagnostic> {
    let Some(block) = module.block(entry.op, fields::entry::body) else { return Ok(()) };
    let params: Vec<Value> = module.body.block_args(block).iter().collect();
    let known = Known { module, params: &params, bound };
    let views = module.body.block_ops(block).filter(|&op| module.opcode(op) == Opcode::MakeTensorView);
    views.into_iter().try_for_each(|op| known.check_view(op))
}

/// What is known of a launch.
struct Known<'a> {
    module: &'a Module,
    params: &'a [Value],
    bound: &'a Bound,
}

impl Known<'_> {
    fn check_view(&self, op: Op) -> Result<(), Diagnostic> {
        use fields::make_tensor_view as f;
        let base = self.origin(self.module.operand(op, f::base));
        let Some(position) = self.params.iter().position(|&param| param == base) else { return Ok(()) };
        let Some(&Argument::Pointer { buffer, offset }) = self.bound.args.get(position) else {
            return Ok(());
        };
        let Some(ty) = self.module.ty(self.module.body.result(op, 0)).as_tensor_view() else { return Ok(()) };
        let extents = self.numbers(ty.shape(), self.module.operands(op, f::dynamicShape));
        let strides = self.numbers(ty.strides(), self.module.operands(op, f::dynamicStrides));
        let (Some(extents), Some(strides)) = (extents, strides) else { return Ok(()) };
        let found = self.bound.buffers[buffer].buffer.view().len();
        let bytes = self.bound.buffers[buffer].buffer.bytes().len() as u128;
        let needed = span(&extents, &strides).saturating_mul(ty.elem().storage_bits().into());
        if needed.div_ceil(8).saturating_add(offset.into()) <= bytes {
            return Ok(());
        }
        Err(self.too_small(op, position, found, ty, [&extents, &strides]))
    }

    fn too_small(
        &self,
        op: Op,
        position: usize,
        found: usize,
        ty: &TensorViewType,
        [extents, strides]: [&[u64]; 2],
    ) -> Diagnostic {
        let name = match self.module.body.name(self.params[position]) {
            Some(name) => format!("argument {} (`%{}`)", position + 1, self.module.text(name)),
            None => format!("argument {}", position + 1),
        };
        let list = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let needed = span(extents, strides);
        let message = format!(
            "the buffer of {name} has {found} elements, but the entry views it as {}[{}] with strides [{}], which takes {needed}",
            ty.elem(),
            list(extents),
            list(strides),
        );
        let diagnostic = Diagnostic::error(codes::ARGUMENT, message)
            .help("give a larger buffer, or the extents that the buffer has");
        match self.module.place(op) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// Constants and numbers of the launch, if they are all known.
    fn numbers(&self, dims: &[i64], dynamic: &[Value]) -> Option<Vec<u64>> {
        let mut dynamic = dynamic.iter();
        let number =
            |&dim: &i64| if dim == DYNAMIC { self.number(*dynamic.next()?) } else { Some(dim as u64) };
        dims.iter().map(number).collect()
    }

    fn number(&self, value: Value) -> Option<u64> {
        let value = self.origin(value);
        if let Some(position) = self.params.iter().position(|&param| param == value) {
            return match *self.bound.args.get(position)? {
                Argument::Scalar { ty, bits } => u64::try_from(int::sign_extend(ty, bits)).ok(),
                Argument::Pointer { .. } => None,
            };
        }
        let ValueDef::Result(op, _) = self.module.body.def(value) else { return None };
        if self.module.opcode(op) != Opcode::Constant {
            return None;
        }
        let SlotValue::Interned(id) = self.module.attr(op, fields::constant::value).get() else {
            return None;
        };
        let Attr::Dense(dense) = self.module.attrs.get(id) else { return None };
        Some(dense.bits(0))
    }

    /// The value that an assumption is about.
    fn origin(&self, mut value: Value) -> Value {
        while let ValueDef::Result(op, _) = self.module.body.def(value)
            && self.module.opcode(op) == Opcode::Assume
        {
            value = self.module.operand(op, fields::assume::value);
        }
        value
    }
}

/// Elements from the first one of a tensor to the last one, both included; a stride that the buffer cannot hold saturates.
fn span(extents: &[u64], strides: &[u64]) -> u128 {
    if extents.contains(&0) {
        return 0;
    }
    let far = |(&extent, &stride): (&u64, &u64)| u128::from(extent - 1) * u128::from(stride);
    extents.iter().zip(strides).map(far).fold(1, u128::saturating_add)
}
