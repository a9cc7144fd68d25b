//! Buffers much larger than the caches: results are written past them, so that the memory that is overwritten need not be
//! read first; what the next tile block will read is fetched while this one computes ([`Ahead`]).

#![allow(unsafe_code, reason = "memory of the launch is written here")]

use std::cell::Cell;

/// Buffers of at least so many bytes do not fit a last-level cache beside what else is in it.
pub(crate) const LARGE: u64 = 32 << 20;
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

/// Bytes of a cache line.
const LINE: usize = 64;
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
    /// Lines that this block has brought to mind, and how often lines might have been fetched.
    lines: Cell<usize>,
    times: Cell<usize>,
    /// Lines that are fetched at a time: those of the block before, spread over its work.
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
        let (lines, times) = (self.lines.take(), self.times.take());
        self.share.set((lines / times.max(1)).clamp(TRICKLE, BURST));
    }

    /// Fetches a few lines.
    #[inline]
    pub(crate) fn fetch(&self) {
        self.times.set(self.times.get() + 1);
        if self.waiting.get() {
            self.fetch_lines();
        }
    }

    /// Fetches as often as that many operations would.
    pub(crate) fn fetch_for(&self, times: usize) {
        self.times.set(self.times.get() + times);
        for _ in 0..times {
            if !self.waiting.get() {
                return;
            }
            self.fetch_lines();
        }
    }

    fn fetch_lines(&self) {
        if let Some(run) = self.runs.iter().find(|run| run.get().1 > 0) {
            let (first, bytes) = run.get();
            let now = bytes.min(self.share.get().max(TRICKLE) * LINE);
            run.set((first + now, bytes - now));
            (first..first + now).step_by(LINE).for_each(prefetch);
        } else {
            self.waiting.set(false);
        }
    }
}

/// Brings the line of an address into the second-level cache, where there is an instruction for that.
#[inline]
fn prefetch(address: usize) {
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

    #[test]
    fn what_a_block_reads_is_spread_over_its_work() {
        let (ahead, memory) = (Ahead::default(), [0u8; 64]);
        for (times, share) in [(1, BURST), (100, 1024 / 100), (10_000, TRICKLE)] {
            ahead.expect(memory.as_ptr(), MOST);
            (0..times).for_each(|_| ahead.fetch());
            ahead.clear();
            ahead.expect(memory.as_ptr(), MOST);
            ahead.fetch();
            assert_eq!(ahead.runs[ahead.oldest.get().wrapping_sub(1) % RUNS].get().1, MOST - share * LINE);
            ahead.clear();
        }
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
