//! Layouts of tiles in shared memory.

use std::fmt;

use smallvec::SmallVec;

use super::blocked::Bits;
use super::linear_map::{Columns, LinearMap};
use super::shape::Shape;

/// Bits of an address within a chunk of 16 bytes.
const CHUNK_BITS: u32 = 4;
/// Bits of an address within a line of 128 bytes, which has all banks.
const LINE_BITS: u32 = 7;

/// A map from offsets (in elements) of a buffer to elements of a tile. It contains every element once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedLayout {
    shape: Shape,
    /// Offset → packed coordinate; a bijection.
    map: LinearMap,
}

/// The swizzles of TMA, wgmma and tcgen05: within rows of this number of bytes, 16-byte chunks are permuted by the number of the
/// 128-byte line (PTX ISA, "Swizzling Modes"; gpu-facts 2.4): address bits 4.. are changed by address bits 7.. .
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Swizzle {
    /// No permutation.
    None,
    /// One address bit: rows of 32 bytes.
    B32,
    /// Two address bits: rows of 64 bytes.
    B64,
    /// Three address bits: rows of 128 bytes.
    B128,
}

impl Swizzle {
    /// All of them, the narrowest first.
    pub const ALL: [Swizzle; 4] = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];

    /// The bytes of a row within which chunks are permuted.
    pub fn span(self) -> Option<u32> {
        match self {
            Swizzle::None => None,
            Swizzle::B32 => Some(32),
            Swizzle::B64 => Some(64),
            Swizzle::B128 => Some(128),
        }
    }

    /// The number of address bits that change.
    pub fn bits(self) -> u32 {
        match self {
            Swizzle::None => 0,
            Swizzle::B32 => 1,
            Swizzle::B64 => 2,
            Swizzle::B128 => 3,
        }
    }

    /// Where the byte with this address before swizzling is.
    pub fn apply(self, address: u64) -> u64 {
        address ^ (address >> 7 & super::linear_map::mask(self.bits())) << 4
    }

    /// The same for addresses of bits. It is its own inverse, and linear.
    pub(super) fn apply_to_bits(self, address: u64) -> u64 {
        self.apply(address >> 3) << 3 | address & 7
    }
}

impl SharedLayout {
    /// The layout with these columns: packed coordinates of the bits of the offset.
    ///
    /// # Panics
    ///
    /// If they are not a bijection between offsets and the shape's coordinates.
    pub fn new(shape: Shape, columns: &[u64]) -> SharedLayout {
        SharedLayout::from_map(shape, LinearMap::new(columns.iter().copied(), columns.len() as u32))
    }

    fn from_map(shape: Shape, map: LinearMap) -> SharedLayout {
        let whole = map.inputs() == shape.bits() && map.outputs() == shape.bits() && map.is_injective();
        assert!(whole, "a shared layout holds every element once");
        SharedLayout { shape, map }
    }

    /// Elements in the order of a dense array whose fastest dimension is `order[0]`.
    pub fn dense(shape: &Shape, order: &[usize]) -> SharedLayout {
        let mut bits = Bits::of(shape);
        let columns: Columns = order.iter().flat_map(|&dim| bits.take(dim, u32::MAX)).collect();
        SharedLayout::new(shape.clone(), &columns)
    }

    /// Elements in row-major order.
    pub fn row_major(shape: &Shape) -> SharedLayout {
        SharedLayout { map: LinearMap::identity(shape.bits()), shape: shape.clone() }
    }

    /// Scales of `tcgen05.mma`, rows by scales, one byte each: a block of 512 bytes has four scales of 128 rows, with those of 32 rows 16
    /// bytes apart and those of the next 32 rows 4 bytes behind them (PTX ISA, "Scale Factor A/B ID"; gpu-facts 7.6). Blocks of further
    /// rows come first, then those of further scales. None if a block is not filled.
    pub fn scales(shape: &Shape) -> Option<SharedLayout> {
        if shape.rank() != 2 || shape.extent(0) < 128 || shape.extent(1) < 4 {
            return None;
        }
        let mut bits = Bits::of(shape);
        let mut columns = bits.take(1, 2);
        let of_lanes = bits.take(0, 5);
        columns.extend(bits.take(0, 2));
        columns.extend(of_lanes);
        columns.extend(bits.take(0, u32::MAX));
        columns.extend(bits.rest());
        Some(SharedLayout::new(shape.clone(), &columns))
    }

    /// This layout with the addresses of its elements swizzled; the buffer starts at a multiple of 1024 bytes.
    /// Address bits beyond the buffer are zero.
    ///
    /// # Panics
    ///
    /// If elements are wider than the chunk of 16 bytes that a swizzle moves, or have no bits.
    pub fn swizzled(&self, swizzle: Swizzle, element_bits: u32) -> SharedLayout {
        assert!((1..=128).contains(&element_bits), "swizzles permute chunks of whole elements");
        let width = element_bits.ilog2();
        // An involution, so that it is its own inverse.
        let moved = (0..self.map.inputs()).map(|bit| swizzle.apply_to_bits(1 << (bit + width)) >> width);
        let moved: Columns = moved.collect();
        self.with_offsets(&LinearMap::new(moved, self.map.inputs()))
    }

    /// A buffer from which `ldmatrix` takes matrices along rows of dimension `fastest`, one of the last two: dense, with the
    /// chunks of 16 bytes in a row permuted by the number of the row, so that eight rows are in different banks. Rows of 128
    /// bytes or less are as [`swizzled`](Self::swizzled) leaves them.
    ///
    /// # Panics
    ///
    /// If there are fewer than two dimensions, or elements are narrower than a byte or wider than 16 bytes.
    pub fn for_matrices(shape: &Shape, fastest: usize, element_bits: u32) -> SharedLayout {
        SharedLayout::for_rows(shape, fastest, element_bits, [0, 1, 2])
    }

    /// The same for matrices whose eight rows are those that differ in three bits of their number.
    ///
    /// # Panics
    ///
    /// If there are fewer than two dimensions, or elements are narrower than a byte or wider than 16 bytes.
    pub fn for_rows(shape: &Shape, fastest: usize, element_bits: u32, chosen: [u32; 3]) -> SharedLayout {
        assert!((8..=128).contains(&element_bits), "chunks are of whole elements");
        let rank = shape.rank();
        assert!(rank >= 2 && fastest + 2 >= rank, "rows are along one of the last two dimensions");
        let other = 2 * rank - 3 - fastest;
        let order: SmallVec<[usize; 8]> = [fastest, other].into_iter().chain((0..rank - 2).rev()).collect();
        let dense = SharedLayout::dense(shape, &order);
        let bytes = (element_bits / 8).ilog2();
        let row = shape.dim_bits(fastest);
        let chosen = chosen.into_iter().filter(|&number| number < shape.dim_bits(other));
        // Rows that share a line of 128 bytes are already in different banks; others permute the remaining chunks of the line.
        let (near, far): (SmallVec<[u32; 3]>, SmallVec<[u32; 3]>) =
            chosen.map(|number| row + bytes + number).partition(|&address| address < LINE_BITS);
        let free = (CHUNK_BITS..LINE_BITS).filter(|address| !near.contains(address));
        let changes: SmallVec<[(u32, u32); 3]> = far.iter().copied().zip(free).collect();
        let columns = (0..shape.bits()).map(|bit| {
            let change = changes.iter().find(|&&(address, _)| address == bit + bytes);
            1 << bit | change.map_or(0, |&(_, chunk)| 1 << (chunk - bytes))
        });
        dense.with_offsets(&LinearMap::new(columns.collect::<Columns>(), shape.bits()))
    }

    /// This layout after a permutation of its offsets; `inverse` maps an offset to the previous offset of its element.
    fn with_offsets(&self, inverse: &LinearMap) -> SharedLayout {
        SharedLayout::from_map(self.shape.clone(), self.map.after(inverse))
    }

    /// The tile's extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The map from offsets to packed coordinates.
    pub fn map(&self) -> &LinearMap {
        &self.map
    }

    /// How many elements along a dimension are contiguous, from any multiple of their number on.
    pub fn contiguous(&self, dim: usize) -> u32 {
        let (offsets, shift) = (self.offsets(), self.shape.shift(dim) as usize);
        let along = &offsets.columns()[shift..shift + self.shape.dim_bits(dim) as usize];
        1 << along.iter().enumerate().take_while(|&(bit, &offset)| offset == 1 << bit).count()
    }

    /// The packed coordinate of the element at an offset.
    pub fn apply(&self, offset: u64) -> u64 {
        self.map.apply(offset)
    }

    /// The map from packed coordinates to offsets.
    pub fn offsets(&self) -> LinearMap {
        self.map.inverse()
    }

    pub(super) fn mapped(&self, shape: Shape, change: impl Fn(u64) -> u64) -> SharedLayout {
        let columns: Columns = self.map.columns().iter().map(|&c| change(c)).collect();
        SharedLayout::new(shape, &columns)
    }
}

impl fmt::Debug for SharedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
