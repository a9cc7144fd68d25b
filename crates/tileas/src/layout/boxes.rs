//! Buffers that TMA reads and writes: contiguous sequences of boxes of a tensor map.
//!
//! A box is dense, with its innermost dimension fastest, and swizzled by its address (PTX ISA, "Tiled mode" and "Swizzling
//! Modes"; CUDA driver API, `cuTensorMapEncodeTiled`; gpu-facts 4.3 and 4.4). It has at most 256 elements in each of up to five
//! dimensions. Its rows are multiples of 16 bytes, and no longer than the swizzle. It starts at a multiple of 128 bytes.

use smallvec::SmallVec;

use super::blocked::Bits;
use super::linear_map::Columns;
use super::shape::Shape;
use super::shared::{SharedLayout, Swizzle};

/// The maximum number of dimensions of a tensor map.
const MOST_DIMENSIONS: usize = 5;

/// The maximum extent of a box in any dimension.
const LONGEST_BOX: u32 = 256;

/// Bits of a chunk, which a swizzle moves as a whole.
const CHUNK_BITS: u64 = 128;
/// Bits of a line, which has all banks.
const LINE_BITS: u64 = 1024;

impl SharedLayout {
    /// Whether a buffer that starts at a multiple of 1024 bytes is a sequence of boxes of a tensor map, in any order.
    /// A box is as long as `extents` says along each dimension of the tile, dense in `order` (dimensions fastest
    /// first) and swizzled.
    ///
    /// The copy's address of a box is that of its first element before swizzling, which is where this element is
    /// when boxes are whole atoms (eight rows of what the swizzle permutes).
    pub fn is_boxes(&self, extents: &[u32], order: &[usize], swizzle: Swizzle, element_bits: u32) -> bool {
        let shape = self.shape();
        let Some(sizes) = box_bits(shape, extents, order, swizzle, element_bits) else { return false };
        let offsets = self.offsets();
        let address = |dim: usize, bit: u32| {
            let offset = offsets.columns()[(shape.shift(dim) + bit) as usize];
            swizzle.apply_to_bits(offset * u64::from(element_bits))
        };
        let within = order.iter().flat_map(|&dim| (0..sizes[dim]).map(move |bit| (dim, bit)));
        let mut next = u64::from(element_bits);
        for (dim, bit) in within {
            if address(dim, bit) != next {
                return false;
            }
            next *= 2;
        }
        let beyond =
            (0..shape.rank()).flat_map(|dim| (sizes[dim]..shape.dim_bits(dim)).map(move |b| (dim, b)));
        beyond.into_iter().all(|(dim, bit)| address(dim, bit).is_multiple_of(next))
    }

    /// The buffer of boxes, as [`is_boxes`](Self::is_boxes) defines them, in row-major order. None if there are no such boxes.
    pub fn of_boxes(
        shape: &Shape,
        extents: &[u32],
        order: &[usize],
        swizzle: Swizzle,
        element_bits: u32,
    ) -> Option<SharedLayout> {
        let sizes = box_bits(shape, extents, order, swizzle, element_bits)?;
        let mut bits = Bits::of(shape);
        let mut columns: Columns = order.iter().flat_map(|&dim| bits.take(dim, sizes[dim])).collect();
        columns.extend(bits.rest());
        Some(SharedLayout::new(shape.clone(), &columns).swizzled(swizzle, element_bits))
    }
}

/// The binary logarithms of a box's extents; none if a tensor map has no such boxes, or they do not divide the tile.
fn box_bits(
    shape: &Shape,
    extents: &[u32],
    order: &[usize],
    swizzle: Swizzle,
    element_bits: u32,
) -> Option<SmallVec<[u32; MOST_DIMENSIONS]>> {
    let rank = shape.rank();
    let counted = (1..=MOST_DIMENSIONS).contains(&rank) && extents.len() == rank && order.len() == rank;
    let known = matches!(element_bits, 4 | 8 | 16 | 32 | 64);
    if !counted || !known || (0..rank).any(|dim| !order.contains(&dim)) {
        return None;
    }
    let divides = |(dim, &extent): (usize, &u32)| {
        extent.is_power_of_two() && extent <= LONGEST_BOX.min(shape.extent(dim))
    };
    if !extents.iter().enumerate().all(divides) {
        return None;
    }
    let row = u64::from(extents[order[0]]) * u64::from(element_bits);
    let all = extents.iter().fold(u64::from(element_bits), |bits, &extent| bits * u64::from(extent));
    let short = swizzle.span().is_none_or(|span| row <= 8 * u64::from(span));
    let aligned = row.is_multiple_of(CHUNK_BITS) && all.is_multiple_of(LINE_BITS);
    (short && aligned).then(|| extents.iter().map(|extent| extent.ilog2()).collect())
}
