//! Preconditions of passes: each function returns a sentence that says what is missing and how to fix it.

use ir::pass::Unmet;
use ir::walk::preorder;

use crate::instruction::MatrixInstruction;
use crate::shared_memory::is_allocated;
use crate::{Module, Opcode, target};

type Met = Result<(), Unmet>;

fn has(module: &Module, holds: impl Fn(ir::Op) -> bool) -> bool {
    preorder(&module.body, module.root).any(holds)
}

/// The module has no agents: these passes do not handle the tiles of agents.
pub(super) fn no_agents(module: &Module) -> Met {
    if has(module, |op| module.opcode(op) == Opcode::AgentSwitch) {
        let way = "run it on a module without `async.pipeline.agent_switch`";
        return Err(Unmet::new("the module has agents, whose layouts are already chosen", way));
    }
    Ok(())
}

/// The module names a target.
pub(super) fn has_target(module: &Module) -> Met {
    no_agents(module)?;
    names_target(module)
}

fn names_target(module: &Module) -> Met {
    match target::capability(module) {
        Some(_) => Ok(()),
        None => Err(Unmet::new(
            "the module names no target",
            "write `<target = \"sm_80\">` after the name of the module",
        )),
    }
}

/// Layouts may still change: shared memory is not allocated yet, because a new conversion may need some.
pub(super) fn open_layouts(module: &Module) -> Met {
    no_agents(module)?;
    not_allocated(module)
}

fn not_allocated(module: &Module) -> Met {
    let allocated = |op| module.opcode(op) == Opcode::Func && is_allocated(module, op);
    if has(module, allocated) {
        return Err(Unmet::new(
            "shared memory is already allocated, and this pass would need more",
            "run it before `allocate-shared`",
        ));
    }
    Ok(())
}

/// The module names a target, and shared memory is not allocated yet.
pub(super) fn is_unallocated(module: &Module) -> Met {
    has_target(module)?;
    open_layouts(module)
}

/// The module names a target, and shared memory is not allocated yet; agents are allowed.
pub(super) fn may_have_agents(module: &Module) -> Met {
    names_target(module)?;
    not_allocated(module)
}

/// No product has its instruction yet.
pub(super) fn has_open_products(module: &Module) -> Met {
    is_unallocated(module)?;
    if has(module, |op| MatrixInstruction::of(module, op).is_some()) {
        return Err(Unmet::new(
            "instructions of products are already chosen, for the current number of warps",
            "run it before `assign-dot-layouts`",
        ));
    }
    Ok(())
}
