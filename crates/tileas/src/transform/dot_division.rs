//! The fragments of matrix products: how warps divide a product, and the layouts of its tiles.

use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashSet;

use super::COPY;
use super::axis_info::AxisInfo;
use super::layout_classes::{LayoutClasses, shape_of};
use super::relayout::first_source;
use crate::instruction::MatrixInstruction;
use crate::layout::{MatrixForm, MmaWarps, Numbering, RegisterLayout, Shape};
use crate::ops::{block_scales, choice, fields};
use crate::{Module, Opcode, target};

/// Columns of a warp between those of others, where warps have columns in turn.
const COLUMNS_OF_TURN: u32 = 16;

/// A matrix product: its shapes, and the instruction that computes it, if there is one.
pub(crate) struct Product {
    shapes: [Shape; 3],
    /// The shapes of the scales of both operands, if there are scales.
    pub(super) scales: Option<[Shape; 2]>,
    pub(super) instruction: Option<MatrixInstruction>,
}

/// How warps divide a product, and how its elements are numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    pub(crate) warps: MmaWarps,
    pub(crate) numbering: Numbering,
}

impl Division {
    /// The decision of `assign-dot-layouts` on a product.
    pub(crate) fn of(module: &Module, dot: Op) -> Option<Division> {
        let choice = choice(module, dot)?;
        let &[rows, columns] = module.ints(dot, choice.warps) else { return None };
        let bits =
            |count: i64| u32::try_from(count).ok().filter(|count| count.is_power_of_two()).map(u32::ilog2);
        let numbering = module.get_opt(dot, choice.numbering)?;
        Some(Division { warps: MmaWarps { rows: bits(rows)?, columns: bits(columns)? }, numbering })
    }

    pub(super) fn is_transposed(self) -> bool {
        self.numbering == Numbering::Transposed
    }

    /// The current division of the product.
    pub(super) fn straight(self) -> Division {
        let numbering = if self.is_transposed() { Numbering::Pairs } else { self.numbering };
        Division { numbering, ..self }
    }
}

impl Product {
    /// A product, with its instruction, or else the one of the table.
    pub(crate) fn of(module: &Module, op: Op) -> Product {
        let operands = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc];
        let tiles =
            operands.map(|field| module.ty(module.operand(op, field)).tile().expect("a product is of tiles"));
        let shapes = tiles.map(|tile| tile.layout.shape().clone());
        let [lhs, rhs, acc] = tiles.map(|tile| tile.elem.scalar());
        let capability = target::capability(module).unwrap_or(0);
        let from_table = || match block_scales(module, op) {
            Some(scales) => MatrixInstruction::for_scaled([lhs?, rhs?], scales, capability),
            None => MatrixInstruction::for_types(lhs?, rhs?, acc?, capability),
        };
        let instruction = MatrixInstruction::of(module, op).or_else(from_table);
        let scales = block_scales(module, op).map(|_| {
            [fields::dot_scaled::lhs_scale, fields::dot_scaled::rhs_scale].map(|field| {
                let tile = module.ty(module.operand(op, field)).tile().expect("scales are tiles");
                tile.layout.shape().clone()
            })
        });
        Product { instruction: deep_enough(instruction, &shapes), scales, shapes }
    }

    /// Chooses the division and numbering of the product. With whole rows, each warp has whole rows of the sum if there
    /// are enough.
    pub(super) fn divide(&self, module: &Module, op: Op, (warp_bits, whole_rows): (u32, bool)) -> Division {
        let warps =
            if whole_rows { self.whole_rows(warp_bits) } else { divide_warps(&self.shapes[2], warp_bits) };
        let preferred: &[Numbering] = if self.transposes_bytes(module, op) {
            &[]
        } else if !whole_rows && self.is_in_rows(module, op) {
            &[Numbering::Transposed, Numbering::Pairs]
        } else {
            &[Numbering::Pairs]
        };
        let mut divisions = preferred.iter().map(|&numbering| Division { warps, numbering });
        let fits = |&division: &Division| self.operands(division).is_some() && self.sum(division).is_some();
        divisions.find(fits).unwrap_or(Division { warps, numbering: Numbering::Plain })
    }

    /// The numbering that keeps the order of elements in the instruction, for a sum that is stored in slices of some columns.
    pub(super) fn in_order(&self, warps: MmaWarps, slice: Option<u32>) -> Numbering {
        let division = Division { warps, numbering: Numbering::Turns };
        let separates =
            slice.is_some_and(|columns| warps.columns > 0 && columns >= COLUMNS_OF_TURN << warps.columns);
        let fits = || self.operands(division).is_some() && self.sum(division).is_some();
        if separates && self.scales.is_none() && fits() { Numbering::Turns } else { Numbering::Plain }
    }

    pub(super) fn whole_rows(&self, warp_bits: u32) -> MmaWarps {
        let sum = &self.shapes[2];
        let rows = warp_bits.min((sum.extent(sum.rank() - 2).max(16) / 16).ilog2());
        MmaWarps { rows, columns: warp_bits - rows }
    }

    /// True for integers where both operands come from memory in which rows are contiguous and can be copied: then the
    /// right one must be transposed, and the left one can be loaded in vectors. Floats gain nothing, because what
    /// widens them on some targets wants them as matrices come.
    pub(super) fn is_in_rows(&self, module: &Module, op: Op) -> bool {
        let in_rows = |field: Field| {
            let value = first_source(module, module.operand(op, field));
            let is_bytes = module.ty(value).tile().and_then(|tile| tile.elem.scalar()) == Some(Scalar::I8);
            is_bytes && self.has_rows(module, value)
        };
        in_rows(fields::dot::lhs) && in_rows(fields::dot::rhs)
    }

    /// Whether `ldmatrix` transposes bytes of the right operand, which it does in the order of the instruction alone.
    fn transposes_bytes(&self, module: &Module, op: Op) -> bool {
        target::matrix_forms(module).contains(&MatrixForm::ByteColumns)
            && self.has_rows(module, first_source(module, module.operand(op, fields::dot::rhs)))
    }

    /// Whether bytes come from memory in which their rows are contiguous and can be copied.
    fn has_rows(&self, module: &Module, value: Value) -> bool {
        let fastest = self.shapes[0].rank() - 1;
        let load = module.body.def_op(value);
        let copied = load.and_then(|load| AxisInfo::of(module, load)).and_then(|axis| axis.vector(1, 16));
        copied.is_some_and(|(dim, elements)| dim == fastest && COPY.contains(&elements.into()))
    }

    /// The product of one of `count` slices of the inner dimension.
    pub(crate) fn sliced(&self, count: u32) -> Product {
        let [lhs, rhs, acc] = &self.shapes;
        let slice = |shape: &Shape, dim: usize| {
            let mut extents: Vec<u32> = shape.extents().collect();
            extents[dim] = (extents[dim] / count).max(1);
            Shape::new(&extents).expect("extents are powers of two")
        };
        let rank = lhs.rank();
        let shapes = [slice(lhs, rank - 1), slice(rhs, rank - 2), acc.clone()];
        let scales =
            self.scales.as_ref().map(|[left, right]| [slice(left, rank - 1), slice(right, rank - 2)]);
        Product { instruction: deep_enough(self.instruction, &shapes), scales, shapes }
    }

    /// The layout of the sum.
    pub(super) fn sum(&self, division: Division) -> Option<RegisterLayout> {
        self.instruction?.mma().sum(&self.shapes[2], division.warps, division.numbering)
    }

    /// The layouts of both operands.
    pub(crate) fn operands(&self, division: Division) -> Option<[RegisterLayout; 2]> {
        let mma = self.instruction?.mma();
        let right = mma.right(&self.shapes[1], division.warps, division.numbering)?;
        Some([mma.left(&self.shapes[0], division.warps, division.numbering)?, right])
    }

    /// The layouts of the scales of both operands; none of a product without scales.
    pub(super) fn scales(&self, division: Division) -> Option<[RegisterLayout; 2]> {
        let (mma, [left, right]) = (self.instruction?.mma(), self.scales.as_ref()?);
        let right = mma.right_scales(right, division.warps, division.numbering)?;
        Some([mma.left_scales(left, division.warps, division.numbering)?, right])
    }
}

/// The instruction, unless the inner dimension of the tiles is too small for it.
fn deep_enough(instruction: Option<MatrixInstruction>, shapes: &[Shape; 3]) -> Option<MatrixInstruction> {
    let depth = shapes[0].extent(shapes[0].rank() - 1);
    instruction.filter(|instruction| depth >= instruction.mma().k)
}

/// Warps along rows and columns, so that the part of each warp is as square as possible.
fn divide_warps(acc: &Shape, warp_bits: u32) -> MmaWarps {
    let rank = acc.rank();
    let (mut rows, mut columns) = (acc.extent(rank - 2).max(16) / 16, acc.extent(rank - 1).max(8) / 8);
    let mut warps = MmaWarps { rows: 0, columns: 0 };
    for _ in 0..warp_bits {
        // 16 rows against 8 columns: a part of twice as many instructions along columns is square.
        if rows > 1 && (rows * 2 >= columns || columns == 1) {
            warps.rows += 1;
            rows /= 2;
        } else {
            warps.columns += 1;
            columns = (columns / 2).max(1);
        }
    }
    warps
}

/// The classes of sums of which each warp should have whole rows.
pub(super) fn whole_rows(
    module: &Module,
    func: Op,
    classes: &LayoutClasses,
    dots: &[Op],
) -> FxHashSet<Value> {
    let sum = |op: Op| classes.root(module.result(op, fields::dot::result));
    let sums: FxHashSet<Value> = dots.iter().map(|&op| sum(op)).collect();
    let mut whole_rows = FxHashSet::default();
    for &op in dots {
        let left = classes.root(module.operand(op, fields::dot::lhs));
        if sums.contains(&left) {
            whole_rows.extend([left, sum(op)]);
        }
    }
    for op in preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Reduce) {
        let operand = module.body.operands(op)[0];
        let dim = module.int(op, fields::reduce::dim).unwrap_or(0);
        if shape_of(module, operand).is_some_and(|shape| dim as usize + 1 == shape.len()) {
            whole_rows.insert(classes.root(operand));
        }
    }
    whole_rows
}
