//! Unspecialised kernels: the warps that multiply also copy, some stages ahead. Only at the request of the caller.
//!
//! `materialize-schedule` makes two agents as usual, and then joins their loops. This requires that each loop of the
//! agent that copies has a counterpart that ends in the same way, and that the copies of the next iterations do not
//! depend on it.

use ir::Op;
use ir::walk::preorder;

use super::multiplies::Unit;
use super::nest::Nest;
use super::refusal::{Refusal, named};
use crate::attributes::ExecutionPath;
use crate::ops::fields;
use crate::{Module, Opcode};

/// Whether the caller requests it for a function.
pub(super) fn is_requested(module: &Module, func: Op) -> bool {
    module.get_opt(func, fields::func::path) == Some(ExecutionPath::Unspecialized)
}

/// Whether the warps that multiply may also copy.
///
/// # Errors
/// What is in the way.
pub(super) fn may_copy(module: &Module, func: Op, (nest, unit): (&Nest, Unit)) -> Result<(), Refusal> {
    if unit != Unit::Warpgroups {
        return Err(Refusal::new(func, "warps that multiply copy ahead for `wgmma` alone, on sm_90a"));
    }
    let ctas = module.int(func, fields::func::num_ctas).unwrap_or(1);
    if ctas > 1 {
        let reason =
            format!("{ctas} thread blocks of a cluster share a tile block, whose tiles an agent copies");
        return Err(Refusal::new(func, reason));
    }
    let stays = |&number: &usize| !nest.groups[number].is_inner && nest.residual(number).is_none();
    if let Some(number) = (0..nest.groups.len()).find(stays) {
        let load = nest.operands[nest.groups[number].operands[0]].load;
        let reason = "the tile that it loads stays in its stage during a loop, so that an agent has to copy the others";
        return Err(Refusal::new(load, reason));
    }
    let kept = |op: &Op| nest.skeleton.kept.contains(*op) && module.opcode(*op) != Opcode::For;
    match preorder(&module.body, func).find(kept) {
        None => Ok(()),
        Some(op) => {
            let reason = format!(
                "loads of operands are in {}, and copies ahead are made in `for` loops alone",
                named(module, op)
            );
            Err(Refusal::new(op, reason))
        }
    }
}
