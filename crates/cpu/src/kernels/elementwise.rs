//! The one way to run any element-wise operation.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use smallvec::SmallVec;

use super::lanes::LaneOp;
use super::operation::{Operation, Signature};
use super::{Kernel, float, int, lane_size};
use crate::isa::Isa;

/// An element-wise operation, resolved for an instruction set.
pub(crate) struct Elementwise {
    /// Bytes of a lane of each operand.
    operands: SmallVec<[usize; 3]>,
    /// Bytes of a lane of the result.
    result: usize,
    how: How,
}

enum How {
    Vector(Kernel),
    Lanes(LaneOp),
}

/// Bytes that an in-place operation computes at a time.
const BLOCK: usize = 4096;

/// Memory for one block.
#[repr(C, align(64))]
struct Block([u8; BLOCK]);

impl Elementwise {
    /// The fastest way that there is.
    pub(crate) fn new(operation: Operation, isa: Isa) -> Elementwise {
        match vector(operation, isa) {
            Some(kernel) => Elementwise::with(&operation.signature(), How::Vector(kernel)),
            None => Elementwise::slow(operation),
        }
    }

    /// One lane at a time, by the definitions of `numerics`.
    pub(crate) fn slow(operation: Operation) -> Elementwise {
        Elementwise::with(&operation.signature(), How::Lanes(LaneOp::of(operation)))
    }

    fn with(signature: &Signature, how: How) -> Elementwise {
        Elementwise {
            operands: signature.operands().iter().map(|&scalar| lane_size(scalar)).collect(),
            result: lane_size(signature.result),
            how,
        }
    }

    /// Whether there is a vector kernel.
    pub(crate) fn is_vector(&self) -> bool {
        matches!(self.how, How::Vector(_))
    }

    /// Bytes of a lane of each operand.
    pub(crate) fn operands(&self) -> &[usize] {
        &self.operands
    }

    /// Bytes of a lane of the result.
    pub(crate) fn result(&self) -> usize {
        self.result
    }

    /// Computes `n` lanes; sources beyond the operands are ignored.
    ///
    /// # Safety
    /// As for a [`Kernel`].
    pub(crate) unsafe fn run(&self, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        match &self.how {
            How::Vector(kernel) if srcs[..self.operands.len()].contains(&dst.cast_const()) => {
                // SAFETY: the caller's promise.
                unsafe { self.in_place(*kernel, dst, srcs, n) };
            }
            // SAFETY: the caller's promise.
            How::Vector(kernel) => unsafe { kernel(dst, srcs, n) },
            // SAFETY: the caller's promise.
            How::Lanes(lanes) => unsafe { lanes.run(dst, srcs, n) },
        }
    }

    /// Computes block by block into other memory: loops over memory that overlaps are not vectorised.
    ///
    /// # Safety
    /// As for a [`Kernel`].
    unsafe fn in_place(&self, kernel: Kernel, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        let mut block = std::mem::MaybeUninit::<Block>::uninit();
        let block = block.as_mut_ptr().cast::<u8>();
        let step = BLOCK / self.result;
        for start in (0..n).step_by(step) {
            let count = step.min(n - start);
            let mut parts = srcs;
            for (part, size) in parts.iter_mut().zip(&self.operands) {
                // SAFETY: `start` lanes are inside of the source.
                *part = unsafe { part.add(start * size) };
            }
            // SAFETY: these lanes are inside of the caller's; the block has room for them and is written before it is
            // read.
            unsafe {
                kernel(block, parts, count);
                dst.add(start * self.result).copy_from_nonoverlapping(block, count * self.result);
            }
        }
    }
}

/// The vector kernel of an operation, if there is one.
fn vector(operation: Operation, isa: Isa) -> Option<Kernel> {
    use Operation as O;
    match operation {
        O::FloatBinary { op, scalar, rounding, flush } => float::binary(op, scalar, rounding, flush, isa),
        O::IntBinary { op, scalar } => int::wrapping(op, scalar, isa),
        _ => None,
    }
}
