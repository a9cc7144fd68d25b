//! Calls of functions that the caller supplies: of elements (`experimental$extern_elementwise`), and of tiles
//! (`preview$call`).

#![allow(unsafe_code, reason = "lanes are raw memory")]

use launch::{ExternFn, PreparedCall};
use numerics::{Scalar, pack};
use smallvec::SmallVec;

use crate::context::Context;
use crate::fault::{Checked, EXTERN_FAILS, Fault};
use crate::frame::FrameSlot;
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

/// A call of a supplied function on whole tiles.
pub(crate) struct TileCall {
    pub(crate) call: PreparedCall,
    /// Operands with the number of their elements.
    pub(crate) operands: Box<[(Lanes, usize)]>,
    pub(crate) outs: Box<[Lanes]>,
}

impl TileCall {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let read = |&(tile, len): &(Lanes, usize)| -> Vec<u64> {
            let bits = |lane| {
                // SAFETY: the slot of an operand holds a lane for each element.
                let image = unsafe { rows::read_lane(tile.scalar, ctx.at(tile.place), lane) };
                pack::from_storage(tile.scalar, image)
            };
            (0..len).map(bits).collect()
        };
        let tiles: Vec<Vec<u64>> = self.operands.iter().map(read).collect();
        let operands: Vec<&[u64]> = tiles.iter().map(Vec::as_slice).collect();
        let results = self.call.run(&operands).map_err(|why| Box::new(Fault::new(EXTERN_FAILS, why)))?;
        for (out, bits) in self.outs.iter().zip(results) {
            for (lane, bits) in bits.into_iter().enumerate() {
                let image = rows::lane_of(out.scalar, bits);
                // SAFETY: the slot of a result holds a lane for each element, and is this block's.
                unsafe { rows::write_lane(out.scalar, ctx.at(out.place), lane, image) };
            }
        }
        Ok(())
    }
}
