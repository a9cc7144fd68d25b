//! Matrix products of tiles.
//!
//! An operand that only a product uses, and that is loaded from a view or through regular pointers, has no frame slot:
//! the product reads it in place if it is completely in bounds, or copies it. A loop that only contains such a product
//! executes several iterations at a time, so that the accumulator passes through the cache once for all of them.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use cuda_tile::view_dims::Along;
use ir::Op;
use numerics::{Scalar, int};
use smallvec::SmallVec;

use crate::context::Context;
use crate::context::panel_cache::Slots;
use crate::fault::Checked;
use crate::frame::FrameSlot;
use crate::memory::order::Order;
use crate::mma::{Mma, Operand, Operands};
use crate::rows;
use crate::steps::affine::{Elements, PointerTile};
use crate::steps::views::{Joined, ViewTile};
use crate::steps::window::{Origin, Window};

/// An operand of a product.
#[derive(Debug)]
pub(crate) enum Matrix {
    Tile(Tile),
    Viewed(Box<Viewed>),
    Pointed(Box<Pointed>),
}

/// A tile, or one seen through an index map: strides in elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile {
    pub(crate) place: FrameSlot,
    pub(crate) batch: u32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

impl Tile {
    fn operand(&self, ctx: &Context<'_>) -> Operand {
        Operand {
            base: ctx.at(self.place),
            batch: self.batch as isize,
            row: self.row as isize,
            column: self.column as isize,
        }
    }
}

/// A tile of a view, whose elements are the same in memory and in tiles.
#[derive(Debug)]
pub(crate) struct Viewed {
    /// The load.
    pub(crate) op: Op,
    pub(crate) tile: ViewTile,
    /// See [`crate::steps::views::LoadView`].
    pub(crate) padding: u64,
    /// Dimensions of the tile: batches, rows, columns; none if all elements are the same one.
    pub(crate) dims: [Option<usize>; 3],
    /// The dimension that the innermost loop counts along, tile by tile.
    pub(crate) counted: Option<usize>,
    /// Where it is copied to if it cannot be read in place.
    pub(crate) copy: FrameSlot,
}

/// An operand as it is now.
pub(crate) struct Found {
    pub(crate) operand: Operand,
    /// Where that of the next iteration may be.
    next: Option<*const u8>,
    /// It is in memory of the launch.
    pub(crate) in_place: bool,
}

impl Viewed {
    /// The operand, of `count` neighbouring tiles as one.
    fn operand(&self, ctx: &Context<'_>, count: u32) -> Checked<Found> {
        let joined = self.counted.map_or(Joined::NONE, |dim| Joined { dim, count });
        let window = self.tile.resolve_joined(ctx, Order::WEAK, false, joined);
        let window = window.map_err(|fault| Box::new(fault.of(self.op)))?;
        if let Some(found) = self.in_place(ctx, &window, joined) {
            return Ok(found);
        }
        let copy = ctx.at(self.copy);
        // SAFETY: there is room for as many tiles as a product takes at a time.
        unsafe { window.read(ctx, 0, window.len(), copy, rows::lane_of(self.tile.elem, self.padding)) };
        let mut strides: SmallVec<[isize; 4]> = SmallVec::from_elem(1, self.tile.dims.len());
        for dim in (1..strides.len()).rev() {
            strides[dim - 1] = strides[dim] * (self.tile.dims[dim].len * joined.along(dim)) as isize;
        }
        Ok(Found { operand: self.strided(copy, |dim| strides[dim]), next: None, in_place: false })
    }

    /// The operand in memory, if it is there in one piece.
    fn in_place(&self, ctx: &Context<'_>, window: &Window, joined: Joined) -> Option<Found> {
        let Origin::Host(origin) = window.origin else { return None };
        let regular = self.tile.dims.iter().all(|dim| matches!(dim.along, Along::Step(_)));
        if !window.full || !regular {
            return None;
        }
        let size = rows::size(self.tile.elem);
        let base = origin.wrapping_add(window.start as usize * size);
        let stride = |dim: usize| ctx.tensor_stride(self.tile.view, self.tile.dims[dim].tensor) as isize;
        let more = |&dim: &usize| self.tile.tiles_left(ctx, dim) > u64::from(joined.count);
        // Where the next iteration of the loop will read, so that the product can prefetch it while it computes.
        let next = self.counted.filter(more).map(|dim| {
            let step = self.tile.dims[dim].len as isize * joined.count as isize;
            base.wrapping_offset(step.wrapping_mul(stride(dim)).wrapping_mul(size as isize)).cast_const()
        });
        Some(Found { operand: self.strided(base, stride), next, in_place: true })
    }

    fn strided(&self, base: *const u8, stride: impl Fn(usize) -> isize) -> Operand {
        let [batch, row, column] = self.dims.map(|dim| dim.map_or(0, &stride));
        Operand { base, batch, row, column }
    }
}

/// A tile that is loaded through pointers that do not follow from data, whose elements are the same in memory and in
/// tiles.
#[derive(Debug)]
pub(crate) struct Pointed {
    /// The load.
    pub(crate) op: Op,
    pub(crate) tile: Box<PointerTile>,
    /// Lanes between neighbours among batches, rows and columns; none if all elements are the same one.
    pub(crate) steps: [Option<u32>; 3],
    /// Where it is copied to if it is no window.
    pub(crate) copy: FrameSlot,
}

impl Pointed {
    fn operand(&self, ctx: &Context<'_>) -> Checked<Found> {
        let elements = self.tile.resolve(ctx, false).map_err(|fault| Box::new(fault.of(self.op)))?;
        if let Elements::Window(window) = &elements
            && let Some(operand) = self.in_place(window)
        {
            return Ok(Found { operand, next: None, in_place: true });
        }
        let copy = ctx.at(self.copy);
        // SAFETY: there is room for the tile.
        unsafe { elements.read(ctx, 0, elements.len(), copy, self.tile.padding(ctx)) };
        let [batch, row, column] = self.steps.map(|step| step.unwrap_or(0) as isize);
        Ok(Found { operand: Operand { base: copy, batch, row, column }, next: None, in_place: false })
    }

    /// The operand in memory, if all of it is there.
    fn in_place(&self, window: &Window) -> Option<Operand> {
        let Origin::Host(origin) = window.origin else { return None };
        if !window.full {
            return None;
        }
        let mut strides = [0; 3];
        for (stride, step) in strides.iter_mut().zip(self.steps) {
            *stride = step.map_or(Some(0), |step| window.distance(step as usize))? as isize;
        }
        let [batch, row, column] = strides;
        let base = origin.wrapping_add(window.start as usize * rows::size(window.elem));
        Some(Operand { base, batch, row, column })
    }
}

impl Matrix {
    /// The operand, of the tiles of `count` iterations as one.
    pub(crate) fn operand(&self, ctx: &Context<'_>, count: u32) -> Checked<Found> {
        match self {
            Matrix::Tile(tile) => Ok(Found { operand: tile.operand(ctx), next: None, in_place: false }),
            Matrix::Viewed(viewed) => viewed.operand(ctx, count),
            Matrix::Pointed(pointed) => pointed.operand(ctx),
        }
    }

    /// How many tiles of the loop there are from the current one on.
    fn tiles_left(&self, ctx: &Context<'_>) -> u64 {
        match self {
            Matrix::Viewed(viewed) => viewed.counted.map_or(1, |dim| viewed.tile.tiles_left(ctx, dim)),
            Matrix::Tile(_) | Matrix::Pointed(_) => 1,
        }
    }
}

/// A `for` whose iterations only contain the product; both operands continue along k.
#[derive(Debug)]
pub(crate) struct Repeat {
    pub(crate) iv: FrameSlot,
    pub(crate) upper: FrameSlot,
    pub(crate) step: FrameSlot,
    pub(crate) scalar: Scalar,
    pub(crate) unsigned: bool,
}

impl Repeat {
    /// Iterations that are left, this one included; 1 unless the loop counts one by one.
    fn left(&self, ctx: &Context<'_>) -> u64 {
        let number = |place| int::value(self.scalar, ctx.scalar(place, self.scalar), !self.unsigned);
        let left = number(self.upper) - number(self.iv);
        if number(self.step) == 1 { u64::try_from(left).unwrap_or(1) } else { 1 }
    }

    /// Continues to a later iteration.
    fn skip(&self, ctx: &Context<'_>, count: u32) {
        let iv = ctx.scalar(self.iv, self.scalar);
        ctx.set_scalar(self.iv, self.scalar, int::add(self.scalar, iv, count.into()).bits);
    }
}

/// `mmaf`, `mmai`, `mmaf_scaled`.
#[derive(Debug)]
pub(crate) struct Multiply {
    pub(crate) mma: Mma,
    /// Elements along k of one product.
    pub(crate) k: usize,
    pub(crate) lhs: Matrix,
    pub(crate) rhs: Matrix,
    pub(crate) scales: Option<[Tile; 2]>,
    pub(crate) repeat: Option<Repeat>,
    /// Where panels of rhs are kept, as far as it is read in place.
    pub(crate) slots: Option<Slots>,
    /// May be in the place of the result, without a copy. None for zeros.
    pub(crate) acc: Option<FrameSlot>,
    pub(crate) out: FrameSlot,
    /// Bytes of the result.
    pub(crate) bytes: usize,
    pub(crate) scratch: FrameSlot,
}

impl Multiply {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let count = self.repeat.as_ref().map_or(1, |repeat| self.count(ctx, repeat));
        let lhs = self.lhs.operand(ctx, count)?;
        let rhs = self.rhs.operand(ctx, count)?;
        let k = self.k * count as usize;
        let slots = self.slots.filter(|_| rhs.in_place);
        let kept = slots.and_then(|slots| ctx.panels.of(slots, &rhs.operand, k));
        let operands = Operands {
            lhs: lhs.operand,
            rhs: rhs.operand,
            kept,
            scales: self.scales.map(|scales| scales.map(|scale| scale.operand(ctx))),
            overwrite: self.acc.is_none(),
            k,
            next: [lhs.next, rhs.next.filter(|_| kept.is_none_or(|kept| !kept.is_made))],
        };
        let out = ctx.at(self.out);
        // SAFETY: the accumulator is the result or apart from it; operands are tiles apart from the result, or memory
        // of the launch; scratch memory has as many bytes as the product asked for.
        unsafe {
            if let Some(acc) = self.acc.filter(|&acc| acc != self.out) {
                out.copy_from_nonoverlapping(ctx.at(acc), self.bytes);
            }
            self.mma.run(out, &operands, ctx.at(self.scratch));
        }
        if let Some(repeat) = &self.repeat {
            repeat.skip(ctx, count - 1);
        }
        Ok(())
    }

    /// How many iterations are taken at a time: all of them load tiles that there are.
    fn count(&self, ctx: &Context<'_>, repeat: &Repeat) -> u32 {
        let tiles = self.lhs.tiles_left(ctx).min(self.rhs.tiles_left(ctx));
        repeat.left(ctx).min(tiles).min(self.mma.most() as u64) as u32
    }
}
