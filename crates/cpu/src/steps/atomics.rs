//! Read-modify-write: one transaction per element, in the order of the elements, unless the order is not
//! observable ([`crate::steps::atomic_aggregation`]).

#![allow(unsafe_code, reason = "elements are raw memory of the launch")]

use cuda_tile::attrs::AtomicRMWMode;
use numerics::Scalar;

use crate::context::Context;
use crate::fault::Checked;
use crate::frame::FrameSlot;
use crate::memory::order::Order;
use crate::memory::word::{exchange, update};
use crate::rows;
use crate::steps::atomic_aggregation;
use crate::steps::indexed::{Indexed, Offsets};
use crate::steps::matrix::Matrix;
use crate::steps::pointers::Lanes;
use crate::steps::views::ViewTile;

/// The pointers of the lanes of an atomic operation.
#[derive(Debug)]
pub(crate) enum Pointers {
    /// 64-bit addresses.
    Tile(FrameSlot),
    Indexed(Indexed),
}

/// The argument of each lane.
#[derive(Debug)]
pub(crate) enum Args {
    Tile(FrameSlot),
    /// All lanes have the one in front; room for one for each lane.
    Splat(FrameSlot, FrameSlot),
}

/// `atomic_rmw_tko`.
#[derive(Debug)]
pub(crate) struct ReadModifyWrite {
    pub(crate) pointers: Pointers,
    pub(crate) args: Args,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<FrameSlot>,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    /// The old values; none if they have no use.
    pub(crate) out: Option<FrameSlot>,
    /// The time at which it happens is not observable ([`crate::steps::private_atomics`]).
    pub(crate) deferred: bool,
}

impl ReadModifyWrite {
    /// Whether it loads its offsets itself.
    pub(crate) fn loads(&self) -> bool {
        match &self.pointers {
            Pointers::Tile(_) => false,
            Pointers::Indexed(indexed) => !matches!(indexed.offsets, Matrix::Tile(_)),
        }
    }

    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let out = self.out.map(|place| ctx.at(place));
        let offsets = match &self.pointers {
            Pointers::Tile(_) => None,
            Pointers::Indexed(indexed) => Some(indexed.offsets(ctx, self.len)?),
        };
        // Lanes that were added to private sums are done; the others follow one by one.
        // SAFETY: the slots hold a lane for each of the operation.
        let done = if self.deferred { unsafe { ctx.private_atomics.add(ctx, self, offsets) } } else { 0 };
        if done == self.len {
            return Ok(());
        }
        // SAFETY: the slots hold a lane for each of the operation, and scratch memory has room for operands that are
        // not tiles.
        let (lanes, arg) = unsafe { self.lanes(ctx, offsets) };
        // Old values only exist if each lane is a separate transaction.
        let all = done == 0 && out.is_none();
        let how = (self.mode, self.elem, self.order);
        // SAFETY: the slots hold a lane for each of the operation.
        if all && unsafe { atomic_aggregation::update_all(ctx, lanes, arg, how) } {
            return Ok(());
        }
        for lane in done..self.len {
            // SAFETY: the slots hold a lane for each of the operation; `element` gives addresses that may be written.
            unsafe {
                let old = match lanes.element(ctx, lane, self.elem, self.order, true)? {
                    Some(host) => {
                        let arg = rows::read_lane(self.elem, arg, lane);
                        update(host, self.mode, self.elem, arg, self.order)
                    }
                    // A lane that is masked off has no old value; the program may not depend on it.
                    None => 0,
                };
                if let Some(out) = out {
                    rows::write_lane(self.elem, out, lane, old);
                }
            }
        }
        Ok(())
    }

    /// Pointers and arguments as tiles.
    ///
    /// # Safety
    /// Places hold a lane for each of the operation, and rooms have room for as many.
    unsafe fn lanes(&self, ctx: &Context<'_>, offsets: Option<Offsets>) -> (Lanes, *const u8) {
        let mask = self.mask.map_or(std::ptr::null(), |place| ctx.at(place).cast_const());
        // SAFETY: this function's contract: places hold a lane for each of the operation, and rooms have room for as
        // many.
        unsafe {
            let pointers = match (&self.pointers, offsets) {
                (Pointers::Indexed(indexed), Some(offsets)) => indexed.pointers(ctx, offsets, self.len),
                (Pointers::Indexed(_), None) => unreachable!("offsets were found before"),
                (Pointers::Tile(place), _) => ctx.at(*place).cast::<u64>().cast_const(),
            };
            let args = match self.args {
                Args::Tile(place) => ctx.at(place),
                Args::Splat(one, room) => {
                    let room = ctx.at(room);
                    rows::fill(self.elem, room, self.len, rows::read_lane(self.elem, ctx.at(one), 0));
                    room
                }
            };
            (Lanes { pointers, mask, n: self.len }, args)
        }
    }
}

/// `atomic_cas_tko`.
#[derive(Debug)]
pub(crate) struct CompareAndSwap {
    /// 64-bit addresses.
    pub(crate) pointers: FrameSlot,
    pub(crate) expected: FrameSlot,
    pub(crate) value: FrameSlot,
    /// Bytes of 0 and 1; lanes that are masked off return what they would have compared with.
    pub(crate) mask: Option<FrameSlot>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    /// The old values; none if they have no use.
    pub(crate) out: Option<FrameSlot>,
}

impl CompareAndSwap {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let lanes = ctx.lanes(self.pointers, self.mask, self.len);
        let (expected, value) = (ctx.at(self.expected), ctx.at(self.value));
        for lane in 0..self.len {
            // SAFETY: the slots hold a lane for each of the operation; `element` gives addresses that may be written.
            unsafe {
                let expected = rows::read_lane(self.elem, expected, lane);
                let old = match lanes.element(ctx, lane, self.elem, self.order, true)? {
                    Some(host) => {
                        let value = rows::read_lane(self.elem, value, lane);
                        exchange(host, self.elem, expected, value, self.order)
                    }
                    None => expected,
                };
                if let Some(out) = self.out {
                    rows::write_lane(self.elem, ctx.at(out), lane, old);
                }
            }
        }
        Ok(())
    }
}

/// `atomic_red_view_tko`.
#[derive(Debug)]
pub(crate) struct ReduceIntoView {
    pub(crate) tile: ViewTile,
    pub(crate) value: FrameSlot,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) order: Order,
}

impl ReduceIntoView {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let window = self.tile.resolve(ctx, self.order, true)?;
        let value = ctx.at(self.value);
        window.for_each(ctx, |lane, host| {
            // SAFETY: the slot of the value holds a lane for each of the tile; the window gives valid elements.
            unsafe {
                let arg = rows::read_lane(self.tile.elem, value, lane);
                update(host, self.mode, self.tile.elem, arg, self.order);
            }
        });
        Ok(())
    }
}
