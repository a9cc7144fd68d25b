//! Tiles in buffers of shared memory: sizes, and the ops that put them there.

use ir::build::Builder;
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;

use super::functions;
use crate::layout::{RegisterLayout, Shape, SharedLayout};
use crate::ops::{Builders as _, warpgroups};
use crate::shared_memory::{SLOT, TENSOR_SLOT, aligned};
use crate::types::{BufferType, TileType, Type};
use crate::{Module, Opcode, TileAs, target};

/// Bits of an element in a buffer.
pub(crate) fn buffer_bits(tile: &TileType) -> u32 {
    tile.elem.scalar().map_or(64, Scalar::storage_bits).max(8)
}

/// Bytes of one of `count` slices of a tile in a buffer.
fn slice_bytes(module: &Module, value: Value, count: u32) -> u64 {
    let tile = module.ty(value).tile().expect("tiles go into buffers");
    aligned((u64::from(buffer_bits(tile) / 8) << tile.layout.shape().bits().min(40)) / u64::from(count))
}

/// Bytes of a tile in a buffer.
pub(crate) fn buffer_bytes(module: &Module, value: Value) -> u64 {
    slice_bytes(module, value, 1)
}

/// The total bytes of tiles in buffers.
pub(crate) fn all_bytes(module: &Module, values: &[Value]) -> u64 {
    values.iter().map(|&value| buffer_bytes(module, value)).sum()
}

/// Bytes that the buffers of an op may take together: all of shared memory but the slots that keep addresses of
/// `alloca`, and those of products into tensor memory. The buffers of an op are only used by this op, so no others are live at
/// the same time.
pub(crate) fn room(module: &Module, limit: u64) -> u64 {
    let in_tensor_memory = target::has_tensor_memory(module);
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other op has a slot")]
    let slot = |op: Op| match module.opcode(op) {
        Opcode::Alloca => SLOT,
        Opcode::Dot if in_tensor_memory && warpgroups(module, op).is_some() => TENSOR_SLOT,
        _ => 0,
    };
    let slots = |func: Op| preorder(&module.body, func).map(|op| u64::from(slot(op))).sum::<u64>();
    let most = functions(module).into_iter().map(slots).max().unwrap_or(0);
    limit.saturating_sub(aligned(most))
}

/// The smallest power of two of slices, up to `most`, such that one slice of each tile fits into `limit` bytes.
pub(crate) fn slice_count(
    module: &Module,
    values: &[Value],
    (most, limit): (u32, u64),
    fits: impl Fn(u32) -> bool,
) -> Option<u32> {
    let bytes = |count: u32| values.iter().map(|&value| slice_bytes(module, value, count)).sum::<u64>();
    let mut counts = (0..=most.max(1).ilog2()).map(|bit| 1 << bit);
    counts.find(|&count| bytes(count) <= limit && fits(count))
}

/// A buffer of a shape, in rows.
pub(crate) fn row_major(b: &mut Builder<'_, TileAs>, extents: &[u32], elem: Elem) -> Value {
    let shape = Shape::new(extents).expect("extents are powers of two");
    buffer(b, elem, SharedLayout::row_major(&shape))
}

/// A buffer of a layout.
pub(crate) fn buffer(b: &mut Builder<'_, TileAs>, elem: Elem, layout: SharedLayout) -> Value {
    let ty = b.module.types.intern(Type::Buffer(BufferType::new(elem, layout)));
    b.alloc_tensor().result(ty).finish().value()
}

/// A 32-bit constant.
pub(crate) fn index(b: &mut Builder<'_, TileAs>, number: u32) -> Value {
    let ty = b.module.types.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I32))));
    b.constant().value(ir::generic::Attr::Number(number.into())).result(ty).finish().value()
}

/// Offsets of 0 for each dimension.
pub(crate) fn zeros(b: &mut Builder<'_, TileAs>, rank: usize) -> Vec<Value> {
    let zero = index(b, 0);
    vec![zero; rank]
}

/// One of `count` slices of tiles.
#[derive(Clone, Copy)]
pub(crate) struct Slice {
    pub(crate) count: u32,
    pub(crate) number: u32,
}

/// The dimensions of left and right operands that a product sums over, of tiles of a rank.
pub(crate) fn inner_dims(rank: usize) -> [usize; 2] {
    [rank - 1, rank - 2]
}

/// The shape of one of `count` slices along a dimension.
pub(crate) fn slice_shape(shape: &[u32], dim: usize, count: u32) -> Vec<u32> {
    let mut slice = shape.to_vec();
    slice[dim] /= count;
    slice
}

/// Halves the layout along a dimension until there are `count` slices, if registers distinguish them.
pub(crate) fn sliced_layout(layout: &RegisterLayout, dim: usize, count: u32) -> Option<RegisterLayout> {
    (0..count.ilog2()).try_fold(layout.clone(), |layout, _| layout.halve(dim).map(|(_, half)| half))
}

/// The index of a slice along a dimension.
pub(crate) fn slice_index(rank: usize, dim: usize, number: u32) -> Vec<i64> {
    (0..rank).map(|at| if at == dim { i64::from(number) } else { 0 }).collect()
}

/// Stores a slice of each tile along a dimension in its buffer, between barriers.
pub(crate) fn store_slices(b: &mut Builder<'_, TileAs>, tiles: &[(Value, Value, usize)], slice: Slice) {
    b.barrier().finish();
    for &(value, buffer, dim) in tiles {
        let rank = b.module.ty(value).tile().expect("tiles are stored").shape().len();
        if slice.count == 1 {
            let zeros = zeros(b, rank);
            b.local_store().value(value).buffer(buffer).offsets(zeros).finish();
            continue;
        }
        let (none, index): ([Value; 0], Vec<i64>) = ([], slice_index(rank, dim, slice.number));
        b.local_store().value(value).buffer(buffer).offsets(none).slice(index.as_slice()).finish();
    }
    b.barrier().finish();
}

/// A slice of a tile in fragments, which renames registers.
pub(crate) fn slice_of_fragments(
    b: &mut Builder<'_, TileAs>,
    value: Value,
    fragment: &RegisterLayout,
    (dim, slice): (usize, Slice),
) -> Value {
    let tile = b.module.ty(value).tile().expect("a product is of tiles").clone();
    let layout = sliced_layout(&tile.layout, dim, slice.count).expect("registers tell slices apart");
    let at = slice_index(tile.shape().len(), dim, slice.number);
    let indices: Vec<Value> = at.into_iter().map(|at| index(b, at as u32)).collect();
    let converts = layout != *fragment;
    let ty = b.module.types.intern(Type::Tile(TileType::new(tile.elem, layout)));
    let part = b.extract_slice().source(value).indices(indices).result(ty).finish().value();
    if !converts {
        return part;
    }
    let ty = b.module.types.intern(Type::Tile(TileType::new(tile.elem, fragment.clone())));
    b.convert_layout().source(part).result(ty).finish().value()
}
