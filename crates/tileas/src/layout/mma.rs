//! Fragments of matrix instructions: which element of an operand is in which register of which lane.
//!
//! One rule holds for every shape of `mma.sync` except m8n8k4 of f16 (PTX ISA, "Matrix Fragments for mma.*"). With
//! `g = lane / 4`, `q = lane % 4`, and E elements in a 32-bit register (f64: one in a 64-bit register):
//!
//! - A: register r, element e: row `g + 8 * (r % 2)`, k `q * E + e + 4 * E * (r / 2)`; with 8 rows there is one register, row g;
//! - B: register r, element e: k `q * E + e + 4 * E * r`, column g;
//! - C and D: element i: row `g + 8 * (i / 2)`, column `2 * q + i % 2`.
//!
//! So each bit of (e, r, q, g) sets one bit of a coordinate. `wgmma` has the same fragments in each of its four warps, one
//! below the other (PTX ISA, "Register Fragments" of wgmma).
//!
//! Columns may be numbered otherwise: with [`Columns8::Pairs`], column c of instruction j of two is column `2 * c + j` of 16. Then a
//! lane has two neighbours of a row of B, which is what `ldmatrix` transposes where elements are bytes.
//!
//! A tile larger than the instruction's repeats it in more registers, along k, then columns, then rows, so that the lowest
//! registers are one instruction's. A tile with fewer rows or columns repeats elements: a row of A held twice makes a row
//! of D held twice. Fewer k than the instruction's has no layout: repeated products would be added twice.

use super::blocked::Bits;
use super::linear_map::Columns;
use super::register::RegisterLayout;
use super::shape::Shape;

/// The shape of a matrix instruction, as far as its fragments depend on it. Columns are always 8 per instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mma {
    /// 16 rows, or 8.
    pub rows: u32,
    /// The extent of the inner dimension.
    pub k: u32,
    /// The bits of an element of A and B as registers hold them: 4, 8, 16, 32 or 64.
    pub element_bits: u32,
}

/// How warps divide the result: binary logarithms of their number along rows and columns. Bits of the warp's number are rows'
/// first. Each warp has a contiguous part of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MmaWarps {
    /// Along the rows.
    pub rows: u32,
    /// Along the columns.
    pub columns: u32,
}

/// Which columns of the tile are those of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Columns8 {
    /// Eight neighbours.
    #[default]
    Together,
    /// Every other one of sixteen.
    Pairs,
}

impl Columns8 {
    /// Bits of the column below those that the lanes of an instruction choose.
    fn below(self) -> u32 {
        match self {
            Columns8::Together => 0,
            Columns8::Pairs => 1,
        }
    }
}

impl Mma {
    /// The binary logarithm of the number of elements in a register.
    fn packing(self) -> u32 {
        (32 / self.element_bits).max(1).ilog2()
    }

    /// Bits of rows beyond the eight of a group.
    fn upper_row_bits(self) -> u32 {
        self.rows.ilog2() - 3
    }

    /// Bits of k above those of an element in a register and of a lane's place in its quad. None if the tile has less k.
    fn upper_k_bits(self, extent: u32) -> Option<u32> {
        self.k.ilog2().checked_sub(self.packing() + 2).filter(|_| extent >= self.k)
    }

    /// The layout of A: its last dimensions are rows and k; others are batches, in registers.
    /// None if the tile has less k than the instruction, or fewer than two dimensions.
    pub fn a(self, shape: &Shape, warps: MmaWarps) -> Option<RegisterLayout> {
        let (row, k) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let upper = self.upper_k_bits(shape.extent(k))?;
        let mut bits = Bits::of(shape);
        let mut registers = bits.take(k, self.packing());
        let mut lanes = bits.take(k, 2);
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, self.upper_row_bits()));
        registers.extend(bits.take(k, upper));
        let mut by_warp = bits.take_top(row, warps.rows);
        by_warp.extend(std::iter::repeat_n(0, warps.columns as usize));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    /// The layout of B: its last dimensions are k and columns; others are batches, in registers.
    /// None if the tile has less k than the instruction, or fewer than two dimensions.
    pub fn b(self, shape: &Shape, warps: MmaWarps) -> Option<RegisterLayout> {
        self.b_of(shape, warps, Columns8::Together)
    }

    /// The same; the instruction has these columns.
    pub fn b_of(self, shape: &Shape, warps: MmaWarps, columns: Columns8) -> Option<RegisterLayout> {
        let (k, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let upper = self.upper_k_bits(shape.extent(k))?;
        let mut bits = Bits::of(shape);
        let mut registers = bits.take(k, self.packing());
        let mut lanes = bits.take(k, 2);
        let below = bits.take(column, columns.below());
        lanes.extend(bits.take_padded(column, 3));
        registers.extend(bits.take(k, upper));
        registers.extend(below);
        let mut by_warp: Columns = std::iter::repeat_n(0, warps.rows as usize).collect();
        by_warp.extend(bits.take_top(column, warps.columns));
        // Two instructions side by side, which one `ldmatrix` loads; then steps along k.
        registers.extend(bits.take(column, 1));
        registers.extend(bits.take(k, u32::MAX));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    /// The layout of C and D: its last dimensions are rows and columns; others are batches, in registers.
    /// None if it has fewer than two dimensions.
    pub fn accumulator(self, shape: &Shape, warps: MmaWarps) -> Option<RegisterLayout> {
        self.accumulator_of(shape, warps, Columns8::Together)
    }

    /// The same; the instruction has these columns.
    pub fn accumulator_of(self, shape: &Shape, warps: MmaWarps, columns: Columns8) -> Option<RegisterLayout> {
        let (row, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let mut bits = Bits::of(shape);
        // Neighbours first, so that they are stored together.
        let mut registers = bits.take(column, columns.below());
        registers.extend(bits.take_padded(column, 1));
        let mut lanes = bits.take_padded(column, 2);
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, self.upper_row_bits()));
        let mut by_warp = bits.take_top(row, warps.rows);
        by_warp.extend(bits.take_top(column, warps.columns));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }
}
