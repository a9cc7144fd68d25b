//! Non-temporal (streaming) stores, for results of buffers much larger than the caches.
//!
//! An ordinary store reads the line that it writes into the cache first. A non-temporal store does not, which saves a
//! third of the memory traffic of a copy.

#![allow(unsafe_code, reason = "memory of the launch is written here")]

use crate::machine::MACHINE;

/// Bytes of a cache line.
pub(crate) const LINE: usize = MACHINE.line;

/// Copies bytes with non-temporal stores where the target has them. [`finish`] must follow before another thread reads
/// them.
///
/// # Safety
/// `from` is valid for reads of `bytes` bytes and `to` for writes of as many; they do not overlap.
#[cfg(target_arch = "x86_64")]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    let head = to.align_offset(LINE).min(bytes);
    let lines = (bytes - head) / LINE;
    // SAFETY: `head`, the lines and the rest together are `bytes` bytes, for which both pointers are valid; `to` is
    // aligned to a line after `head`, as the stores need it.
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

/// Copies bytes with non-temporal stores where the target has them. [`finish`] must follow before another thread reads
/// them.
///
/// # Safety
/// `from` is valid for reads of `bytes` bytes and `to` for writes of as many; they do not overlap.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: both pointers are valid for `bytes` bytes, and they do not overlap.
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

/// Prefetches the line of an address into the L2 cache, if the processor has an instruction for that.
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
