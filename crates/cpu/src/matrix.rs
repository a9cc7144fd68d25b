//! Matrix products of tiles.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use crate::context::Context;
use crate::mma::{Mma, Operand, Operands};
use crate::program::Place;

/// A tile, or one seen through an index map: strides in elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    pub(crate) place: Place,
    pub(crate) batch: u32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

impl Matrix {
    fn operand(&self, ctx: &Context<'_>) -> Operand {
        Operand {
            base: ctx.at(self.place),
            batch: self.batch as isize,
            row: self.row as isize,
            column: self.column as isize,
        }
    }
}

/// `mmaf`, `mmai`, `mmaf_scaled`.
#[derive(Debug)]
pub(crate) struct Multiply {
    pub(crate) mma: Mma,
    pub(crate) lhs: Matrix,
    pub(crate) rhs: Matrix,
    pub(crate) scales: Option<[Matrix; 2]>,
    /// May be where the result lies; then nothing is copied.
    pub(crate) acc: Place,
    pub(crate) out: Place,
    /// Bytes of the result.
    pub(crate) bytes: usize,
    pub(crate) scratch: Place,
}

impl Multiply {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        let operands = Operands {
            lhs: self.lhs.operand(ctx),
            rhs: self.rhs.operand(ctx),
            scales: self.scales.map(|scales| scales.map(|scale| scale.operand(ctx))),
            next: None,
        };
        let out = ctx.at(self.out);
        // SAFETY: the accumulator is the result or apart from it; operands are tiles apart from the result; scratch
        // memory has as many bytes as the product asked for.
        unsafe {
            if self.acc != self.out {
                out.copy_from_nonoverlapping(ctx.at(self.acc), self.bytes);
            }
            self.mma.run(out, &operands, ctx.at(self.scratch));
        }
    }
}
