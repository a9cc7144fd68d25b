//! Atomic transactions on elements in host memory.

#![allow(unsafe_code, reason = "elements are raw memory")]

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use cuda_tile::atomics::combine;
use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::Scalar;

use super::order::Order;
use crate::rows;

/// The ordering of a transaction on the host.
fn ordering(order: Order) -> Ordering {
    match order.ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed => Ordering::Relaxed,
        MemoryOrdering::Acquire => Ordering::Acquire,
        MemoryOrdering::Release => Ordering::Release,
        MemoryOrdering::AcqRel => Ordering::AcqRel,
    }
}

/// The ordering of the load of a transaction that fails.
fn failure(order: Order) -> Ordering {
    match order.ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed | MemoryOrdering::Release => Ordering::Relaxed,
        MemoryOrdering::Acquire | MemoryOrdering::AcqRel => Ordering::Acquire,
    }
}

/// Atomics of one width.
macro_rules! width {
    ($name:ident, $atomic:ty, $word:ty) => {
        /// Atomics on words of this width.
        mod $name {
            use super::*;

            /// Applies the mode to a word; returns the old one.
            ///
            /// # Safety
            /// The word is valid and aligned.
            pub(super) unsafe fn update(
                host: *mut u8,
                mode: AtomicRMWMode,
                elem: Scalar,
                arg: u64,
                order: Order,
            ) -> u64 {
                // SAFETY: this function's contract: the word is valid and aligned. Others access the word by atomics
                // only, or race by their own fault.
                let word = unsafe { <$atomic>::from_ptr(host.cast()) };
                let (bits, order, failed) = (arg as $word, ordering(order), failure(order));
                let old = match mode {
                    AtomicRMWMode::Add => word.fetch_add(bits, order),
                    AtomicRMWMode::And => word.fetch_and(bits, order),
                    AtomicRMWMode::Or => word.fetch_or(bits, order),
                    AtomicRMWMode::Xor => word.fetch_xor(bits, order),
                    AtomicRMWMode::Xchg => word.swap(bits, order),
                    AtomicRMWMode::UMax => word.fetch_max(bits, order),
                    AtomicRMWMode::UMin => word.fetch_min(bits, order),
                    // The host has no such instruction for floats, and `fetch_max` of unsigned words compares them
                    // without a sign.
                    AtomicRMWMode::AddF | AtomicRMWMode::Max | AtomicRMWMode::Min => {
                        let change = |old| Some(combine(mode, elem, u64::from(old), arg) as $word);
                        match word.fetch_update(order, failed, change) {
                            Ok(old) | Err(old) => old,
                        }
                    }
                };
                old.into()
            }

            /// Replaces a word if it is the expected one; returns the old one.
            ///
            /// # Safety
            /// The word is valid and aligned.
            pub(super) unsafe fn exchange(host: *mut u8, expected: u64, value: u64, order: Order) -> u64 {
                // SAFETY: as in `update`.
                let word = unsafe { <$atomic>::from_ptr(host.cast()) };
                match word.compare_exchange(
                    expected as $word,
                    value as $word,
                    ordering(order),
                    failure(order),
                ) {
                    Ok(old) | Err(old) => old.into(),
                }
            }
        }
    };
}

width!(half, AtomicU16, u16);
width!(word, AtomicU32, u32);
width!(double, AtomicU64, u64);

/// Replaces an element; returns the old one. Atomics have no elements of less than 16 bits.
///
/// # Safety
/// The element is valid and aligned.
pub(crate) unsafe fn update(host: *mut u8, mode: AtomicRMWMode, elem: Scalar, arg: u64, order: Order) -> u64 {
    // SAFETY: this function's contract: the element is valid and aligned.
    unsafe {
        match rows::size(elem) {
            2 => half::update(host, mode, elem, arg, order),
            4 => word::update(host, mode, elem, arg, order),
            _ => double::update(host, mode, elem, arg, order),
        }
    }
}

/// Replaces an element if it is the expected one; returns the old one.
///
/// # Safety
/// The element is valid and aligned.
pub(crate) unsafe fn exchange(host: *mut u8, elem: Scalar, expected: u64, value: u64, order: Order) -> u64 {
    // SAFETY: this function's contract: the element is valid and aligned.
    unsafe {
        match rows::size(elem) {
            2 => half::exchange(host, expected, value, order),
            4 => word::exchange(host, expected, value, order),
            _ => double::exchange(host, expected, value, order),
        }
    }
}
