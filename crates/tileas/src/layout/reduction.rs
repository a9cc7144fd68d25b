//! Reductions of a tile along a dimension, for a given layout: within a thread, within a warp, and between warps.

use super::linear_map::mask;
use super::register::{Input, RegisterLayout};

/// The inputs along which elements of one dimension are distinguished, as masks of their bits. Bits that only repeat elements
/// are not among them, so that nothing is combined with itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Within a thread: registers r and `r ^ bit` are combined, for each bit.
    pub registers: u64,
    /// Within a warp: lanes l and `l ^ bit` exchange their values, for each bit.
    pub lanes: u32,
    /// Between warps, through shared memory.
    pub warps: u32,
    /// The layout of the result, which all participating threads hold.
    pub result: RegisterLayout,
}

impl RegisterLayout {
    /// The reduction along a dimension. None if an input moves along this dimension and another one, or thread blocks take part:
    /// then the tile is converted first.
    pub fn reduction(&self, dim: usize) -> Option<Reduction> {
        let along = self.shape().mask(dim);
        let columns = self.map().columns();
        if columns.iter().any(|column| column & along != 0 && column & !along != 0) {
            return None;
        }
        let inputs = columns.iter().enumerate().filter(|(_, column)| *column & along != 0);
        let moving = inputs.fold(0, |inputs, (i, _)| inputs | 1 << i) & !self.map().free();
        let part = |input| moving >> self.range(input).start & mask(self.bits(input));
        (part(Input::Cta) == 0).then(|| Reduction {
            registers: part(Input::Register),
            lanes: part(Input::Lane) as u32,
            warps: part(Input::Warp) as u32,
            result: self.reduce(dim),
        })
    }
}
