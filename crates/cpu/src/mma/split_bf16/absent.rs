//! No other machine has such registers.

use super::Product;
use super::inputs::{Depth, Inputs};
use super::prefetch::OperandPrefetcher;
use crate::isa::Isa;

/// A product through halves: there is none.
pub(super) enum SplitBf16 {}

impl SplitBf16 {
    /// There is no such way.
    pub(super) fn of(_isa: Isa, _product: &Product, _k: usize) -> Option<SplitBf16> {
        None
    }

    /// Bytes of memory that [`SplitBf16::run`] needs.
    pub(super) fn scratch_bytes(&self) -> usize {
        match *self {}
    }

    /// # Safety
    /// Nothing is needed: it cannot be called.
    pub(super) unsafe fn run(
        &self,
        _acc: *mut f32,
        _inputs: &Inputs,
        _place: *mut u8,
        _by_vectors: impl FnMut(Depth, &mut OperandPrefetcher),
    ) {
        match *self {}
    }
}
