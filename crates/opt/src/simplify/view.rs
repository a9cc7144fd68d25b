//! Extents of tensors and of index spaces that the types or the ops that made the views say.

use cuda_tile::Module;
use cuda_tile::attrs::Signedness;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::types::{DYNAMIC, ViewKind, ViewType};
use ir::{Op, Value};
use numerics::int;

use super::{Rw, defined_by, operand};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::GetIndexSpaceShape => index_space_shape(rw, op),
        Opcode::GetTensorShape => tensor_shape(rw, op),
        _ => false,
    }
}

/// An extent that is known.
enum Extent {
    Number(u64),
    /// An unsigned number that was given to `make_tensor_view`.
    Value(Value),
}

fn tensor_shape(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    let Some(ty) = module.ty(source).as_tensor_view() else { return false };
    let made = defined_by(module, source, Opcode::MakeTensorView);
    let mut given =
        made.map_or(&[][..], |made| module.operands(made, fields::make_tensor_view::dynamicShape)).iter();
    let extents: Vec<Option<Extent>> = (ty.shape().iter())
        .map(|&extent| match extent {
            DYNAMIC => given.next().map(|&value| Extent::Value(value)),
            known => Some(Extent::Number(known as u64)),
        })
        .collect();
    replace_known(rw, op, extents)
}

fn index_space_shape(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(ty) = module.ty(operand(module, op, 0)).as_view() else { return false };
    let extents = (0..ty.rank()).map(|d| tiles_along(ty, d).map(Extent::Number)).collect();
    replace_known(rw, op, extents)
}

/// Tiles along an index dimension of a static extent.
fn tiles_along(ty: &ViewType, d: usize) -> Option<u64> {
    let extent = ty.tensor().shape()[ty.tensor_dim(d)];
    let distance = match ty.kind() {
        ViewKind::Partition { .. } => ty.tile()[d],
        ViewKind::Strided { traversal_strides, .. } => traversal_strides[d],
        // Gathered or not, indices are those of elements.
        ViewKind::GatherScatter { .. } => 1,
    };
    (extent != DYNAMIC && distance > 0).then(|| (extent as u64).div_ceil(distance as u64))
}

/// Replaces the used results whose extents are known.
fn replace_known(rw: &mut Rw<'_>, op: Op, extents: Vec<Option<Extent>>) -> bool {
    let mut changed = false;
    for (index, extent) in extents.into_iter().enumerate() {
        let result = rw.module().body.result(op, index);
        if !rw.uses().is_used(result) {
            continue;
        }
        if let Some(value) = extent.and_then(|extent| build(rw, op, result, extent)) {
            rw.replace_value(result, value);
            changed = true;
        }
    }
    changed
}

/// The extent in the type of `result`; `None` when it does not fit for certain.
fn build(rw: &mut Rw<'_>, op: Op, result: Value, extent: Extent) -> Option<Value> {
    let module = rw.module();
    let ty = module.body.ty(result);
    let (scalar, _) = constant::tile_of(module, ty)?;
    match extent {
        Extent::Number(number) if number <= int::mask(scalar) => constant::build_splat(rw, op, ty, number),
        Extent::Number(_) => None,
        Extent::Value(value) => widened(module, value, scalar.bits()).map(|same| match same {
            true => value,
            false => rw.build_before(op, op, |b| {
                b.exti().from(value).signedness(Signedness::Unsigned).to(ty).finish().value()
            }),
        }),
    }
}

/// True when `value` has this number of bits, false when it has fewer; `None` when it has more.
fn widened(module: &Module, value: Value, bits: u32) -> Option<bool> {
    let (own, _) = constant::tile_of(module, module.body.ty(value))?;
    (own.bits() <= bits).then_some(own.bits() == bits)
}
