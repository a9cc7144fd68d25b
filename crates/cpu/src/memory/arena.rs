//! Raw memory that the engine owns: frames of tile blocks, scratch memory, constants, mutable globals.

#![allow(unsafe_code, reason = "memory is allocated with the alignment of a vector here")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use crate::frame::ALIGN;

/// As much as virtual addresses are aligned to, so that globals have the same addresses in every run.
const ALIGNMENT: usize = launch::address::ALIGNMENT;
const _: () = assert!(ALIGNMENT.is_multiple_of(ALIGN));

/// Zeroed bytes at a multiple of 256; large ones have no cost until they are accessed.
///
/// It hands out raw pointers only: no Rust reference to its bytes exists.
#[derive(Debug)]
pub(crate) struct AlignedBytes {
    first: NonNull<u8>,
    len: usize,
}

impl AlignedBytes {
    /// No bytes.
    pub(crate) const EMPTY: AlignedBytes = AlignedBytes { first: DANGLING, len: 0 };

    /// `len` zero bytes; `None` if the system does not have that many.
    pub(crate) fn zeroed(len: usize) -> Option<AlignedBytes> {
        if len == 0 {
            return Some(AlignedBytes::EMPTY);
        }
        let layout = Layout::from_size_align(len, ALIGNMENT).ok()?;
        // SAFETY: the layout has a size that is not zero.
        let first = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(AlignedBytes { first, len })
    }

    /// A copy of these bytes; `None` when there is no memory for it.
    pub(crate) fn copy_of(bytes: &[u8]) -> Option<AlignedBytes> {
        let copy = AlignedBytes::zeroed(bytes.len())?;
        // SAFETY: the copy is fresh memory of the same length.
        unsafe { copy.first.as_ptr().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Some(copy)
    }

    /// The first byte. Users of it keep this value alive.
    pub(crate) fn as_ptr(&self) -> *mut u8 {
        self.first.as_ptr()
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// An aligned address without bytes.
const DANGLING: NonNull<u8> = match NonNull::new(std::ptr::without_provenance_mut(ALIGNMENT)) {
    Some(first) => first,
    None => unreachable!(),
};

impl Drop for AlignedBytes {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: `zeroed` allocated it with this layout, which was valid then.
            unsafe { dealloc(self.first.as_ptr(), Layout::from_size_align_unchecked(self.len, ALIGNMENT)) };
        }
    }
}

// SAFETY: the bytes belong to the value alone, and it shares them by raw pointers only, whose users answer for order.
unsafe impl Send for AlignedBytes {}
// SAFETY: methods that take `&self` touch no byte; the users of the raw pointer answer for the order of accesses.
unsafe impl Sync for AlignedBytes {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_aligned_and_zero() {
        for len in [0, 1, 64, 4097] {
            let bytes = AlignedBytes::zeroed(len).expect("small");
            assert_eq!((bytes.as_ptr().addr() % ALIGNMENT, bytes.len()), (0, len));
            // SAFETY: `len` zeroed bytes were allocated above, and `bytes` still owns them.
            let slice = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), len) };
            assert!(slice.iter().all(|&byte| byte == 0));
        }
        assert!(AlignedBytes::zeroed(usize::MAX).is_none());
    }
}
