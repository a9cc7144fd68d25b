//! The one way to run any element-wise operation.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::lanes::{self, LaneOp};
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

/// How lanes are computed.
pub(super) enum How {
    /// By one kernel.
    Vector(Kernel),
    /// By a kernel between conversions.
    Through(Box<Through>),
    /// By looking up the result.
    Table(Table),
    /// One lane at a time.
    Lanes(LaneOp),
}

/// Bytes of the largest lane.
const MAX_LANE_BYTES: usize = 8;

/// Lanes that are computed at a time where results take a way through other memory.
const LANES: usize = 256;

/// Memory for one block of lanes.
#[repr(C, align(64))]
struct Block([u8; LANES * MAX_LANE_BYTES]);

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

/// The sources from lane `start` on.
///
/// # Safety
/// Those of the operands hold `start` lanes.
unsafe fn advanced(mut srcs: [*const u8; 3], sizes: &[usize], start: usize) -> [*const u8; 3] {
    for (src, size) in srcs.iter_mut().zip(sizes) {
        // SAFETY: this function's contract: those of the operands hold `start` lanes.
        *src = unsafe { src.add(start * size) };
    }
    srcs
}

/// A kernel whose operands are converted before, and its result after, block by block.
pub(super) struct Through {
    pub(super) widen: [Option<Kernel>; 3],
    pub(super) kernel: Kernel,
    pub(super) narrow: Option<Kernel>,
}

impl Through {
    /// A kernel of one operand after a conversion.
    pub(super) fn one(widen: Kernel, kernel: Kernel) -> Through {
        Through { widen: [Some(widen), None, None], kernel, narrow: None }
    }

    /// # Safety
    /// As for [`Kernel::run`], with operands and results of these sizes.
    unsafe fn run(&self, operands: &[usize], result: usize, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        let mut blocks = MaybeUninit::<[Block; 4]>::uninit();
        let [a, b, c, wide] = [0, 1, 2, 3]
            .map(|block| blocks.as_mut_ptr().cast::<u8>().wrapping_add(block * size_of::<Block>()));
        let none = std::ptr::null();
        for start in (0..n).step_by(LANES) {
            let count = LANES.min(n - start);
            // SAFETY: these lanes are inside of the caller's; blocks have room for them and are written before they are
            // read.
            unsafe {
                let mut parts = advanced(srcs, operands, start);
                for ((part, widen), block) in parts.iter_mut().zip(self.widen).zip([a, b, c]) {
                    if let Some(widen) = widen {
                        widen.run(block, [*part, none, none], count);
                        *part = block;
                    }
                }
                let dst = dst.add(start * result);
                match self.narrow {
                    Some(narrow) => {
                        self.kernel.run(wide, parts, count);
                        narrow.run(dst, [wide, none, none], count);
                    }
                    None => self.kernel.run(dst, parts, count),
                }
            }
        }
    }
}

/// The results of an operation with one operand of at most 8 bits.
pub(super) struct Table {
    lanes: Box<[u64; 256]>,
    size: usize,
}

impl Table {
    /// Computes the table.
    fn of(operation: Operation) -> Option<Table> {
        let signature = operation.signature();
        let &[scalar] = signature.operands() else { return None };
        if scalar.bits() > 8 {
            return None;
        }
        let operands: Vec<u8> = (0..=255).collect();
        let size = lane_size(signature.result);
        let mut bytes = [0u64; 256];
        let results = bytes.as_mut_ptr().cast::<u8>();
        let none = std::ptr::null();
        let mut lanes = Box::new([0; 256]);
        // SAFETY: 256 lanes of a byte, room for as many of the largest size.
        unsafe {
            LaneOp::of(operation).run(results, [operands.as_ptr(), none, none], 256);
            for (lane, entry) in lanes.iter_mut().enumerate() {
                *entry = lanes::read_image(size, results, lane);
            }
        }
        Some(Table { lanes, size })
    }

    /// # Safety
    /// As for [`Kernel::run`].
    unsafe fn run(&self, dst: *mut u8, src: *const u8, n: usize) {
        for lane in 0..n {
            // SAFETY: `lane` is below `n`; `src` has `n` bytes, and `dst` room for `n` lanes.
            unsafe {
                let image = self.lanes[usize::from(src.add(lane).read())];
                match self.size {
                    1 => dst.add(lane).write(image as u8),
                    2 => dst.cast::<u16>().add(lane).write(image as u16),
                    4 => dst.cast::<u32>().add(lane).write(image as u32),
                    _ => dst.cast::<u64>().add(lane).write(image),
                }
            }
        }
    }
}
