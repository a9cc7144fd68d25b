//! Moving lanes.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use super::Kernel;

/// The same lanes, of 1, 2, 4 or 8 bytes.
pub(super) fn lanes(size: usize) -> Kernel {
    match size {
        1 => same::<1>,
        2 => same::<2>,
        4 => same::<4>,
        _ => same::<8>,
    }
}

/// # Safety
/// As for a [`Kernel`].
unsafe fn same<const SIZE: usize>(dst: *mut u8, [src, _, _]: [*const u8; 3], n: usize) {
    // SAFETY: the caller's promise; both may be the same memory.
    unsafe { dst.copy_from(src, n * SIZE) };
}
