//! Tensor maps: their memory and their boxes.

use ir::Field;
use numerics::Scalar;
use smallvec::SmallVec;
use tileaa::types::{DYNAMIC, MemrefType};

use super::{Ask as _, Check, Checked, ensure};
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{TmaDescType, Type};

// Limits of tensor maps (CUDA driver API, `cuTensorMapEncodeTiled`).

/// Dimensions of a tensor.
const MOST_DIMS: usize = 5;

/// The extent of a box.
const MOST_EXTENT: u32 = 256;

/// Bytes that strides are a multiple of.
pub(super) const CHUNK: u32 = 16;

/// Bytes that a stride is below.
const END_OF_STRIDES: i64 = 1 << 40;

/// The extent of a tensor.
const LONGEST_MEMORY: i64 = 1 << 32;

/// Rows that one gathering copy moves, one after the other.
pub(super) const PICKED: u32 = 4;

/// The alignment of a copy in shared memory.
const PLACE: u32 = 128;

/// The maximum number of hidden parameters of a kernel: 128 bytes each, in 4096.
const MOST_DESCS: i64 = 32;

pub(super) fn desc<'m>(check: &Check<'m>, field: Field) -> Result<&'m TmaDescType, String> {
    let ty = check.ty(field);
    if let Type::TmaDesc(desc) = ty { Ok(desc) } else { Err(format!("copies by a tensor map, not by {ty}")) }
}

/// The dimension along which elements are contiguous.
pub(super) fn contiguous(memref: &MemrefType) -> Result<usize, String> {
    let found = memref.strides.iter().rposition(|&stride| stride == 1);
    found.ok_or_else(|| format!("needs a dimension of stride 1, and {memref} has none"))
}

/// The dimensions of memory as a tensor map counts them: the contiguous one, then the others, the last one first.
pub(super) fn fastest_first(memref: &MemrefType) -> Result<SmallVec<[usize; 5]>, String> {
    let first = contiguous(memref)?;
    let others = (0..memref.shape.len()).rev().filter(|&dim| dim != first);
    Ok(std::iter::once(first).chain(others).collect())
}

/// The dimensions of memory in the order of a tensor map: the contiguous one, then the others, the last one first. None if no
/// dimension is contiguous.
pub fn map_dimensions(memref: &MemrefType) -> Option<SmallVec<[usize; 5]>> {
    fastest_first(memref).ok()
}

/// Bits of an element that tensor maps copy: whole bytes, or floats of 4 bits.
pub(super) fn bits_of(elem: Scalar) -> Result<u32, String> {
    let copied = elem != Scalar::I1 && elem != Scalar::I4;
    if copied { Ok(elem.storage_bits()) } else { Err(format!("copies whole bytes, and {elem} is none")) }
}

/// Whether a tensor map rounds elements of memory as it loads them: f32 to the nearest tf32.
pub(super) fn rounds(desc: &TmaDescType, memory: &MemrefType) -> bool {
    desc.elem == Scalar::TF32 && memory.elem == Scalar::F32
}

pub(super) fn make_tiled_tma_desc(check: &Check<'_>) -> Checked {
    use fields::tma_desc::{memref, result, tma_idx};
    check.needs(Feature::TensorMaps)?;
    let (memory, desc) = (check.memref(memref)?, desc(check, result)?);
    let index = check.module.int(check.op, tma_idx).unwrap_or(-1);
    ensure((0..MOST_DESCS).contains(&index), || {
        format!(
            "a kernel has {MOST_DESCS} tensor maps at most, numbered from 0, and none has the number {index}"
        )
    })?;
    let (rank, given) = (memory.shape.len(), desc.extents.len());
    ensure((1..=MOST_DIMS).contains(&rank), || {
        format!("memory of a tensor map has 1 to {MOST_DIMS} dimensions, not {rank}")
    })?;
    let fits = desc.elem == memory.elem || rounds(desc, memory);
    ensure(fits && given == rank, || format!("{desc} copies no boxes of {memory}"))?;
    if desc.elem.storage_bits() < 8 {
        check.needs(Feature::PackedBoxes)?;
        let extent = memory.shape[contiguous(memory)?];
        ensure(extent == DYNAMIC || extent % 2 == 0, || {
            format!("rows of a tensor map are whole bytes, and {extent} elements of {} are none", desc.elem)
        })?;
    }
    strides(memory)?;
    boxes(memory, desc)
}

/// Strides are whole chunks, and strides and extents fit their fields.
fn strides(memory: &MemrefType) -> Checked {
    let (first, bits) = (contiguous(memory)?, i64::from(bits_of(memory.elem)?));
    let known = memory.strides.iter().enumerate().filter(|&(dim, &stride)| dim != first && stride > 0);
    let mut apart = known.map(|(_, &stride)| stride.saturating_mul(bits));
    let bad = apart.find(|stride| stride % i64::from(8 * CHUNK) != 0);
    bad.map_or(Ok(()), |stride| {
        Err(format!("strides of a tensor map are multiples of {CHUNK} bytes, and one is {}", stride / 8))
    })?;
    let mut all = memory.strides.iter().map(|stride| stride.saturating_mul(bits) / 8);
    let far = all.find(|&far| far >= END_OF_STRIDES);
    ensure(far.is_none(), || {
        format!("strides of a tensor map are less than 2^40 bytes, and one is {}", far.unwrap_or(0))
    })?;
    let long = memory.shape.iter().find(|&&extent| extent > LONGEST_MEMORY);
    ensure(long.is_none(), || {
        format!(
            "memory of a tensor map has 2^32 elements along a dimension at most, not {}",
            long.unwrap_or(&0)
        )
    })
}

fn boxes(memory: &MemrefType, desc: &TmaDescType) -> Checked {
    let bits = bits_of(desc.elem)?;
    let large = desc.extents.iter().find(|&&extent| extent > MOST_EXTENT);
    ensure(large.is_none(), || {
        format!(
            "boxes have {MOST_EXTENT} elements along a dimension at most, not {}",
            large.copied().unwrap_or(0)
        )
    })?;
    let row = desc.extents[contiguous(memory)?] * bits;
    ensure(row.is_multiple_of(8 * CHUNK), || {
        format!("rows of a box are multiples of {CHUNK} bytes, and these have {}", row / 8)
    })?;
    let row = row / 8;
    let span = desc.swizzle.span().unwrap_or(row);
    ensure(row <= span, || format!("rows of a box have {row} bytes, and its swizzle is within {span}"))?;
    // Rows that are picked are copied four at a time.
    let is_row = memory.shape.len() == 2 && desc.extents.contains(&1);
    begins_at_place(desc, if is_row { PICKED } else { 1 })
}

/// Boxes that are copied together are so long that those behind them are aligned.
pub(super) fn begins_at_place(desc: &TmaDescType, together: u32) -> Checked {
    let bits = bits_of(desc.elem)?;
    let whole = desc.extents.iter().fold(bits, |product, &extent| product.saturating_mul(extent));
    ensure(whole.saturating_mul(together).is_multiple_of(8 * PLACE), || {
        format!("a box has {} bytes, and boxes begin at multiples of {PLACE}", whole / 8)
    })
}
