//! Accesses through multicast views: each element of a tile in the copy of every device.
//!
//! Lanes are combined one by one: what limits such programs is the network between devices, which there is none of
//! here.

#![allow(unsafe_code, reason = "places become raw memory here")]

use cuda_tile::attrs::{AtomicRMWMode, MultimemReductionKind};
use cuda_tile::multimem::{Pairs, combine};
use smallvec::SmallVec;

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::FrameSlot;
use crate::memory::order::Order;
use crate::memory::word::update;
use crate::rows;
use crate::steps::views::ViewTile;
use crate::steps::window::{Origin, Window};

/// Bytes of a pair of elements.
const PAIR: u64 = 4;

/// A tile of a multicast view.
#[derive(Debug)]
pub(crate) struct MulticastTile {
    pub(crate) tile: ViewTile,
    /// Of elements of 16 bits.
    pub(crate) pairs: Option<Pairs>,
}

impl MulticastTile {
    /// Finds the elements in the copy of each device; none when no element of the tile is inside of the tensor. Checks
    /// all that [`ViewTile::resolve`] checks, and that elements of 16 bits have partners.
    fn resolve(&self, ctx: &Context<'_>, order: Order, write: bool) -> Checked<SmallVec<[Window; 4]>> {
        let ViewTile { view, elem, .. } = self.tile;
        let base = ctx.tensor_base(view);
        if let Some(pairs) = self.pairs {
            self.check_pairs(ctx, pairs, base)?;
        }
        let Some((window, first)) = self.tile.locate(ctx, order)? else { return Ok(SmallVec::new()) };
        let Some(multicast) = ctx.memory.multicast(first) else {
            return Err(Box::new(self.no_multicast(ctx, order, write, &window, base)));
        };
        let size = rows::size(elem) as u64;
        window.walk(|lane, offset| {
            let address = base.wrapping_add(rows::position(elem, offset).0);
            if address.is_multiple_of(size) && multicast.holds(address, size) {
                return Ok(());
            }
            Err(Box::new(ctx.refusal(order, write, address, size).at(lane)))
        })?;
        let offset = base.wrapping_sub(multicast.start);
        let windows = multicast.copies.iter().map(|copy| {
            let origin = Origin::Host(copy.host.wrapping_add(offset as usize));
            Window { origin, axes: window.axes.clone(), ..window }
        });
        Ok(windows.collect())
    }

    /// The error for an address that is not one of several devices.
    #[cold]
    fn no_multicast(
        &self,
        ctx: &Context<'_>,
        order: Order,
        write: bool,
        window: &Window,
        base: u64,
    ) -> Fault {
        let size = rows::size(self.tile.elem) as u64;
        let mut found = None;
        let _: Checked = window.walk(|lane, offset| {
            let address = base.wrapping_add(rows::position(self.tile.elem, offset).0);
            found.get_or_insert((lane, address));
            Ok(())
        });
        let (lane, address) = found.unwrap_or((0, base));
        let fault = match ctx.region(address).filter(|region| region.range(address, size, false).is_some()) {
            None => ctx.refusal(order, write, address, size),
            Some(_) => {
                let (verb, name) = (order.verb(write), ctx.memory.name_at(address));
                let message = format!("{verb} {name}, which is not on several devices");
                Fault::new(fault::MULTICAST, message)
                    .note("a multimem op takes an address that stands for the copies of several devices")
            }
        };
        fault.at(lane)
    }

    fn check_pairs(&self, ctx: &Context<'_>, pairs: Pairs, base: u64) -> Checked {
        let (view, elem) = (self.tile.view, self.tile.elem);
        // Numbers that are no i64 are even or odd as their low bits are.
        let number = |number: u64| number as i64 & i64::MAX;
        let extents: SmallVec<[i64; 4]> =
            (0..view.rank).map(|dim| number(ctx.tensor_extent(view, dim))).collect();
        let strides: SmallVec<[i64; 4]> =
            (0..view.rank).map(|dim| number(ctx.tensor_stride(view, dim))).collect();
        if let Some(reason) = pairs.broken(&extents, &strides).first() {
            let message = format!("{elem} is accessed in pairs on several devices, but {reason}");
            return Err(Fault::new(fault::LONE_ELEMENT, message).into());
        }
        if !base.is_multiple_of(PAIR) {
            let message = format!(
                "{elem} is accessed in pairs on several devices, but the view begins at {base:#x}, which is not a multiple of {PAIR}"
            );
            return Err(Fault::new(fault::MISALIGNED, message).into());
        }
        Ok(())
    }
}

/// An access to a tile of a multicast view.
#[derive(Debug)]
pub(crate) struct Multimem {
    pub(crate) tile: MulticastTile,
    pub(crate) order: Order,
    pub(crate) action: Action,
}

/// What an access does with the copies of each element.
#[derive(Debug)]
pub(crate) enum Action {
    /// Loads them, combined device after device.
    LoadReduce {
        /// Bits of an element outside of the tensor; any where the language leaves it undefined.
        padding: u64,
        kind: MultimemReductionKind,
        out: FrameSlot,
    },
    /// Combines a tile into each of them.
    Reduce { value: FrameSlot, mode: AtomicRMWMode },
    /// Overwrites each of them with a tile.
    Store { value: FrameSlot },
}

impl Multimem {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let writes = !matches!(self.action, Action::LoadReduce { .. });
        let windows = self.tile.resolve(ctx, self.order, writes)?;
        match self.action {
            Action::LoadReduce { padding, kind, out } => self.load_reduce(ctx, &windows, padding, kind, out),
            Action::Reduce { value, mode } => self.reduce(ctx, &windows, value, mode),
            Action::Store { value } => {
                for window in &windows {
                    // SAFETY: the slot of the value holds a lane for each of the tile.
                    unsafe { window.write(ctx, 0, window.len(), ctx.at(value)) };
                }
            }
        }
        Ok(())
    }

    /// True for a load that orders nothing, before which blocks may still differ in what they wrote.
    pub(crate) fn is_weak_load(&self) -> bool {
        matches!(self.action, Action::LoadReduce { .. }) && !self.order.is_atomic()
    }

    fn load_reduce(
        &self,
        ctx: &Context<'_>,
        windows: &[Window],
        padding: u64,
        kind: MultimemReductionKind,
        out: FrameSlot,
    ) {
        let (elem, out) = (self.tile.tile.elem, ctx.at(out));
        let atomic = self.order.is_atomic();
        // SAFETY: the slot of the result holds a lane for each of the tile; windows give valid elements.
        unsafe {
            for lane in 0..self.tile.tile.len() {
                rows::write_lane(elem, out, lane, rows::lane_of(elem, padding));
            }
            for (device, window) in windows.iter().enumerate() {
                window.for_each(ctx, |lane, host| {
                    let value = rows::load_element(elem, host, false, atomic);
                    let value = match device {
                        0 => value,
                        _ => combine(kind, elem, rows::read_lane(elem, out, lane), value),
                    };
                    rows::write_lane(elem, out, lane, value);
                });
            }
        }
    }

    fn reduce(&self, ctx: &Context<'_>, windows: &[Window], value: FrameSlot, mode: AtomicRMWMode) {
        let (elem, value) = (self.tile.tile.elem, ctx.at(value));
        for window in windows {
            window.for_each(ctx, |lane, host| {
                // SAFETY: the slot of the value holds a lane for each of the tile; windows give valid elements.
                unsafe {
                    let arg = rows::read_lane(elem, value, lane);
                    update(host, mode, elem, arg, self.order);
                }
            });
        }
    }
}
