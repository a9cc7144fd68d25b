//! Slices of memory: parts of a buffer, or of tensor memory, that are memory of the same kind.
//!
//! A slice at an index, counted in slices, qualifies if its elements are contiguous, in the same order at every index: it then
//! has its own offset and layout. The lowest offset bits are coordinates within the slice; the others select the slice.

use super::linear_map::Columns;
use super::shape::Shape;
use super::shared::SharedLayout;
use super::tensor::TensorLayout;

/// The bits of a packed coordinate that are within a slice, and their places in the slice's packed coordinate.
struct Slice<'a> {
    whole: &'a Shape,
    part: &'a Shape,
}

impl Slice<'_> {
    fn mask(&self) -> u64 {
        let within = |dim: usize| super::linear_map::mask(self.part.dim_bits(dim)) << self.whole.shift(dim);
        (0..self.part.rank()).fold(0, |mask, dim| mask | within(dim))
    }

    /// Coordinates of the lowest inputs, packed as in the slice; none if one of them leaves the slice, or another input is in it.
    fn lowest(&self, inputs: &[u64], count: usize) -> Option<Columns> {
        let mask = self.mask();
        let (low, high) = inputs.split_at_checked(count)?;
        let apart =
            low.iter().all(|column| column & !mask == 0) && high.iter().all(|column| column & mask == 0);
        apart.then(|| low.iter().map(|&column| self.part.pack(&self.whole.unpack(column))).collect())
    }

    /// None if the slice has other dimensions, or larger extents.
    fn of<'a>(whole: &'a Shape, part: &'a Shape) -> Option<Slice<'a>> {
        let fits = part.rank() == whole.rank()
            && (0..part.rank()).all(|dim| part.dim_bits(dim) <= whole.dim_bits(dim));
        fits.then_some(Slice { whole, part })
    }
}

impl SharedLayout {
    /// The layout of a slice of this shape, if every slice of it is contiguous in the buffer.
    pub fn slice(&self, part: &Shape) -> Option<SharedLayout> {
        let slice = Slice::of(self.shape(), part)?;
        let columns = slice.lowest(self.map().columns(), part.bits() as usize)?;
        Some(SharedLayout::new(part.clone(), &columns))
    }

    /// The layout of a buffer of this shape whose slices are contiguous, each with this layout. None where a slice has
    /// other dimensions, or larger extents.
    pub fn repeated(&self, whole: &Shape) -> Option<SharedLayout> {
        let part = self.shape();
        Slice::of(whole, part)?;
        let mut columns: Columns =
            self.map().columns().iter().map(|&column| whole.pack(&part.unpack(column))).collect();
        for dim in (0..whole.rank()).rev() {
            let beyond = part.dim_bits(dim)..whole.dim_bits(dim);
            columns.extend(beyond.map(|bit| 1 << (whole.shift(dim) + bit)));
        }
        Some(SharedLayout::new(whole.clone(), &columns))
    }
}

impl TensorLayout {
    /// The layout of a slice of this shape, if every slice of it is all lanes of columns one after the other.
    pub fn slice(&self, part: &Shape) -> Option<TensorLayout> {
        let slice = Slice::of(self.shape(), part)?;
        let parts = slice.lowest(self.part_basis(), self.part_basis().len())?;
        let lanes = slice.lowest(self.lane_basis(), self.lane_basis().len())?;
        let within = |column: &&u64| **column & !slice.mask() == 0;
        let count = self.column_basis().iter().take_while(within).count();
        let columns = slice.lowest(self.column_basis(), count)?;
        let layout = TensorLayout::new(part.clone(), &parts, &columns, &lanes);
        layout.is_surjective().then_some(layout)
    }
}
