//! How an instruction of `tcgen05` computes a product of a kernel without agents.
//!
//! | sum | instruction |
//! |---|---|
//! | 32 or 64 rows of 64 to 256 columns, 128 of 16 to 512, 256 of 16 to 256 | of these extents |
//! | the same with rows and columns exchanged | it computes the product transposed: rows of its sum are columns of the tile |
//! | 8 rows or columns, or more | of 128 rows and 16 columns or more, of which several are the same row or column |
//!
//! In the last case, a matrix descriptor repeats rows of the left operand, or columns of the right one: the distance to the next group
//! of them is 0. All lanes and columns of the sum hold elements of the tile then, and nothing is read that was not written. A group is
//! eight rows along the inner dimension, or a line of 8 to 64 rows in the other order, which elements of 16 bits alone may have.

use ir::{Field, Op};

use super::buffers::buffer_bits;
use crate::layout::{Major, MatrixDescriptor, RegisterLayout, Shape, SharedLayout, Swizzle, TensorLayout};
use crate::ops::{Builders as _, fields};
use crate::types::TileType;
use crate::{Module, TileAs};

/// Lanes of tensor memory, which are rows of a sum.
const LANES: u32 = 128;
/// Rows of the sum of an instruction, at least.
const LEAST_ROWS: u32 = 32;
/// Bits of the inner dimension over which an instruction sums.
const DEPTH_BITS: u32 = 256;
/// Columns of the sum of one instruction.
const MOST_COLUMNS: u32 = 256;
/// Columns of the sum of fewer than 128 rows, at least.
const LEAST_COLUMNS_OF_FEW_ROWS: u32 = 64;
/// The same of 128 rows.
const LEAST_COLUMNS: u32 = 16;
/// The order of the dimensions of a transposed tile.
pub(super) const TURNED: [usize; 2] = [1, 0];

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// The form of the instruction of a product.
pub(super) struct Form {
    /// Whether it computes the product transposed.
    pub(super) swapped: bool,
    /// Its sum.
    pub(super) memory: TensorLayout,
    /// The buffers of its left and right operand.
    pub(super) operands: [SharedLayout; 2],
}

impl Form {
    /// The form of a product, or why there is none.
    pub(super) fn of(module: &Module, dot: Op) -> Result<Form, String> {
        let [lhs, rhs, sum] =
            [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(|field| tile(module, dot, field));
        let shape = sum.layout.shape();
        if shape.rank() != 2 {
            return Err("it is a batch of products, and an instruction computes one".to_owned());
        }
        let (depth, least) = (lhs.layout.shape().extent(1), DEPTH_BITS / buffer_bits(lhs));
        if depth < least {
            return Err(format!("it sums over {depth}, and an instruction over {least}"));
        }
        let straight = Form::with([lhs.clone(), rhs.clone()], shape, false);
        let swapped = [rhs, lhs].map(turned);
        let swapped = Form::with(swapped, turned(sum).layout.shape(), true);
        let found = straight.into_iter().chain(swapped);
        found.min_by_key(Form::cost).ok_or_else(|| {
            let (rows, columns) = (shape.extent(0), shape.extent(1));
            format!(
                "no instruction has its {rows} rows and {columns} columns, also transposed, nor does one repeat them: those of \
                 {LANES} rows have {LEAST_COLUMNS} columns or more, those of {LEAST_ROWS} or 64 rows {LEAST_COLUMNS_OF_FEW_ROWS} or \
                 more, and 8 or more can be repeated"
            )
        })
    }

    fn with([left, right]: [TileType; 2], sum: &Shape, swapped: bool) -> Option<Form> {
        let exact = TensorLayout::accumulator(sum).filter(|_| has_instruction(sum));
        let memory = exact.or_else(|| TensorLayout::repeated(sum))?;
        let wanted = if memory.is_repeated() { Some([LANES, memory.repeated_columns()]) } else { None };
        let described =
            |tile: &TileType, rows: usize| described(tile, rows, wanted.map(|wanted| wanted[rows]));
        let operands = [described(&left, 0)?, described(&right, 1)?];
        Some(Form { swapped, memory, operands })
    }

    /// Instructions that repeat nothing are preferred, then those of fewer columns, then the product as it is.
    fn cost(&self) -> (bool, u32, bool) {
        let repeats = self.memory.is_repeated();
        (repeats, if repeats { self.memory.columns() } else { 0 }, self.swapped)
    }

    /// The registers in which threads hold the sum as they read it from tensor memory.
    pub(super) fn rows(&self, group_bits: u32) -> Option<RegisterLayout> {
        let rows = self.memory.by_rows(group_bits)?;
        Some(if self.swapped { rows.permute_dims(&TURNED) } else { rows })
    }

    /// What the instruction does besides computing the product; empty where it does nothing.
    pub(super) fn remark(&self) -> String {
        let transposed = if self.swapped { "; it computes the product transposed" } else { "" };
        if !self.memory.is_repeated() {
            return transposed.to_owned();
        }
        let (shape, columns) = (self.memory.shape(), self.memory.repeated_columns());
        let (rows, own) = (shape.extent(0).min(LANES), shape.extent(1));
        format!("{transposed}; its {LANES} rows and {columns} columns repeat {rows} and {own}")
    }
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
}

/// The type of the transposed tile.
pub(super) fn turned(tile: &TileType) -> TileType {
    TileType::new(tile.elem, tile.layout.permute_dims(&TURNED))
}

/// A tile transposed, which only changes the names of its dimensions.
pub(super) fn transposed(b: &mut Builder<'_>, value: ir::Value) -> ir::Value {
    let ty = turned(b.module.ty(value).tile().expect("a product is of tiles"));
    let ty = b.module.types.intern(crate::types::Type::Tile(ty));
    let order = TURNED.map(|dim| dim as i64);
    b.permute().source(value).permutation(order.as_slice()).result(ty).finish().value()
}

/// Whether an instruction, or a few, have the rows and columns of a sum.
fn has_instruction(shape: &Shape) -> bool {
    let (rows, columns) = (shape.extent(0), shape.extent(1));
    let least = if rows < LANES { LEAST_COLUMNS_OF_FEW_ROWS } else { LEAST_COLUMNS };
    let most = if rows == LANES { 2 * MOST_COLUMNS } else { MOST_COLUMNS };
    (LEAST_ROWS..=2 * LANES).contains(&rows) && (least..=most).contains(&columns)
}

/// The buffer of an operand that a matrix descriptor describes; `rows` is the dimension of rows of `lhs` or columns of `rhs`, of which
/// an instruction that repeats some has `wanted`. Elements that threads hold next to each other stay so, if the instruction takes them
/// in this order.
fn described(tile: &TileType, rows: usize, wanted: Option<u32>) -> Option<SharedLayout> {
    let (shape, bits) = (tile.layout.shape(), buffer_bits(tile));
    let along_rows = tile.layout.contiguous(rows) > 1 && tile.layout.contiguous(1 - rows) == 1;
    let majors = if along_rows && bits <= 16 { [Major::Mn, Major::K] } else { [Major::K, Major::Mn] };
    let extent = if rows == 0 { shape.extent(0).min(LANES) } else { shape.extent(1).min(MOST_COLUMNS) };
    let repeats = wanted.is_some_and(|wanted| wanted > extent);
    let takes = |layout: &SharedLayout| {
        let found = MatrixDescriptor::of(layout, rows, bits, extent);
        let found = found.filter(|found| !repeats || found.repeats());
        found.is_some_and(|found| found.major == Major::K || bits <= 16)
    };
    let of_major = |major: Major| {
        let mut swizzles = Swizzle::ALL.into_iter().rev();
        swizzles.find_map(|swizzle| MatrixDescriptor::layout(shape, rows, bits, major, swizzle).filter(takes))
    };
    majors.into_iter().find_map(of_major)
}
