//! Pointers that are one pointer and a tile of offsets, as those of a histogram: they need not be made where what uses
//! them can count elements.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use crate::context::Context;
use crate::fault::Checked;
use crate::frame::FrameSlot;
use crate::steps::matrix::Matrix;

/// `base + offsets[lane] * step`.
#[derive(Debug)]
pub(crate) struct Indexed {
    /// A 64-bit address.
    pub(crate) base: FrameSlot,
    /// Signed numbers: a tile, or a row that is read in place.
    pub(crate) offsets: Matrix,
    /// They have 64 bits, not 32.
    pub(crate) wide: bool,
    /// Bytes of an element.
    pub(crate) step: u64,
    /// Room for a pointer for each lane.
    pub(crate) room: FrameSlot,
    /// Room for an offset for each lane.
    pub(crate) copy: FrameSlot,
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
        // SAFETY: the slot of a pointer holds 8 bytes, aligned.
        unsafe { ctx.at(self.base).cast::<u64>().read() }
    }

    /// The offsets of `n` lanes. Where they are in memory of the launch, others may write them meanwhile.
    pub(crate) fn offsets(&self, ctx: &Context<'_>, n: usize) -> Checked<Offsets> {
        let found = self.offsets.operand(ctx, 1)?;
        let (base, step) = (found.operand.base, found.operand.column);
        let together = step == 1 || !found.in_place;
        if self.wide {
            return Ok(Offsets::Wide(if together { base.cast() } else { self.together(ctx, base, step, n) }));
        }
        Ok(Offsets::Narrow(if together { base.cast() } else { self.together(ctx, base, step, n) }))
    }

    /// Offsets that are `step` apart from each other, copied.
    fn together<T: Copy>(&self, ctx: &Context<'_>, base: *const u8, step: isize, n: usize) -> *const T {
        let (from, copy) = (base.cast::<T>(), ctx.at(self.copy).cast::<T>());
        for lane in 0..n {
            // SAFETY: the row has `n` elements `step` apart, and the copy has room for `n`.
            unsafe { copy.add(lane).write(from.wrapping_offset(lane as isize * step).read_unaligned()) };
        }
        copy
    }

    /// Makes the pointers of `n` lanes.
    ///
    /// # Safety
    /// There are `n` offsets, and room for as many pointers.
    pub(crate) unsafe fn pointers(&self, ctx: &Context<'_>, offsets: Offsets, n: usize) -> *const u64 {
        let (start, room) = (self.start(ctx), ctx.at(self.room).cast::<u64>());
        let pointer = |offset: i64| start.wrapping_add((offset as u64).wrapping_mul(self.step));
        for lane in 0..n {
            // SAFETY: this function's contract: there are `n` offsets, and room for as many pointers.
            unsafe {
                let offset = match offsets {
                    Offsets::Narrow(offsets) => i64::from(offsets.add(lane).read()),
                    Offsets::Wide(offsets) => offsets.add(lane).read(),
                };
                room.add(lane).write(pointer(offset));
            }
        }
        room
    }
}
