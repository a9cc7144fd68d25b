//! Shared memory: buffers, conversions, products of buffers, copies in flight.

use ir::Field;

use super::{Ask as _, Check, Checked, ensure, shapes};
use crate::Opcode;
use crate::layout::{MatrixAccess, MatrixForm, SharedLayout};
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{BufferType, TileType, Type};

pub(super) fn buffer<'m>(check: &Check<'m>, field: Field) -> &'m BufferType {
    let Type::Buffer(buffer) = check.ty(field) else { unreachable!("the constraint admits buffers alone") };
    buffer
}

/// Elements that are packed are copied by tensor maps, and multiplied into tensor memory or loaded by `ldmatrix`; other ops
/// access whole bytes.
pub(super) fn accesses_packed(check: &Check<'_>) -> Checked {
    let opcode = check.module.opcode(check.op);
    if matches!(opcode, Opcode::TmaLoad | Opcode::TensorDotScaled) {
        return Ok(());
    }
    let mut operands = check.module.body.operands(check.op).iter();
    let packed = operands.find_map(|&value| {
        if let Type::Buffer(buffer) = check.module.ty(value) {
            Some(buffer).filter(|buffer| buffer.packed)
        } else {
            None
        }
    });
    let packed = packed.filter(|buffer| opcode != Opcode::LocalLoad || !loads_matrices(check, buffer));
    packed.map_or(Ok(()), |buffer| {
        Err(format!("accesses whole bytes, and elements of {} are packed in its buffer", buffer.elem))
    })
}

/// Whether `ldmatrix` loads the tile of a load from a buffer.
fn loads_matrices(check: &Check<'_>, buffer: &BufferType) -> bool {
    let tile = check.tile(fields::local_load::result);
    tile.layout.shape() == buffer.layout.shape()
        && MatrixAccess::new(&tile.layout, &buffer.layout, buffer.bits(), MatrixForm::ALL).is_some()
}

pub(super) fn convert_layout(check: &Check<'_>) -> Checked {
    use fields::convert_layout::{result, source};
    let (from, to) = (check.tile(source), check.tile(result));
    ensure(from.elem == to.elem && from.shape() == to.shape(), || {
        "changes nothing but the layout of its tile".to_owned()
    })
}

/// A tile is stored at offsets of a buffer.
fn placed(check: &Check<'_>, tile: &TileType, at: Field, offsets: Field) -> Checked {
    let buffer = buffer(check, at);
    ensure(tile.elem == buffer.elem, || format!("the buffer holds {}, not {}", buffer.elem, tile.elem))?;
    let rank = buffer.layout.shape().rank();
    let given = check.module.operands(check.op, offsets).len();
    ensure(given == rank, || format!("has {given} offsets for a buffer of rank {rank}"))?;
    let room: Vec<u32> = buffer.layout.shape().extents().collect();
    let fits = tile.shape().len() <= rank
        && tile.shape().iter().rev().zip(room.iter().rev()).all(|(tile, room)| tile <= room);
    ensure(fits, || format!("a tile of {:?} is not inside a buffer of {room:?}", tile.shape()))
}

pub(super) fn local_store(check: &Check<'_>) -> Checked {
    use fields::local_store as f;
    let slice = check.module.ints(check.op, f::slice);
    if slice.is_empty() {
        return placed(check, check.tile(f::value), f::buffer, f::offsets);
    }
    let (tile, buffer) = (check.tile(f::value), buffer(check, f::buffer));
    ensure(tile.elem == buffer.elem, || format!("the buffer holds {}, not {}", buffer.elem, tile.elem))?;
    let (whole, part) = (tile.shape(), extents(buffer));
    let given = check.module.operands(check.op, f::offsets).len();
    ensure(given == 0, || format!("a slice fills its buffer: it has no offsets, not {given}"))?;
    let ranks = whole.len() == part.len() && slice.len() == part.len();
    let within = |((&whole, &part), &at): ((&u32, &u32), &i64)| {
        part <= whole && u64::try_from(at).is_ok_and(|at| at < u64::from(whole / part))
    };
    let fits = ranks && whole.iter().zip(&part).zip(slice).all(within);
    ensure(fits, || format!("{slice:?} is no slice of {part:?} in {whole:?}"))
}

pub(super) fn local_load(check: &Check<'_>) -> Checked {
    use fields::local_load::{buffer, offsets, result};
    placed(check, check.tile(result), buffer, offsets)
}

pub(super) fn transpose_buffer(check: &Check<'_>) -> Checked {
    use fields::transpose_buffer::{result, source};
    let (from, to) = (buffer(check, source), buffer(check, result));
    let rank = from.layout.shape().rank();
    ensure(rank == 2, || format!("transposes memory of two dimensions, not {rank}"))?;
    ensure(*to == from.transposed(), || format!("gives {}, not {to}", from.transposed()))
}

pub(super) fn extents(buffer: &BufferType) -> Vec<u32> {
    buffer.layout.shape().extents().collect()
}

pub(super) fn fma_dot(check: &Check<'_>) -> Checked {
    use fields::fma_dot as f;
    let (lhs, rhs) = (extents(buffer(check, f::lhs)), extents(buffer(check, f::rhs)));
    shapes::product(&lhs, &rhs, check.shape(f::acc))?;
    let scales =
        [f::lhs_scale, f::rhs_scale].map(|field| check.module.operand_opt(check.op, field).is_some());
    ensure(scales[0] == scales[1], || "scales both operands or none".to_owned())?;
    if !scales[0] {
        return Ok(());
    }
    let (left, right) = (extents(buffer(check, f::lhs_scale)), extents(buffer(check, f::rhs_scale)));
    shapes::product(&left, &right, check.shape(f::acc))?;
    let (whole, groups) = (lhs[lhs.len() - 1], left[left.len() - 1]);
    ensure(groups <= whole, || format!("has {groups} scales for {whole} elements"))
}

pub(super) fn async_tiled_load(check: &Check<'_>) -> Checked {
    check.tiles(fields::async_tiled_load::tiles).map(|_| ())
}

pub(super) fn async_load(check: &Check<'_>) -> Checked {
    use fields::async_load as f;
    let (addresses, buffer) = (check.shape(f::source), extents(buffer(check, f::buffer)));
    ensure(addresses == buffer, || format!("copies {addresses:?} elements into a buffer of {buffer:?}"))
}

/// The stages of a pipeline.
fn stages(check: &Check<'_>, field: Field) -> Checked {
    let stages = check.module.int(check.op, field).unwrap_or(0);
    ensure((1..=64).contains(&stages), || format!("a pipeline has 1 to 64 stages, not {stages}"))
}

pub(super) fn create_pipeline(check: &Check<'_>) -> Checked {
    stages(check, fields::create_pipeline::stages)
}

pub(super) fn inc_iter(check: &Check<'_>) -> Checked {
    stages(check, fields::inc_iter::stages)
}

pub(super) fn stage(check: &Check<'_>) -> Checked {
    let ring = buffer(check, fields::producer_acquire::ring);
    let one = buffer(check, fields::producer_acquire::result);
    let same = ring.elem == one.elem && coordinate_bits(&ring.layout) == coordinate_bits(&one.layout);
    ensure(same, || "a stage has the elements of its ring, where the ring has them".to_owned())
}

/// For each bit of the coordinate the bits of the offset that change it. Views and permutations of a buffer only put them in
/// another order.
fn coordinate_bits(layout: &SharedLayout) -> Vec<u64> {
    let columns = layout.map().columns();
    let of = |bit: u32| {
        let parts = columns.iter().enumerate().filter(|&(_, &column)| column >> bit & 1 == 1);
        parts.fold(0, |all, (offset, _)| all | 1 << offset)
    };
    let mut bits: Vec<u64> = (0..layout.map().outputs()).map(of).collect();
    bits.sort_unstable();
    bits
}

pub(super) fn consumer_wait(check: &Check<'_>) -> Checked {
    let pending = check.module.int(check.op, fields::consumer_wait::pending).unwrap_or(0);
    if check.module.flag(check.op, fields::consumer_wait::fence) {
        check.needs(Feature::Wgmma)?;
    }
    ensure((0..=64).contains(&pending), || format!("cannot wait until {pending} groups are in flight"))
}
