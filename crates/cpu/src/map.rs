//! Index maps: where the elements of one tile are among those of another.
//!
//! All extents of a tile are powers of two, so the row-major number of an element is a string of bits, of which each
//! dimension owns some. Permuting dimensions permutes bits, broadcasting ignores bits, reshaping does nothing: a map
//! says for each bit of the number how far it moves the place, and a place is the sum over the bits that are set. Maps
//! of broadcast, permute and reshape compose to such maps, and a strip of `2^k` elements that starts at a multiple of
//! `2^k` looks the same wherever it starts.

use smallvec::SmallVec;

/// Distance in elements for each bit of an element's row-major number, lowest bit first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IndexMap {
    strides: SmallVec<[u32; 16]>,
}

/// A run of bits whose distances double: a loop of `extent` rounds, `stride` elements apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) extent: u32,
    pub(crate) stride: u32,
}

/// Row-major strides of a shape.
pub(crate) fn row_major(shape: &[u32]) -> SmallVec<[u32; 4]> {
    let mut strides = SmallVec::from_elem(1, shape.len());
    for d in (1..shape.len()).rev() {
        strides[d - 1] = strides[d] * shape[d];
    }
    strides
}

impl IndexMap {
    /// Every element where it is, in a tile of `len` elements.
    pub(crate) fn identity(len: usize) -> IndexMap {
        IndexMap { strides: (0..len.ilog2()).map(|bit| 1 << bit).collect() }
    }

    /// Every one of `len` elements at place 0.
    pub(crate) fn splat(len: usize) -> IndexMap {
        IndexMap { strides: SmallVec::from_elem(0, len.ilog2() as usize) }
    }

    /// The elements of a tile of this shape, with a stride for each dimension.
    pub(crate) fn strided(shape: &[u32], strides: &[u32]) -> IndexMap {
        let dims = shape.iter().zip(strides).rev();
        let bits = dims.flat_map(|(extent, &stride)| (0..extent.ilog2()).map(move |bit| stride << bit));
        IndexMap { strides: bits.collect() }
    }

    /// The map of `broadcast` from one shape to another of the same rank.
    pub(crate) fn broadcast(from: &[u32], to: &[u32]) -> IndexMap {
        let strides = row_major(from);
        let kept = |(&stride, &extent)| if extent == 1 { 0 } else { stride };
        let strides: SmallVec<[u32; 4]> = strides.iter().zip(from).map(kept).collect();
        IndexMap::strided(to, &strides)
    }

    /// The map of `permute` from a shape: dimension `d` of the result is dimension `permutation[d]` of the operand.
    pub(crate) fn permute(from: &[u32], permutation: &[i32]) -> IndexMap {
        let strides = row_major(from);
        let old = |&dim: &i32| (from[dim as usize], strides[dim as usize]);
        let (shape, strides): (SmallVec<[u32; 4]>, SmallVec<[u32; 4]>) = permutation.iter().map(old).unzip();
        IndexMap::strided(&shape, &strides)
    }

    /// Elements that it maps.
    pub(crate) fn len(&self) -> usize {
        1 << self.strides.len()
    }

    /// The place of an element.
    pub(crate) fn place(&self, mut element: usize) -> usize {
        let mut place = 0;
        while element != 0 {
            place += self.strides[element.trailing_zeros() as usize] as usize;
            element &= element - 1;
        }
        place
    }

    /// First this map, then `next` on the places that it gives. Each bit of this map must move by a power of two or not
    /// at all, no two by the same: this holds for the parts of broadcast, permute and reshape.
    pub(crate) fn then(&self, next: &IndexMap) -> IndexMap {
        IndexMap { strides: self.strides.iter().map(|&stride| next.place(stride as usize) as u32).collect() }
    }

    /// True if no element moves.
    pub(crate) fn is_identity(&self) -> bool {
        self.strides.iter().enumerate().all(|(bit, &stride)| stride == 1 << bit)
    }

    /// True when all elements have place 0.
    pub(crate) fn is_splat(&self) -> bool {
        self.strides.iter().all(|&stride| stride == 0)
    }

    /// The map of the first `len` elements, which every aligned strip of `len` elements repeats.
    pub(crate) fn low(&self, len: usize) -> IndexMap {
        IndexMap { strides: self.strides[..len.ilog2() as usize].into() }
    }

    /// The places of the strips: the map of strip numbers when a strip has `len` elements.
    pub(crate) fn high(&self, len: usize) -> IndexMap {
        IndexMap { strides: self.strides[len.ilog2() as usize..].into() }
    }

    /// The map as nested loops, innermost first.
    pub(crate) fn runs(&self) -> SmallVec<[Run; 4]> {
        let mut runs: SmallVec<[Run; 4]> = SmallVec::new();
        for &stride in &self.strides {
            match runs.last_mut() {
                Some(run) if run.stride * run.extent == stride => run.extent *= 2,
                _ => runs.push(Run { extent: 2, stride }),
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_of_shapes() {
        let transposed = IndexMap::permute(&[4, 8], &[1, 0]);
        for (row, column) in (0..8).flat_map(|row| (0..4).map(move |column| (row, column))) {
            assert_eq!(transposed.place(row * 4 + column), column * 8 + row);
        }
        assert!(transposed.then(&IndexMap::permute(&[8, 4], &[1, 0])).is_identity());
        assert_eq!(transposed.runs()[..], [Run { extent: 4, stride: 8 }, Run { extent: 8, stride: 1 }]);

        let rows = IndexMap::broadcast(&[4, 1], &[4, 8]);
        let columns = IndexMap::broadcast(&[1, 8], &[4, 8]);
        for element in 0..32 {
            assert_eq!((rows.place(element), columns.place(element)), (element / 8, element % 8));
        }
        assert_eq!(rows.runs()[..], [Run { extent: 8, stride: 0 }, Run { extent: 4, stride: 1 }]);
        assert!(columns.low(8).is_identity());
        assert!(columns.high(8).is_splat());
        assert!(rows.low(8).is_splat());
        assert_eq!(rows.high(8).place(3), 3);
        assert!(IndexMap::broadcast(&[1, 1], &[4, 8]).is_splat());
        assert!(IndexMap::identity(1).is_splat(), "one element is both");
        assert_eq!(IndexMap::splat(16).runs()[..], [Run { extent: 16, stride: 0 }]);
    }

    #[test]
    fn composition_is_composition() {
        // [8] -> [1, 8] -> broadcast [4, 8] -> permute [8, 4] -> reshape [2, 4, 4]
        let map = IndexMap::permute(&[4, 8], &[1, 0]).then(&IndexMap::broadcast(&[1, 8], &[4, 8]));
        for element in 0..32 {
            assert_eq!(map.place(element), element / 4);
        }
    }
}
