//! The extents of a tile, and coordinates packed into one word.

use std::fmt;

use smallvec::SmallVec;

/// Extents that are powers of two. A coordinate is packed row-major: the bits of the last dimension are lowest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Shape {
    /// The binary logarithm of each extent.
    bits: SmallVec<[u8; 8]>,
}

impl Shape {
    /// The shape with these extents; none if one of them is not a power of two, or there are more than 2^31 elements.
    pub fn new(extents: &[u32]) -> Option<Shape> {
        let powers = extents.iter().all(|extent| extent.is_power_of_two());
        let bits: SmallVec<[u8; 8]> = extents.iter().map(|extent| extent.trailing_zeros() as u8).collect();
        let total: u32 = bits.iter().map(|&b| u32::from(b)).sum();
        (powers && total <= 31).then_some(Shape { bits })
    }

    pub(super) fn from_bits(bits: impl IntoIterator<Item = u32>) -> Shape {
        let bits: SmallVec<[u8; 8]> = bits.into_iter().map(|b| b as u8).collect();
        let total: u32 = bits.iter().map(|&b| u32::from(b)).sum();
        assert!(total <= 31, "a tile has at most 2^31 elements");
        Shape { bits }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.bits.len()
    }

    /// The extent of a dimension.
    pub fn extent(&self, dim: usize) -> u32 {
        1 << self.bits[dim]
    }

    /// The extents.
    pub fn extents(&self) -> impl Iterator<Item = u32> {
        self.bits.iter().map(|&b| 1 << b)
    }

    /// The number of bits of a dimension's coordinate.
    pub fn dim_bits(&self, dim: usize) -> u32 {
        u32::from(self.bits[dim])
    }

    /// The number of bits of a coordinate.
    pub fn bits(&self) -> u32 {
        self.bits.iter().map(|&b| u32::from(b)).sum()
    }

    /// The place of a dimension's lowest bit in a packed coordinate.
    pub fn shift(&self, dim: usize) -> u32 {
        self.bits[dim + 1..].iter().map(|&b| u32::from(b)).sum()
    }

    /// The bits of a dimension in a packed coordinate.
    pub fn mask(&self, dim: usize) -> u64 {
        super::linear_map::mask(self.dim_bits(dim)) << self.shift(dim)
    }

    /// The packed coordinate.
    ///
    /// # Panics
    ///
    /// If there is not one coordinate within its extent for each dimension.
    pub fn pack(&self, coordinate: &[u32]) -> u64 {
        assert_eq!(coordinate.len(), self.rank(), "one coordinate for each dimension");
        coordinate.iter().zip(&self.bits).fold(0, |packed, (&c, &bits)| {
            assert!(u64::from(c) >> bits == 0, "a coordinate is less than its extent");
            packed << bits | u64::from(c)
        })
    }

    /// The coordinates of a packed one.
    pub fn unpack(&self, packed: u64) -> SmallVec<[u32; 4]> {
        (0..self.rank()).map(|dim| self.at(packed, dim)).collect()
    }

    /// One coordinate of a packed one.
    pub fn at(&self, packed: u64, dim: usize) -> u32 {
        ((packed & self.mask(dim)) >> self.shift(dim)) as u32
    }
}

impl fmt::Display for Shape {
    /// As types print it: `128x64`; `scalar` for no dimensions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits.is_empty() {
            return f.write_str("scalar");
        }
        for (dim, extent) in self.extents().enumerate() {
            write!(f, "{}{extent}", if dim == 0 { "" } else { "x" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
