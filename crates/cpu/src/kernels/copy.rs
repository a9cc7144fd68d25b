//! Moving lanes, and choosing between them.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::marker::PhantomData;

use numerics::Scalar;

use super::Kernel;
use super::instance::{Body, instance};
use super::types::for_lane;
use crate::isa::Isa;

/// The same lanes, of 1, 2, 4 or 8 bytes.
pub(super) fn lanes(size: usize) -> Kernel {
    match size {
        1 => Kernel(same::<1>),
        2 => Kernel(same::<2>),
        4 => Kernel(same::<4>),
        _ => Kernel(same::<8>),
    }
}

/// # Safety
/// As for [`Kernel::run`].
unsafe fn same<const SIZE: usize>(dst: *mut u8, src: *const u8, _: *const u8, _: *const u8, n: usize) {
    // SAFETY: both are valid for `n` lanes of `SIZE` bytes; `copy_from` allows them to overlap.
    unsafe { dst.copy_from(src, n * SIZE) };
}

/// `n` times the lane of 1, 2, 4 or 8 bytes that is the first source.
pub(crate) fn splat(size: usize, isa: Isa) -> Kernel {
    match size {
        1 => instance::<Splat<u8>>(isa),
        2 => instance::<Splat<u16>>(isa),
        4 => instance::<Splat<u32>>(isa),
        _ => instance::<Splat<u64>>(isa),
    }
}

/// The loop of [`splat`].
struct Splat<T>(PhantomData<T>);

impl<T: Copy> Body for Splat<T> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [lane, _, _]: [*const u8; 3], n: usize) {
        // SAFETY: the source is one lane, and `dst` has room for `n`, aligned.
        unsafe { std::slice::from_raw_parts_mut(dst.cast::<T>(), n).fill(lane.cast::<T>().read()) }
    }
}

/// `select`.
pub(super) fn select(scalar: Scalar, isa: Isa) -> Kernel {
    for_lane!(scalar, U => instance::<Select<U>>(isa))
}

/// Whether each of `n` conditions, bytes of 0 and 1, holds.
///
/// # Safety
/// `conditions` is valid for reads of `n` bytes.
#[inline(always)]
unsafe fn all_hold(conditions: *const u8, n: usize) -> bool {
    // Eight conditions that hold, a byte each: one comparison of words tests eight lanes.
    const ALL: u64 = 0x0101_0101_0101_0101;
    if n != BLOCK {
        return false;
    }
    let mut all = ALL;
    for word in 0..BLOCK / 8 {
        // SAFETY: this function's contract: `conditions` is valid for reads of `n` bytes.
        all &= unsafe { conditions.cast::<u64>().add(word).read_unaligned() };
    }
    all == ALL
}

/// The loop of `select`: where a block of conditions all hold, as those of a mask do but for the last block of a row,
/// it is a copy.
struct Select<T>(PhantomData<T>);

/// Lanes of a block.
const BLOCK: usize = 64;

impl<T: Copy> Body for Select<T> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [conditions, a, b]: [*const u8; 3], n: usize) {
        let (dst, a, b) = (dst.cast::<T>(), a.cast::<T>(), b.cast::<T>());
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            // SAFETY: the sources hold `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                if all_hold(conditions.add(start), end - start) {
                    for lane in start..end {
                        dst.add(lane).write(a.add(lane).read());
                    }
                } else {
                    for lane in start..end {
                        let (a, b) = (a.add(lane).read(), b.add(lane).read());
                        dst.add(lane).write(if conditions.add(lane).read() != 0 { a } else { b });
                    }
                }
            }
        }
    }
}
