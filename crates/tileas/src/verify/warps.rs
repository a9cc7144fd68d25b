//! Ops that warps execute by themselves.

use tile_core::control::rules::{self, ends_in};

use super::{Check, Checked, agents, ensure};
use crate::Opcode;
use crate::ops::fields;

/// Warps that skip the body take part in nothing that it does.
pub(super) fn warp_if(check: &Check<'_>) -> Checked {
    use fields::warp_if::{body, condition};
    let module = check.module;
    let is_tile =
        module.ty(module.operand(check.op, condition)).tile().is_some_and(|tile| !tile.shape().is_empty());
    ensure(is_tile, || {
        "asks each warp for its elements of a tile; for a single condition there is `if`".to_owned()
    })?;
    let inside = agents::around(module, check.op, &[Opcode::Agent]);
    ensure(inside.is_some(), || "is only allowed in an agent".to_owned())?;
    let block = rules::body(module, check.op, body)?;
    agents::takes_nothing(module, block)?;
    ends_in(module, check.op, body, &[Opcode::PipelineYield])?;
    let other = module.body.block_ops(block).find(|&op| !is_of_one_warp(module.opcode(op)));
    other.map_or(Ok(()), |op| {
        Err(format!(
            "its body accesses tensor memory and computes element by element, since other warps may skip it; it cannot have `{}`",
            module.opcode(op).spec().mnemonic
        ))
    })
}

/// Whether no other warp takes part in an op.
fn is_of_one_warp(opcode: Opcode) -> bool {
    opcode.arith().is_some()
        || matches!(
            opcode,
            Opcode::Constant
                | Opcode::Broadcast
                | Opcode::View
                | Opcode::TensorLoad
                | Opcode::TensorStore
                | Opcode::PipelineYield
        )
}
