//! Blocked layouts: consecutive threads along one dimension, each with several consecutive elements.

use crate::layout::{RegisterLayout, Shape};

/// The default number of consecutive elements of a thread: a vector of 16 bytes of 32-bit elements.
const DEFAULT_IN_ROW: u32 = 4;

/// A blocked layout of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blocks {
    /// The dimension along which threads are consecutive.
    pub(crate) fastest: usize,
    /// The number of consecutive elements of each thread there.
    pub(crate) in_row: u32,
    /// Two elements share a byte, or are accessed as a pair, which must belong to one thread.
    pub(crate) halves: bool,
}

impl Blocks {
    /// The default blocks of a tile of a rank.
    pub(crate) fn default_of(rank: usize) -> Blocks {
        Blocks { fastest: rank.max(1) - 1, in_row: DEFAULT_IN_ROW, halves: false }
    }

    /// The layout for a number of warps, of which this is the binary logarithm.
    pub(crate) fn layout(self, shape: &Shape, warp_bits: u32) -> RegisterLayout {
        let others = (0..shape.rank()).rev().filter(|&dim| dim != self.fastest);
        let order: Vec<usize> = std::iter::once(self.fastest).chain(others).collect();
        if self.halves {
            // As if they shared a byte: a thread has at least two consecutive elements, even of small tiles.
            return RegisterLayout::coalesced(shape, 4, warp_bits, &order, self.in_row / 2);
        }
        // Elements of a byte each, so that bytes are elements.
        RegisterLayout::coalesced(shape, 8, warp_bits, &order, self.in_row)
    }
}

/// The layout that every tile of a shape has before a pass decides.
pub(crate) fn default_layout(extents: &[u32], warp_bits: u32) -> RegisterLayout {
    let shape = Shape::new(extents).expect("extents are powers of two");
    if extents.is_empty() {
        return RegisterLayout::replicated(&shape, 0);
    }
    Blocks::default_of(extents.len()).layout(&shape, warp_bits)
}
