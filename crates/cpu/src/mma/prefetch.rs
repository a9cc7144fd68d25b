//! Prefetch of the operands of the next product, a few cache lines at a time.
//!
//! Fetching touches nothing, so an address may be wrong.

use super::panel::Matrix;
use crate::machine::MACHINE;

/// Bytes of a cache line.
const LINE: usize = MACHINE.line;

/// Memory still to be fetched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OperandPrefetcher {
    lines: [Lines; 2],
    /// Lines to be fetched each time that [`EVERY`] words along k have been multiplied.
    share: usize,
}

/// Words along k of a register tile between two prefetches: a core can wait for only a few lines at
/// once, so they are spread over the products.
pub(super) const EVERY: usize = 4;

/// Contiguous runs in memory, all of one length and with one stride.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    /// The address of the run that is being fetched.
    run: usize,
    /// Bytes from a run to the next.
    stride: isize,
    /// Runs left, this one included.
    runs: usize,
    /// Lines of a run.
    length: usize,
    /// Lines of this run that have been fetched.
    done: usize,
}

impl Lines {
    /// Those of a matrix of which rows or columns are contiguous.
    fn of(matrix: &Matrix, [rows, columns]: [usize; 2], size: usize) -> Lines {
        let (stride, runs, length) = if matrix.column == size as isize {
            (matrix.row, rows, columns)
        } else if matrix.row == size as isize {
            (matrix.column, columns, rows)
        } else {
            // Neither rows nor columns are contiguous: a line for each element would be too many.
            return Lines::default();
        };
        let run = matrix.base.addr();
        Lines { run, stride, runs, length: (run % LINE + length * size).div_ceil(LINE), done: 0 }
    }

    fn count(&self) -> usize {
        self.runs * self.length - self.done
    }

    #[inline(always)]
    fn fetch(&mut self) {
        prefetch(self.run.wrapping_add(self.done * LINE));
        self.done += 1;
        if self.done == self.length {
            (self.run, self.runs, self.done) = (self.run.wrapping_add_signed(self.stride), self.runs - 1, 0);
        }
    }
}

/// Into the second-level cache.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch(address: usize) {
    use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
    // SAFETY: fetching into the cache is defined for any address.
    unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::without_provenance(address)) };
}

/// Fetches `bytes` bytes from an address on, which need not be memory, into the first-level cache.
#[cfg(target_arch = "x86_64")]
pub(super) fn fetch(from: *const u8, bytes: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    for line in (0..bytes).step_by(LINE) {
        // SAFETY: fetching into the cache is defined for any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.wrapping_add(line).cast()) };
    }
}

/// There is no such instruction in stable Rust.
#[cfg(not(target_arch = "x86_64"))]
fn prefetch(_address: usize) {}

/// There is no such instruction in stable Rust.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fetch(_from: *const u8, _bytes: usize) {}

impl OperandPrefetcher {
    /// Up to two matrices with their extents and bytes of an element.
    pub(super) fn new(matrices: [(Option<Matrix>, [usize; 2]); 2], size: usize) -> OperandPrefetcher {
        let lines = |(matrix, extents): (Option<Matrix>, _)| {
            matrix.map_or_else(Lines::default, |matrix| Lines::of(&matrix, extents, size))
        };
        OperandPrefetcher { lines: matrices.map(lines), share: 0 }
    }

    /// The same, fetched in `shares` shares.
    pub(super) fn in_shares(self, shares: usize) -> OperandPrefetcher {
        let lines: usize = self.lines.iter().map(Lines::count).sum();
        OperandPrefetcher { share: lines.div_ceil(shares.max(1)), ..self }
    }

    /// Fetches a share.
    #[inline(always)]
    pub(super) fn fetch(&mut self) {
        for _ in 0..self.share {
            match self.lines.iter_mut().find(|lines| lines.runs > 0) {
                Some(lines) => lines.fetch(),
                None => return self.share = 0,
            }
        }
    }
}
