//! How warpgroups compute a product of fewer than 64 rows, and what it costs there and with the instruction of warps.
//!
//! | sum | the 64 rows of the instruction |
//! |---|---|
//! | 8 rows or more, 64 columns or more | columns of the tile: it computes the product transposed |
//! | 8 rows and columns or more | rows of the tile, or columns, which a matrix descriptor repeats: the distance to the next group is 0 |
//!
//! A group is eight rows along the inner dimension, or a line of 8 to 32 rows in the other order, which elements of 16 bits alone may
//! have. Memory that is loaded in each iteration has to be in this order, because it would be transposed element by element.
//!
//! The cost is the time of a multiprocessor for the products of a sum and the reductions of it. A product takes the time of the slower
//! one of tensor cores and shared memory, for each 32 bytes of the inner dimension:
//!
//! - 64 rows of n columns keep the tensor cores busy for n/2 cycles at the full rate (16-bit floats: 4096 operations of a
//!   multiprocessor and cycle on an H100), those of `mma.sync` at 0.62 of it, which is the rate that others report;
//! - shared memory has 128 bytes in a cycle: 16 cycles for the 64 rows of an instruction and n/4 for its columns, in each
//!   instruction again, and the rows and columns of each warp for `mma.sync`. An operand from outside of a loop is in the registers of
//!   warps, but not of warpgroups.
//!
//! So `wgmma` has its full rate from 64 columns on. A reduction takes a cycle for each shuffle of a warp (CUDA Programming Guide,
//! "Arithmetic Instructions": 32 results in a cycle): rows of a transposed sum lie across eight lanes. Not counted: the time to begin
//! and to end a product, conversions between products of both kinds, and exchanges between warps.

use ir::{Field, Op, Value};

use super::axis_info::AxisInfo;
use super::dot_division::{Division, Product};
use super::relayout::first_source;
use super::stage_warpgroup_operands::{ROWS, outside};
use crate::layout::{Input, MmaWarps, RegisterLayout};
use crate::ops::fields;
use crate::{Module, Opcode};

/// Columns of an instruction.
pub(super) const COLUMNS: std::ops::RangeInclusive<u32> = 8..=256;
/// The fewest rows that a descriptor repeats.
const GROUP: u32 = 8;
/// Hundredths of a cycle in which shared memory gives 32 bytes of a row or column.
const SHARED: u64 = 25;
/// Elements of a sum that tensor cores compute in a hundred cycles at the full rate.
const FULL_RATE: u64 = 128 * 100;
/// The same of `mma.sync`.
const RATE_OF_WARPS: u64 = FULL_RATE * 62 / 100;

/// How warpgroups compute a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// How they divide the sum.
    pub(super) groups: MmaWarps,
    /// Whether rows of the instruction are columns of the tile.
    pub(super) transposed: bool,
}

/// The forms of a product whose sum has fewer rows than an instruction.
pub(super) fn of_few_rows(
    module: &Module,
    dot: Op,
    (sum, bits): ([u32; 2], u32),
    group_bits: u32,
) -> Vec<Form> {
    let form = |transposed: bool| {
        let [rows, columns] = oriented(sum, transposed);
        let of_rows = if rows < ROWS { 0 } else { group_bits.min((rows / ROWS).ilog2()) };
        let groups = MmaWarps { rows: of_rows, columns: group_bits - of_rows };
        let fits = COLUMNS.contains(&(columns >> groups.columns))
            && (rows >= ROWS || is_repeated(module, dot, (rows, transposed), bits));
        fits.then(|| Form { groups: if transposed { groups.transposed() } else { groups }, transposed })
    };
    [true, false].into_iter().filter_map(form).collect()
}

/// Rows and columns of the instruction.
fn oriented([rows, columns]: [u32; 2], transposed: bool) -> [u32; 2] {
    if transposed { [columns, rows] } else { [rows, columns] }
}

/// Whether a descriptor repeats the rows of the operand on the left of the instruction.
fn is_repeated(module: &Module, dot: Op, (rows, transposed): (u32, bool), bits: u32) -> bool {
    let field = if transposed { fields::dot::rhs } else { fields::dot::lhs };
    let operand = module.operand(dot, field);
    let rank = module.ty(operand).tile().map_or(0, |tile| tile.shape().len());
    let along = || may_be_along(module, operand, if transposed { rank - 1 } else { rank.saturating_sub(2) });
    rows == GROUP || bits == 16 && rows > GROUP && (along() || outside(module, dot, operand).is_some())
}

/// Hundredths of a cycle that warpgroups take for 32 bytes of the inner dimension of a product.
pub(super) fn cost_of_groups(form: Form, sum: [u32; 2]) -> u64 {
    let [rows, columns] = oriented(sum, form.transposed);
    let groups = if form.transposed { form.groups.transposed() } else { form.groups };
    let own = u64::from(columns >> groups.columns);
    let instructions = u64::from((rows / ROWS).max(1)) << groups.columns;
    let rows = u64::from(ROWS);
    instructions * (rows * own * 100 * 100 / FULL_RATE).max(SHARED * (rows + own))
}

/// A product as warps compute it.
pub(super) struct ByWarps {
    product: Product,
    division: Division,
}

impl ByWarps {
    /// None if warps have no instruction for the product.
    pub(super) fn of(module: &Module, dot: Op, warps: (u32, bool)) -> Option<ByWarps> {
        let product = Product::of(module, dot);
        product.instruction?;
        let division = product.divide(module, dot, warps);
        Some(ByWarps { product, division })
    }

    /// The layout of the sum.
    pub(super) fn sum(&self) -> Option<RegisterLayout> {
        self.product.sum(self.division)
    }

    /// Hundredths of a cycle for 32 bytes of the inner dimension.
    pub(super) fn cost(&self, module: &Module, dot: Op, sum: [u32; 2]) -> u64 {
        let warps = self.division.warps;
        let rows = u64::from((sum[0] >> warps.rows).max(16));
        let columns = u64::from((sum[1] >> warps.columns).max(8));
        let count = 1u64 << (warps.rows + warps.columns);
        let is_read = |field: Field| u64::from(outside(module, dot, module.operand(dot, field)).is_none());
        let read = is_read(fields::dot::lhs) * rows + is_read(fields::dot::rhs) * columns;
        (count * rows * columns * 100 * 100 / RATE_OF_WARPS).max(count * SHARED * read)
    }
}

/// Hundredths of a cycle for the shuffles of a reduction.
pub(super) fn cost_of_reduction(layout: &RegisterLayout, dim: usize) -> u64 {
    let along = |&&column: &&u64| layout.shape().at(column, dim) != 0;
    let lanes = layout.columns(Input::Lane).iter().filter(along).count() as u64;
    let apart = layout.columns(Input::Register).iter().filter(|column| **column != 0 && !along(column));
    (100 * lanes * u64::from(layout.warps())) << apart.count()
}

/// False for an operand that is loaded from memory which is contiguous along another dimension than this one.
pub(super) fn may_be_along(module: &Module, operand: Value, dim: usize) -> bool {
    let (mut value, mut dim) = (first_source(module, operand), dim);
    while let Some(op) = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Permute) {
        let from = module.ints(op, fields::permute::permutation).get(dim);
        dim = from.and_then(|&from| usize::try_from(from).ok()).unwrap_or(dim);
        value = first_source(module, module.body.operands(op)[0]);
    }
    let loaded =
        module.body.def_op(value).filter(|&op| matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad));
    let along = loaded.and_then(|op| AxisInfo::of(module, op)).and_then(|axis| axis.vector(1, 16));
    along.is_none_or(|(along, _)| along == dim)
}
