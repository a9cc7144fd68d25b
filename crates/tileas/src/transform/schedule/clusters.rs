//! Shared loads of the thread blocks of a cluster.
//!
//! If a tile block is divided along the rows of a product, all thread blocks of its cluster multiply by the same
//! columns. Each copies a part of these into the stages of all. A stage is empty when consumers in all thread blocks
//! have read it, so the thread blocks must execute the same iterations.

use ir::Op;
use ir::walk::preorder;

use super::exits::steering;
use super::nest::{Group, Nest};
use super::operand::{Filling, Operand};
use super::thread_blocks::{ctas, is_paired};
use crate::Module;
use crate::decisions::Decision;
use crate::transform::origins::is_same_in_cluster;

/// Whether thread blocks of the cluster load some tiles of a group for each other, or for products of both.
pub(crate) fn is_for_cluster(module: &Module, func: Op, (nest, group): (&Nest, &Group)) -> bool {
    let is_of_pair = group.operands.iter().any(|&number| nest.operands[number].is_halved);
    is_of_pair || !shared(module, func, nest, group).is_empty()
}

/// The operands of a group that thread blocks of the cluster load for each other.
pub(super) fn shared<'n>(module: &Module, func: Op, nest: &'n Nest, group: &Group) -> Vec<&'n Operand> {
    let ctas = ctas(module, func);
    let mut kept = preorder(&module.body, func).filter(|&op| nest.skeleton.kept.contains(op));
    if ctas == 1
        || is_paired(module, func)
        || !group.is_inner
        || !kept.all(|op| is_same_in_cluster(module, &steering(module, op)))
    {
        return Vec::new();
    }
    // Tiles that threads read are loaded by each thread block.
    let multiplied =
        |number: &usize| nest.products.iter().any(|product| product.loaded().any(|at| at == *number));
    if !group.operands.iter().any(multiplied) {
        return Vec::new();
    }
    let operands = || group.operands.iter().map(|&number| &nest.operands[number]);
    // Copies by threads are visible in their own thread block only.
    if operands().any(|operand| operand.filling != Filling::Boxes) {
        return Vec::new();
    }
    let is_shared = |operand: &&Operand| {
        is_same_in_cluster(module, module.body.operands(operand.load)) && operand.has_parts(module, ctas)
    };
    operands().filter(is_shared).collect()
}

/// Decisions about loads that thread blocks of a cluster share.
pub(super) fn decisions(module: &Module, func: Op) -> Vec<Decision> {
    let Ok(nest) = Nest::of(module, func) else { return Vec::new() };
    let ctas = ctas(module, func);
    let operands = nest.groups.iter().flat_map(|group| shared(module, func, &nest, group));
    let decision = |operand: &Operand| {
        let what = "Each thread block of the cluster copies a part of the tile for all of them";
        let why = "all of them use it, in the same iterations";
        Decision::new(operand.load, true, what, why)
            .with("Cluster", ctas)
            .with("Bytes", operand.bytes())
            .with("BytesOfPart", operand.bytes() / ctas)
    };
    operands.map(decision).collect()
}
