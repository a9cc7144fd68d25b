//! Prefetch: what the next tile block or iteration of a loop will read is brought into the second-level cache while the
//! present one computes.

use std::cell::Cell;

use crate::machine::MACHINE;
use crate::non_temporal::{LINE, prefetch};

/// The weight of an operation on a strip: about as many instructions on vectors. A strip has up to a thousand lanes of
/// a few vectors each; the figure only spreads prefetches, so a rough one will do.
const WEIGHT: usize = 64;
/// Parts of a line that shares are counted in.
const PARTS: usize = 1 << 16;
/// Lines that are fetched at a time at most.
const MAX_LINES: usize = MACHINE.outstanding_lines;
/// Lines that are fetched at a time at least. Fewer are not worth the bookkeeping.
const MIN_LINES: usize = 4;
/// Contiguous runs in memory that are remembered. A block mostly reads two or three operands; with more, the oldest is
/// dropped.
const TRACKED_RUNS: usize = 4;
/// Bytes of a run at most.
const MAX_RUN: usize = MACHINE.prefetch_most();

/// Memory that a worker will probably read soon: what follows the tiles that its block reads, because a worker takes
/// neighbouring blocks. A wrong guess costs time and changes no result.
#[derive(Debug, Default)]
pub(crate) struct Prefetcher {
    /// Address and bytes that are left of each run.
    runs: [Cell<(usize, usize)>; TRACKED_RUNS],
    /// Where each run began.
    firsts: [Cell<usize>; TRACKED_RUNS],
    /// The run that is forgotten next.
    oldest: Cell<usize>,
    /// Something may be left of a run.
    waiting: Cell<bool>,
    /// Lines that this block expects, and its work: about the number of its vector instructions.
    lines: Cell<usize>,
    work: Cell<usize>,
    /// Parts of lines that are fetched for an instruction: those of the block before, spread over its work.
    share: Cell<usize>,
    /// Tiles of rows: their last addresses, and the predicted ones.
    tiles: [Cell<Steps>; TRACKED_RUNS],
    /// The tile that is forgotten next.
    oldest_tile: Cell<usize>,
}

/// Rows of memory, as far apart as each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The address of the first row.
    pub(crate) first: usize,
    /// Bytes of a row.
    pub(crate) bytes: usize,
    /// Bytes from the beginning of a row to that of the next.
    pub(crate) apart: usize,
    pub(crate) count: usize,
}

/// A tile of rows that is read repeatedly, with one stride from each address to the next.
#[derive(Clone, Copy, Debug, Default)]
struct Steps {
    /// Its reader.
    reader: usize,
    /// The last address, and its distance from the one before.
    last: usize,
    step: usize,
    /// Rows at the next address that are not fetched yet.
    next: Rows,
}

impl Prefetcher {
    /// Remembers a run of memory, unless it is remembered already.
    pub(crate) fn expect(&self, first: *const u8, bytes: usize) {
        if self.firsts.iter().any(|begun| begun.get() == first.addr()) {
            return;
        }
        let oldest = self.oldest.get();
        self.firsts[oldest].set(first.addr());
        let bytes = bytes.min(MAX_RUN);
        self.runs[oldest].set((first.addr(), bytes));
        self.lines.set(self.lines.get() + bytes / LINE);
        self.oldest.set((oldest + 1) % TRACKED_RUNS);
        self.waiting.set(true);
    }

    /// Clears runs at the start of another block. Tiles of rows are kept, because the next block may read the expected
    /// ones.
    pub(crate) fn clear(&self) {
        self.runs.iter().for_each(|run| run.set((0, 0)));
        self.firsts.iter().for_each(|first| first.set(0));
        self.waiting.set(false);
        let (lines, work) = (self.lines.take(), self.work.take());
        self.share.set(lines.saturating_mul(PARTS) / work.max(1));
    }

    /// Fetches a few lines, for an operation on a strip.
    #[inline]
    pub(crate) fn fetch(&self) {
        self.work.set(self.work.get() + WEIGHT);
        if self.waiting.get() {
            self.fetch_lines((self.share.get() * WEIGHT / PARTS).clamp(MIN_LINES, MAX_LINES));
        }
    }

    /// For machine code of this number of iterations and instructions: what its first iteration is to fetch, and how
    /// many bytes further each next one. More than a line for each is fetched at once.
    pub(crate) fn during(&self, iterations: usize, work: usize) -> (*const u8, usize) {
        self.work.set(self.work.get() + work);
        let lines = (self.share.get() * work / PARTS).max(MIN_LINES);
        // Machine code fetches one line in an iteration; if that does not suffice, the rest comes first, in bursts of
        // as many lines as the processor can have in flight.
        let mut at_once = lines.saturating_sub(iterations);
        while at_once > 0 && self.waiting.get() {
            let burst = at_once.min(MAX_LINES);
            self.fetch_lines(burst);
            at_once -= burst;
        }
        let Some(run) = self.runs.iter().find(|run| run.get().1 > 0) else {
            // Machine code fetches unconditionally: a valid address, again and again, costs nearly nothing.
            return (std::ptr::from_ref(self).cast(), 0);
        };
        let (first, bytes) = run.get();
        let step = bytes.min(lines * LINE).div_ceil(iterations).min(LINE);
        let now = bytes.min(step * iterations);
        run.set((first + now, bytes - now));
        (std::ptr::without_provenance(first), step)
    }

    /// A reader of tiles is about to read one: if it is where the last two let expect it, so will the next one be.
    pub(crate) fn expect_rows(&self, reader: usize, rows: Rows) {
        let known = self.tiles.iter().position(|tile| tile.get().reader == reader);
        let slot =
            known.unwrap_or_else(|| self.oldest_tile.replace((self.oldest_tile.get() + 1) % TRACKED_RUNS));
        let before = self.tiles[slot].get();
        let step = rows.first.wrapping_sub(before.last);
        // Two equal steps in a row: a single one may be the way from one loop to the next.
        let goes_on = known.is_some() && step == before.step && step != 0;
        let count = if goes_on { rows.count } else { 0 };
        let next = Rows { first: rows.first.wrapping_add(step), count, ..rows };
        self.tiles[slot].set(Steps { reader, last: rows.first, step, next });
    }

    /// Whether rows are expected.
    pub(crate) fn expects_rows(&self) -> bool {
        self.tiles.iter().any(|tile| tile.get().next.count > 0)
    }

    /// Fetches a row that is expected, while another one is copied.
    pub(crate) fn fetch_row(&self) {
        let waiting = self.tiles.iter().find(|tile| tile.get().next.count > 0);
        let Some(tile) = waiting else { return };
        let Steps { next: Rows { first, bytes, apart, count }, .. } = tile.get();
        (0..bytes).step_by(LINE).for_each(|byte| prefetch(first.wrapping_add(byte)));
        let next = Rows { first: first.wrapping_add(apart), bytes, apart, count: count - 1 };
        tile.set(Steps { next, ..tile.get() });
    }

    fn fetch_lines(&self, lines: usize) {
        if let Some(run) = self.runs.iter().find(|run| run.get().1 > 0) {
            let (first, bytes) = run.get();
            let now = bytes.min(lines * LINE);
            run.set((first + now, bytes - now));
            (first..first + now).step_by(LINE).for_each(prefetch);
        } else {
            self.waiting.set(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_fetched_one_after_the_other_and_forgotten() {
        let prefetcher = Prefetcher::default();
        prefetcher.fetch();
        let memory = [0u8; 3000];
        prefetcher.expect(memory.as_ptr(), 3000);
        prefetcher.expect(memory.as_ptr(), 3000);
        prefetcher.expect(memory[8..].as_ptr(), MAX_RUN + 1);
        let left = || prefetcher.runs.each_ref().map(|run| run.get().1);
        assert_eq!(left(), [3000, MAX_RUN, 0, 0]);
        prefetcher.fetch();
        assert_eq!(left()[0], 3000 - MIN_LINES * LINE);
        (0..20).for_each(|_| prefetcher.fetch());
        assert_eq!(left()[0], 0);
        assert!(left()[1] < MAX_RUN);
        prefetcher.clear();
        assert_eq!(left(), [0; TRACKED_RUNS]);
    }

    /// Bytes that are left of a run that is expected in a block after a block with the same run and `work` work.
    fn left(work: usize, fetch: impl Fn(&Prefetcher)) -> usize {
        let (prefetcher, memory) = (Prefetcher::default(), [0u8; 64]);
        prefetcher.expect(memory.as_ptr(), MAX_RUN);
        let _ = prefetcher.during(1, work);
        prefetcher.clear();
        prefetcher.expect(memory.as_ptr(), MAX_RUN);
        fetch(&prefetcher);
        prefetcher.runs.iter().map(|run| run.get().1).sum()
    }

    #[test]
    fn what_a_block_reads_is_spread_over_its_work() {
        for (work, share) in [(1, MAX_LINES), (100 * WEIGHT, 1024 / 100), (10_000 * WEIGHT, MIN_LINES)] {
            assert_eq!(left(work, Prefetcher::fetch), MAX_RUN - share * LINE);
        }
    }

    #[test]
    fn machine_code_fetches_a_line_an_iteration_at_most() {
        // Half of the work, so half of the 1024 lines, over iterations enough, then over too few.
        for (iterations, step) in [(1000, 33), (512, LINE), (10, LINE)] {
            let rest = left(2048, |prefetcher| assert_eq!(prefetcher.during(iterations, 1024).1, step));
            let fetched = (step * iterations).max(512 * LINE);
            assert_eq!(rest, MAX_RUN - fetched, "{iterations} iterations");
        }
        assert_eq!(Prefetcher::default().during(10, 1000).1, 0, "nothing is expected");
    }

    #[test]
    fn rows_are_expected_where_steps_lead() {
        let prefetcher = Prefetcher::default();
        let tile = |first| Rows { first, bytes: 128, apart: 1000, count: 3 };
        let next = || {
            prefetcher.tiles.each_ref().map(|tile| tile.get().next).into_iter().find(|next| next.count > 0)
        };
        prefetcher.expect_rows(1, tile(5000));
        prefetcher.expect_rows(1, tile(5128));
        assert_eq!(next(), None, "one step says nothing");
        prefetcher.expect_rows(1, tile(5256));
        assert_eq!(next(), Some(tile(5384)));
        prefetcher.fetch_row();
        assert_eq!(next(), Some(Rows { first: 6384, count: 2, ..tile(0) }));
        (0..2).for_each(|_| prefetcher.fetch_row());
        assert!(!prefetcher.expects_rows());
        // Another reader, who goes down, and the first one, who starts a new line of tiles.
        [9000, 8000, 7000].into_iter().for_each(|first| prefetcher.expect_rows(2, tile(first)));
        assert_eq!(next(), Some(tile(6000)));
        prefetcher.clear();
        assert_eq!(next(), Some(tile(6000)), "the next block may be the one that reads it");
        prefetcher.expect_rows(2, tile(6000));
        prefetcher.expect_rows(2, tile(20_000));
        assert_eq!(next(), None);
    }
}
