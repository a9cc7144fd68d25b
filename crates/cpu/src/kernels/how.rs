//! How the lanes of an operation are computed: by a kernel, by a kernel between conversions, by a table, or one by one.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::mem::MaybeUninit;

use super::lanes::{self, LaneOp};
use super::operation::Operation;
use super::{Kernel, lane_size};

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
pub(super) const LANES: usize = 256;

/// Memory for one block of lanes.
#[repr(C, align(64))]
pub(super) struct Block([u8; LANES * MAX_LANE_BYTES]);

/// The sources from lane `start` on.
///
/// # Safety
/// Those of the operands hold `start` lanes.
pub(super) unsafe fn advanced(mut srcs: [*const u8; 3], sizes: &[usize], start: usize) -> [*const u8; 3] {
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
    pub(super) unsafe fn run(
        &self,
        operands: &[usize],
        result: usize,
        dst: *mut u8,
        srcs: [*const u8; 3],
        n: usize,
    ) {
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
    pub(super) fn of(operation: Operation) -> Option<Table> {
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
    pub(super) unsafe fn run(&self, dst: *mut u8, src: *const u8, n: usize) {
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
