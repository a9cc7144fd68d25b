//! Split-bf16 emulation: products of f16 and tf32 in the matrix registers of AMX, which multiply bf16 only. Each factor
//! is a sum of two bf16 numbers.
//!
//! - A number of 11 bits is the sum of one of 8 bits, which it is rounded to, and what is left. A product of such sums
//!   is the sum of four products of bf16, each exact in f32.
//! - The registers treat subnormal numbers as zero, and infinity and NaN have no halves. So the operands are looked at
//!   while they are taken apart, and the sums before or after: where something could be lost, the plan computes the
//!   block with vectors.

mod exact;
mod kernel;
mod pack;

use self::exact::Range;
use self::kernel::Block;
use self::pack::{PackFn, Panel};
use super::inputs::{Depth, Inputs};
use super::panel::Matrix;
use super::prefetch::OperandPrefetcher;
use super::tile::amx::{self, Session};
use super::{Factors, Product};
use crate::isa::Isa;
use crate::machine::MACHINE;

/// Elements along k of a register.
const CHUNK: usize = 32;
/// Rows and columns of a register of accumulators.
const SQUARE: usize = 16;
/// Rows and columns that a kernel computes.
const BLOCK: usize = 2 * SQUARE;
/// Bytes of a register.
const REGISTER: usize = 1024;
/// Bytes of the halves of an element.
const BYTES: usize = 4;
/// Bytes that the panels of a block take at most, where rows and columns allow it.
const PANELS: usize = MACHINE.split_bf16_panels();
/// Elements along k that are multiplied before accumulators are stored: those of 32 rows stay in the first-level cache.
const DEPTH: usize = 6 * CHUNK;
/// Elements along k from which on it pays to load and store accumulators of matrix registers.
const MIN_DEPTH: usize = 256;

/// A product through halves.
pub(super) struct SplitBf16 {
    m: usize,
    n: usize,
    /// Elements along k of a block.
    k: usize,
    lhs: PackFn,
    rhs: PackFn,
}

impl SplitBf16 {
    /// The plan for a product with `k` elements along k at a time; `None` for other types, if the machine has
    /// no such registers, or if the product does not fill them often enough to pay for taking its operands apart.
    pub(super) fn of(isa: Isa, product: &Product, k: usize) -> Option<SplitBf16> {
        let Product { m, n, factors, .. } = *product;
        let Factors::Float { elem, .. } = factors else { return None };
        let [lhs, rhs] = pack::functions(elem)?;
        let fills = m.is_multiple_of(BLOCK) && n.is_multiple_of(BLOCK) && product.k.is_multiple_of(CHUNK);
        // To take an element apart costs about as much as vectors need for that number of its products. To load and
        // store accumulators costs as much as to multiply some chunks.
        let pays = m * n >= 24 * (m + n) && k >= MIN_DEPTH;
        if isa != Isa::Avx512 || !fills || !pays || !amx::has_bf16() {
            return None;
        }
        let most = PANELS / ((m + n) * BYTES);
        let k = k.min(MIN_DEPTH).min((most / CHUNK * CHUNK).max(CHUNK));
        Some(SplitBf16 { m, n, k, lhs, rhs })
    }

    /// Bytes of memory that [`SplitBf16::run`] needs.
    pub(super) fn scratch_bytes(&self) -> usize {
        (self.m + self.n) * self.k * BYTES + self.m * self.n * size_of::<f32>()
    }

    /// Adds the product to `acc`. `by_vectors` adds the products of a block along k in which precision could be lost.
    ///
    /// # Safety
    /// As for [`Mma::run`](super::Mma::run), with accumulators of f32. `place` has room for
    /// [`SplitBf16::scratch_bytes`] and is a multiple of 64.
    pub(super) unsafe fn run(
        &self,
        acc: *mut f32,
        inputs: &Inputs,
        place: *mut u8,
        mut by_vectors: impl FnMut(Depth, &mut OperandPrefetcher),
    ) {
        let depths = inputs.k.div_ceil(self.k) * self.k.div_ceil(DEPTH);
        let mut prefetcher = inputs.prefetcher.in_shares(depths * (self.m / BLOCK) * (self.n / BLOCK));
        for k in (Depth { first: 0, count: inputs.k }).blocks(self.k) {
            let [lhs, rhs] = [&inputs.lhs, &inputs.rhs].map(|matrix| matrix.from(k.first, 0));
            // SAFETY: `k` is a part of the product, for which operands and accumulators are valid; `place` has the size
            // that was asked for.
            if !unsafe { self.block(acc, [lhs, rhs], k.count, place, &mut prefetcher) } {
                by_vectors(k, &mut prefetcher);
            }
        }
    }

    /// Adds the product of a block along k; returns `false`, without an effect, if precision could be lost.
    ///
    /// # Safety
    /// As for [`SplitBf16::run`].
    unsafe fn block(
        &self,
        acc: *mut f32,
        [lhs, rhs]: [Matrix; 2],
        k: usize,
        place: *mut u8,
        prefetcher: &mut OperandPrefetcher,
    ) -> bool {
        let count = self.m * self.n;
        // SAFETY: `place` has `scratch_bytes`: room for both panels and for the saved accumulators after them.
        unsafe {
            let panels = [place, place.add(self.m * k * BYTES)];
            let saved = panels[1].add(self.n * k * BYTES).cast::<f32>();
            let ranges: [Range; 2] = [
                (self.lhs)(&Panel { src: lhs, k, columns: self.m, dst: panels[0] }),
                (self.rhs)(&Panel { src: rhs, k, columns: self.n, dst: panels[1] }),
            ];
            if !exact::are_bounded(ranges) {
                return false;
            }
            if exact::are_multiples(ranges) && exact::sums(acc, count).are_multiples() {
                self.multiply(acc, panels, k, prefetcher);
                return true;
            }
            saved.copy_from_nonoverlapping(acc, count);
            self.multiply(acc, panels, k, prefetcher);
            let done = exact::sums(acc, count).dwarf_losses(ranges);
            if !done {
                acc.copy_from_nonoverlapping(saved, count);
            }
            done
        }
    }

    /// Adds the product of two panels.
    ///
    /// # Safety
    /// The panels are there; `acc` is valid for reads and writes.
    unsafe fn multiply(
        &self,
        acc: *mut f32,
        [lhs, rhs]: [*mut u8; 2],
        k: usize,
        prefetcher: &mut OperandPrefetcher,
    ) {
        let strip = SQUARE * k * BYTES;
        // SAFETY: there are halves only where the registers are and may be used.
        let _session = unsafe { Session::start() };
        for Depth { first, count } in (Depth { first: 0, count: k }).blocks(DEPTH) {
            for row in (0..self.m).step_by(BLOCK) {
                for column in (0..self.n).step_by(BLOCK) {
                    let block = Block {
                        acc: acc.wrapping_add(row * self.n + column),
                        acc_row: self.n * size_of::<f32>(),
                        lhs: lhs.wrapping_add(row / SQUARE * strip + SQUARE * first * BYTES),
                        rhs: rhs.wrapping_add(column / SQUARE * strip + SQUARE * first * BYTES),
                        strip,
                        chunks: count / CHUNK,
                    };
                    // SAFETY: rows, columns and chunks are inside of the accumulator and of the panels.
                    unsafe { kernel::multiply(&block) };
                    prefetcher.fetch();
                }
            }
        }
    }
}
