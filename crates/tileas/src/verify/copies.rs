//! Copies between agents: boxes of tensor maps, copies by threads, and answers of the launch.

use ir::Field;
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::AtomicRMWMode;
use tileaa::types::{BlockTileType, DYNAMIC, Elem, MemrefType, Padding};

use super::tensor_maps::{CHUNK, PICKED, begins_at_place, bits_of, contiguous, desc, fastest_first, rounds};
use super::{Ask as _, Check, Checked, agents, ensure, pipelines, shared};
use crate::Opcode;
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{BufferType, TmaDescType};

/// The dimensions of a tile that a buffer has: all, or, in a buffer with fewer dimensions, those of more than one element.
pub fn copied_dimensions(tiles: &BlockTileType, buffer: &BufferType) -> SmallVec<[usize; 5]> {
    let all = buffer.layout.shape().rank() == tiles.tile.len();
    (0..tiles.tile.len()).filter(|&dim| all || tiles.tile[dim] != 1).collect()
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
