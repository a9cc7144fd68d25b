//! Sums that a worker has of transactions until it carries them out, see [`crate::steps::private_atomics`].

#![allow(unsafe_code, reason = "elements are raw memory")]

use std::cell::RefCell;

use cuda_tile::attrs::AtomicRMWMode;
use numerics::Scalar;

use crate::memory::order::Order;
use crate::memory::word::update;
use crate::rows;

/// Elements of an allocation whose sums are private, at most: 8 tables of 8 bytes for each take 64 KiB, a share of the
/// second-level cache.
pub(crate) const MAX_ELEMENTS: usize = 1024;
/// Neighbouring lanes go to tables of their own, for they often mean the same element, and a sum that was just written
/// is not ready to be read.
pub(crate) const TABLES: usize = 8;

/// Sums of one element.
pub(crate) type Entry = [u64; TABLES];

/// The sums for one buffer.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    /// The address of the first element.
    pub(crate) start: u64,
    pub(crate) host: *mut u8,
    pub(crate) count: usize,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) elem: Scalar,
    pub(crate) order: Order,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) sums: Option<Sums>,
    /// Zero where nothing is kept.
    pub(crate) entries: Vec<Entry>,
}

/// The sums of one worker.
#[derive(Default)]
pub(crate) struct PrivateAtomics {
    pub(crate) state: RefCell<State>,
}

impl PrivateAtomics {
    /// No sums, in memory that another worker has left.
    pub(crate) fn new(entries: Vec<Entry>) -> PrivateAtomics {
        PrivateAtomics { state: RefCell::new(State { sums: None, entries }) }
    }

    /// Makes all sums visible and gives the memory back.
    pub(crate) fn finish(self) -> Vec<Entry> {
        let mut state = self.state.into_inner();
        state.flush();
        state.entries
    }
}

impl State {
    /// Makes all sums visible.
    pub(crate) fn flush(&mut self) {
        let Some(sums) = self.sums.take() else { return };
        let combine = |a: u64, b: u64| if sums.mode == AtomicRMWMode::Or { a | b } else { a.wrapping_add(b) };
        for (index, entry) in self.entries[..sums.count].iter_mut().enumerate() {
            let all = std::mem::take(entry).into_iter().fold(0, combine);
            if all != 0 {
                let at = index * rows::size(sums.elem);
                // SAFETY: the element is in an allocation that may be written, as was checked; it lives as long as the
                // launch, whose workers flush before they end.
                unsafe { update(sums.host.add(at), sums.mode, sums.elem, all, sums.order) };
            }
        }
    }
}
