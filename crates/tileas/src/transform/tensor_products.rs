//! Products into tensor memory in kernels without agents: all warps of the thread block compute them by `tcgen05.mma`.
//!
//! `assign-dot-layouts` asks which products these are ([`rows_of_sum`]), and `stage-dot-operands` rewrites them ([`stage`]): the
//! operands are stored in buffers that a matrix descriptor describes, and the sum is written into tensor memory, unless it is
//! zero, and read from there.
//!
//! These products stay with `mma.sync`:
//!
//! - types, rows, columns or an inner dimension that no instruction has, and batches of products;
//! - operands that do not fit in shared memory together, which `mma.sync` takes in slices;
//! - kernels without whole warpgroups, since a warp only reads its quarter of the lanes.

use ir::build::Builder;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;

use super::buffers::{buffer, buffer_bytes, room, zeros};
use super::warp_bits;
use crate::instruction::warpgroup_sums;
use crate::layout::{
    GROUP_BITS, Major, MatrixDescriptor, RegisterLayout, SharedLayout, Swizzle, TensorLayout,
};
use crate::ops::{Builders as _, fields};
use crate::shared_memory::{TENSOR_SLOT, aligned};
use crate::target::{Feature, capability, has_tensor_memory, shared_limit};
use crate::types::{TensorType, TileType, Type};
use crate::{Module, Opcode, TileAs};

/// Lanes of tensor memory, which are rows of a sum.
const LANES: u32 = 128;
/// Rows of the sum of an instruction, at least.
const LEAST_ROWS: u32 = 32;
/// Bits of the inner dimension over which an instruction sums.
const DEPTH_BITS: u32 = 256;
/// Columns of the sum of one instruction.
const MOST_COLUMNS: u32 = 256;
/// Columns of the sum of fewer than 128 rows, at least.
const LEAST_COLUMNS_OF_FEW_ROWS: u32 = 64;
/// The same of 128 rows.
const LEAST_COLUMNS: u32 = 16;
/// Columns of tensor memory that a product may take: two thread blocks of a multiprocessor find room.
pub(super) const MOST_TENSOR_COLUMNS: u32 = 256;
/// Bytes of an operand, at least: its buffer starts at a multiple of these, as the stages of a ring do.
const LEAST_BYTES: u64 = 1024;

/// The layout in which threads hold the sum of a product that `tcgen05` computes in a kernel without agents, or why it does not.
pub(crate) fn rows_of_sum(module: &Module, func: Op, dot: Op) -> Result<RegisterLayout, String> {
    if !has_tensor_memory(module) {
        return Err("the target has no tensor memory".to_owned());
    }
    if module.opcode(dot) != Opcode::Dot {
        return Err("block scales would have to be copied into tensor memory".to_owned());
    }
    let warp_bits = warp_bits(module, func);
    let group_bits = warp_bits.checked_sub(GROUP_BITS).ok_or_else(|| {
        format!(
            "a warp reads a quarter of the lanes of tensor memory, and the kernel has {} warps",
            1 << warp_bits
        )
    })?;
    let tiles = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(|field| tile(module, dot, field));
    multiplies(module, tiles)?;
    has_extents(tiles)?;
    let dots = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Dot).count() as u64;
    // A sum in all of tensor memory has as many elements as the multiprocessor has registers: no other thread block runs there.
    let fits = |memory: &TensorLayout| memory.columns() <= MOST_TENSOR_COLUMNS || dots == 1;
    let memory = TensorLayout::accumulator(tiles[2].layout.shape()).filter(fits);
    let memory = memory.ok_or_else(|| {
        format!("its sum takes more than {MOST_TENSOR_COLUMNS} columns of tensor memory, and the kernel has {dots} products")
    })?;
    has_room(module, dot, dots)?;
    if described(tiles[0], 0).is_none() || described(tiles[1], 1).is_none() {
        return Err("no matrix descriptor describes its operands".to_owned());
    }
    let rows = memory.by_rows(group_bits);
    rows.ok_or_else(|| format!("{} warps cannot divide the columns of its sum", 1 << warp_bits))
}

/// Whether an instruction has the rows, the columns and the inner dimension of a product, or which of them it lacks.
fn has_extents([lhs, _, sum]: [&TileType; 3]) -> Result<(), String> {
    let shape = sum.layout.shape();
    if shape.rank() != 2 {
        return Err("it is a batch of products, and an instruction computes one".to_owned());
    }
    let (rows, columns, depth) = (shape.extent(0), shape.extent(1), lhs.layout.shape().extent(1));
    if !(LEAST_ROWS..=2 * LANES).contains(&rows) {
        return Err(format!("its sum has {rows} rows, and instructions have {LEAST_ROWS} to {}", 2 * LANES));
    }
    let least = if rows < LANES { LEAST_COLUMNS_OF_FEW_ROWS } else { LEAST_COLUMNS };
    let most = if rows == LANES { 2 * MOST_COLUMNS } else { MOST_COLUMNS };
    if !(least..=most).contains(&columns) {
        return Err(format!(
            "its sum has {columns} columns, and with {rows} rows it may have {least} to {most}"
        ));
    }
    let least = DEPTH_BITS / bits_of(lhs);
    if depth < least {
        return Err(format!("it sums over {depth}, and an instruction over {least}"));
    }
    Ok(())
}

/// Whether both operands of one of several products fit in shared memory.
fn has_room(module: &Module, dot: Op, dots: u64) -> Result<(), String> {
    let operands = [fields::dot::lhs, fields::dot::rhs].map(|field| module.operand(dot, field));
    let bytes = operands.map(|value| buffer_bytes(module, value));
    let slots = aligned(dots * u64::from(TENSOR_SLOT));
    let limit = room(module, shared_limit(capability(module).unwrap_or(0)).into());
    let needed = bytes.iter().sum::<u64>() + slots;
    if needed > limit {
        return Err(format!(
            "its operands need {needed} bytes of shared memory together, and {limit} are there"
        ));
    }
    match bytes.into_iter().find(|&bytes| bytes < LEAST_BYTES) {
        Some(few) => Err(format!("an operand has {few} bytes, and its buffer takes {LEAST_BYTES} or more")),
        None => Ok(()),
    }
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
}

fn bits_of(tile: &TileType) -> u32 {
    tile.elem.scalar().map_or(64, Scalar::storage_bits)
}

/// Whether there is an instruction for the types of a product.
fn multiplies(module: &Module, tiles: [&TileType; 3]) -> Result<(), String> {
    let [Some(lhs), Some(rhs), Some(sum)] = tiles.map(|tile| tile.elem.scalar()) else {
        return Err("its elements are no numbers".to_owned());
    };
    let has_integers = || {
        let capability = capability(module).unwrap_or(0);
        Feature::IntegerTensorMemory.capabilities().contains(&capability)
    };
    let known = warpgroup_sums(lhs, rhs).contains(&sum) && (lhs != Scalar::I8 || has_integers());
    known
        .then_some(())
        .ok_or_else(|| format!("`tcgen05.mma` of the target does not multiply {lhs} and {rhs} into {sum}"))
}

/// The buffer of an operand that a matrix descriptor describes; `rows` is the dimension of rows of `lhs` or columns of `rhs`.
/// Elements that threads hold next to each other stay so, if the instruction takes them in this order.
fn described(tile: &TileType, rows: usize) -> Option<SharedLayout> {
    let (shape, bits) = (tile.layout.shape(), bits_of(tile));
    let along_rows = tile.layout.contiguous(rows) > 1 && tile.layout.contiguous(1 - rows) == 1;
    let majors = if along_rows && bits <= 16 { [Major::Mn, Major::K] } else { [Major::K, Major::Mn] };
    let extent = if rows == 0 { shape.extent(0).min(LANES) } else { shape.extent(1).min(MOST_COLUMNS) };
    let takes = |layout: &SharedLayout| {
        let found = MatrixDescriptor::of(layout, rows, bits, extent);
        found.is_some_and(|found| found.major == Major::K || bits <= 16)
    };
    let of_major = |major: Major| {
        let mut swizzles = Swizzle::ALL.into_iter().rev();
        swizzles.find_map(|swizzle| MatrixDescriptor::layout(shape, rows, bits, major, swizzle).filter(takes))
    };
    majors.into_iter().find_map(of_major)
}

/// The memory of the sum of a product.
pub(super) fn memory_of(module: &Module, dot: Op) -> Option<TensorType> {
    let sum = tile(module, dot, fields::dot::acc);
    let layout = TensorLayout::accumulator(sum.layout.shape())?;
    Some(TensorType { elem: sum.elem, layout })
}

/// Replaces a product whose sum threads hold as they read it from tensor memory, unless it stays in memory that is given.
pub(super) fn stage(rewriter: &mut Rewriter<'_, TileAs>, dot: Op, kept: Option<Value>) {
    let module = rewriter.module();
    let operands = [(fields::dot::lhs, 0), (fields::dot::rhs, 1)].map(|(field, rows)| {
        let tile = tile(module, dot, field);
        described(tile, rows).map(|layout| (module.operand(dot, field), tile.elem, layout))
    });
    let [Some(lhs), Some(rhs)] = operands else { return };
    let Some(tensor) = memory_of(module, dot) else { return };
    let acc = module.operand(dot, fields::dot::acc);
    let result = module.body.ty(module.result(dot, fields::dot::result));
    let signs = [fields::dot::signed_lhs, fields::dot::signed_rhs].map(|field| module.flag(dot, field));
    let starts_at_zero = is_zero(module, acc);
    let sum = rewriter.build_before(dot, dot, |b| {
        let buffers = [lhs, rhs].map(|(value, elem, layout)| (value, buffer(b, elem, layout)));
        let zeros = zeros(b, 2);
        b.barrier().finish();
        for (value, buffer) in buffers {
            b.local_store().value(value).buffer(buffer).offsets(zeros.as_slice()).finish();
        }
        let (memory, accumulate) = match kept {
            Some(memory) => (memory, None),
            None => sum_before(b, (acc, tensor), starts_at_zero),
        };
        let [(_, lhs), (_, rhs)] = buffers;
        let product = b.tensor_dot().lhs(lhs).rhs(rhs).acc(memory).accumulate(accumulate);
        product.signed_lhs(signs[0]).signed_rhs(signs[1]).finish();
        // The loop carries a value that nothing reads any more.
        if kept.is_some() { acc } else { b.tensor_load().tensor(memory).result(result).finish().value() }
    });
    rewriter.replace_op(dot, &[sum]);
}

/// Memory that holds a sum, unless the product does not add to it.
fn sum_before(
    b: &mut Builder<'_, TileAs>,
    (acc, tensor): (Value, TensorType),
    starts_at_zero: bool,
) -> (Value, Option<Value>) {
    let tensor = b.module.types.intern(Type::Tensor(tensor));
    let memory = b.tensor_alloc().result(tensor).finish().value();
    if !starts_at_zero {
        b.tensor_store().value(acc).tensor(memory).finish();
        return (memory, None);
    }
    let truth = b.module.types.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1))));
    (memory, Some(b.constant().value(ir::generic::Attr::Number(0)).result(truth).finish().value()))
}

/// Whether a sum is zero, so that the product need not add to it.
fn is_zero(module: &Module, value: Value) -> bool {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
    op.and_then(|op| module.number(op, fields::constant::value)) == Some(0)
}
