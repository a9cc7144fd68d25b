//! Calls of functions that the caller supplies (`experimental$extern_elementwise`).

#![allow(unsafe_code, reason = "lanes are raw memory")]

use launch::ExternFn;
use numerics::{Scalar, pack};
use smallvec::SmallVec;

use crate::context::Context;
use crate::program::FrameSlot;
use crate::rows;

/// A tile of lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    pub(crate) place: FrameSlot,
    pub(crate) scalar: Scalar,
}

/// A call of a supplied function on every element.
pub(crate) struct ExternCall {
    pub(crate) function: ExternFn,
    pub(crate) operands: Box<[Lanes]>,
    pub(crate) out: Lanes,
    pub(crate) len: usize,
}

impl ExternCall {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        let mut bits: SmallVec<[u64; 4]> = SmallVec::new();
        for lane in 0..self.len {
            bits.clear();
            bits.extend(self.operands.iter().map(|operand| {
                // SAFETY: the slot of an operand holds a lane for each element.
                let image = unsafe { rows::read_lane(operand.scalar, ctx.at(operand.place), lane) };
                pack::from_storage(operand.scalar, image)
            }));
            let scalar = self.out.scalar;
            let result = (self.function)(&bits) & (u64::MAX >> (64 - scalar.bits()));
            // SAFETY: the slot of the result holds a lane for each element, and is this block's.
            unsafe { rows::write_lane(scalar, ctx.at(self.out.place), lane, rows::lane_of(scalar, result)) };
        }
    }
}
