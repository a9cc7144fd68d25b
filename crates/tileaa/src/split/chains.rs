//! Kernels whose rows are computed as two chains side by side: attention with 256 queries, above all.
//!
//! A *chain* is a product whose left operand is computed from another product. While threads compute that operand, tensor
//! cores have nothing to do, unless there is another chain. The rows of such a kernel are therefore divided into two
//! parts, which share the loads that both need. Level 3 gives each chain threads of its own.

use ir::Op;
use ir::build::IntoAttr as _;
use ir::walk::preorder;
use rustc_hash::FxHashSet;

use super::axes::Tile;
use super::{Plan, loops, plan};
use crate::axis_info::AxisAnalysis;
use crate::ops::fields;
use crate::{Module, Opcode};

/// The number of chains that are computed side by side.
const CHAINS: u32 = 2;
/// Rows of the products of a chain: those of an instruction in tensor memory, which has as many lanes.
const ROWS: u32 = 128;
/// Warps that hold two chains.
const WARPS: i64 = 8;

/// Plans two chains for every kernel without a cluster that can have them; gives these kernels.
pub fn plan_chains(module: &mut Module) -> Vec<Op> {
    let may = |&func: &Op| module.opcode(func) == Opcode::Func && is_free(module, func);
    let funcs: Vec<Op> = preorder(&module.body, module.root).filter(may).collect();
    let funcs: Vec<Op> = funcs.into_iter().filter(|&func| has_chain(module, func)).collect();
    if funcs.is_empty() {
        return funcs;
    }
    let facts = AxisAnalysis::of(module);
    let funcs: Vec<Op> = funcs.into_iter().filter(|&func| division(module, &facts, func).is_some()).collect();
    for &func in &funcs {
        let slot = i64::from(CHAINS).into_attr(module);
        module.set_attr(func, fields::func::chains, slot);
    }
    funcs
}

/// Whether a kernel is not divided yet, and its hints allow two chains.
fn is_free(module: &Module, func: Op) -> bool {
    use fields::func as f;
    let hint = |field| module.int(func, field);
    let has_loop = || preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::Loop);
    [f::num_ctas, f::cluster_size, f::slices, f::chains].iter().all(|&field| hint(field).is_none())
        && hint(f::num_cta_in_cga).is_none_or(|ctas| ctas <= 1)
        && hint(f::occupancy).is_none_or(|blocks| blocks <= 1)
        && hint(f::num_worker_warps_per_cta).is_none_or(|warps| warps == WARPS)
        && !has_loop()
}

/// Whether all products have the rows of two chains, and the left operand of one is computed from another product.
fn has_chain(module: &Module, func: Op) -> bool {
    let mut found = false;
    for dot in dots(module, func) {
        let shape = module.ty(module.body.result(dot, 0)).tile().map(|tile| &tile.shape[..]);
        if !matches!(shape, Some(&[rows, _]) if rows == CHAINS * ROWS) {
            return false;
        }
        found |= follows_from_product(module, dot);
    }
    found
}

/// Whether the left operand of a product is computed from another one in the same block.
fn follows_from_product(module: &Module, dot: Op) -> bool {
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let mut open = vec![module.operand(dot, fields::dot::lhs)];
    while let Some(value) = open.pop() {
        let Some(op) = module.body.def_op(value).filter(|&op| seen.insert(op)) else { continue };
        if module.opcode(op) == Opcode::Dot {
            return true;
        }
        open.extend(module.body.operands(op));
    }
    false
}

fn dots(module: &Module, func: Op) -> impl Iterator<Item = Op> {
    let products = |&op: &Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled);
    preorder(&module.body, func).filter(products)
}

/// How the tiles of a kernel are divided if that is along the rows of all products, and nothing is left to one part.
pub(super) fn division(module: &Module, facts: &AxisAnalysis, func: Op) -> Option<Plan> {
    if loops::refusal(module, func).is_some() {
        return None;
    }
    let plan = plan(module, facts, func, CHAINS).ok()?;
    let along_rows = |dot: Op| {
        module.opcode(dot) == Opcode::Dot
            && plan.dim(Tile::Value(module.body.result(dot, 0))) == Some(0)
            && plan.dim(Tile::Value(module.operand(dot, fields::dot::rhs))).is_none()
    };
    (plan.first.is_empty() && dots(module, func).all(along_rows)).then_some(plan)
}
