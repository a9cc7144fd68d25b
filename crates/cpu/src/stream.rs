//! Buffers much larger than the caches: results are written past them, so that the memory that is overwritten need not be
//! read first.

#![allow(unsafe_code, reason = "memory of the launch is written here")]

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
pub(crate) const LINE: usize = 64;

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
