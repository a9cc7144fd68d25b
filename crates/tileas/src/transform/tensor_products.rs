//! Products into tensor memory in kernels without agents: all warps of the thread block compute them by `tcgen05.mma`.
//!
//! `assign-dot-layouts` asks which products these are ([`rows_of_sum`]), and `stage-dot-operands` rewrites them ([`stage`]): the
//! operands are stored in buffers that a matrix descriptor describes, and the sum is written into tensor memory, unless it is
//! zero, and read from there.
//!
//! These products stay with `mma.sync`:
//!
//! - types, rows, columns or an inner dimension that [no instruction has](Form), and batches of products;
//! - operands that do not fit in shared memory together, which `mma.sync` takes in slices;
//! - kernels without whole warpgroups, since a warp only reads its quarter of the lanes.

use ir::build::Builder;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, TypeId, Value};
use numerics::Scalar;
use tileaa::types::Elem;

use super::buffers::{buffer, buffer_bytes, room, zeros};
use super::relayout::is_zero;
use super::stage_warpgroup_operands::outside;
use super::tensor_forms::{Form, transposed, turned};
use super::warp_bits;
use crate::instruction::warpgroup_sums;
use crate::layout::{GROUP_BITS, RegisterLayout, SharedLayout};
use crate::ops::{Builders as _, fields};
use crate::shared_memory::{STAGE_ALIGN, TENSOR_SLOT, aligned};
use crate::target::{Feature, capability, has_tensor_memory, shared_limit};
use crate::types::{TensorType, TileType, Type};
use crate::{Module, Opcode, TileAs};

/// Columns of tensor memory that a product may take: two thread blocks of a multiprocessor find room.
pub(super) const MOST_TENSOR_COLUMNS: u32 = 256;
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
    let form = Form::of(module, dot)?;
    let dots = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Dot).count() as u64;
    // A sum in all of tensor memory has as many elements as the multiprocessor has registers: no other thread block runs there.
    if form.memory.columns() > MOST_TENSOR_COLUMNS && dots > 1 {
        return Err(format!(
            "its sum takes more than {MOST_TENSOR_COLUMNS} columns of tensor memory, and the kernel has {dots} products"
        ));
    }
    has_room(module, dot, dots)?;
    let rows = form.rows(group_bits);
    rows.ok_or_else(|| format!("{} warps cannot divide the columns of its sum", 1 << warp_bits))
}

/// The bytes of an operand in shared memory, where descriptors describe it.
pub(super) fn aligned_bytes(module: &Module, operand: Value) -> u64 {
    buffer_bytes(module, operand).next_multiple_of(STAGE_ALIGN.into())
}

/// Whether both operands of one of several products fit in shared memory.
fn has_room(module: &Module, dot: Op, dots: u64) -> Result<(), String> {
    let operands = [fields::dot::lhs, fields::dot::rhs].map(|field| module.operand(dot, field));
    let bytes = operands.map(|value| aligned_bytes(module, value));
    let slots = aligned(dots * u64::from(TENSOR_SLOT));
    let limit = room(module, shared_limit(capability(module).unwrap_or(0)).into());
    let needed = bytes.iter().sum::<u64>() + slots;
    if needed > limit {
        return Err(format!(
            "its operands need {needed} bytes of shared memory together, and {limit} are there"
        ));
    }
    Ok(())
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
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

/// The memory of the sum of a product, and whether it is transposed there.
pub(super) fn memory_of(module: &Module, dot: Op) -> Option<(TensorType, bool)> {
    let form = Form::of(module, dot).ok()?;
    let elem = tile(module, dot, fields::dot::acc).elem;
    Some((TensorType { elem, layout: form.memory }, form.swapped))
}

/// What the instruction of a product does besides computing it, for the remark.
pub(crate) fn remark(module: &Module, dot: Op) -> String {
    Form::of(module, dot).map_or_else(|_| String::new(), |form| form.remark())
}

/// Replaces a product whose sum threads hold as they read it from tensor memory, unless it stays in memory that is given. An operand
/// from outside of the loops around the product is stored before them, as long as there is room for it.
pub(super) fn stage(rewriter: &mut Rewriter<'_, TileAs>, dot: Op, kept: Option<Value>, room: &mut u64) {
    use fields::dot as f;
    let module = rewriter.module();
    let Ok(Form { swapped, memory, operands }) = Form::of(module, dot) else { return };
    let in_order = |fields: [Field; 2]| if swapped { [fields[1], fields[0]] } else { fields };
    let values = in_order([f::lhs, f::rhs]).map(|field| module.operand(dot, field));
    let elems = in_order([f::lhs, f::rhs]).map(|field| tile(module, dot, field).elem);
    let signs = in_order([f::signed_lhs, f::signed_rhs]).map(|field| module.flag(dot, field));
    let tensor = TensorType { elem: tile(module, dot, f::acc).elem, layout: memory };
    let acc = module.operand(dot, f::acc);
    let result = module.body.ty(module.result(dot, f::result));
    let starts_at_zero = is_zero(module, acc);
    let [left, right] = operands;
    let mut sides = [(values[0], elems[0], left), (values[1], elems[1], right)]
        .map(|(value, elem, layout)| Side { value, elem, layout, swapped, buffer: None });
    sides.iter_mut().for_each(|side| side.store_outside(rewriter, dot, room));
    let is_stored_here = sides.iter().any(|side| side.buffer.is_none());
    let sum = rewriter.build_before(dot, dot, |b| {
        let [lhs, rhs] = store(b, sides);
        let (memory, accumulate) = match kept {
            Some(memory) => (memory, None),
            None => {
                if !is_stored_here && !starts_at_zero {
                    // Other threads have read what was in the columns of the sum, which is the barrier before stores elsewhere.
                    b.barrier().finish();
                }
                sum_before(b, (acc, tensor, swapped), starts_at_zero)
            }
        };
        let product = b.tensor_dot().lhs(lhs).rhs(rhs).acc(memory).accumulate(accumulate);
        product.signed_lhs(signs[0]).signed_rhs(signs[1]).finish();
        // The loop carries a value that nothing reads any more.
        if kept.is_some() { acc } else { read(b, (memory, swapped), result) }
    });
    rewriter.replace_op(dot, &[sum]);
}

/// An operand of a product.
struct Side {
    value: Value,
    elem: Elem,
    layout: SharedLayout,
    swapped: bool,
    /// Where it is in shared memory, once it is there.
    buffer: Option<Value>,
}

impl Side {
    /// Stores an operand before the loops that do not change it.
    fn store_outside(&mut self, rewriter: &mut Rewriter<'_, TileAs>, dot: Op, room: &mut u64) {
        let module = rewriter.module();
        let bytes = aligned_bytes(module, self.value);
        let Some(before) = outside(module, dot, self.value).filter(|_| bytes <= *room) else { return };
        *room -= bytes;
        let side = Side { layout: self.layout.clone(), ..*self };
        self.buffer = Some(rewriter.build_before(before, dot, |b| {
            let [buffer] = store(b, [side]);
            b.barrier().finish();
            buffer
        }));
    }
}

/// Stores those operands that are not in shared memory yet.
fn store<const N: usize>(b: &mut Builder<'_, TileAs>, sides: [Side; N]) -> [Value; N] {
    let values = sides.each_ref().map(|side| match side.buffer {
        None if side.swapped => transposed(b, side.value),
        _ => side.value,
    });
    let (mut values, mut stores) = (values.into_iter(), Vec::new());
    let buffers = sides.map(|side| {
        let value = values.next().expect("each side has a value");
        side.buffer.unwrap_or_else(|| {
            let buffer = buffer(b, side.elem, side.layout);
            stores.push((value, buffer));
            buffer
        })
    });
    if stores.is_empty() {
        return buffers;
    }
    let zeros = zeros(b, 2);
    b.barrier().finish();
    for (value, buffer) in stores {
        b.local_store().value(value).buffer(buffer).offsets(zeros.as_slice()).finish();
    }
    buffers
}

/// Writes a sum into tensor memory, transposed where the instruction has it so.
pub(super) fn write(b: &mut Builder<'_, TileAs>, value: Value, (memory, swapped): (Value, bool)) {
    let value = if swapped { transposed(b, value) } else { value };
    b.tensor_store().value(value).tensor(memory).finish();
}

/// Reads a sum, which is a tile of a type, from tensor memory.
pub(super) fn read(b: &mut Builder<'_, TileAs>, (memory, swapped): (Value, bool), ty: TypeId) -> Value {
    if !swapped {
        return b.tensor_load().tensor(memory).result(ty).finish().value();
    }
    let as_read = turned(b.module.types.get(ty).tile().expect("a sum is a tile"));
    let as_read = b.module.types.intern(Type::Tile(as_read));
    let value = b.tensor_load().tensor(memory).result(as_read).finish().value();
    transposed(b, value)
}

/// Memory that holds a sum, unless the product does not add to it.
fn sum_before(
    b: &mut Builder<'_, TileAs>,
    (acc, tensor, swapped): (Value, TensorType, bool),
    starts_at_zero: bool,
) -> (Value, Option<Value>) {
    let tensor = b.module.types.intern(Type::Tensor(tensor));
    let memory = b.tensor_alloc().result(tensor).finish().value();
    if !starts_at_zero {
        write(b, acc, (memory, swapped));
        return (memory, None);
    }
    let truth = b.module.types.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1))));
    (memory, Some(b.constant().value(ir::generic::Attr::Number(0)).result(truth).finish().value()))
}
