//! Products of functions without agents that warpgroups compute by `wgmma`: which ones, and why not the others.
//!
//! A warpgroup multiplies matrices in shared memory, and its threads hold 64 rows of the sum in fragments. Warpgroups
//! divide the rows of a sum while each has 64, and then its columns. Left operands that are computed from another sum
//! stay in registers if this only renames registers; all other operands go through shared memory
//! ([`stage_warpgroup_operands`](super::stage_warpgroup_operands)).
//!
//! Products of one sum have one unit: if one of them stays with the instruction of warps, so do the others, because a
//! sum would otherwise be exchanged between two products.

use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};

use super::axis_info::AxisInfo;
use super::dot_division::Product;
use super::layout_classes::LayoutClasses;
use super::relayout::{first_source, has_fragments};
use super::schedule::{is_for_agents, is_promoted};
use super::warp_bits;
use crate::instruction::warpgroup_sums;
use crate::layout::{Conversion, GROUP_BITS, MmaWarps, RegisterLayout, Shape};
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::types::TileType;
use crate::{Module, Opcode};

/// Rows of an instruction.
const ROWS: u32 = 64;
/// Columns of an instruction.
const COLUMNS: std::ops::RangeInclusive<u32> = 8..=256;
/// Bits of the inner dimension over which an instruction sums.
const DEPTH_BITS: u32 = 256;
/// Registers of a thread for the sum of a product: with more, none would be left for the rest of the program.
const MOST_SUM_REGISTERS: u64 = 128;

/// The decision about a product: how warpgroups compute it, or why they do not.
pub(super) struct Choice {
    pub(super) dot: Op,
    pub(super) unit: Result<ByGroups, String>,
}

/// A product that warpgroups compute.
pub(super) struct ByGroups {
    pub(super) groups: MmaWarps,
    /// The fragments of the left operand, if it stays in registers.
    pub(super) left: Option<RegisterLayout>,
}

/// Decides for the products of a function without agents; empty if warpgroups of the target have no products,
/// or are not to compute any.
pub(super) fn choices(module: &Module, func: Op, warpgroups: bool) -> Vec<Choice> {
    let has_wgmma =
        target::capability(module).is_some_and(|one| Feature::Wgmma.capabilities().contains(&one));
    if !warpgroups || !has_wgmma || is_for_agents(module, func) {
        return Vec::new();
    }
    let warp_bits = warp_bits(module, func);
    let open = |&op: &Op| module.opcode(op) == Opcode::Dot && !has_fragments(module, op);
    let choose = |dot: Op| Choice {
        dot,
        unit: divided(module, dot, warp_bits).map(|groups| ByGroups { groups, left: None }),
    };
    let mut choices: Vec<Choice> = preorder(&module.body, func).filter(open).map(choose).collect();
    let classes = LayoutClasses::of(module, func);
    one_unit_per_sum(module, &classes, &mut choices);
    keep_left_operands(module, &classes, &mut choices);
    choices
}

/// Products of one sum have one unit. Products without an instruction of warps take the sum in any layout.
fn one_unit_per_sum(module: &Module, classes: &LayoutClasses, choices: &mut [Choice]) {
    let sum = |dot: Op| classes.root(module.result(dot, fields::dot::result));
    let by_warps =
        |choice: &&Choice| choice.unit.is_err() && Product::of(module, choice.dot).instruction.is_some();
    let shared: FxHashSet<Value> = choices.iter().filter(by_warps).map(|choice| sum(choice.dot)).collect();
    for choice in choices.iter_mut().filter(|choice| choice.unit.is_ok() && shared.contains(&sum(choice.dot)))
    {
        choice.unit = Err("another product of its sum is computed by warps".to_owned());
    }
}

/// Left operands that are computed from the sum of another product stay in registers, if fragments only rename them.
fn keep_left_operands(module: &Module, classes: &LayoutClasses, choices: &mut [Choice]) {
    let sum = |dot: Op| classes.root(module.result(dot, fields::dot::result));
    let groups = |choice: &Choice| Some((sum(choice.dot), choice.unit.as_ref().ok()?.groups));
    let sums: FxHashMap<Value, MmaWarps> = choices.iter().filter_map(groups).collect();
    for choice in choices {
        let Ok(unit) = &mut choice.unit else { continue };
        let lhs = module.operand(choice.dot, fields::dot::lhs);
        let computed_from = sums.get(&classes.root(first_source(module, lhs)));
        if computed_from == Some(&unit.groups) {
            unit.left = renamed_fragments(tile(module, choice.dot, fields::dot::lhs), unit.groups);
        }
    }
}

/// The fragments of a left operand, if a tile in the layout of a sum has them in other registers of the same threads.
fn renamed_fragments(left: &TileType, groups: MmaWarps) -> Option<RegisterLayout> {
    let bits = left.elem.scalar()?.storage_bits();
    let from = RegisterLayout::wgmma_accumulator(left.layout.shape(), groups)?;
    let to = RegisterLayout::wgmma_a(left.layout.shape(), bits, groups)?;
    let moved = Conversion::between(&from, &to, bits);
    matches!(moved, Conversion::Same | Conversion::Registers(_)).then_some(to)
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
}

/// How warpgroups divide the rows and columns of a product, or why they do not compute it.
fn divided(module: &Module, dot: Op, warp_bits: u32) -> Result<MmaWarps, String> {
    let bits = operand_bits(module, dot)?;
    let [left, sum] = [fields::dot::lhs, fields::dot::acc].map(|field| tile(module, dot, field));
    let shape = sum.layout.shape();
    let [rows, columns] =
        matrix(shape).ok_or("it is a batch of products, and an instruction computes one")?;
    let Some(group_bits) = warp_bits.checked_sub(GROUP_BITS) else {
        return Err(format!("{} warps compute a tile block, and a warpgroup has 4", 1 << warp_bits));
    };
    if rows < ROWS {
        return Err(format!("its sum has {rows} rows, and a warpgroup has {ROWS}"));
    }
    let depth = left.layout.shape().extent(left.layout.shape().rank() - 1);
    if depth < DEPTH_BITS / bits {
        return Err(format!("it sums over {depth}, and an instruction over {}", DEPTH_BITS / bits));
    }
    let of_rows = group_bits.min((rows / ROWS).ilog2());
    let groups = MmaWarps { rows: of_rows, columns: group_bits - of_rows };
    let own = columns >> groups.columns;
    if !COLUMNS.contains(&own) {
        return Err(format!("a warpgroup has {own} columns of its sum, and an instruction 8 to 256"));
    }
    let of_sum = sum.elem.scalar().map_or(64, Scalar::storage_bits);
    let registers = (u64::from(of_sum) << shape.bits().min(40)) >> (warp_bits + 10);
    if registers > MOST_SUM_REGISTERS {
        return Err(format!("its sum needs {registers} registers of a thread"));
    }
    Ok(groups)
}

/// The bits of an element of the operands, if `wgmma` multiplies such operands in the order of their memory.
fn operand_bits(module: &Module, dot: Op) -> Result<u32, String> {
    let fields = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc];
    let [Some(left), Some(right), Some(sum)] = fields.map(|field| tile(module, dot, field).elem.scalar())
    else {
        return Err("its elements are no numbers".to_owned());
    };
    if !warpgroup_sums(left, right).contains(&sum) {
        return Err(format!("`wgmma` does not multiply {left} and {right} into {sum}"));
    }
    if is_promoted(module, dot) {
        let text = "`wgmma` adds products of 8-bit floats with fewer bits than f32 has, which only `fast_acc` allows";
        return Err(text.to_owned());
    }
    let bits = left.storage_bits();
    let rank = tile(module, dot, fields::dot::acc).shape().len();
    let sides = [("left", fields::dot::lhs, rank - 1), ("right", fields::dot::rhs, rank.saturating_sub(2))];
    for (side, field, depth) in sides {
        if bits != 16 && !may_be_along(module, module.operand(dot, field), depth) {
            return Err(format!(
                "memory of its {side} operand is not contiguous along the inner dimension, and `wgmma` takes {left} \
                 only along that"
            ));
        }
    }
    Ok(bits)
}

/// Rows and columns of a sum: of a matrix, or of a batch of one.
fn matrix(shape: &Shape) -> Option<[u32; 2]> {
    let outer = shape.rank().checked_sub(2)?;
    let is_one = (0..outer).all(|dim| shape.extent(dim) == 1);
    is_one.then(|| [shape.extent(outer), shape.extent(outer + 1)])
}

/// False for an operand that is loaded from memory which is contiguous along another dimension than this one.
fn may_be_along(module: &Module, operand: Value, dim: usize) -> bool {
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
