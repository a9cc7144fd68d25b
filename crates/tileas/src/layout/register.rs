//! Layouts of tiles in registers.

use std::fmt;
use std::ops::Range;

use super::echelon::Echelon;
use super::linear_map::{Columns, LinearMap, mask};
use super::shape::Shape;

/// The source of the bits of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// The element within a thread.
    Register,
    /// The thread within a warp.
    Lane,
    /// The warp within a thread block.
    Warp,
    /// The thread block within a cluster.
    Cta,
}

impl Input {
    /// All of them, in packed order: lowest first.
    pub const ALL: [Input; 4] = [Input::Register, Input::Lane, Input::Warp, Input::Cta];

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Input::Register => "reg",
            Input::Lane => "lane",
            Input::Warp => "warp",
            Input::Cta => "cta",
        }
    }
}

/// The bits of a lane's number.
pub(super) const LANE_BITS: u32 = 5;

/// A map from registers of threads to elements of a tile: (register, lane, warp, CTA) → coordinate.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterLayout {
    pub(super) shape: Shape,
    /// Columns of the inputs, registers first.
    pub(super) map: LinearMap,
    /// The bits of registers, warps and CTAs.
    bits: [u8; 3],
}

impl RegisterLayout {
    /// The layout with these columns, as packed coordinates.
    ///
    /// # Panics
    ///
    /// If there are not five columns for lanes, there are more than 64 in all, or one is outside of the shape.
    pub fn new(
        shape: Shape,
        registers: &[u64],
        lanes: &[u64],
        warps: &[u64],
        ctas: &[u64],
    ) -> RegisterLayout {
        assert_eq!(lanes.len(), LANE_BITS as usize, "a warp has 32 lanes");
        let bits = [registers.len() as u8, warps.len() as u8, ctas.len() as u8];
        let columns = [registers, lanes, warps, ctas].into_iter().flatten().copied();
        RegisterLayout { map: LinearMap::new(columns, shape.bits()), shape, bits }
    }

    /// The tile's extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The map from packed inputs to packed coordinates.
    pub fn map(&self) -> &LinearMap {
        &self.map
    }

    /// The number of bits of an input.
    pub fn bits(&self, input: Input) -> u32 {
        match input {
            Input::Register => u32::from(self.bits[0]),
            Input::Lane => LANE_BITS,
            Input::Warp => u32::from(self.bits[1]),
            Input::Cta => u32::from(self.bits[2]),
        }
    }

    /// The place of an input among the packed inputs.
    pub fn range(&self, input: Input) -> Range<u32> {
        let start = Input::ALL.into_iter().take_while(|&i| i != input).map(|i| self.bits(i)).sum();
        start..start + self.bits(input)
    }

    /// The columns of an input.
    pub fn columns(&self, input: Input) -> &[u64] {
        let range = self.range(input);
        &self.map.columns()[range.start as usize..range.end as usize]
    }

    /// The number of elements that a thread holds.
    pub fn registers(&self) -> u64 {
        1 << self.bits(Input::Register)
    }

    /// The number of warps.
    pub fn warps(&self) -> u32 {
        1 << self.bits(Input::Warp)
    }

    /// The packed coordinate of an element held in the first thread block of a cluster.
    pub fn apply(&self, register: u64, lane: u32, warp: u32) -> u64 {
        self.map.apply(self.pack(register, lane, warp))
    }

    /// The packed inputs.
    pub fn pack(&self, register: u64, lane: u32, warp: u32) -> u64 {
        register
            | u64::from(lane) << self.range(Input::Lane).start
            | u64::from(warp) << self.range(Input::Warp).start
    }

    /// The (register, lane, warp, CTA) of packed inputs.
    pub fn unpack(&self, inputs: u64) -> (u64, u32, u32, u32) {
        let part = |input| inputs >> self.range(input).start & mask(self.bits(input));
        (part(Input::Register), part(Input::Lane) as u32, part(Input::Warp) as u32, part(Input::Cta) as u32)
    }

    /// The bits of an input that repeat elements, as a mask: their columns depend on those of lower bits of it and of the inputs
    /// before it. Threads and registers whose free bits are all zero hold every held element exactly once.
    pub fn free(&self, input: Input) -> u64 {
        self.map.free() >> self.range(input).start & mask(self.bits(input))
    }

    /// Whether some thread holds each element.
    pub fn is_surjective(&self) -> bool {
        self.map.is_surjective()
    }

    /// Whether no element is held twice.
    pub fn is_injective(&self) -> bool {
        self.map.is_injective()
    }

    /// How many elements along a dimension are in a thread's first registers, in order and aligned to their number, for every
    /// thread: the widest vector that a memory access along this dimension may use.
    pub fn contiguous(&self, dim: usize) -> u32 {
        let shift = self.shape.shift(dim);
        let columns = self.columns(Input::Register).iter().take(self.shape.dim_bits(dim) as usize);
        let run = columns.enumerate().take_while(|&(i, &c)| c == 1 << (shift + i as u32)).count() as u32;
        let aligned = |bits: u32| {
            let low = mask(bits) << shift;
            self.map.columns()[bits as usize..].iter().all(|column| column & low == 0)
        };
        1 << (0..=run).rev().find(|&bits| aligned(bits)).unwrap_or(0)
    }

    /// The layout without registers that repeat elements of lower registers.
    pub fn without_free_registers(&self) -> RegisterLayout {
        let free = self.free(Input::Register);
        let kept: Columns = self.kept_registers(free).collect();
        self.with_registers(&kept)
    }

    /// For each register, the register of [`without_free_registers`](Self::without_free_registers) that holds the same.
    pub fn canonical_registers(&self) -> LinearMap {
        let kept: Columns = self.kept_registers(self.free(Input::Register)).collect();
        let echelon = Echelon::of(kept.iter().copied());
        let solved = self
            .columns(Input::Register)
            .iter()
            .map(|&column| echelon.solve(column).expect("kept columns span those of all registers"));
        LinearMap::new(solved.collect::<Columns>(), kept.len() as u32)
    }

    /// For each register, the register of this layout with free bits zero that holds the same: what an [`Access`](super::Access)
    /// loads, from which the others are copied.
    pub fn holders(&self) -> LinearMap {
        let own = self.columns(Input::Register);
        let echelon = Echelon::of(own.iter().copied());
        let solved = own.iter().map(|&column| echelon.solve(column).expect("a column is in its own span"));
        LinearMap::new(solved.collect::<Columns>(), own.len() as u32)
    }

    fn kept_registers(&self, free: u64) -> impl Iterator<Item = u64> {
        let columns = self.columns(Input::Register).iter().enumerate();
        columns.filter(move |(i, _)| free >> i & 1 == 0).map(|(_, &column)| column)
    }

    /// The same threads with other registers.
    pub(super) fn with_registers(&self, registers: &[u64]) -> RegisterLayout {
        let [lanes, warps, ctas] = [Input::Lane, Input::Warp, Input::Cta].map(|input| self.columns(input));
        RegisterLayout::new(self.shape.clone(), registers, lanes, warps, ctas)
    }

    /// The layout with every column changed, for another shape.
    pub(crate) fn mapped(&self, shape: Shape, change: impl Fn(u64) -> u64) -> RegisterLayout {
        let map = LinearMap::new(self.map.columns().iter().map(|&c| change(c)), shape.bits());
        RegisterLayout { shape, map, bits: self.bits }
    }

    /// The layout of whole tiles `tile` within this one: this layout must place the elements of each such tile as `tile` does, in
    /// its lowest registers, lanes and warps. None if it does not; otherwise the map from the remaining bits to tiles.
    /// All lanes belong to the tile: the remaining lane columns are zero.
    pub fn quotient(&self, tile: &RegisterLayout) -> Option<RegisterLayout> {
        if tile.shape.rank() != self.shape.rank()
            || (0..tile.shape.rank()).any(|dim| tile.shape.dim_bits(dim) > self.shape.dim_bits(dim))
        {
            return None;
        }
        let placed = |c: u64| self.shape.pack(&tile.shape.unpack(c));
        let within = (0..tile.shape.rank())
            .fold(0, |within, dim| within | mask(tile.shape.dim_bits(dim)) << self.shape.shift(dim));
        let bits = (0..tile.shape.rank()).map(|dim| self.shape.dim_bits(dim) - tile.shape.dim_bits(dim));
        let shape = Shape::from_bits(bits);
        let outside = |c: u64| {
            let coordinate = self.shape.unpack(c);
            let scaled = coordinate.iter().enumerate().map(|(dim, &c)| c >> tile.shape.dim_bits(dim));
            shape.pack(&scaled.collect::<smallvec::SmallVec<[u32; 4]>>())
        };
        let rest = |input| {
            let (low, high) = self.columns(input).split_at_checked(tile.columns(input).len())?;
            let same = low.iter().zip(tile.columns(input)).all(|(&ours, &theirs)| ours == placed(theirs));
            let apart = high.iter().all(|c| c & within == 0);
            (same && apart).then(|| high.iter().map(|&c| outside(c)).collect::<Columns>())
        };
        let lanes = rest(Input::Lane)?;
        debug_assert!(lanes.is_empty(), "every layout has five bits of lanes");
        let (registers, warps, ctas) = (rest(Input::Register)?, rest(Input::Warp)?, rest(Input::Cta)?);
        Some(RegisterLayout::new(shape, &registers, &[0; LANE_BITS as usize], &warps, &ctas))
    }

    /// Whether `tile` divides this layout: see [`quotient`](Self::quotient).
    pub fn is_tiled_by(&self, tile: &RegisterLayout) -> bool {
        self.quotient(tile).is_some()
    }
}

impl fmt::Debug for RegisterLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
