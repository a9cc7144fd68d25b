//! Buffers much larger than the caches: results are written past them, so that the memory that is overwritten need not be
//! read first; what the next tile block will read is fetched while this one computes ([`Ahead`]).

#![allow(unsafe_code, reason = "memory of the launch is written here")]

use std::cell::Cell;

/// Buffers of at least so many bytes do not fit a last-level cache beside what else is in it.
pub(crate) const LARGE: u64 = 32 << 20;
/// Buffers of at least so many bytes do not fit a second-level cache beside what else is in it.
pub(crate) const FAR: u64 = 1 << 20;
/// Shorter runs are not worth it: their first and last lines are written in part.
pub(crate) const LONG: usize = 1024;

/// Copies bytes, past the caches where that can be done. [`finish`] must follow before anybody else looks.
///
/// # Safety
/// `from` is valid for reads and `to` for writes of so many bytes; they do not overlap.
#[cfg(target_arch = "x86_64")]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    let head = to.align_offset(LINE).min(bytes);
    let lines = (bytes - head) / LINE;
    // SAFETY: as the caller promises; whole lines start at a multiple of their size.
    unsafe {
        to.copy_from_nonoverlapping(from, head);
        let (mut to, mut from) = (to.add(head), from.add(head));
        for _ in 0..lines {
            for part in 0..LINE / 16 {
                let vector = _mm_loadu_si128(from.cast::<__m128i>().add(part));
                _mm_stream_si128(to.cast::<__m128i>().add(part), vector);
            }
            (to, from) = (to.add(LINE), from.add(LINE));
        }
        to.copy_from_nonoverlapping(from, bytes - head - lines * LINE);
    }
}

/// Copies bytes, past the caches where that can be done. [`finish`] must follow before anybody else looks.
///
/// # Safety
/// `from` is valid for reads and `to` for writes of so many bytes; they do not overlap.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: as the caller promises.
    unsafe { to.copy_from_nonoverlapping(from, bytes) }
}

/// Orders everything that was copied before whatever is written afterwards.
pub(crate) fn finish() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it touches no memory of its own.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

/// Bytes of the vectors that machine code stores past the caches.
pub(crate) const VECTOR: usize = 32;
/// Bytes of a cache line.
const LINE: usize = 64;
/// What an operation on a strip weighs: about as many instructions on vectors.
const WEIGHT: usize = 64;
/// Parts of a line that shares are counted in.
const PARTS: usize = 1 << 16;
/// Lines that are fetched at a time at most: fewer than a core can wait for, so that it goes on computing.
const BURST: usize = 16;
/// Lines that are fetched at a time at least.
const TRICKLE: usize = 4;
/// Runs of memory that are remembered.
const RUNS: usize = 4;
/// Bytes of a run at most: a share of a second-level cache.
const MOST: usize = 64 << 10;

/// Memory that will be read soon, as far as a worker can tell: what lies behind the tiles that its block reads, for a worker
/// takes neighbouring blocks. Fetching what nobody reads after all changes nothing but time.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// Address and bytes that are left of each run.
    runs: [Cell<(usize, usize)>; RUNS],
    /// Where each run began.
    firsts: [Cell<usize>; RUNS],
    /// The run that is forgotten next.
    oldest: Cell<usize>,
    /// Something may be left of a run.
    waiting: Cell<bool>,
    /// Lines that this block has brought to mind, and its work: instructions on vectors, about.
    lines: Cell<usize>,
    work: Cell<usize>,
    /// Parts of lines that are fetched for an instruction: those of the block before, spread over its work.
    share: Cell<usize>,
}

impl Ahead {
    /// Remembers a run of memory, unless it is remembered already.
    pub(crate) fn expect(&self, first: *const u8, bytes: usize) {
        if self.firsts.iter().any(|begun| begun.get() == first.addr()) {
            return;
        }
        let oldest = self.oldest.get();
        self.firsts[oldest].set(first.addr());
        let bytes = bytes.min(MOST);
        self.runs[oldest].set((first.addr(), bytes));
        self.lines.set(self.lines.get() + bytes / LINE);
        self.oldest.set((oldest + 1) % RUNS);
        self.waiting.set(true);
    }

    /// Forgets everything: another block begins.
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
            self.fetch_lines((self.share.get() * WEIGHT / PARTS).clamp(TRICKLE, BURST));
        }
    }

    /// For machine code of so many iterations and instructions: what its first iteration is to fetch, and how many bytes
    /// further each next one. More than a line for each is fetched at once.
    pub(crate) fn during(&self, iterations: usize, work: usize) -> (*const u8, usize) {
        self.work.set(self.work.get() + work);
        let lines = (self.share.get() * work / PARTS).max(TRICKLE);
        let mut at_once = lines.saturating_sub(iterations);
        while at_once > 0 && self.waiting.get() {
            let burst = at_once.min(BURST);
            self.fetch_lines(burst);
            at_once -= burst;
        }
        let Some(run) = self.runs.iter().find(|run| run.get().1 > 0) else {
            return (std::ptr::from_ref(self).cast(), 0);
        };
        let (first, bytes) = run.get();
        let step = bytes.min(lines * LINE).div_ceil(iterations).min(LINE);
        let now = bytes.min(step * iterations);
        run.set((first + now, bytes - now));
        (std::ptr::without_provenance(first), step)
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

/// Brings the line of an address into the second-level cache, where there is an instruction for that.
#[inline]
pub(crate) fn prefetch(address: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction; it faults for no address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(std::ptr::without_provenance(address));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_fetched_one_after_the_other_and_forgotten() {
        let ahead = Ahead::default();
        ahead.fetch();
        let memory = [0u8; 3000];
        ahead.expect(memory.as_ptr(), 3000);
        ahead.expect(memory.as_ptr(), 3000);
        ahead.expect(memory[8..].as_ptr(), MOST + 1);
        let left = || ahead.runs.each_ref().map(|run| run.get().1);
        assert_eq!(left(), [3000, MOST, 0, 0]);
        ahead.fetch();
        assert_eq!(left()[0], 3000 - TRICKLE * LINE);
        (0..20).for_each(|_| ahead.fetch());
        assert_eq!(left()[0], 0);
        assert!(left()[1] < MOST);
        ahead.clear();
        assert_eq!(left(), [0; RUNS]);
    }

    /// Bytes that are left of a run that is expected in a block after one of the same and of so much work.
    fn left(work: usize, fetch: impl Fn(&Ahead)) -> usize {
        let (ahead, memory) = (Ahead::default(), [0u8; 64]);
        ahead.expect(memory.as_ptr(), MOST);
        let _ = ahead.during(1, work);
        ahead.clear();
        ahead.expect(memory.as_ptr(), MOST);
        fetch(&ahead);
        ahead.runs.iter().map(|run| run.get().1).sum()
    }

    #[test]
    fn what_a_block_reads_is_spread_over_its_work() {
        for (work, share) in [(1, BURST), (100 * WEIGHT, 1024 / 100), (10_000 * WEIGHT, TRICKLE)] {
            assert_eq!(left(work, Ahead::fetch), MOST - share * LINE);
        }
    }

    #[test]
    fn machine_code_fetches_a_line_an_iteration_at_most() {
        // Half of the work, so half of the 1024 lines, over iterations enough, then over too few.
        for (iterations, step) in [(1000, 33), (512, LINE), (10, LINE)] {
            let rest = left(2048, |ahead| assert_eq!(ahead.during(iterations, 1024).1, step));
            let fetched = (step * iterations).max(512 * LINE);
            assert_eq!(rest, MOST - fetched, "{iterations} iterations");
        }
        assert_eq!(Ahead::default().during(10, 1000).1, 0, "nothing is expected");
    }

    #[test]
    fn every_alignment_and_length() {
        let source: Vec<u8> = (0..400).map(|i| (i % 251) as u8).collect();
        for (offset, len) in [0, 1, 17, 63].into_iter().flat_map(|o| [0, 1, 63, 64, 65, 300].map(|n| (o, n)))
        {
            let mut target = vec![0; 400];
            // SAFETY: both hold 400 bytes.
            unsafe { copy(target.as_mut_ptr().add(offset), source.as_ptr().add(3), len) }
            finish();
            assert_eq!(target[offset..offset + len], source[3..3 + len]);
            assert!(target[..offset].iter().chain(&target[offset + len..]).all(|&byte| byte == 0));
        }
    }
}
