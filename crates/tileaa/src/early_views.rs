//! Divisions of memory into tiles move out of the branches and loops that their memory is outside of.
//!
//! They compute nothing at run time. cuTile makes them where it loads, and a tensor map describes memory that is divided
//! outside of all branches.

use ir::Op;
use ir::walk::preorder;

use crate::{Module, Opcode};

/// Moves each `block_tile` to the block of its memory; true when something changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let is_view = |op: &Op| module.opcode(*op) == Opcode::BlockTile;
    let views: Vec<Op> = preorder(&module.body, module.root).filter(is_view).collect();
    let mut changed = false;
    for view in views {
        if let Some(around) = outermost(module, view) {
            module.body.detach(view);
            module.body.insert_before(around, view);
            changed = true;
        }
    }
    changed
}

/// The op around a view that is in the same block as its memory.
fn outermost(module: &Module, view: Op) -> Option<Op> {
    let &[memory] = module.body.operands(view) else { return None };
    let block = module.body.def_block(memory)?;
    let mut around = std::iter::successors(module.body.parent_op(view), |&op| module.body.parent_op(op));
    around.find(|&op| module.body.parent_block(op) == Some(block))
}
