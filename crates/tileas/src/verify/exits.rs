//! Exits from a block before its end: branches in which a loop continues or ends, or the kernel returns.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::walk::preorder;
use ir::{Op, Value};

use crate::{Module, Opcode};

/// The branches that may leave the block around them.
pub(super) struct Exits {
    branches: EntitySet<Op>,
    /// How many of them precede an op in its block.
    before: SecondaryMap<Op, u32>,
}

impl Exits {
    pub(super) fn of(module: &Module) -> Exits {
        let body = &module.body;
        let mut exits = Exits { branches: EntitySet::new(), before: SecondaryMap::new() };
        for op in preorder(body, module.root) {
            if !matches!(module.opcode(op), Opcode::Break | Opcode::Continue | Opcode::Return) {
                continue;
            }
            let mut outer = body.parent_op(op);
            while let Some(branch) = outer.filter(|&outer| module.opcode(outer) == Opcode::If)
                && exits.branches.insert(branch)
            {
                outer = body.parent_op(branch);
            }
        }
        let mut counted = EntitySet::new();
        for branch in exits.branches.iter() {
            let Some(block) = body.parent_block(branch).filter(|&block| counted.insert(block)) else {
                continue;
            };
            let mut count = 0;
            for op in body.block_ops(block) {
                exits.before[op] = count;
                count += u32::from(exits.branches.contains(op));
            }
        }
        exits
    }

    /// Whether one is between the op that defines a value, or the start of its block, and a user in this block.
    pub(super) fn are_between(&self, module: &Module, value: Value, user: Op) -> bool {
        let made = module.body.def_op(value);
        let passed = made.map_or(0, |made| self.before[made] + u32::from(self.branches.contains(made)));
        self.before[user] > passed
    }
}
