//! Loop-invariant code motion: an op of a loop's body that computes the same in every iteration moves before the loop.
//!
//! Pure ops move out of any loop. An op that may be undefined as a whole moves only if the loop is certain to reach it: there
//! is at least one iteration, and no earlier op leaves the body or has an observable effect.

use crate::analysis::{EffectTable, Effects};
use crate::entity::{Op, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::storage::Storage;
use crate::transform::{Regions, Semantics};
use crate::walk::{Visit, preorder, walk};

/// Moves loop-invariant ops out of loops, inner loops first; true when something changed.
pub fn licm<L: Level>(module: &mut Module<L>, semantics: &dyn Semantics<L>) -> bool {
    let left = walk(&module.body, module.root).filter_map(|visit| match visit {
        Visit::Leave(op) => Some(op),
        Visit::Enter(_) => None,
    });
    let loops: Vec<(Op, bool)> = left
        .filter_map(|op| match semantics.regions(module, op) {
            Regions::Loop { certain } => Some((op, certain)),
            Regions::Once | Regions::Closed => None,
        })
        .collect();
    if loops.is_empty() {
        return false;
    }
    let effects = EffectTable::of(module, module.root, semantics);
    let mut changed = false;
    for (op, certain) in loops {
        for region in module.body.regions(op) {
            // Of several blocks only the first is reached for certain; loops have one.
            if let &[block] = module.body.region_blocks(region) {
                let movable = |&op: &Op| !semantics.stays_in_loops(module, op);
                let ops: Vec<Op> = module.body.block_ops(block).filter(movable).collect();
                changed |= hoist(&mut module.body, &effects, op, &ops, certain);
            }
        }
    }
    changed
}

/// Moves what is invariant of the ops of a body before the loop `around`.
fn hoist(body: &mut Storage, effects: &EffectTable, around: Op, ops: &[Op], certain: bool) -> bool {
    let (mut changed, mut reached) = (false, certain);
    for &op in ops {
        let effect = effects.get(op);
        let may_move = effect.is_pure() || (reached && effect == Effects::GUARDED);
        if may_move && !body.results(op).is_empty() && is_invariant(body, around, op) {
            body.detach(op);
            body.insert_before(around, op);
            changed = true;
        } else {
            reached &= effect.is_droppable();
        }
    }
    changed
}

/// True when `op` and the ops in it use nothing that is defined in `around`, but what they define themselves.
fn is_invariant(body: &Storage, around: Op, op: Op) -> bool {
    preorder(body, op).all(|user| {
        body.operands(user).iter().all(|&value| !is_inside(body, around, value) || is_inside(body, op, value))
    })
}

/// True when `value` is defined by an op in the regions of `op`, or is an argument of one of its blocks.
fn is_inside(body: &Storage, op: Op, value: Value) -> bool {
    let mut block = body.def_block(value);
    while let Some(owner) = block.and_then(|block| body.block_op(block)) {
        if owner == op {
            return true;
        }
        block = body.parent_block(owner);
    }
    false
}
