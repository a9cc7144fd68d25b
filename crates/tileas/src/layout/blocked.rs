//! Blocked layouts: consecutive elements in a thread, consecutive threads in a warp, consecutive warps.

use smallvec::SmallVec;

use super::linear_map::Columns;
use super::register::{LANE_BITS, RegisterLayout};
use super::shape::Shape;

/// Coordinate bits of a tile that are not assigned yet.
pub(super) struct Bits<'a> {
    shape: &'a Shape,
    /// The remaining bits of each dimension, from the first to the one after the last.
    left: SmallVec<[(u32, u32); 8]>,
}

impl<'a> Bits<'a> {
    pub(super) fn of(shape: &'a Shape) -> Bits<'a> {
        Bits { shape, left: (0..shape.rank()).map(|dim| (0, shape.dim_bits(dim))).collect() }
    }

    fn columns(&self, dim: usize, bits: std::ops::Range<u32>) -> Columns {
        bits.map(|bit| 1 << (self.shape.shift(dim) + bit)).collect()
    }

    /// The lowest remaining bits of a dimension, as columns.
    pub(super) fn take(&mut self, dim: usize, count: u32) -> Columns {
        let (from, to) = self.left[dim];
        let end = from + count.min(to - from);
        self.left[dim].0 = end;
        self.columns(dim, from..end)
    }

    /// The lowest bits of a dimension, filled up with zeros.
    pub(super) fn take_padded(&mut self, dim: usize, count: u32) -> Columns {
        padded(self.take(dim, count), count)
    }

    /// The topmost bits of a dimension, filled up with zeros.
    pub(super) fn take_top(&mut self, dim: usize, count: u32) -> Columns {
        let (from, to) = self.left[dim];
        let start = to - count.min(to - from);
        self.left[dim].1 = start;
        padded(self.columns(dim, start..to), count)
    }

    /// At most `count` bits, of the first dimensions in `order` that have any.
    fn take_in_order(&mut self, order: &[usize], count: u32) -> Columns {
        let mut columns = Columns::new();
        for &dim in order {
            let more = self.take(dim, count - columns.len() as u32);
            columns.extend(more);
        }
        columns
    }

    /// All remaining bits, those of the last dimension first.
    pub(super) fn rest(&mut self) -> Columns {
        self.take_in_order(&row_major(self.shape.rank()), u32::MAX)
    }
}

/// Columns filled up with zeros: inputs that have no effect, since the tile has no more elements.
fn padded(mut columns: Columns, count: u32) -> Columns {
    let missing = (count as usize).saturating_sub(columns.len());
    columns.extend(std::iter::repeat_n(0, missing));
    columns
}

/// `0, 1, …, rank - 1` from the last dimension to the first: the order of row-major memory.
fn row_major(rank: usize) -> SmallVec<[usize; 8]> {
    (0..rank).rev().collect()
}

impl RegisterLayout {
    /// A blocked layout: a thread holds a block of `per_thread` elements, a warp `lanes` blocks of threads, the thread block
    /// `warps` blocks of warps (binary logarithms, one for each dimension); `order` names the dimensions fastest first.
    /// If the tile is larger, the pattern is repeated in more registers. If it is smaller, elements are held repeatedly.
    ///
    /// # Panics
    ///
    /// If the lanes are not 32 in all, or a list has another length than the shape's rank.
    pub fn blocked(
        shape: &Shape,
        per_thread: &[u32],
        lanes: &[u32],
        warps: &[u32],
        order: &[usize],
    ) -> RegisterLayout {
        assert_eq!(lanes.iter().sum::<u32>(), LANE_BITS, "a warp has 32 lanes");
        assert_eq!(order.len(), shape.rank(), "an order names each dimension");
        let mut bits = Bits::of(shape);
        let mut block = |counts: &[u32]| -> Columns {
            order.iter().flat_map(|&dim| bits.take(dim, counts[dim])).collect()
        };
        let mut registers = block(per_thread);
        let lanes = padded(block(lanes), LANE_BITS);
        let warps = padded(block(warps), warps.iter().sum());
        registers.extend(bits.take_in_order(order, u32::MAX));
        RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[])
    }

    /// The blocked layout for memory that is contiguous along `order[0]`, then `order[1]`, and so on: a thread's vector is as wide
    /// as `max_vector_bytes` allows while every thread has something; the next lane continues where it ends.
    pub fn coalesced(
        shape: &Shape,
        element_bits: u32,
        warp_bits: u32,
        order: &[usize],
        max_vector_bytes: u32,
    ) -> RegisterLayout {
        assert_eq!(order.len(), shape.rank(), "an order names each dimension");
        let mut bits = Bits::of(shape);
        let widest = (max_vector_bytes * 8 / element_bits).max(1).ilog2();
        // Memory moves at least a byte.
        let narrowest = 8u32.div_ceil(element_bits).ilog2();
        let share = shape.bits().saturating_sub(LANE_BITS + warp_bits).max(narrowest);
        let vector =
            order.first().map_or_else(Columns::new, |&fastest| bits.take(fastest, widest.min(share)));
        let lanes = padded(bits.take_in_order(order, LANE_BITS), LANE_BITS);
        let warps = padded(bits.take_in_order(order, warp_bits), warp_bits);
        let mut registers = vector;
        registers.extend(bits.take_in_order(order, u32::MAX));
        RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[])
    }

    /// [`coalesced`](Self::coalesced) for row-major memory and vectors of 16 bytes.
    pub fn coalesced_rows(shape: &Shape, element_bits: u32, warp_bits: u32) -> RegisterLayout {
        RegisterLayout::coalesced(shape, element_bits, warp_bits, &row_major(shape.rank()), 16)
    }

    /// The layout in which every thread holds the whole tile: constants, scalars.
    pub fn replicated(shape: &Shape, warp_bits: u32) -> RegisterLayout {
        let mut bits = Bits::of(shape);
        let registers = bits.rest();
        let warps = padded(Columns::new(), warp_bits);
        RegisterLayout::new(shape.clone(), &registers, &[0; LANE_BITS as usize], &warps, &[])
    }
}
