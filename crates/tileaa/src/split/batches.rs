//! Batches of several matrices: a thread block multiplies one matrix of each batch after the other, because matrix
//! instructions multiply two matrices.

use ir::Op;
use ir::walk::preorder;

use super::axes::Tile;
use super::rewrite::{Parts, rewrite};
use super::{Plan, loops, plan};
use crate::axis_info::AxisAnalysis;
use crate::ops::fields;
use crate::{Module, Opcode};

/// The maximum number of matrices in a batch.
const MOST_MATRICES: u32 = 64;

/// Puts a loop over the matrices of their batches around the body of every kernel with agents whose products have
/// batches; true if there was one.
pub(crate) fn split_batches(module: &mut Module) -> bool {
    let has_agents = |&op: &Op| {
        use fields::func as f;
        module.opcode(op) == Opcode::Func
            && module.flag(op, f::agents)
            && [f::num_ctas, f::cluster_size].iter().all(|&field| module.int(op, field).is_none())
    };
    let funcs: Vec<Op> = preorder(&module.body, module.root).filter(has_agents).collect();
    let found: Vec<(Op, u32)> =
        funcs.into_iter().filter_map(|func| Some((func, matrices(module, func)?))).collect();
    if found.is_empty() {
        return false;
    }
    let facts = AxisAnalysis::of(module);
    let mut changed = false;
    for (func, count) in found {
        if let Some(plan) = division(module, &facts, (func, count)) {
            rewrite(module, func, Parts::Slices(count), &plan);
            changed = true;
        }
    }
    changed
}

/// The number of matrices in the batches of a kernel, if all of its products have equal ones of several.
fn matrices(module: &Module, func: Op) -> Option<u32> {
    let counts =
        dots(module, func).map(|dot| match module.ty(module.body.result(dot, 0)).tile()?.shape[..] {
            [count, _, _] => Some(count),
            _ => None,
        });
    let counts: Vec<u32> = counts.collect::<Option<_>>()?;
    let (&first, others) = counts.split_first()?;
    let is_batch = (2..=MOST_MATRICES).contains(&first) && others.iter().all(|&count| count == first);
    is_batch.then_some(first)
}

/// How the tiles of a kernel are divided if that is along the batches of all products.
fn division(module: &Module, facts: &AxisAnalysis, (func, count): (Op, u32)) -> Option<Plan> {
    if loops::refusal(module, func).is_some() {
        return None;
    }
    let plan = plan(module, facts, func, count).ok()?;
    let along_batch = |dot: Op| plan.dim(Tile::Value(module.body.result(dot, 0))) == Some(0);
    dots(module, func).all(along_batch).then_some(plan)
}

fn dots(module: &Module, func: Op) -> impl Iterator<Item = Op> {
    preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Dot)
}
