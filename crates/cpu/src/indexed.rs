//! Pointers that are one pointer and a tile of offsets, as those of a histogram: they need not be made where what uses them
//! can count elements.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use crate::context::Context;
use crate::program::Place;

/// `base + offsets[lane] * step`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indexed {
    /// A 64-bit address.
    pub(crate) base: Place,
    /// Signed numbers.
    pub(crate) offsets: Place,
    /// They have 64 bits, not 32.
    pub(crate) wide: bool,
    /// Bytes of an element.
    pub(crate) step: u64,
    /// Room for a pointer for each lane.
    pub(crate) room: Place,
}

/// The offset of each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offsets {
    Narrow(*const i32),
    Wide(*const i64),
}

impl Indexed {
    /// The address that offsets count from.
    pub(crate) fn start(&self, ctx: &Context<'_>) -> u64 {
        // SAFETY: the place of a pointer holds 8 bytes, aligned.
        unsafe { ctx.at(self.base).cast::<u64>().read() }
    }

    /// The offsets.
    pub(crate) fn offsets(&self, ctx: &Context<'_>) -> Offsets {
        let place = ctx.at(self.offsets);
        if self.wide { Offsets::Wide(place.cast()) } else { Offsets::Narrow(place.cast()) }
    }

    /// Makes the pointers of `n` lanes.
    ///
    /// # Safety
    /// There are `n` offsets, and room for as many pointers.
    pub(crate) unsafe fn pointers(&self, ctx: &Context<'_>, n: usize) -> *const u64 {
        let (start, room) = (self.start(ctx), ctx.at(self.room).cast::<u64>());
        let pointer = |offset: i64| start.wrapping_add((offset as u64).wrapping_mul(self.step));
        for lane in 0..n {
            // SAFETY: the caller's.
            unsafe {
                let offset = match self.offsets(ctx) {
                    Offsets::Narrow(offsets) => i64::from(offsets.add(lane).read()),
                    Offsets::Wide(offsets) => offsets.add(lane).read(),
                };
                room.add(lane).write(pointer(offset));
            }
        }
        room
    }
}
