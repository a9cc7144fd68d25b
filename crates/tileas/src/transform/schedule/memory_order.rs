//! The order of accesses to memory that the program requires: whether writes come before or after a load.
//!
//! Agents that copy do not wait for writes of the same kernel, and thread blocks that take over tiles do not wait for
//! others.

use ir::walk::preorder;
use ir::{Op, Value, ValueDef};
use tile_core::arith::MemoryOrdering;

use super::refusal::{Refusal, named};
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Checks that the program orders a load after no write, since agents that copy wait for none.
pub(crate) fn is_unordered(module: &Module, load: Op) -> Result<(), Refusal> {
    if !is_weak(module, load) {
        return Err(Refusal::new(load, "it takes part in synchronisation"));
    }
    let by_addresses = module.opcode(load) == Opcode::Load;
    let field = if by_addresses { fields::load::token } else { fields::tiled_load::token };
    match written_before(module, module.operands(load, field), None) {
        None => Ok(()),
        Some(op) => {
            let reason = format!(
                "the program orders a load of the product after {}, and copies by tensor maps do not wait for it",
                named(module, op)
            );
            let help = "give the load a token of its own, if the two are of different memory";
            Err(Refusal::new(op, reason).help(help))
        }
    }
}

/// An op that an access with these tokens is ordered after, other than loads and `itself`.
pub(crate) fn written_before(module: &Module, tokens: &[Value], itself: Option<Op>) -> Option<Op> {
    let mut seen: cranelift_entity::EntitySet<Value> = cranelift_entity::EntitySet::new();
    let mut open: Vec<Value> = tokens.to_vec();
    while let Some(value) = open.pop() {
        if !seen.insert(value) || *module.ty(value) != Type::Token {
            continue;
        }
        match module.body.def(value) {
            ValueDef::Arg(block, _) => {
                open.extend(
                    module.body.block_op(block).into_iter().flat_map(|op| passes_through(module, op)),
                );
            }
            ValueDef::Result(op, _) =>
            {
                #[allow(
                    clippy::wildcard_enum_match_arm,
                    reason = "other ops that give tokens write or synchronise"
                )]
                match module.opcode(op) {
                    Opcode::CreateMemToken | Opcode::JoinTokens => open.extend(module.body.operands(op)),
                    Opcode::Load | Opcode::TiledLoad if is_weak(module, op) => {
                        open.extend(module.body.operands(op))
                    }
                    Opcode::TiledStore if Some(op) == itself => open.extend(module.body.operands(op)),
                    Opcode::For | Opcode::Loop | Opcode::If => open.extend(passes_through(module, op)),
                    _ => return Some(op),
                }
            }
        }
    }
    None
}

fn is_weak(module: &Module, load: Op) -> bool {
    let field = if module.opcode(load) == Opcode::Load {
        fields::load::ordering
    } else {
        fields::tiled_load::ordering
    };
    module.get::<MemoryOrdering>(load, field) == MemoryOrdering::Weak
}

/// The values that an op of control flow takes, and those that its regions end with. Which of them becomes which result
/// does not matter for finding a write.
fn passes_through(module: &Module, op: Op) -> Vec<Value> {
    let ends = preorder(&module.body, op)
        .filter(|&inner| matches!(module.opcode(inner), Opcode::Yield | Opcode::Continue | Opcode::Break));
    std::iter::once(op).chain(ends).flat_map(|op| module.body.operands(op).to_vec()).collect()
}

/// Whether an op may read values that another tile block has written in the meantime.
pub(crate) fn may_wait(module: &Module, op: Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops see nothing of other tile blocks")]
    let ordering = match module.opcode(op) {
        Opcode::AtomicRmw | Opcode::AtomicCas => return true,
        Opcode::Load => fields::load::ordering,
        Opcode::TiledLoad => fields::tiled_load::ordering,
        _ => return false,
    };
    module.get::<MemoryOrdering>(op, ordering) != MemoryOrdering::Weak
}
