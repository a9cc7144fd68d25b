//! Loops whose loads may move to earlier iterations.

use ir::Op;
use ir::walk::preorder;
use tile_core::arith::MemoryOrdering;

use crate::ops::fields;
use crate::{Module, Opcode};

/// Whether loads of a counted loop may move to earlier iterations.
pub(crate) fn may_copy_ahead(module: &Module, loop_: Op) -> bool {
    let last = module.block(loop_, fields::for_::body).and_then(|body| module.body.last_op(body));
    let mut inside = preorder(&module.body, loop_).skip(1);
    inside.all(|op| stays_in_order(module, op) && !leaves_early(module, op, last))
}

/// True when loads may move across an op: it neither writes memory that others see nor orders accesses. Barriers around
/// stores to buffers do neither; one anywhere else stands for a token.
pub(super) fn stays_in_order(module: &Module, op: Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "pure ops are most of the table; effects are listed")]
    match module.opcode(op) {
        Opcode::Store
        | Opcode::TiledStore
        | Opcode::TiledAtomicRed
        | Opcode::AtomicRmw
        | Opcode::AtomicCas
        | Opcode::MemoryFence
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::Alloca
        | Opcode::Print
        | Opcode::Assert
        | Opcode::For
        | Opcode::Loop
        | Opcode::Break
        | Opcode::Return
        | Opcode::AsyncLoad
        | Opcode::AsyncTiledLoad
        | Opcode::ProducerCommit
        | Opcode::ConsumerWait
        | crate::agent_pattern!(Opcode) => {
            // In a loop without stages of agents, products of all warps use tensor memory.
            matches!(
                module.opcode(op),
                Opcode::AsyncDot
                    | Opcode::DotBegin
                    | Opcode::DotWait
                    | Opcode::MmaFence
                    | Opcode::TensorAlloc
                    | Opcode::TensorDot
                    | Opcode::TensorLoad
                    | Opcode::TensorStore
            )
        }
        Opcode::Load => module.get::<MemoryOrdering>(op, fields::load::ordering) == MemoryOrdering::Weak,
        Opcode::TiledLoad => {
            module.get::<MemoryOrdering>(op, fields::tiled_load::ordering) == MemoryOrdering::Weak
        }
        Opcode::Barrier => {
            let near = [module.body.prev(op), module.body.next(op)];
            let stores = |near: Op| matches!(module.opcode(near), Opcode::LocalStore | Opcode::MmaFence);
            near.into_iter().flatten().any(stores)
        }
        _ => true,
    }
}

/// True for an op that ends an iteration before the end of the body: the values of the producer would have to be
/// carried from there, too.
fn leaves_early(module: &Module, op: Op, last: Option<Op>) -> bool {
    module.opcode(op) == Opcode::Continue && Some(op) != last
}
