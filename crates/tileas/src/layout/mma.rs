//! Fragments of matrix instructions: the register and lane of each element of an operand.
//!
//! One rule applies to every shape of `mma.sync` except m8n8k4 of f16 (PTX ISA, "Matrix Fragments for mma.*"). With `g = lane /
//! 4`, `q = lane % 4`, and E elements in a 32-bit register (f64: one in a 64-bit register):
//!
//! - A: register r, element e: row `g + 8 * (r % 2)`, k `q * E + e + 4 * E * (r / 2)`; with 8 rows there is one register, row
//!   g;
//! - B: register r, element e: k `q * E + e + 4 * E * r`, column g;
//! - C and D: element i: row `g + 8 * (i / 2)`, column `2 * q + i % 2`.
//!
//! So each bit of (e, r, q, g) sets one bit of a coordinate. `wgmma` has the same fragments in each of its four warps, one
//! below the other (PTX ISA, "Register Fragments" of wgmma).
//!
//! Bytes may be numbered in another way ([`Numbering`]) where `ldmatrix` transposes no bytes, but pairs of them: a lane has two
//! neighbours of a row of B, column c of instruction j of two is column `2 * c + j` of 16. Alternatively, the instruction
//! computes the transposed product: its A is the right operand, whose row `g + 8 * j` is column `2 * g + j` of 16, and its B is
//! the left operand. A lane then loads 16 contiguous bytes of a row of the left operand at once: the registers of one
//! instruction first, then those of the next. Both operands have k in that order.
//!
//! Warps usually have contiguous parts of the columns. If a sum is stored in slices of columns, they have 16 columns each in
//! turn instead ([`Numbering::Turns`]), so that each thread has a part of each slice.
//!
//! Scales of blocks (PTX ISA, "Block Scaling for mma.sync") are bytes of registers. Selectors of the instruction say which lanes of
//! a quad have them, and which bytes:
//!
//! - of A: lane `q` of a quad has those of row `g + 8 * (q % 2)` of one of two instructions, `q / 2`;
//! - of B: lane `q` has those of column g of one of four instructions, `q`;
//! - the four bytes of a register are four blocks along k, of one instruction or of several.
//!
//! So no lane of a quad is idle: a register has the scales of 32 rows or columns, each for four blocks.
//!
//! A tile larger than the instruction's repeats it in more registers, along k, then columns, then rows, so that the lowest
//! registers belong to one instruction. A tile with fewer rows or columns repeats elements: a duplicated row of A gives a
//! duplicated row of D. A tile with a smaller k has no layout, because repeated products would be added twice.

use smallvec::SmallVec;

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

/// Bits of the number of a lane in its quad, which choose among the scales of a row or column.
const SCALE_LANES: u32 = 2;
/// Bits of the number of a byte in a register of scales.
const SCALE_BYTES: u32 = 2;

/// How warps divide the result: binary logarithms of their number along rows and columns. Bits of the warp's number are rows'
/// first. Each warp has a contiguous part of the tile, or columns in turn ([`Numbering::Turns`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MmaWarps {
    /// Along the rows.
    pub rows: u32,
    /// Along the columns.
    pub columns: u32,
}

ir::attr_enums! {
    /// How the elements of a tile are numbered for an instruction.
    Numbering {
        /// As in the definition of the instruction.
        Plain "plain",
        /// The columns of two instructions in turn: of bytes, where a warp has 16 columns.
        Pairs "pairs",
        /// The columns of warps in turn, 16 of each: where a warp has 16 columns. The registers of a thread then separate
        /// slices of contiguous columns.
        Turns "turns",
        /// The transposed product, of columns in pairs and rows in vectors of 16 bytes: of bytes, where a warp has 8 rows, 16
        /// columns, and 64 of the inner dimension.
        Transposed "transposed",
    }
}

impl Numbering {
    /// The order of elements in the fragments of an instruction.
    fn order(self) -> Order {
        match self {
            Numbering::Plain => PLAIN,
            Numbering::Pairs => Order { paired_columns: 1, ..PLAIN },
            Numbering::Turns => Order { has_turns: true, ..PLAIN },
            Numbering::Transposed => Order { paired_rows: 1, whole_vectors: true, ..PLAIN },
        }
    }
}

/// The same, for the definition of the instruction.
#[derive(Clone, Copy)]
struct Order {
    /// Bits of the row below those that lanes choose.
    paired_rows: u32,
    /// Bits of the column below those that lanes choose.
    paired_columns: u32,
    /// Whether a lane has 16 contiguous bytes along k.
    whole_vectors: bool,
    /// Whether warps have columns in turn, those of two instructions each.
    has_turns: bool,
}

/// The order of the definition itself.
const PLAIN: Order = Order { paired_rows: 0, paired_columns: 0, whole_vectors: false, has_turns: false };

/// The dimensions of a tile, with the last two exchanged.
fn exchanged(rank: usize) -> SmallVec<[usize; 4]> {
    let mut order: SmallVec<[usize; 4]> = (0..rank).collect();
    order.swap(rank - 2, rank - 1);
    order
}

impl MmaWarps {
    /// The same division of the transposed result.
    pub(crate) fn transposed(self) -> MmaWarps {
        MmaWarps { rows: self.columns, columns: self.rows }
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

    /// Bits of k above those of an element in a register, below and above those of a lane's place in its quad, as far as one
    /// instruction or vector has them. None if the tile has less k.
    fn upper_k_bits(self, extent: u32, whole_vectors: bool) -> Option<[u32; 2]> {
        let within = if whole_vectors { (128 / self.element_bits).ilog2() - self.packing() } else { 0 };
        let upper = self.k.ilog2().checked_sub(self.packing() + 2)?;
        let least = self.k.max(1 << (self.packing() + within + 2));
        (extent >= least).then_some([within, upper.saturating_sub(within)])
    }

    /// Whether the part of a warp has enough rows and columns for this numbering, by their binary logarithms, and elements of
    /// its width.
    fn fits(self, numbering: Numbering, [rows, columns]: [Option<u32>; 2]) -> bool {
        let least = match numbering {
            Numbering::Plain => return true,
            Numbering::Pairs | Numbering::Turns => [0, 4],
            Numbering::Transposed => [3, 4],
        };
        let enough = |(bits, least): (Option<u32>, u32)| bits.is_none_or(|bits| bits >= least);
        (self.element_bits == 8 || numbering == Numbering::Turns)
            && [rows, columns].into_iter().zip(least).all(enough)
    }

    /// The layout of the left operand, A: its last dimensions are rows and k; others are batches, in registers.
    /// None if the tile has less k than the instruction, does not fit the [`Numbering`], or has fewer than two dimensions.
    pub fn left(self, shape: &Shape, warps: MmaWarps, numbering: Numbering) -> Option<RegisterLayout> {
        let order = numbering.order();
        let rows = of_warp(shape, 1, warps.rows)?;
        match numbering {
            _ if !self.fits(numbering, [Some(rows), None]) => None,
            Numbering::Plain | Numbering::Pairs | Numbering::Turns => self.a_of(shape, warps, order),
            Numbering::Transposed => transposed(shape, |shape| self.b_of(shape, warps.transposed(), order)),
        }
    }

    /// The layout of the right operand, B: its last dimensions are k and columns; others are batches, in registers.
    /// None if the tile has less k than the instruction, does not fit the [`Numbering`], or has fewer than two dimensions.
    pub fn right(self, shape: &Shape, warps: MmaWarps, numbering: Numbering) -> Option<RegisterLayout> {
        let order = numbering.order();
        let columns = of_warp(shape, 0, warps.columns)?;
        match numbering {
            _ if !self.fits(numbering, [None, Some(columns)]) => None,
            Numbering::Plain | Numbering::Pairs | Numbering::Turns => self.b_of(shape, warps, order),
            Numbering::Transposed => transposed(shape, |shape| self.a_of(shape, warps.transposed(), order)),
        }
    }

    /// The layout of the result, C and D: its last dimensions are rows and columns; others are batches, in registers.
    /// None if it does not fit the [`Numbering`], or has fewer than two dimensions.
    pub fn sum(self, shape: &Shape, warps: MmaWarps, numbering: Numbering) -> Option<RegisterLayout> {
        let order = numbering.order();
        let (rows, columns) = (of_warp(shape, 1, warps.rows)?, of_warp(shape, 0, warps.columns)?);
        match numbering {
            _ if !self.fits(numbering, [Some(rows), Some(columns)]) => None,
            Numbering::Plain | Numbering::Pairs | Numbering::Turns => {
                self.accumulator_of(shape, warps, order)
            }
            Numbering::Transposed => {
                transposed(shape, |shape| self.accumulator_of(shape, warps.transposed(), order))
            }
        }
    }

    /// The layout of the scales of the left operand: its last dimensions are rows and blocks of k; others are batches, in
    /// registers. None for transposed products, and where rows are fewer than two dimensions.
    pub fn left_scales(self, shape: &Shape, warps: MmaWarps, numbering: Numbering) -> Option<RegisterLayout> {
        let (row, block) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        if numbering == Numbering::Transposed {
            return None;
        }
        let mut bits = Bits::of(shape);
        let of_row = bits.take_padded(row, 3);
        let upper = bits.take_padded(row, self.upper_row_bits());
        let mut by_warp = bits.take_top(row, warps.rows);
        by_warp.extend(std::iter::repeat_n(0, warps.columns as usize));
        let mut lanes = upper;
        lanes.extend(bits.take_padded(row, SCALE_LANES - self.upper_row_bits()));
        lanes.extend(of_row);
        let mut registers = bits.take(block, SCALE_BYTES);
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    /// The layout of the scales of the right operand: its last dimensions are blocks of k and columns; others are batches, in
    /// registers. None for transposed products and turns, and where there are fewer than two dimensions.
    pub fn right_scales(
        self,
        shape: &Shape,
        warps: MmaWarps,
        numbering: Numbering,
    ) -> Option<RegisterLayout> {
        let (block, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        if matches!(numbering, Numbering::Transposed | Numbering::Turns) {
            return None;
        }
        let mut bits = Bits::of(shape);
        let mut lanes = bits.take_padded(column, numbering.order().paired_columns);
        let of_column = bits.take_padded(column, 3);
        let mut by_warp: Columns = std::iter::repeat_n(0, warps.rows as usize).collect();
        by_warp.extend(bits.take_top(column, warps.columns));
        lanes.extend(bits.take_padded(column, SCALE_LANES - lanes.len() as u32));
        lanes.extend(of_column);
        let mut registers = bits.take(block, SCALE_BYTES);
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    fn a_of(self, shape: &Shape, warps: MmaWarps, order: Order) -> Option<RegisterLayout> {
        let (row, k) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let [within, upper] = self.upper_k_bits(shape.extent(k), order.whole_vectors)?;
        let mut bits = Bits::of(shape);
        let mut registers = bits.take(k, self.packing());
        let behind = bits.take(k, within);
        let mut lanes = bits.take(k, 2);
        registers.extend(bits.take(row, order.paired_rows));
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, self.upper_row_bits().saturating_sub(order.paired_rows)));
        registers.extend(behind);
        registers.extend(bits.take(k, upper));
        let mut by_warp = bits.take_top(row, warps.rows);
        by_warp.extend(std::iter::repeat_n(0, warps.columns as usize));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    fn b_of(self, shape: &Shape, warps: MmaWarps, order: Order) -> Option<RegisterLayout> {
        let (k, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let [within, upper] = self.upper_k_bits(shape.extent(k), order.whole_vectors)?;
        let mut bits = Bits::of(shape);
        let mut registers = bits.take(k, self.packing());
        registers.extend(bits.take(k, within));
        let mut lanes = bits.take(k, 2);
        let below = bits.take(column, order.paired_columns);
        lanes.extend(bits.take_padded(column, 3));
        registers.extend(bits.take(k, upper));
        registers.extend(below);
        let mut by_warp: Columns = std::iter::repeat_n(0, warps.rows as usize).collect();
        // Two adjacent instructions, which one `ldmatrix` loads; then steps along k.
        let adjacent = bits.take(column, u32::from(order.has_turns));
        by_warp.extend(of_warps(&mut bits, column, warps.columns, order));
        registers.extend(if order.has_turns { adjacent } else { bits.take(column, 1) });
        registers.extend(bits.take(k, u32::MAX));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }

    fn accumulator_of(self, shape: &Shape, warps: MmaWarps, order: Order) -> Option<RegisterLayout> {
        let (row, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let mut bits = Bits::of(shape);
        // Neighbours first, so that they are stored together.
        let mut registers = bits.take(column, order.paired_columns);
        registers.extend(bits.take(row, order.paired_rows));
        registers.extend(bits.take_padded(column, 1));
        let mut lanes = bits.take_padded(column, 2);
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, self.upper_row_bits().saturating_sub(order.paired_rows)));
        let mut by_warp = bits.take_top(row, warps.rows);
        registers.extend(bits.take(column, u32::from(order.has_turns)));
        by_warp.extend(of_warps(&mut bits, column, warps.columns, order));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &by_warp, &[]))
    }
}

/// Bits of the column that choose the warp: the topmost, or, where warps have columns in turn, the lowest of those that are
/// left.
fn of_warps(bits: &mut Bits<'_>, column: usize, warps: u32, order: Order) -> Columns {
    if order.has_turns { bits.take_padded(column, warps) } else { bits.take_top(column, warps) }
}

/// Bits of a warp's part of a dimension, counted from the last one. None if there are fewer than two.
fn of_warp(shape: &Shape, from_last: usize, warps: u32) -> Option<u32> {
    let dim = shape.rank().checked_sub(2)? + 1 - from_last;
    Some(shape.dim_bits(dim).saturating_sub(warps))
}

/// The layout of the transposed tile.
pub(super) fn transposed(
    shape: &Shape,
    layout: impl FnOnce(&Shape) -> Option<RegisterLayout>,
) -> Option<RegisterLayout> {
    let order = (shape.rank() >= 2).then(|| exchanged(shape.rank()))?;
    let (transposed, _) = shape.permuted(&order);
    layout(&transposed).map(|layout| layout.permute_dims(&order))
}
