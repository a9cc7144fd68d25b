//! Loops around the loads of products that end at a branch.
//!
//! Both agents have the branches in which iterations end, under the same conditions. A stage is filled, waited for and
//! released between two of them, so that both agents use the same stages: no branch that may leave is between a load
//! and its product.

use ir::walk::preorder;
use ir::{Block, Op, Value};

use crate::ops::fields;
use crate::{Module, Opcode};

/// The values that determine how often a loop or branch executes its body; none for a `loop`, whose branches determine
/// it.
pub(crate) fn steering(module: &Module, op: Op) -> Vec<Value> {
    use fields::{for_, if_};
    #[allow(clippy::wildcard_enum_match_arm, reason = "others run their bodies once")]
    let fields: &[ir::Field] = match module.opcode(op) {
        Opcode::For => &[for_::lower, for_::upper, for_::step],
        Opcode::If => &[if_::condition],
        _ => &[],
    };
    fields.iter().map(|&field| module.operand(op, field)).collect()
}

/// Whether an op runs its body again and again.
pub(crate) fn is_loop(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::For | Opcode::Loop)
}

/// The innermost loop around an op.
pub(crate) fn loop_around(module: &Module, op: Op) -> Option<Op> {
    let mut outer = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    outer.find(|&op| is_loop(module, op))
}

/// The loop that an op leaves, or whose next iteration it begins.
pub(crate) fn left_by(module: &Module, exit: Op) -> Option<Op> {
    let leaves = matches!(module.opcode(exit), Opcode::Break | Opcode::Continue);
    loop_around(module, exit).filter(|_| leaves)
}

/// The ops that leave a loop, or begin its next iteration.
pub(crate) fn exits(module: &Module, loop_: Op) -> Vec<Op> {
    preorder(&module.body, loop_).filter(|&op| left_by(module, op) == Some(loop_)).collect()
}

/// The branches in which iterations of loops end.
pub(super) fn add_exits(module: &Module, around: &mut Vec<Op>) {
    let loops: Vec<Op> = around.iter().copied().filter(|&op| module.opcode(op) == Opcode::Loop).collect();
    for loop_ in loops {
        for exit in exits(module, loop_) {
            let mut outer = module.body.parent_op(exit);
            while let Some(branch) = outer.filter(|&op| op != loop_ && !around.contains(&op)) {
                around.push(branch);
                outer = module.body.parent_op(branch);
            }
        }
    }
}

/// Whether an op of a block may leave a loop around the block, or begin its next iteration.
pub(crate) fn may_leave(module: &Module, op: Op, block: Block) -> bool {
    preorder(&module.body, op).any(|inner| {
        let left = left_by(module, inner);
        inner != op && left.is_some_and(|left| is_around(module, left, block))
    })
}

fn is_around(module: &Module, op: Op, block: Block) -> bool {
    let owner = module.body.block_op(block);
    std::iter::successors(owner, |&op| module.body.parent_op(op)).any(|outer| outer == op)
}
