//! Large pages for large buffers: a processor remembers where a few hundred pages lie, and strides through many small ones
//! cost more than the data itself.

/// Smaller memory is not worth it: pages are 2 MiB on most machines.
const LARGE: usize = 8 << 20;
/// A multiple of every machine's page size.
const PAGE: usize = 64 << 10;

/// Asks for large pages behind memory that nobody has touched yet. The system may or may not follow; nothing but time
/// depends on it.
pub(crate) fn advise(memory: &mut Vec<u8>) {
    let spare = memory.spare_capacity_mut();
    if spare.len() < LARGE {
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
    /// Elsewhere the system decides by itself.
    pub(super) fn advise(_first: *mut u8, _len: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_stays_as_it_is() {
        for size in [0, 100, LARGE + PAGE + 1] {
            let mut memory: Vec<u8> = Vec::with_capacity(size);
            advise(&mut memory);
            memory.resize(size, 7);
            assert!(memory.iter().all(|&byte| byte == 7));
        }
    }
}
