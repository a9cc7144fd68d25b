//! The one way to run any element-wise operation.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::how::{Block, How, LANES, Table, advanced};
use super::lanes::LaneOp;
use super::operation::Operation;
use super::{Kernel, lane_size, select};
use crate::isa::Isa;

/// An element-wise operation, resolved for an instruction set.
pub(crate) struct Elementwise {
    operation: Operation,
    /// Bytes of a lane of each operand.
    operands: SmallVec<[usize; 3]>,
    /// Bytes of a lane of the result.
    result: usize,
    /// The first two operands must be exchanged.
    exchanged: bool,
    how: How,
}

impl Elementwise {
    /// The fastest way that there is.
    pub(crate) fn new(operation: Operation, isa: Isa) -> Elementwise {
        let mirrored = select::exchanged(operation);
        let how = select::select(mirrored.unwrap_or(operation), isa)
            .or_else(|| Table::of(operation).map(How::Table))
            .unwrap_or_else(|| How::Lanes(LaneOp::of(mirrored.unwrap_or(operation))));
        Elementwise { exchanged: mirrored.is_some(), ..Elementwise::with(operation, how) }
    }

    /// One lane at a time, by the definitions of `numerics`.
    #[cfg(test)]
    pub(crate) fn slow(operation: Operation) -> Elementwise {
        Elementwise::with(operation, How::Lanes(LaneOp::of(operation)))
    }

    fn with(operation: Operation, how: How) -> Elementwise {
        let signature = operation.signature();
        let operands = signature.operands().iter().map(|&scalar| lane_size(scalar)).collect();
        Elementwise { operation, operands, result: lane_size(signature.result), exchanged: false, how }
    }

    /// The operation.
    pub(crate) fn operation(&self) -> Operation {
        self.operation
    }

    /// Whether lanes are computed faster than one at a time.
    #[cfg(test)]
    pub(crate) fn is_fast(&self) -> bool {
        !matches!(self.how, How::Lanes(_))
    }

    /// Bytes of a lane of each operand.
    #[cfg(test)]
    pub(crate) fn operands(&self) -> &[usize] {
        &self.operands
    }

    /// Bytes of a lane of the result.
    #[cfg(test)]
    pub(crate) fn result(&self) -> usize {
        self.result
    }

    /// Computes `n` lanes; sources beyond the operands are ignored.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    #[inline]
    pub(crate) unsafe fn run(&self, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        // SAFETY: sources hold `n` lanes and `dst` has room for them, which is what both kinds of kernels ask for.
        unsafe {
            match self.how {
                // Sources go to the kernel as they were written: copied once more, they would be read in wider pieces
                // than they were stored in, which a processor waits for.
                How::Vector(kernel) if !self.exchanged && !self.is_in_place(dst, &srcs) => {
                    kernel.run(dst, srcs, n);
                }
                _ => self.run_otherwise(dst, srcs, n),
            }
        }
    }

    /// Whether an operand is in the place of the result.
    #[inline]
    fn is_in_place(&self, dst: *mut u8, srcs: &[*const u8; 3]) -> bool {
        let among = |operand: usize| operand < self.operands.len() && srcs[operand] == dst.cast_const();
        among(0) | among(1) | among(2)
    }

    /// Whatever [`Elementwise::run`] does not hand to a kernel as it is.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    #[inline(never)]
    unsafe fn run_otherwise(&self, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        let srcs = if self.exchanged { [srcs[1], srcs[0], srcs[2]] } else { srcs };
        // SAFETY: sources hold `n` lanes and `dst` has room for them, which is what every kind of kernel asks for.
        unsafe {
            match &self.how {
                How::Vector(kernel) if self.is_in_place(dst, &srcs) => self.in_place(*kernel, dst, srcs, n),
                How::Vector(kernel) => kernel.run(dst, srcs, n),
                How::Through(through) => through.run(&self.operands, self.result, dst, srcs, n),
                How::Table(table) => table.run(dst, srcs[0], n),
                How::Lanes(lanes) => lanes.run(dst, srcs, n),
            }
        }
    }

    /// Computes block by block into other memory: loops over memory that overlaps are not vectorised.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    unsafe fn in_place(&self, kernel: Kernel, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        let mut block = MaybeUninit::<Block>::uninit();
        let block = block.as_mut_ptr().cast::<u8>();
        for start in (0..n).step_by(LANES) {
            let count = LANES.min(n - start);
            // SAFETY: these lanes are inside of the caller's; the block has room for them and is written before it is
            // read.
            unsafe {
                kernel.run(block, advanced(srcs, &self.operands, start), count);
                dst.add(start * self.result).copy_from_nonoverlapping(block, count * self.result);
            }
        }
    }
}
