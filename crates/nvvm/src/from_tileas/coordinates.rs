//! The registers of the first thread, by the coordinates of the elements that they hold.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileas::layout::{RegisterLayout, Shape};

/// Which register of the first thread has a coordinate of a matrix, or of the transposed one.
pub(super) struct Places {
    shape: Shape,
    registers: FxHashMap<u64, usize>,
    /// The dimensions of rows and columns.
    pub(super) dims: [usize; 2],
}

impl Places {
    pub(super) fn of(layout: &RegisterLayout, transposed: bool) -> Places {
        let mut registers = FxHashMap::default();
        for register in 0..layout.registers() {
            registers.entry(layout.apply(register, 0, 0)).or_insert(register as usize);
        }
        let rank = layout.shape().rank();
        let dims = if transposed { [rank - 1, rank - 2] } else { [rank - 2, rank - 1] };
        Places { shape: layout.shape().clone(), registers, dims }
    }

    /// The register of an element; rows and columns beyond the tile repeat it.
    pub(super) fn at(&self, batch: &[u32], row: u32, column: u32) -> Option<usize> {
        let mut coordinate: SmallVec<[u32; 4]> = batch.into();
        coordinate.resize(self.shape.rank(), 0);
        for (dim, place) in self.dims.into_iter().zip([row, column]) {
            coordinate[dim] = place % self.shape.extent(dim);
        }
        self.registers.get(&self.shape.pack(&coordinate)).copied()
    }

    pub(super) fn rows(&self) -> Vec<u32> {
        self.along(self.dims[0])
    }

    pub(super) fn columns(&self) -> Vec<u32> {
        self.along(self.dims[1])
    }

    /// The coordinates along a dimension that registers of the first thread have.
    pub(super) fn along(&self, dim: usize) -> Vec<u32> {
        let mut places: Vec<u32> = self.registers.keys().map(|&packed| self.shape.at(packed, dim)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
