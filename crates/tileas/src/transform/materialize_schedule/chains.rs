//! Two agents of one that works on two chains of products: each keeps what its chain needs.
//!
//! An op belongs to a chain if it uses a pipeline of that chain, or what follows from one. Other ops are executed by
//! both agents; `generate-schedule` has made sure that they have no effects. Results that loops and branches give for the
//! other chain go.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::FxHashMap;

use super::places::Places;
use super::{Handover, Rewrite, SumLoop};
use crate::ops::fields;
use crate::transform::schedule::chains::Chains;
use crate::transform::schedule::dependence::dependent;
use crate::{Module, Opcode};

/// Numbers that an agent computes again, at most.
const MOST_RECOMPUTED: usize = 64;

/// The pipelines of the sums and weights of each chain.
pub(super) fn pipelines(
    chains: &Chains,
    (loops, places): (&[SumLoop], &[Places]),
    handovers: &[Handover],
) -> [Vec<Value>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for (known, places) in loops.iter().zip(places) {
        for (at, sum) in known.sums.iter().enumerate() {
            let own = places.weights[at].into_iter().flatten().chain([places.sums[at]]);
            found[chains.of_product[sum.product]].extend(own.map(|number| handovers[number].pipeline));
        }
    }
    found
}

/// Makes an agent of each chain of the agent that works on both.
pub(super) fn separate(rewriter: &mut Rewrite<'_>, agent: Op, [first, second]: &[Vec<Value>; 2]) {
    let next = rewriter.module().body.next(agent).expect("a switch has its end");
    let other = rewriter.clone_before(agent, next, &mut FxHashMap::default());
    remove(rewriter, agent, second);
    remove(rewriter, other, first);
    let switch = rewriter.module().body.parent_op(agent).expect("an agent stands in a switch");
    let body = rewriter.module().block(switch, fields::agent_switch::body).expect("a switch has a body");
    let agents: Vec<Op> = rewriter.module().body.block_ops(body).collect();
    agents.into_iter().for_each(|agent| recompute(rewriter, agent));
}

/// Computes numbers of the kernel again at the start of an agent.
///
/// A register that all agents need must be one of the few that the agents which copy and multiply have. In the others, `ptxas` has
/// these occupied by tiles, and spilled the number of iterations of attention with heads of 128.
fn recompute(rewriter: &mut Rewrite<'_>, agent: Op) {
    for _ in 0..MOST_RECOMPUTED {
        let module = rewriter.module();
        let outside = |op: Op| {
            let mut operands = module.body.operands(op).iter().copied();
            operands.find(|&value| is_number_outside(module, value))
        };
        let Some(value) = preorder(&module.body, agent).find_map(outside) else { return };
        let body = module.block(agent, fields::agent::body).expect("an agent has a body");
        let first = module.body.first_op(body).expect("an agent has its end");
        let op = module.body.def_op(value).expect("an op gives the number");
        let copy = rewriter.clone_before(op, first, &mut FxHashMap::default());
        let copy = rewriter.module().body.result(copy, 0);
        let users: Vec<Op> = preorder(&rewriter.module().body, agent).collect();
        for user in users {
            for at in 0..rewriter.module().body.operands(user).len() {
                if rewriter.module().body.operands(user)[at] == value {
                    rewriter.set_operand(user, at, copy);
                }
            }
        }
    }
}

/// Whether an op in the block of the kernel computes a value, which is a number.
fn is_number_outside(module: &Module, value: Value) -> bool {
    let Some(op) = module.body.def_op(value) else { return false };
    let is_outside = module.body.parent_op(op).is_some_and(|owner| module.opcode(owner) == Opcode::Func);
    let is_number = module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty());
    is_outside && is_number && module.body.results(op).len() == 1 && module.effects(op).is_repeatable()
}

/// Takes out of an agent what uses some pipelines.
fn remove(rewriter: &mut Rewrite<'_>, agent: Op, pipelines: &[Value]) {
    let module = rewriter.module();
    let operands = preorder(&module.body, agent).flat_map(|op| module.body.operands(op).iter().copied());
    let is_iterator = |value: &Value| {
        let made = module.body.def_op(*value).filter(|&op| module.opcode(op) == Opcode::PipelineIterator);
        made.is_some_and(|op| pipelines.contains(&module.operand(op, fields::pipeline_iterator::pipeline)))
    };
    let sources: Vec<Value> = operands.filter(is_iterator).chain(pipelines.iter().copied()).collect();
    let foreign = dependent(module, agent, &sources);
    let ops = collect(module, agent, &foreign);
    // Loops and branches give nothing foreign any more before the ops that made it go.
    for &op in &ops {
        let module = rewriter.module();
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops give nothing to an op around them")]
        let (owner, first) = match module.opcode(op) {
            Opcode::For => (Some(op), module.operand_range(op, fields::for_::inits).start),
            Opcode::Continue | Opcode::Yield => (module.body.parent_op(op), 0),
            _ => continue,
        };
        let owner = owner.expect("an op of an agent stands in one");
        let results: Vec<Value> = module.body.results(owner).iter().collect();
        rewriter.keep_operands(op, &|at| at < first || !foreign.contains(results[at - first]));
    }
    // Users come after what they use, and ops of a body after its loop.
    for &op in ops.iter().rev() {
        if !is_flow(rewriter.module(), op) {
            rewriter.erase(op);
        } else if matches!(rewriter.module().opcode(op), Opcode::For | Opcode::If) {
            narrow(rewriter, op, &foreign);
        }
    }
}

/// The loops and branches of an agent, the ends of their blocks, and the ops that use foreign values, each before what
/// is in it.
fn collect(module: &Module, agent: Op, foreign: &EntitySet<Value>) -> Vec<Op> {
    let mut walked: EntitySet<Op> = EntitySet::new();
    walked.insert(agent);
    let mut found = Vec::new();
    for op in preorder(&module.body, agent) {
        if !module.body.parent_op(op).is_some_and(|parent| walked.contains(parent)) {
            continue;
        }
        if matches!(module.opcode(op), Opcode::For | Opcode::If) {
            walked.insert(op);
        }
        if is_flow(module, op) || module.body.operands(op).iter().any(|&value| foreign.contains(value)) {
            found.push(op);
        }
    }
    found
}

/// Whether an op belongs to control flow, which both agents have.
fn is_flow(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::For | Opcode::If | Opcode::Continue | Opcode::Yield)
}

/// Takes the foreign results and arguments of a loop or branch away, and a branch that does nothing any more.
fn narrow(rewriter: &mut Rewrite<'_>, op: Op, foreign: &EntitySet<Value>) {
    let module = rewriter.module();
    let is_loop = module.opcode(op) == Opcode::For;
    if let Some(body) = module.block(op, fields::for_::body).filter(|_| is_loop) {
        let arguments: Vec<Value> = module.body.block_args(body).iter().collect();
        rewriter.keep_args(body, &|at| !foreign.contains(arguments[at]));
    }
    let results: Vec<Value> = rewriter.module().body.results(op).iter().collect();
    rewriter.keep_results(op, &|at| !foreign.contains(results[at]));
    let module = rewriter.module();
    let does_nothing = !is_loop && preorder(&module.body, op).all(|op| is_flow(module, op));
    if does_nothing && module.body.results(op).is_empty() {
        rewriter.erase(op);
    }
}
