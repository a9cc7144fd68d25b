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
use crate::layout::{Major, MatrixDescriptor, RegisterLayout, SharedLayout, Swizzle, TensorLayout};
use crate::ops::{Builders as _, fields};
use crate::shared_memory::{TENSOR_SLOT, aligned};
use crate::target::{Feature, capability, has_tensor_memory, shared_limit};
use crate::types::{TensorType, TileType, Type};
use crate::{Module, Opcode, TileAs};

/// The binary logarithm of the warps of a warpgroup.
const GROUP_BITS: u32 = 2;
/// Lanes of tensor memory, which are rows of a sum.
const LANES: u32 = 128;
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
pub(crate) fn rows_of_sum(module: &Module, func: Op, dot: Op) -> Result<RegisterLayout, &'static str> {
    if !has_tensor_memory(module) {
        return Err("the target has no tensor memory");
    }
    if module.opcode(dot) != Opcode::Dot {
        return Err("block scales would have to be copied into tensor memory");
    }
    let Some(group_bits) = warp_bits(module, func).checked_sub(GROUP_BITS) else {
        return Err(
            "a warp reads a quarter of the lanes of tensor memory, and the kernel has fewer than 4 warps",
        );
    };
    let [lhs, rhs, sum] =
        [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(|field| tile(module, dot, field));
    multiplies(module, [lhs, rhs, sum])?;
    let shape = sum.layout.shape();
    if shape.rank() != 2 {
        return Err("it is a batch of products");
    }
    let (rows, columns, depth) = (shape.extent(0), shape.extent(1), lhs.layout.shape().extent(1));
    let least = if rows < LANES { LEAST_COLUMNS_OF_FEW_ROWS } else { LEAST_COLUMNS };
    let most = if rows == LANES { 2 * MOST_COLUMNS } else { MOST_COLUMNS };
    if !(32..=2 * LANES).contains(&rows) || !(least..=most).contains(&columns) {
        return Err("no instruction computes so many rows and columns");
    }
    if u64::from(depth) * u64::from(bits_of(lhs)) < 256 {
        return Err("an instruction sums over 32 bytes of both operands, and they have fewer");
    }
    let dots = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Dot).count() as u64;
    // A sum in all of tensor memory has as many elements as the multiprocessor has registers: no other thread block runs there.
    let fits = |memory: &TensorLayout| memory.columns() <= MOST_TENSOR_COLUMNS || dots == 1;
    let memory = TensorLayout::accumulator(shape).filter(fits);
    let memory =
        memory.ok_or("its sum takes more than half of tensor memory, and the kernel has other products")?;
    let operands = [fields::dot::lhs, fields::dot::rhs].map(|field| module.operand(dot, field));
    let bytes = operands.map(|value| buffer_bytes(module, value));
    let slots = aligned(dots * u64::from(TENSOR_SLOT));
    let limit = room(module, shared_limit(capability(module).unwrap_or(0)).into());
    if bytes.iter().sum::<u64>() + slots > limit {
        return Err("its operands do not fit in shared memory together");
    }
    if bytes.iter().any(|&bytes| bytes < LEAST_BYTES) {
        return Err("an operand has fewer than 1024 bytes");
    }
    if described(lhs, 0).is_none() || described(rhs, 1).is_none() {
        return Err("no matrix descriptor describes its operands");
    }
    memory.by_rows(group_bits).ok_or("the kernel has more warps than columns of the sum can be divided among")
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
}

fn bits_of(tile: &TileType) -> u32 {
    tile.elem.scalar().map_or(64, Scalar::storage_bits)
}

/// Whether there is an instruction for the types of a product.
fn multiplies(module: &Module, tiles: [&TileType; 3]) -> Result<(), &'static str> {
    let none = "`tcgen05.mma` has no instruction for its types";
    let [Some(lhs), Some(rhs), Some(sum)] = tiles.map(|tile| tile.elem.scalar()) else { return Err(none) };
    let has_integers = || {
        let capability = capability(module).unwrap_or(0);
        Feature::IntegerTensorMemory.capabilities().contains(&capability)
    };
    let known = warpgroup_sums(lhs, rhs).contains(&sum) && (lhs != Scalar::I8 || has_integers());
    if known { Ok(()) } else { Err(none) }
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
