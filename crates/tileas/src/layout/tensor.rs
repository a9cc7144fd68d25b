//! Layouts of tiles in tensor memory: 128 lanes of 32-bit columns, which only `tcgen05` accesses.
//!
//! A column holds one element, or several side by side. Sums of `tcgen05.mma` have one element per column, for any width; A and
//! scales are packed (PTX ISA, "Tensor Memory"; gpu-facts 7.1, 7.5, 7.6). Columns are relative to the first one of the tile.
//!
//! Invariants: at most 512 columns (9 bits), and 32 elements in one of them (5 bits); always 7 bits of lanes. Inputs are packed
//! with parts lowest, then columns, then lanes. Elements may be replicated, as in registers.

use std::fmt;
use std::ops::Range;

use super::blocked::Bits;
use super::linear_map::{Columns, LinearMap};
use super::register::{Input, LANE_BITS, RegisterLayout};
use super::shape::Shape;

/// The bits of a lane's number in tensor memory.
pub(super) const TENSOR_LANE_BITS: usize = 7;
/// The maximum number of bits of a column's number.
pub(super) const MOST_COLUMN_BITS: usize = 9;
/// The maximum number of bits of an element's number within a column.
pub(super) const MOST_PART_BITS: usize = 5;

/// The bits of rows that tile a column of scales (PTX ISA, "Scale Factor A/B ID").
const SCALE_ROW_BITS: u32 = 5;
/// The bits of scales that share a column of 32 bits.
const SCALE_PART_BITS: u32 = 2;
/// The maximum number of columns of the sum of one instruction.
const MOST_COLUMNS_OF_SUM: u32 = 256;
/// The minimum number of columns of one with 128 rows.
const LEAST_COLUMNS_OF_SUM: u32 = 16;
/// The minimum number of rows and columns that one repeats: a matrix descriptor describes groups of eight.
const LEAST_REPEATED: u32 = 8;
/// The maximum number of columns of a sum with repeated rows: each thread holds a row, so all of these are registers of many threads.
/// Larger sums of few rows have few columns when they are transposed.
const MOST_REPEATED_COLUMNS: u32 = 64;

/// A map from places in tensor memory to elements of a tile: (part of a column, column, lane) → coordinate.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TensorLayout {
    shape: Shape,
    /// Columns of the inputs, parts first.
    map: LinearMap,
    /// The bits of parts and columns.
    parts: u8,
    columns: u8,
}

impl TensorLayout {
    /// The layout with these columns, as packed coordinates.
    ///
    /// # Panics
    ///
    /// If there are not seven columns of lanes, more than nine of columns or five of parts, or one is outside of the shape.
    pub fn new(shape: Shape, parts: &[u64], columns: &[u64], lanes: &[u64]) -> TensorLayout {
        assert_eq!(lanes.len(), TENSOR_LANE_BITS, "tensor memory has 128 lanes");
        let fits = columns.len() <= MOST_COLUMN_BITS && parts.len() <= MOST_PART_BITS;
        assert!(fits, "tensor memory has 512 columns of 32 bits");
        let all = [parts, columns, lanes].into_iter().flatten().copied();
        let map = LinearMap::new(all, shape.bits());
        TensorLayout { map, shape, parts: parts.len() as u8, columns: columns.len() as u8 }
    }

    /// The sum of `tcgen05.mma` in the thread block's own tensor memory, one element a column (PTX ISA, "tcgen05.mma", data path
    /// layouts; gpu-facts 7.5). 128 rows are the lanes. Lanes beyond 64 rows have the upper half of the columns: `.ws`, and each
    /// block's half of a pair's 128 rows. Lanes beyond 32 rows have the other quarters (`.ws`). 256 rows are two sums of 128, one
    /// after the other. None for other shapes.
    pub fn accumulator(shape: &Shape) -> Option<TensorLayout> {
        let beside = match shape.rank() {
            2 if shape.extent(0) == 256 => 1,
            2 => 128_u32.checked_div(shape.extent(0)).filter(|beside| matches!(beside, 1 | 2 | 4))?,
            _ => return None,
        };
        let columns = shape.extent(1);
        if columns < beside || (beside > 1 && columns > MOST_COLUMNS_OF_SUM) {
            return None;
        }
        let mut bits = Bits::of(shape);
        let mut lanes = bits.take(0, TENSOR_LANE_BITS as u32);
        lanes.extend(bits.take_top(1, beside.ilog2()));
        let mut columns = bits.take(1, u32::MAX);
        columns.extend(bits.rest());
        TensorLayout::checked(shape, &[], &columns, &lanes)
    }

    /// The sum of an instruction of 128 rows that repeats the rows of A, or the columns of B, because the tile has fewer: all lanes and
    /// columns hold elements of the tile, some several times. 256 rows are two sums. None for other shapes, and for those that need no
    /// repetition.
    pub fn repeated(shape: &Shape) -> Option<TensorLayout> {
        let [rows, columns] = [0, 1].map(|dim| if shape.rank() == 2 { shape.extent(dim) } else { 0 });
        let has_few = rows < 1 << TENSOR_LANE_BITS || columns < LEAST_COLUMNS_OF_SUM;
        let fits = (LEAST_REPEATED..=2 << TENSOR_LANE_BITS).contains(&rows)
            && (LEAST_REPEATED..=MOST_REPEATED_COLUMNS).contains(&columns);
        if !has_few || !fits {
            return None;
        }
        let mut bits = Bits::of(shape);
        let lanes = bits.take_padded(0, TENSOR_LANE_BITS as u32);
        let mut columns = bits.take_padded(1, shape.dim_bits(1).max(LEAST_COLUMNS_OF_SUM.ilog2()));
        columns.extend(bits.rest());
        TensorLayout::checked(shape, &[], &columns, &lanes)
    }

    /// Whether this is the layout of [`TensorLayout::repeated`].
    pub fn is_repeated(&self) -> bool {
        TensorLayout::repeated(&self.shape).as_ref() == Some(self)
    }

    /// The columns of an instruction that makes a sum of [`TensorLayout::repeated`].
    pub fn repeated_columns(&self) -> u32 {
        self.shape.extent(1).max(LEAST_COLUMNS_OF_SUM)
    }

    /// The registers of warpgroups that `tcgen05.ld` of shape `32x32b` moves the tile to: a lane for each thread, and the topmost
    /// columns for further warpgroups. Columns that repeat others are not read. None if there are not enough columns.
    pub fn by_rows(&self, group_bits: u32) -> Option<RegisterLayout> {
        let own = self.column_basis().len().checked_sub(group_bits as usize)?;
        let (registers, groups) = self.column_basis().split_at(own);
        let registers = registers.iter().filter(|&&image| image != 0);
        let registers: Columns = self.part_basis().iter().chain(registers).copied().collect();
        let (lanes, warps) = self.lane_basis().split_at(LANE_BITS as usize);
        let warps: Columns = warps.iter().chain(groups).copied().collect();
        Some(RegisterLayout::new(self.shape.clone(), &registers, lanes, &warps, &[]))
    }

    /// A of `tcgen05.mma`: 128 rows are the lanes, k is packed into columns; narrow elements take a byte (gpu-facts 7.5).
    /// None for other shapes, or if k does not fill a column.
    pub fn rows(shape: &Shape, element_bits: u32) -> Option<TensorLayout> {
        let width = element_bits.max(8);
        let packed = width.is_power_of_two() && width <= 32;
        if shape.rank() != 2 || shape.extent(0) != 128 || !packed {
            return None;
        }
        let part_bits = (32 / width).ilog2();
        let mut bits = Bits::of(shape);
        let parts = bits.take(1, part_bits);
        let lanes = bits.take(0, u32::MAX);
        let whole = parts.len() == part_bits as usize;
        whole.then(|| TensorLayout::checked(shape, &parts, &bits.rest(), &lanes))?
    }

    /// Scales of `tcgen05.mma`, rows by scales: 32 rows are lanes, the same in each quarter; further rows are further columns;
    /// four scales are the bytes of a column, and more are in further columns (gpu-facts 7.6). None for other ranks and for
    /// scales that are too large.
    pub fn scales(shape: &Shape) -> Option<TensorLayout> {
        if shape.rank() != 2 {
            return None;
        }
        let mut bits = Bits::of(shape);
        let parts = bits.take(1, SCALE_PART_BITS);
        let mut lanes = bits.take_padded(0, SCALE_ROW_BITS);
        lanes.extend([0; TENSOR_LANE_BITS - SCALE_ROW_BITS as usize]);
        let mut columns = bits.take(0, u32::MAX);
        columns.extend(bits.rest());
        TensorLayout::checked(shape, &parts, &columns, &lanes)
    }

    /// The layout, if tensor memory has as many columns.
    fn checked(shape: &Shape, parts: &[u64], columns: &[u64], lanes: &[u64]) -> Option<TensorLayout> {
        let fits = columns.len() <= MOST_COLUMN_BITS;
        fits.then(|| TensorLayout::new(shape.clone(), parts, columns, lanes))
    }

    /// The tile's extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The map from packed inputs to packed coordinates.
    pub fn map(&self) -> &LinearMap {
        &self.map
    }

    /// The packed coordinate of an element.
    pub fn apply(&self, part: u64, column: u64, lane: u64) -> u64 {
        self.map.apply(part | column << self.parts | lane << (self.parts + self.columns))
    }

    /// Whether the layout contains each element.
    pub fn is_surjective(&self) -> bool {
        self.map.is_surjective()
    }

    /// The binary logarithm of the number of elements in a column.
    pub fn part_bits(&self) -> u32 {
        u32::from(self.parts)
    }

    /// The number of columns of 32 bits.
    pub fn columns(&self) -> u32 {
        1 << self.columns
    }

    /// The coordinates of the bits of an element's number within a column.
    pub fn part_basis(&self) -> &[u64] {
        self.basis(0..usize::from(self.parts))
    }

    /// The coordinates of the bits of a column's number.
    pub fn column_basis(&self) -> &[u64] {
        self.basis(usize::from(self.parts)..usize::from(self.parts + self.columns))
    }

    /// The coordinates of the seven bits of a lane's number.
    pub fn lane_basis(&self) -> &[u64] {
        self.basis(usize::from(self.parts + self.columns)..self.map.columns().len())
    }

    fn basis(&self, inputs: Range<usize>) -> &[u64] {
        &self.map.columns()[inputs]
    }

    /// The shape of `tcgen05.ld` and `tcgen05.st` that moves the tile between this memory and registers of one or more
    /// warpgroups; none if there is none. Registers may be in any order; warpgroups divide columns, or halves of lanes.
    pub fn access(&self, registers: &RegisterLayout) -> Option<TensorAccess> {
        let reaches = |access: &TensorAccess| self.is_reached(registers, *access).unwrap_or(false);
        let alike = registers.shape() == self.shape() && registers.columns(Input::Cta).is_empty();
        TensorAccess::ALL.into_iter().find(|access| alike && reaches(access))
    }

    /// None if there are too few columns for the shape, or too few warps.
    fn is_reached(&self, registers: &RegisterLayout, access: TensorAccess) -> Option<bool> {
        let (memory_columns, memory_lanes) = (self.column_basis(), self.lane_basis());
        let image = |place: &Place| match *place {
            Place::Column(bit) => memory_columns.get(bit).copied(),
            Place::Lane(bit) => memory_lanes.get(bit).copied(),
        };
        let (lanes, own) = (access.lanes(), access.registers());
        let wanted: Columns = lanes.iter().chain(&Place::WARPS).map(image).collect::<Option<_>>()?;
        let (group, shared) = registers.columns(Input::Warp).split_at_checked(Place::WARPS.len())?;
        let threads: Columns = registers.columns(Input::Lane).iter().chain(group).copied().collect();
        if threads != wanted {
            return Some(false);
        }
        // The smallest unit of an instruction belongs to the thread; the rest may belong to another warpgroup.
        let mut held: Columns = registers.columns(Input::Register).into();
        let least: Columns = own.iter().map(image).collect::<Option<_>>()?;
        for image in self.part_basis().iter().chain(&least) {
            held.swap_remove(held.iter().position(|column| column == image)?);
        }
        held.extend_from_slice(shared);
        let placed = |place: Place| lanes.iter().chain(own).chain(&Place::WARPS).all(|&p| p != place);
        let left_columns = (0..memory_columns.len()).map(Place::Column);
        let left_lanes = (0..TENSOR_LANE_BITS).map(Place::Lane);
        let left = left_columns.chain(left_lanes).filter(|&place| placed(place));
        // What repeats other elements may be left out.
        let mut left: Columns = left.filter_map(|place| image(&place)).filter(|&image| image != 0).collect();
        held.retain(|image| *image != 0);
        held.sort_unstable();
        left.sort_unstable();
        Some(held == left)
    }
}

impl fmt::Debug for TensorLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A bit of an address in tensor memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Column(usize),
    Lane(usize),
}

impl Place {
    /// Warp w of a warpgroup reaches lanes `32 * w` to `32 * w + 31`.
    const WARPS: [Place; 2] = [Place::Lane(5), Place::Lane(6)];
}

/// Shapes of `tcgen05.ld` and `tcgen05.st` (PTX ISA, "tcgen05.ld"; gpu-facts 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TensorAccess {
    /// `32x32b`: a lane for each thread.
    Lanes32,
    /// `16x64b`
    Lanes16x64,
    /// `16x128b`
    Lanes16x128,
    /// `16x256b`: the fragments of `mma` and `wgmma`.
    Lanes16x256,
}

impl TensorAccess {
    /// All of them.
    pub const ALL: [TensorAccess; 4] = [
        TensorAccess::Lanes32,
        TensorAccess::Lanes16x64,
        TensorAccess::Lanes16x128,
        TensorAccess::Lanes16x256,
    ];

    /// The name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            TensorAccess::Lanes32 => "32x32b",
            TensorAccess::Lanes16x64 => "16x64b",
            TensorAccess::Lanes16x128 => "16x128b",
            TensorAccess::Lanes16x256 => "16x256b",
        }
    }

    /// The place that each bit of a thread's number within its warp selects.
    fn lanes(self) -> [Place; 5] {
        use Place::{Column, Lane};
        match self {
            TensorAccess::Lanes32 => [Lane(0), Lane(1), Lane(2), Lane(3), Lane(4)],
            TensorAccess::Lanes16x64 => [Lane(3), Column(0), Lane(0), Lane(1), Lane(2)],
            TensorAccess::Lanes16x128 => [Column(0), Column(1), Lane(0), Lane(1), Lane(2)],
            TensorAccess::Lanes16x256 => [Column(1), Column(2), Lane(0), Lane(1), Lane(2)],
        }
    }

    /// The places that the registers of the smallest vector select.
    fn registers(self) -> &'static [Place] {
        match self {
            TensorAccess::Lanes32 | TensorAccess::Lanes16x64 => &[],
            TensorAccess::Lanes16x128 => &[Place::Lane(3)],
            TensorAccess::Lanes16x256 => &[Place::Column(0), Place::Lane(3)],
        }
    }
}
