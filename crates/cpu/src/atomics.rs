//! Read-modify-write: one transaction per element, in the order of the elements, unless the order is not
//! observable ([`crate::atomic_aggregation`]).

#![allow(unsafe_code, reason = "elements are raw memory of the launch")]

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::{Rounding, Scalar, float, int};

use crate::atomic_aggregation;
use crate::context::Context;
use crate::fault::Checked;
use crate::indexed::{Indexed, Offsets};
use crate::matrix::Matrix;
use crate::pointers::Lanes;
use crate::program::FrameSlot;
use crate::rows;
use crate::views::{Order, ViewTile};

/// The ordering of a transaction on the host.
fn ordering(order: Order) -> Ordering {
    match order.ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed => Ordering::Relaxed,
        MemoryOrdering::Acquire => Ordering::Acquire,
        MemoryOrdering::Release => Ordering::Release,
        MemoryOrdering::AcqRel => Ordering::AcqRel,
    }
}

/// The ordering of the load of a transaction that fails.
fn failure(order: Order) -> Ordering {
    match order.ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed | MemoryOrdering::Release => Ordering::Relaxed,
        MemoryOrdering::Acquire | MemoryOrdering::AcqRel => Ordering::Acquire,
    }
}

/// The contents of memory after an atomic on an element.
fn combine(mode: AtomicRMWMode, elem: Scalar, old: u64, arg: u64) -> u64 {
    match mode {
        AtomicRMWMode::And => old & arg,
        AtomicRMWMode::Or => old | arg,
        AtomicRMWMode::Xor => old ^ arg,
        AtomicRMWMode::Add => int::add(elem, old, arg).bits,
        AtomicRMWMode::AddF => float::add(elem, old, arg, Rounding::NearestEven, false),
        AtomicRMWMode::Max => int::max(elem, old, arg, true),
        AtomicRMWMode::Min => int::min(elem, old, arg, true),
        AtomicRMWMode::UMax => int::max(elem, old, arg, false),
        AtomicRMWMode::UMin => int::min(elem, old, arg, false),
        AtomicRMWMode::Xchg => arg,
    }
}

/// Atomics of one width.
macro_rules! width {
    ($name:ident, $atomic:ty, $word:ty) => {
        /// Atomics on words of this width.
        mod $name {
            use super::*;

            /// Applies the mode to a word; returns the old one.
            ///
            /// # Safety
            /// The word is valid and aligned.
            pub(super) unsafe fn update(
                host: *mut u8,
                mode: AtomicRMWMode,
                elem: Scalar,
                arg: u64,
                order: Order,
            ) -> u64 {
                // SAFETY: this function's contract: the word is valid and aligned. Others access the word by atomics
                // only, or race by their own fault.
                let word = unsafe { <$atomic>::from_ptr(host.cast()) };
                let (bits, order, failed) = (arg as $word, ordering(order), failure(order));
                let old = match mode {
                    AtomicRMWMode::Add => word.fetch_add(bits, order),
                    AtomicRMWMode::And => word.fetch_and(bits, order),
                    AtomicRMWMode::Or => word.fetch_or(bits, order),
                    AtomicRMWMode::Xor => word.fetch_xor(bits, order),
                    AtomicRMWMode::Xchg => word.swap(bits, order),
                    AtomicRMWMode::UMax => word.fetch_max(bits, order),
                    AtomicRMWMode::UMin => word.fetch_min(bits, order),
                    // The host has no such instruction for floats, and `fetch_max` of unsigned words compares them
                    // without a sign.
                    AtomicRMWMode::AddF | AtomicRMWMode::Max | AtomicRMWMode::Min => {
                        let change = |old| Some(combine(mode, elem, u64::from(old), arg) as $word);
                        match word.fetch_update(order, failed, change) {
                            Ok(old) | Err(old) => old,
                        }
                    }
                };
                old.into()
            }

            /// Replaces a word if it is the expected one; returns the old one.
            ///
            /// # Safety
            /// The word is valid and aligned.
            pub(super) unsafe fn exchange(host: *mut u8, expected: u64, value: u64, order: Order) -> u64 {
                // SAFETY: as in `update`.
                let word = unsafe { <$atomic>::from_ptr(host.cast()) };
                match word.compare_exchange(
                    expected as $word,
                    value as $word,
                    ordering(order),
                    failure(order),
                ) {
                    Ok(old) | Err(old) => old.into(),
                }
            }
        }
    };
}

width!(half, AtomicU16, u16);
width!(word, AtomicU32, u32);
width!(double, AtomicU64, u64);

/// Replaces an element; returns the old one. Atomics have no elements of less than 16 bits.
///
/// # Safety
/// The element is valid and aligned.
pub(crate) unsafe fn update(host: *mut u8, mode: AtomicRMWMode, elem: Scalar, arg: u64, order: Order) -> u64 {
    // SAFETY: this function's contract: the element is valid and aligned.
    unsafe {
        match rows::size(elem) {
            2 => half::update(host, mode, elem, arg, order),
            4 => word::update(host, mode, elem, arg, order),
            _ => double::update(host, mode, elem, arg, order),
        }
    }
}

/// Replaces an element if it is the expected one; returns the old one.
///
/// # Safety
/// The element is valid and aligned.
unsafe fn exchange(host: *mut u8, elem: Scalar, expected: u64, value: u64, order: Order) -> u64 {
    // SAFETY: this function's contract: the element is valid and aligned.
    unsafe {
        match rows::size(elem) {
            2 => half::exchange(host, expected, value, order),
            4 => word::exchange(host, expected, value, order),
            _ => double::exchange(host, expected, value, order),
        }
    }
}

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
    /// The time at which it happens is not observable ([`crate::private_atomics`]).
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
