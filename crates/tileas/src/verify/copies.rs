//! Copies between agents: tensor maps, and contents of stages.

use ir::Field;
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::AtomicRMWMode;
use tileaa::types::{BlockTileType, DYNAMIC, Elem, MemrefType, Padding};

use super::{Ask as _, Check, Checked, agents, ensure, pipelines, shared};
use crate::Opcode;
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{BufferType, TmaDescType, Type};

// Limits of tensor maps (CUDA driver API, `cuTensorMapEncodeTiled`).

/// Dimensions of a tensor.
const MOST_DIMS: usize = 5;
/// The extent of a box.
const MOST_EXTENT: u32 = 256;
/// Bytes that strides are a multiple of.
const CHUNK: u32 = 16;
/// Bytes that a stride is below.
const END_OF_STRIDES: i64 = 1 << 40;
/// The extent of a tensor.
const LONGEST_MEMORY: i64 = 1 << 32;
/// Rows that one gathering copy moves, one after the other.
const PICKED: u32 = 4;
/// The alignment of a copy in shared memory.
const PLACE: u32 = 128;
/// The maximum number of hidden parameters of a kernel: 128 bytes each, in 4096.
const MOST_DESCS: i64 = 32;

fn desc<'m>(check: &Check<'m>, field: Field) -> Result<&'m TmaDescType, String> {
    let ty = check.ty(field);
    if let Type::TmaDesc(desc) = ty { Ok(desc) } else { Err(format!("copies by a tensor map, not by {ty}")) }
}

/// The dimension along which elements are contiguous.
fn contiguous(memref: &MemrefType) -> Result<usize, String> {
    let found = memref.strides.iter().rposition(|&stride| stride == 1);
    found.ok_or_else(|| format!("needs a dimension of stride 1, and {memref} has none"))
}

/// The dimensions of memory as a tensor map counts them: the contiguous one, then the others, the last one first.
fn fastest_first(memref: &MemrefType) -> Result<SmallVec<[usize; 5]>, String> {
    let first = contiguous(memref)?;
    let others = (0..memref.shape.len()).rev().filter(|&dim| dim != first);
    Ok(std::iter::once(first).chain(others).collect())
}

/// The dimensions of memory in the order of a tensor map: the contiguous one, then the others, the last one first. None if no
/// dimension is contiguous.
pub fn map_dimensions(memref: &MemrefType) -> Option<SmallVec<[usize; 5]>> {
    fastest_first(memref).ok()
}

/// The dimensions of a tile that a buffer has: all, or, in a buffer with fewer dimensions, those of more than one element.
pub fn copied_dimensions(tiles: &BlockTileType, buffer: &BufferType) -> SmallVec<[usize; 5]> {
    let all = buffer.layout.shape().rank() == tiles.tile.len();
    (0..tiles.tile.len()).filter(|&dim| all || tiles.tile[dim] != 1).collect()
}

/// Bits of an element that tensor maps copy: whole bytes, or floats of 4 bits.
fn bits_of(elem: Scalar) -> Result<u32, String> {
    let copied = elem != Scalar::I1 && elem != Scalar::I4;
    if copied { Ok(elem.storage_bits()) } else { Err(format!("copies whole bytes, and {elem} is none")) }
}

/// Whether a tensor map rounds elements of memory as it loads them: f32 to the nearest tf32.
fn rounds(desc: &TmaDescType, memory: &MemrefType) -> bool {
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
fn begins_at_place(desc: &TmaDescType, together: u32) -> Checked {
    let bits = bits_of(desc.elem)?;
    let whole = desc.extents.iter().fold(bits, |product, &extent| product.saturating_mul(extent));
    ensure(whole.saturating_mul(together).is_multiple_of(8 * PLACE), || {
        format!("a box has {} bytes, and boxes begin at multiples of {PLACE}", whole / 8)
    })
}

/// A copy by a tensor map.
struct Boxed<'m> {
    tiles: &'m BlockTileType,
    buffer: &'m BufferType,
    desc: &'m TmaDescType,
    /// Which slice of the tile the buffer is, if it is one.
    slice: &'m [i64],
}

impl<'m> Boxed<'m> {
    /// A copy, with the rule for gathered rows.
    fn of(
        check: &Check<'m>,
        [tiles, buffer, by, index]: [Field; 4],
        picks: fn(&Check<'_>, &Boxed<'_>) -> Checked,
    ) -> Result<Boxed<'m>, String> {
        let boxed = Boxed {
            tiles: check.tiles(tiles)?,
            buffer: shared::buffer(check, buffer),
            desc: desc(check, by)?,
            slice: if check.module.opcode(check.op) == Opcode::TmaStore {
                check.module.ints(check.op, fields::tma_store::slice)
            } else {
                &[]
            },
        };
        indices(check, boxed.tiles, index)?;
        boxed.fits()?;
        picks(check, &boxed)?;
        begins_at_place(boxed.desc, if boxed.tiles.gather.is_some() { PICKED } else { 1 })?;
        boxed.lies_in_boxes()?;
        Ok(boxed)
    }

    /// Tile, buffer and box must match.
    fn fits(&self) -> Checked {
        let memory = &self.tiles.memref;
        let same = self.desc.elem == memory.elem || rounds(self.desc, memory);
        ensure(same && self.desc.extents.len() == memory.shape.len(), || {
            format!("{} copies no boxes of {memory}", self.desc)
        })?;
        self.fills()?;
        let twice = (1..self.tiles.dims.len()).any(|at| self.tiles.dims[..at].contains(&self.tiles.dims[at]));
        ensure(!twice, || "copies boxes, and the tile runs along one dimension twice".to_owned())?;
        let padded = matches!(self.tiles.padding, None | Some(Padding::Zero));
        ensure(padded, || "reads zeros outside of the memory, and the tile is padded otherwise".to_owned())?;
        let across = (0..memory.shape.len()).filter(|&dim| !self.tiles.dims.contains(&(dim as u32)));
        let thick = across.map(|dim| self.desc.extents[dim]).find(|&extent| extent != 1);
        ensure(thick.is_none(), || {
            format!(
                "{} has more than one element along a dimension that the tile does not run along",
                self.desc
            )
        })
    }

    fn fills(&self) -> Checked {
        let elem =
            if rounds(self.desc, &self.tiles.memref) { self.desc.elem } else { self.tiles.memref.elem };
        let (elem, shape) = (Elem::Scalar(elem), shared::extents(self.buffer));
        let dims = copied_dimensions(self.tiles, self.buffer);
        let whole = dims.iter().map(|&dim| self.tiles.tile[dim]);
        let same = if self.slice.is_empty() {
            whole.eq(shape.iter().copied())
        } else {
            let fits = |((whole, part), &at): ((u32, u32), &i64)| {
                at >= 0 && at.saturating_add(1).saturating_mul(part.into()) <= whole.into()
            };
            self.slice.len() == shape.len() && whole.zip(shape.iter().copied()).zip(self.slice).all(fits)
        };
        ensure(self.buffer.elem == elem && same, || {
            format!(
                "a tile of this memory has {:?} elements of {elem}, not {shape:?} of {}",
                self.tiles.tile, self.buffer.elem
            )
        })?;
        ensure(self.buffer.packed == (self.desc.elem.storage_bits() < 8), || {
            format!("copies two elements of {elem} in a byte, and they are not packed in {}", self.buffer)
        })
    }

    /// A power of two of thread blocks must have equal numbers of boxes.
    fn is_divided(&self, parts: u32) -> Checked {
        let of_box = |&dim: &usize| self.desc.extents[self.tiles.dims[dim] as usize];
        let dims = copied_dimensions(self.tiles, self.buffer);
        let count: u32 = dims.iter().map(|dim| self.tiles.tile[*dim] / of_box(dim)).product();
        ensure(parts.is_power_of_two() && count.is_multiple_of(parts), || {
            format!("{parts} thread blocks cannot copy as many of its {count} boxes each")
        })
    }

    /// The buffer is a sequence of boxes; rows that are gathered together form one box.
    fn lies_in_boxes(&self) -> Checked {
        let dims = copied_dimensions(self.tiles, self.buffer);
        let extent = |&at: &usize| {
            let picked = self.tiles.gather == Some(at as u32);
            if picked { PICKED } else { self.desc.extents[self.tiles.dims[at] as usize] }
        };
        let extents: SmallVec<[u32; 5]> = dims.iter().map(extent).collect();
        let thin = (0..self.tiles.dims.len()).filter(|at| !dims.contains(at));
        let thick =
            thin.map(|at| self.desc.extents[self.tiles.dims[at] as usize]).find(|&extent| extent != 1);
        ensure(thick.is_none(), || {
            format!("{} has more than one element along a dimension of one element of the tile", self.desc)
        })?;
        let along = |dim: usize| dims.iter().position(|&at| self.tiles.dims[at] as usize == dim);
        let order: SmallVec<[usize; 5]> =
            fastest_first(&self.tiles.memref)?.into_iter().filter_map(along).collect();
        let bits = bits_of(self.desc.elem)?;
        ensure(self.buffer.layout.is_boxes(&extents, &order, self.desc.swizzle, bits), || {
            format!("the buffer is not a sequence of boxes of {}, one after the other", self.desc)
        })
    }
}

/// An index for each dimension: one number, or the gathered coordinates.
fn indices(check: &Check<'_>, tiles: &BlockTileType, field: Field) -> Checked {
    let index = check.module.operands(check.op, field);
    let (given, rank) = (index.len(), tiles.tile.len());
    ensure(given == rank, || format!("has {given} indices for {rank} dimensions"))?;
    for (dim, &at) in index.iter().enumerate() {
        let picked = tiles.gather == Some(dim as u32);
        let wanted = if picked { &tiles.tile[dim..=dim] } else { &[] };
        let found = check.module.ty(at).tile().map_or(&[][..], |tile| tile.shape());
        ensure(found == wanted, || format!("index {dim} must be of the shape {wanted:?}, not {found:?}"))?;
    }
    Ok(())
}

pub(super) fn tiled_tma_load(check: &Check<'_>) -> Checked {
    use fields::tma_load::{buffer, by_parts, desc, index, multicast, tiles};
    check.needs(Feature::TensorMaps)?;
    let boxed = Boxed::of(check, [tiles, buffer, desc, index], picks)?;
    let write = pipelines::fills_stage(check, check.module.operand(check.op, buffer))?;
    let ranks = check.module.ints(check.op, multicast);
    let is_shared = check.module.flag(check.op, by_parts);
    if ranks.is_empty() {
        return ensure(!is_shared, || "copies by parts, and `multicast` names no thread blocks".to_owned());
    }
    check.needs(if boxed.tiles.gather.is_some() {
        Feature::SharedGatheredBoxes
    } else {
        Feature::Clusters
    })?;
    let ctas = check.ctas();
    let rising = ranks.windows(2).all(|pair| pair[0] < pair[1]);
    ensure(rising && ranks.iter().all(|rank| (0..ctas).contains(rank)), || {
        format!(
            "`multicast` {ranks:?} must name ranks of the cluster's {ctas} thread blocks, each once, rising"
        )
    })?;
    if is_shared {
        boxed.is_divided(ranks.len() as u32)?;
        ensure(ranks.len() as i64 == ctas, || {
            format!("copies by parts, and `multicast` {ranks:?} leaves out some of the {ctas} thread blocks")
        })?;
    }
    ensure(pipelines::is_for_cluster(check.module, write), || {
        "writes into other thread blocks, which a pipeline with `cluster` hands over".to_owned()
    })
}

/// Gathered rows come four at a time, in boxes one element high.
fn picks(check: &Check<'_>, boxed: &Boxed<'_>) -> Checked {
    let Some(dim) = boxed.tiles.gather else { return Ok(()) };
    check.needs(Feature::GatheredBoxes)?;
    let tiles = boxed.tiles;
    let high = |dim: u32| boxed.desc.extents[dim as usize];
    let matrix = tiles.tile.len() == 2 && tiles.memref.shape.len() == 2;
    let at = dim as usize;
    let is_row = || contiguous(&tiles.memref).is_ok_and(|unit| tiles.dims[at] as usize != unit);
    let fours = matrix && tiles.tile[at].is_multiple_of(PICKED) && high(tiles.dims[at]) == 1 && is_row();
    ensure(fours, || "picks rows of a matrix, a multiple of four, by boxes of one row".to_owned())
}

pub(super) fn tiled_tma_store(check: &Check<'_>) -> Checked {
    use fields::tma_store::{buffer, desc, index, mode, tiles};
    check.needs(Feature::TensorMaps)?;
    let whole = |_: &Check<'_>, boxed: &Boxed<'_>| {
        ensure(boxed.tiles.gather.is_none(), || "writes boxes; rows cannot be picked".to_owned())?;
        ensure(!rounds(boxed.desc, &boxed.tiles.memref), || {
            format!("{} rounds what it loads, and stores nothing", boxed.desc)
        })
    };
    let boxed = Boxed::of(check, [tiles, buffer, desc, index], whole)?;
    ends_with_a_chunk(&boxed.tiles.memref)?;
    let Some(how) = AtomicRMWMode::from_slot(check.module.attr(check.op, mode)) else { return Ok(()) };
    let elem = boxed.desc.elem;
    ensure(combines(how, elem), || format!("`{}` does not combine {elem} in memory here", how.name()))
}

/// Rows of memory that is stored to, where the type says how long they are: hardware writes whole chunks, zeros after the end of
/// a row. If the length is only known at launch, the program must ensure this.
fn ends_with_a_chunk(memref: &MemrefType) -> Checked {
    let (dim, bits) = (contiguous(memref)?, i64::from(bits_of(memref.elem)?));
    let extent = memref.shape[dim];
    let row = extent.saturating_mul(bits) / 8;
    ensure(extent == DYNAMIC || row % i64::from(CHUNK) == 0, || {
        format!(
            "stores to rows of {row} bytes; tensor maps write whole units of {CHUNK} bytes, zeros after the end of a row: give the \
             memory rows of a multiple of {CHUNK} bytes, or store the tile by `tiled_store`"
        )
    })
}

/// Whether copies can combine elements in this way (PTX ISA, `cp.reduce.async.bulk.tensor`).
fn combines(mode: AtomicRMWMode, elem: Scalar) -> bool {
    let wide = matches!(elem, Scalar::I32 | Scalar::I64);
    match mode {
        AtomicRMWMode::AddF => matches!(elem, Scalar::F16 | Scalar::BF16 | Scalar::F32),
        AtomicRMWMode::Add
        | AtomicRMWMode::And
        | AtomicRMWMode::Or
        | AtomicRMWMode::Xor
        | AtomicRMWMode::Max
        | AtomicRMWMode::Min
        | AtomicRMWMode::UMax
        | AtomicRMWMode::UMin => wide,
        AtomicRMWMode::Xchg => false,
    }
}

/// Numbers of 32 bits of an answer of cluster launch control.
const ANSWER_WORDS: u32 = 4;

pub(super) fn cancel_launch(check: &Check<'_>) -> Checked {
    use fields::cancel_launch::buffer;
    answer(check, buffer)?;
    pipelines::fills_stage(check, check.module.operand(check.op, buffer)).map(|_| ())
}

pub(super) fn cancelled_launch(check: &Check<'_>) -> Checked {
    answer(check, fields::cancelled_launch::buffer)
}

fn answer(check: &Check<'_>, field: Field) -> Checked {
    check.needs(Feature::LaunchControl)?;
    let buffer = shared::buffer(check, field);
    let is_answer = buffer.elem == Elem::Scalar(Scalar::I32) && shared::extents(buffer) == [ANSWER_WORDS];
    ensure(is_answer, || {
        format!("an answer of the launch is {ANSWER_WORDS} numbers of i32, and not {buffer}")
    })
}

pub(super) fn store_wait(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMaps)?;
    let pending = check.module.int(check.op, fields::store_wait::pending).unwrap_or(0);
    ensure((0..=64).contains(&pending), || format!("cannot wait until {pending} stores are in flight"))
}

pub(super) fn load(check: &Check<'_>) -> Checked {
    use fields::copy_load::{buffer, mask, source};
    check.needs(Feature::Mbarriers)?;
    let (addresses, into) = (check.shape(source), shared::extents(shared::buffer(check, buffer)));
    ensure(addresses == into, || format!("copies {addresses:?} elements into a buffer of {into:?}"))?;
    let layout = &check.tile(source).layout;
    let alike = check
        .module
        .operand_opt(check.op, mask)
        .is_none_or(|value| check.module.ty(value).tile().is_some_and(|tile| tile.layout == *layout));
    ensure(alike, || "addresses and mask must have one layout".to_owned())?;
    pipelines::fills_stage(check, check.module.operand(check.op, buffer)).map(|_| ())
}

pub(super) fn tiled_load(check: &Check<'_>) -> Checked {
    use fields::copy_tiled_load::{buffer, index, tiles};
    check.needs(Feature::Mbarriers)?;
    let from = check.tiles(tiles)?;
    indices(check, from, index)?;
    let (elem, into) = (Elem::Scalar(from.memref.elem), shared::buffer(check, buffer));
    ensure(into.elem == elem && shared::extents(into)[..] == from.tile[..], || {
        format!("a tile of this memory has {:?} elements of {elem}", from.tile)
    })?;
    pipelines::fills_stage(check, check.module.operand(check.op, buffer)).map(|_| ())
}

pub(super) fn cluster_barrier(check: &Check<'_>) -> Checked {
    check.needs(Feature::Clusters)?;
    ensure(check.ctas() > 1, || "is for the thread blocks of a cluster, and the kernel has one".to_owned())?;
    let agent = agents::around(check.module, check.op, &[Opcode::Agent]);
    ensure(agent.is_none(), || {
        "is for all warps of the thread blocks, and must be outside of agents".to_owned()
    })
}
