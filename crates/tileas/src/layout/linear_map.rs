//! Linear maps over GF(2), as columns: the image of each input bit.

use std::fmt;

use smallvec::SmallVec;

use super::echelon::Echelon;

/// The images of input bits.
pub(super) type Columns = SmallVec<[u64; 16]>;

/// A linear map from at most 64 input bits to at most 64 output bits: `apply(x)` is the exclusive or of the columns of the
/// bits that are set in x.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinearMap {
    columns: Columns,
    outputs: u32,
}

impl LinearMap {
    /// The map with these columns.
    ///
    /// # Panics
    ///
    /// If there are more than 64 columns, or one of them has a bit that is not an output.
    pub fn new(columns: impl IntoIterator<Item = u64>, outputs: u32) -> LinearMap {
        let columns: Columns = columns.into_iter().collect();
        assert!(columns.len() <= 64 && outputs <= 64, "a linear map has at most 64 inputs and outputs");
        assert!(columns.iter().all(|&c| fits(c, outputs)), "a column has bits beyond the {outputs} outputs");
        LinearMap { columns, outputs }
    }

    /// The identity.
    pub fn identity(bits: u32) -> LinearMap {
        LinearMap::new((0..bits).map(|i| 1 << i), bits)
    }

    /// The number of input bits.
    pub fn inputs(&self) -> u32 {
        self.columns.len() as u32
    }

    /// The number of output bits.
    pub fn outputs(&self) -> u32 {
        self.outputs
    }

    /// The image of each input bit.
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// The image of a string of input bits; bits beyond the inputs are ignored.
    pub fn apply(&self, input: u64) -> u64 {
        let set = self.columns.iter().enumerate().filter(|(i, _)| input >> i & 1 == 1);
        set.fold(0, |sum, (_, column)| sum ^ column)
    }

    /// The composition of `first`, and then this map.
    ///
    /// # Panics
    ///
    /// If `first` has more outputs than this one has inputs.
    pub fn after(&self, first: &LinearMap) -> LinearMap {
        assert!(first.outputs <= self.inputs(), "maps that are composed meet in the same bits");
        LinearMap::new(first.columns.iter().map(|&column| self.apply(column)), self.outputs)
    }

    /// The map of both inputs, this one's lowest: its value is the sum of both values.
    pub fn beside(&self, other: &LinearMap) -> LinearMap {
        let columns = self.columns.iter().chain(&other.columns).copied();
        LinearMap::new(columns, self.outputs.max(other.outputs))
    }

    /// The map restricted to some of its input bits.
    pub fn restricted(&self, inputs: std::ops::Range<u32>) -> LinearMap {
        let columns = self.columns[inputs.start as usize..inputs.end as usize].iter().copied();
        LinearMap::new(columns, self.outputs)
    }

    /// The dimension of the image.
    pub fn rank(&self) -> u32 {
        self.echelon().rank()
    }

    /// Whether different inputs have different images.
    pub fn is_injective(&self) -> bool {
        self.rank() == self.inputs()
    }

    /// Whether every output has an input.
    pub fn is_surjective(&self) -> bool {
        self.rank() == self.outputs
    }

    /// An input whose image is the output, if there is one: the one whose free bits are zero.
    pub fn solve(&self, output: u64) -> Option<u64> {
        self.echelon().solve(output)
    }

    /// A right inverse: it maps an output to an input with this image, if there is one; free input bits are zero. Outputs that
    /// complete the image are mapped to zero.
    pub fn inverse(&self) -> LinearMap {
        let mut echelon = self.echelon();
        // Outputs outside of the image complete it, as if an input that is always zero led there.
        for output in 0..self.outputs {
            echelon.insert(1 << output, 0);
        }
        let columns = (0..self.outputs).map(|output| echelon.reduce(1 << output).1);
        LinearMap::new(columns, self.inputs())
    }

    /// The input bits, as a mask, whose columns depend on the columns of lower bits.
    pub fn free(&self) -> u64 {
        let mut echelon = Echelon::default();
        let dependent = self.columns.iter().enumerate().filter(|&(_, &column)| !echelon.extend(column));
        dependent.fold(0, |mask, (i, _)| mask | 1 << i)
    }

    /// Inputs whose images are zero: a basis of them, one for each free bit.
    pub fn kernel(&self) -> SmallVec<[u64; 16]> {
        let mut echelon = Echelon::default();
        let inputs = self.columns.iter().enumerate();
        inputs.filter_map(|(i, &column)| echelon.insert(column, 1 << i)).collect()
    }

    /// The quotient when `low` maps the lowest inputs and outputs: `self(x) = low(x low) | rest(x high)`.
    pub fn quotient(&self, low: &LinearMap) -> Option<LinearMap> {
        let (ours, rest) = self.columns.split_at_checked(low.columns.len())?;
        let apart = low.outputs <= self.outputs && rest.iter().all(|c| c & mask(low.outputs) == 0);
        let columns = rest.iter().map(|c| c.checked_shr(low.outputs).unwrap_or(0));
        (ours == &low.columns[..] && apart).then(|| LinearMap::new(columns, self.outputs - low.outputs))
    }

    pub(super) fn echelon(&self) -> Echelon {
        Echelon::of(self.columns.iter().copied())
    }
}

/// The lowest bits.
pub(super) fn mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

fn fits(column: u64, outputs: u32) -> bool {
    column & !mask(outputs) == 0
}

impl fmt::Debug for LinearMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x?} -> {} bits", self.columns, self.outputs)
    }
}
