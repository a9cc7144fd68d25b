//! Constants: reading the elements of values that are known, and making values of elements.

pub(crate) use cuda_tile::constant::{dense, elements};
use cuda_tile::ops::Builders;
use cuda_tile::{Constraint, CudaTile, Dense, Module, Type};
use ir::rewrite::Rewriter;
use ir::{Op, TypeId, Value};
use numerics::Scalar;

/// Most elements of a constant that folding writes out; larger ones are folded when all elements are equal. 32 KiB of
/// values: more would make modules larger than they were, for ops that are cheap when they run.
pub(crate) const MAX_ELEMENTS: usize = 4096;

/// Number type and number of elements of a tile; `None` for pointers and other types.
pub(crate) fn tile_of(module: &Module, ty: TypeId) -> Option<(Scalar, usize)> {
    let tile = module.types.get(ty).as_tile()?;
    Some((tile.elem().scalar()?, tile.len()))
}

/// The constant of type `ty` with the given elements, one or all of them; `None` when no `constant` has this type.
pub(crate) fn make(module: &Module, ty: TypeId, bits: &[u64]) -> Option<Dense> {
    let (elem, len) = tile_of(module, ty)?;
    if !Constraint::NumberTile.admits(module.types.get(ty)) || !(bits.len() == 1 || bits.len() == len) {
        return None;
    }
    let size = Dense::elem_size(elem);
    let data: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect();
    Some(Dense::new(ty, elem, &data))
}

/// Builds `constant` before `op`.
pub(crate) fn build(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, dense: Dense) -> Value {
    let ty = dense.ty;
    rewriter.build_before(op, op, |b| b.constant().value(dense).result(ty).finish().value())
}
/// The bits that every element of a constant has.
pub(crate) fn splat(module: &Module, value: Value) -> Option<u64> {
    dense(module, value).filter(|dense| dense.is_splat()).map(|dense| dense.bits(0))
}

/// True when every element of the value is known to be `bits`.
pub(crate) fn is_splat(module: &Module, value: Value, bits: u64) -> bool {
    splat(module, value) == Some(bits)
}

/// Builds a constant of type `ty`, all of whose elements are `bits`, before `op`.
pub(crate) fn build_splat(
    rewriter: &mut Rewriter<'_, CudaTile>,
    op: Op,
    ty: TypeId,
    bits: u64,
) -> Option<Value> {
    let dense = make(rewriter.module(), ty, &[bits])?;
    Some(build(rewriter, op, dense))
}

/// The type of tiles of `scalar` in the shape of `ty`.
pub(crate) fn same_shape(
    rewriter: &mut Rewriter<'_, CudaTile>,
    ty: TypeId,
    scalar: Scalar,
) -> Option<TypeId> {
    let tile = rewriter.module().types.get(ty).as_tile()?;
    let tile = tile.with_elem(cuda_tile::types::Elem::Scalar(scalar)).ok()?;
    Some(rewriter.intern(Type::Tile(tile)))
}
