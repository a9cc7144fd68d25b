//! Large pages for large buffers: the TLB of a processor has entries for a few hundred pages, so strides through many small
//! pages cost more than the data itself.

/// Smaller memory is left alone, because large pages have 2 MiB on most machines and a buffer should fill some of them.
const MIN_BYTES: usize = 8 << 20;
/// A multiple of every machine's page size.
const PAGE: usize = 64 << 10;

/// Asks for large pages for memory that was not touched yet. The system may or may not follow; only time
/// depends on it.
pub(crate) fn advise(memory: &mut Vec<u8>) {
    let spare = memory.spare_capacity_mut();
    if spare.len() < MIN_BYTES {
        return;
    }
    let head = spare.as_ptr().align_offset(PAGE);
    let Some(pages) = spare.len().checked_sub(head).map(|len| len - len % PAGE) else { return };
    system::advise(spare[head..head + pages].as_mut_ptr().cast(), pages);
}

#[cfg(target_os = "linux")]
mod system {
    #![allow(unsafe_code, reason = "asks the system, which has no safe interface for it")]

    use std::ffi::{c_int, c_void};

    /// `MADV_HUGEPAGE`, the same number on every Linux.
    const HUGE_PAGES: c_int = 14;

    unsafe extern "C" {
        fn madvise(first: *mut c_void, len: usize, advice: c_int) -> c_int;
    }

    pub(super) fn advise(first: *mut u8, len: usize) {
        // SAFETY: the range is memory of ours, in whole pages; this advice changes no content, and a refusal is harmless.
        unsafe {
            madvise(first.cast(), len, HUGE_PAGES);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// On other systems, the system decides.
    pub(super) fn advise(_first: *mut u8, _len: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_stays_as_it_is() {
        for size in [0, 100, MIN_BYTES + PAGE + 1] {
            let mut memory: Vec<u8> = Vec::with_capacity(size);
            advise(&mut memory);
            memory.resize(size, 7);
            assert!(memory.iter().all(|&byte| byte == 7));
        }
    }
}
