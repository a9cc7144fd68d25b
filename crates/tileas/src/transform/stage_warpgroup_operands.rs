//! Operands of products of warpgroups in functions without agents: the product becomes `async.dot` on buffers that
//! matrix descriptors describe.
//!
//! ```text
//! barrier            all threads have read what was in the memory before
//! local_store        the tiles of both operands, or of the right one if the left one is in fragments
//! mma.fence          the stores are visible to the product, which reads memory through another proxy
//! barrier
//! async.dot, async.dot_wait
//! ```
//!
//! A product that is computed transposed has the transposed right operand on the left, and the other way round; `permute` gives
//! the dimensions other names, and moves nothing.
//!
//! An operand from outside of the loops around its product is stored before these, if the function has room for its
//! buffer beside those of the loop. A product that `slice-and-fuse` has marked is computed slice by slice.

use cranelift_entity::EntitySet;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};

use super::buffers::{
    Slice, all_bytes, buffer, buffer_bits, inner_dims, slice_index, slice_of_fragments, sliced_layout, zeros,
};
use super::relayout::{is_instruction, left_fragments};
use super::tensor_forms::{transposed, turned};
use crate::layout::{Input, Major, MatrixDescriptor, Shape, SharedLayout, Swizzle};
use crate::ops::{Builders as _, fields, is_transposed, warpgroups};
use crate::types::{BufferType, TileType, Type};
use crate::{Module, Opcode, TileAs, multiplies_buffers, multiplies_fragments, target};

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// Rows of an instruction of `wgmma`.
pub(super) const ROWS: u32 = 64;
/// Bits of the inner dimension over which an instruction sums.
pub(super) const DEPTH_BITS: u32 = 256;

/// The bytes that the buffers of one product may take, of those for all buffers: the other half is for operands from outside
/// of its loops.
pub(super) fn room_of_product(limit: u64) -> u64 {
    limit / 2
}

/// The operands that go through shared memory.
pub(super) fn shared_operands(module: &Module, dot: Op) -> Vec<Value> {
    let left = left_fragments(module, dot).is_none().then(|| module.operand(dot, fields::dot::lhs));
    left.into_iter().chain([module.operand(dot, fields::dot::rhs)]).collect()
}

/// The most slices of the inner dimension: each is as deep as an instruction.
pub(super) fn most_slices(module: &Module, dot: Op) -> u32 {
    let left = module.ty(module.operand(dot, fields::dot::lhs)).tile().expect("a product is of tiles");
    let depth = left.layout.shape().extent(left.layout.shape().rank() - 1);
    (depth * buffer_bits(left) / DEPTH_BITS).max(1)
}

/// Rewrites the products of warpgroups that are not in these stages of agents; true when there was one.
pub(super) fn run(module: &mut Module, limit: u64, in_stages: &EntitySet<Op>) -> bool {
    if target::has_tensor_memory(module) {
        return false;
    }
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let is_one =
        |&op: &Op| warpgroups(module, op).is_some() && !in_stages.contains(op) && is_described(module, op);
    let dots: Vec<Op> = ops.iter().copied().filter(is_one).collect();
    let has_buffers = |&op: &Op| {
        matches!(module.opcode(op), Opcode::AllocTensor | Opcode::FmaDot) || is_instruction(module, op)
    };
    // Buffers of other ops are planned as if no operand stayed in shared memory.
    let mut room = if ops.iter().any(has_buffers) { 0 } else { limit - room_of_product(limit) };
    let mut rewriter = Rewriter::new(module);
    for dot in dots {
        stage(&mut rewriter, dot, &mut room);
    }
    rewriter.changed()
}

/// An operand of a product.
#[derive(Clone, Copy)]
enum Operand {
    Fragments(Value),
    Stored(Value),
    /// It is in a buffer already.
    Buffer(Value),
}

fn stage(rewriter: &mut Rewriter<'_, TileAs>, dot: Op, room: &mut u64) {
    let slices = slice_count(rewriter.module(), dot);
    let operands = [0, 1].map(|side| operand(rewriter.module(), dot, side));
    let mut staged = operands.map(Operand::Stored);
    if left_fragments(rewriter.module(), dot).is_some() {
        staged[0] = Operand::Fragments(operands[0]);
    }
    for (side, operand) in staged.iter_mut().enumerate() {
        let Operand::Stored(value) = *operand else { continue };
        let Some(before) = outside(rewriter.module(), dot, value).filter(|_| slices == 1) else { continue };
        let bytes = all_bytes(rewriter.module(), &[value]);
        if bytes <= *room {
            *room -= bytes;
            let buffer = rewriter.build_before(before, dot, |b| {
                let value = as_factor(b, dot, value);
                let stored = stored(b, dot, (side, value), Slice { count: 1, number: 0 });
                publish(b, &[stored], Slice { count: 1, number: 0 });
                stored.1
            });
            *operand = Operand::Buffer(buffer);
        }
    }
    let sum = rewriter.build_before(dot, dot, |b| {
        let acc = b.module.operand(dot, fields::dot::acc);
        let shape = b.module.ty(acc).tile().expect("a sum is a tile").layout.shape().clone();
        let mut sum = as_factor(b, dot, acc);
        let matrices = staged.map(|operand| match operand {
            Operand::Fragments(value) => Operand::Fragments(as_factor(b, dot, value)),
            Operand::Stored(value) => Operand::Stored(as_factor(b, dot, value)),
            Operand::Buffer(buffer) => Operand::Buffer(buffer),
        });
        for number in 0..slices {
            sum = multiply(b, dot, (matrices, sum), Slice { count: slices, number });
        }
        if is_transposed(b.module, dot) {
            sum = transposed(b, sum);
        }
        reshaped(b, sum, &shape)
    });
    rewriter.replace_op(dot, &[sum]);
}

/// The slices in which a product is computed.
fn slice_count(module: &Module, dot: Op) -> u32 {
    module.int(dot, fields::dot::slices).and_then(|count| u32::try_from(count).ok()).unwrap_or(1)
}

/// Whether an instruction multiplies the slices of a product where they will be: text may state any tiles.
fn is_described(module: &Module, dot: Op) -> bool {
    if module.opcode(dot) != Opcode::Dot {
        return false;
    }
    let count = slice_count(module, dot);
    let sum = sum_tile(module, dot);
    let side = |side: usize| {
        let tile = operand_tile(module, dot, side);
        buffer_layout(module, dot, (side, count)).map(|layout| BufferType::new(tile.elem, layout))
    };
    let Some(right) = side(1) else { return false };
    if left_fragments(module, dot).is_none() {
        return side(0).is_some_and(|left| multiplies_buffers(&left, &right, &sum));
    }
    let left = operand_tile(module, dot, 0);
    let slice = sliced_layout(&left.layout, inner_dims(2)[0], count);
    slice.is_some_and(|layout| multiplies_fragments(&TileType::new(left.elem, layout), &right, &sum))
}

/// The outermost loop around a product that does not define its operand.
pub(super) fn outside(module: &Module, dot: Op, operand: Value) -> Option<Op> {
    let home = module.body.def_block(operand);
    let (mut at, mut found) = (dot, None);
    while module.body.parent_block(at) != home {
        at = module.body.parent_op(at)?;
        if matches!(module.opcode(at), Opcode::For | Opcode::Loop) {
            found = Some(at);
        }
    }
    found
}

/// The product of a slice of its operands, added onto a sum.
fn multiply(b: &mut Builder<'_>, dot: Op, (operands, acc): ([Operand; 2], Value), slice: Slice) -> Value {
    let mut to_store = Vec::new();
    let factors = [0, 1].map(|side| match operands[side] {
        Operand::Fragments(value) => left_slice(b, value, slice),
        Operand::Buffer(buffer) => buffer,
        Operand::Stored(value) => {
            let stored = stored(b, dot, (side, value), slice);
            to_store.push(stored);
            stored.1
        }
    });
    publish(b, &to_store, slice);
    use fields::dot as f;
    let signs = if is_transposed(b.module, dot) {
        [f::signed_rhs, f::signed_lhs]
    } else {
        [f::signed_lhs, f::signed_rhs]
    };
    let [signed_lhs, signed_rhs] = signs.map(|field| b.module.attr(dot, field));
    let fast_acc = b.module.attr(dot, f::fast_acc);
    let sum = b.module.body.ty(acc);
    let tile = b.module.types.get(sum).tile().expect("a sum is a tile").clone();
    let pending = b.module.types.intern(Type::Pending(tile));
    let begun = b.async_dot().lhs(factors[0]).rhs(factors[1]).acc(acc);
    let begun = begun.signed_lhs(signed_lhs).signed_rhs(signed_rhs).fast_acc(fast_acc);
    let begun = begun.result(pending).finish().value();
    b.dot_wait().acc(begun).result(sum).finish().value()
}

/// Stores tiles in their buffers, between barriers, and makes the stores visible to products. Nothing else is between the
/// barriers, so that the stores of a loop can become copies.
fn publish(b: &mut Builder<'_>, tiles: &[(Value, Value, usize)], slice: Slice) {
    if tiles.is_empty() {
        return;
    }
    let zeros = if slice.count == 1 { zeros(b, 2) } else { Vec::new() };
    b.barrier().finish();
    for &(value, buffer, dim) in tiles {
        let store = b.local_store().value(value).buffer(buffer).offsets(zeros.as_slice());
        if slice.count == 1 {
            store.finish();
        } else {
            store.slice(slice_index(2, dim, slice.number).as_slice()).finish();
        }
    }
    b.mma_fence().finish();
    b.barrier().finish();
}

/// A tile that is stored, its buffer, and its inner dimension.
fn stored(
    b: &mut Builder<'_>,
    dot: Op,
    (side, value): (usize, Value),
    slice: Slice,
) -> (Value, Value, usize) {
    let layout = buffer_layout(b.module, dot, (side, slice.count)).expect("the product was checked");
    let elem = b.module.ty(value).tile().expect("a product is of tiles").elem;
    (value, buffer(b, elem, layout), inner_dims(2)[side])
}

/// The layout of a buffer for one of `count` slices of an operand.
fn buffer_layout(module: &Module, dot: Op, (side, count): (usize, u32)) -> Option<SharedLayout> {
    let (tile, sum, groups) =
        (operand_tile(module, dot, side), sum_tile(module, dot), warpgroups(module, dot)?);
    let groups = if is_transposed(module, dot) { groups.transposed() } else { groups };
    let extent = if side == 0 { sum.shape()[0].min(ROWS) } else { sum.shape()[1] >> groups.columns.min(31) };
    let mut extents = tile.shape().to_vec();
    let dim = inner_dims(2)[side];
    extents[dim] = (extents[dim] / count).max(1);
    described(&tile, &Shape::new(&extents)?, (side, extent))
}

/// A layout that a descriptor describes, with the dimension contiguous that threads hold in a row.
fn described(tile: &TileType, shape: &Shape, (rows, extent): (usize, u32)) -> Option<SharedLayout> {
    let bits = buffer_bits(tile);
    let layout = &tile.layout;
    let along = (0..2).find(|&dim| layout.contiguous(dim) > 1).or_else(|| {
        let lane = layout.columns(Input::Lane)[0];
        (0..2).find(|&dim| layout.shape().at(lane, dim) != 0)
    });
    let majors = if along == Some(rows) { [Major::Mn, Major::K] } else { [Major::K, Major::Mn] };
    let majors = majors.into_iter().filter(|&major| major == Major::K || bits == 16);
    let ways = majors.flat_map(|major| Swizzle::ALL.into_iter().rev().map(move |swizzle| (major, swizzle)));
    let layouts =
        ways.filter_map(|(major, swizzle)| MatrixDescriptor::layout(shape, rows, bits, major, swizzle));
    let mut layouts = layouts;
    let repeats = rows == 0 && extent < ROWS;
    layouts.find(|layout| {
        let found = MatrixDescriptor::of(layout, rows, bits, extent);
        found.is_some_and(|found| !repeats || found.repeats())
    })
}

/// A slice of the left operand, which is in fragments.
fn left_slice(b: &mut Builder<'_>, value: Value, slice: Slice) -> Value {
    if slice.count == 1 {
        return value;
    }
    let dim = inner_dims(2)[0];
    let tile = b.module.ty(value).tile().expect("a product is of tiles");
    let fragments = sliced_layout(&tile.layout, dim, slice.count).expect("registers tell slices apart");
    slice_of_fragments(b, value, &fragments, (dim, slice))
}

/// The operand on a side of the instruction.
fn operand(module: &Module, dot: Op, side: usize) -> Value {
    let side = if is_transposed(module, dot) { 1 - side } else { side };
    module.operand(dot, [fields::dot::lhs, fields::dot::rhs][side])
}

/// The matrix on a side of the instruction.
fn operand_tile(module: &Module, dot: Op, side: usize) -> TileType {
    factor(module, dot, operand(module, dot, side))
}

/// The matrix that the instruction computes.
fn sum_tile(module: &Module, dot: Op) -> TileType {
    factor(module, dot, module.operand(dot, fields::dot::acc))
}

/// A tile of a product as a matrix of the instruction.
fn factor(module: &Module, dot: Op, value: Value) -> TileType {
    let tile = matrix(module.ty(value).tile().expect("a product is of tiles"));
    if is_transposed(module, dot) { turned(&tile) } else { tile }
}

/// The matrix of a batch of one.
fn matrix(tile: &TileType) -> TileType {
    let extents = &tile.shape()[tile.shape().len() - 2..];
    let shape = Shape::new(extents).expect("extents of a tile");
    TileType::new(tile.elem, tile.layout.reshape(shape))
}

/// A tile as the matrix of the instruction; a constant has no place of its elements.
fn as_factor(b: &mut Builder<'_>, dot: Op, value: Value) -> Value {
    let shape = matrix(b.module.ty(value).tile().expect("a product is of tiles")).layout.shape().clone();
    let constant = b.module.body.def_op(value).filter(|&op| b.module.opcode(op) == Opcode::Constant);
    if !is_transposed(b.module, dot) {
        return reshaped(b, value, &shape);
    }
    if let Some(number) = constant.and_then(|op| b.module.number(op, fields::constant::value)) {
        let ty = Type::Tile(factor(b.module, dot, value));
        let ty = b.module.types.intern(ty);
        return b.constant().value(ir::generic::Attr::Number(number)).result(ty).finish().value();
    }
    let value = reshaped(b, value, &shape);
    transposed(b, value)
}

fn reshaped(b: &mut Builder<'_>, value: Value, shape: &Shape) -> Value {
    let tile = b.module.ty(value).tile().expect("a product is of tiles");
    if tile.layout.shape() == shape {
        return value;
    }
    let ty = Type::Tile(TileType::new(tile.elem, tile.layout.reshape(shape.clone())));
    let ty = b.module.types.intern(ty);
    b.view().source(value).result(ty).finish().value()
}
