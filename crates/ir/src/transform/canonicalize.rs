//! Canonicalization: every op is simplified until no op can be simplified further.

use crate::entity::Op;
use crate::level::Level;
use crate::level::module::Module;
use crate::rewrite::Rewriter;
use crate::transform::Semantics;

/// Looks at an op that the bound on a run allows, for each op that there was: a backstop that no module comes near.
const LOOKS_PER_OP: usize = 64;

/// Simplifies every op as its level says and drops ops whose results have no use; true when something changed.
pub fn canonicalize<L: Level>(module: &mut Module<L>, semantics: &dyn Semantics<L>) -> bool {
    let mut looks = LOOKS_PER_OP * (module.body.op_count() + 64);
    let mut rewriter = Rewriter::new(module);
    rewriter.enqueue_all();
    while let Some(op) = rewriter.take_next() {
        if looks == 0 {
            break;
        }
        looks -= 1;
        if is_unused(&rewriter, semantics, op) {
            rewriter.erase(op);
        } else if semantics.simplify(&mut rewriter, op) {
            rewriter.enqueue(op);
        }
    }
    rewriter.changed()
}

/// True for an op without regions that only computes results, none of which has a use.
fn is_unused<L: Level>(rewriter: &Rewriter<'_, L>, semantics: &dyn Semantics<L>, op: Op) -> bool {
    let module = rewriter.module();
    op != module.root
        && module.body.regions(op).len() == 0
        && !rewriter.uses().any_result_used(&module.body, op)
        && semantics.effects(module, op).is_droppable()
}
