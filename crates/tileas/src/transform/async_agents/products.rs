//! One product in flight: the loop of an agent that multiplies the contents of stages.
//!
//! ```text
//! for i = lower .. upper {                    if lower < upper {
//!   wait; read { sum = a * b + sum }            wait; read { d = a * b + sum, begun }
//!   release                             =>      for i = lower + step .. upper {
//! }                                               wait; read { d = a * b + d, begun }; release the stage before
//!                                               }
//!                                               sum = d, waited for; release the last stage
//!                                             } else { sum }
//! ```
//!
//! The first iteration is peeled because it has no earlier stage to release, and may not execute at all. If agents
//! compute tiles by turns, the turn is passed on before the last product is waited for.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value, ValueDef};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::begin::{begin, begin_and_wait, buffer};
use super::chain::Chain;
use super::peel::{Guard, guard, others};
use crate::attributes::TurnStep;
use crate::ops::{Builders as _, fields, warpgroups};
use crate::transform::materialize_schedule::{next_counter, take_results};
use crate::{Module, Opcode, multiplies_buffers};

/// A loop whose product reads a stage.
struct Candidate {
    loop_: Op,
    body: Block,
    dot: Op,
    read: Op,
    release: Op,
    /// The number of the carried value that is the sum.
    sum: usize,
    /// The types of the sum, once it is there and while it is in flight.
    tile: TypeId,
}

/// Rewrites the loops of a function; true when there was one.
pub(super) fn run(module: &mut Module, func: Op) -> bool {
    let dots: Vec<Op> = preorder(&module.body, func).filter(|&op| warpgroups(module, op).is_some()).collect();
    let mut rewriter = Rewriter::new(module);
    for loop_ in loops(rewriter.module(), &dots) {
        let own: Vec<Op> =
            dots.iter().copied().filter(|&dot| around(rewriter.module(), dot) == loop_).collect();
        let found = match own[..] {
            [dot] => candidate(rewriter.module(), dot),
            _ => None,
        };
        if let Some(candidate) = found {
            keep_in_flight(&mut rewriter, &candidate);
        } else if let Some(chain) = Chain::of(rewriter.module(), &own) {
            chain.fall_behind(&mut rewriter);
        } else {
            own.into_iter().for_each(|dot| begin_and_wait(&mut rewriter, dot));
        }
    }
    rewriter.changed()
}

/// The loops around products, each once.
fn loops(module: &Module, dots: &[Op]) -> Vec<Option<Op>> {
    let mut loops: Vec<Option<Op>> = Vec::new();
    for loop_ in dots.iter().map(|&dot| around(module, dot)) {
        if !loops.contains(&loop_) {
            loops.push(loop_);
        }
    }
    loops
}

/// The loop around a product.
fn around(module: &Module, dot: Op) -> Option<Op> {
    let mut outer = std::iter::successors(module.body.parent_op(dot), |&op| module.body.parent_op(op));
    outer.find(|&op| matches!(module.opcode(op), Opcode::For | Opcode::Loop))
}

fn candidate(module: &Module, dot: Op) -> Option<Candidate> {
    let is = |op: &Op, opcode: Opcode| module.opcode(*op) == opcode;
    let read = module.body.parent_op(dot).filter(|op| is(op, Opcode::PipelineRead))?;
    let loop_ = module.body.parent_op(read).filter(|op| is(op, Opcode::For))?;
    let body = module.block(loop_, fields::for_::body)?;
    let so_far = module.operand(dot, fields::dot::acc);
    let sum = match module.body.def(so_far) {
        ValueDef::Arg(block, index) if block == body => (index as usize).checked_sub(1)?,
        ValueDef::Arg(..) | ValueDef::Result(..) => return None,
    };
    // The read gives the sum alone, and the next iteration takes it.
    let [stage, given] = module.body.results(read).iter().collect::<Vec<_>>()[..] else { return None };
    // Other ops, such as a store, need a sum that is complete, and this one is in flight.
    let users = |value: Value| {
        let operands = preorder(&module.body, loop_).flat_map(|op| module.body.operands(op));
        operands.filter(|&&operand| operand == value).count()
    };
    if users(so_far) != 1 || users(given) != 1 {
        return None;
    }
    let last = module.body.last_op(body).filter(|op| is(op, Opcode::Continue))?;
    let end = module.body.last_op(module.body.parent_block(dot)?)?;
    let carried = module.body.operands(last).get(sum) == Some(&given)
        && module.body.operands(end) == [module.body.result(dot, 0)];
    let [lhs, rhs] = [fields::dot::lhs, fields::dot::rhs].map(|field| buffer(module, dot, field));
    let [lhs, rhs] = [lhs?.1, rhs?.1].map(|buffer| module.ty(buffer).buffer());
    let release = module.body.block_ops(body).find(|&op| {
        is(&op, Opcode::PipelineRelease) && module.operand(op, fields::pipeline_release::stage) == stage
    })?;
    let tile = module.body.ty(given);
    // The layouts of a module that is read may be such as no matrix descriptor can say.
    let fits = multiplies_buffers(lhs?, rhs?, module.ty(given).tile()?);
    (carried && fits).then_some(Candidate { loop_, body, dot, read, release, sum, tile })
}

fn keep_in_flight(rewriter: &mut Rewrite<'_>, candidate: &Candidate) {
    let &Candidate { loop_, body, .. } = candidate;
    let Guard { branch, end, bounds: [lower, upper, step], inits } = guard(rewriter, loop_);
    // The first iteration.
    let arguments: Vec<Value> = rewriter.module().body.block_args(body).iter().collect();
    let mut names: FxHashMap<Value, Value> =
        arguments.iter().copied().zip(std::iter::once(lower).chain(inits)).collect();
    let ops: Vec<Op> = rewriter.module().body.block_ops(body).collect();
    let (&last, ops) = ops.split_last().expect("a body has its end");
    let mut first = candidate.read;
    for &op in ops.iter().filter(|&&op| op != candidate.release) {
        let copy = rewriter.clone_before(op, end, &mut names);
        first = if op == candidate.read { copy } else { first };
    }
    begin(rewriter, first, candidate.tile);
    let carried = rewriter.module().body.operands(last).iter();
    let mut carried: Vec<Value> = carried.map(|value| names.get(value).copied().unwrap_or(*value)).collect();
    carried.push(rewriter.module().body.result(first, 0));
    let second = next_counter(rewriter, end, [lower, upper, step]);
    let rest = rest(rewriter, candidate, end, ([second, upper, step], carried));
    // The product that is in flight after the loop.
    let module = rewriter.module();
    let mut results: Vec<Value> = module.body.results(rest).iter().collect();
    let stage = results.pop().expect("the loop carries a stage");
    let pipeline = module.operand(candidate.release, fields::pipeline_release::pipeline);
    let consumer = module.attr(candidate.release, fields::pipeline_release::consumer_idx);
    let sum = results[candidate.sum];
    results[candidate.sum] = rewriter.build_before(end, candidate.dot, |b| {
        let sum = b.dot_wait().acc(sum).result(candidate.tile).finish().value();
        b.pipeline_release().pipeline(pipeline).stage(stage).consumer_idx(consumer).finish();
        sum
    });
    rewriter.set_operands(end, &results, &[]);
    take_results(rewriter, loop_, branch);
    pass_on_early(rewriter, branch);
}

/// A turn that is passed on after the loop is passed on once the last product has begun, in both blocks of the branch.
fn pass_on_early(rewriter: &mut Rewrite<'_>, branch: Op) {
    let module = rewriter.module();
    let pass = module.body.next(branch).filter(|&op| {
        module.opcode(op) == Opcode::Turn && module.get_opt(op, fields::turn::step) == Some(TurnStep::Pass)
    });
    let Some(pass) = pass else { return };
    for field in [fields::if_::then, fields::if_::otherwise] {
        let block = rewriter.module().block(branch, field).expect("both ways have a block");
        let module = rewriter.module();
        let waits = |&op: &Op| matches!(module.opcode(op), Opcode::DotWait | Opcode::Yield);
        let at = module.body.block_ops(block).find(waits).expect("a block has its end");
        rewriter.clone_before(pass, at, &mut FxHashMap::default());
    }
    rewriter.erase(pass);
}

/// The other iterations, which carry the stage of the one before.
fn rest(
    rewriter: &mut Rewrite<'_>,
    candidate: &Candidate,
    at: Op,
    ([lower, upper, step], inits): ([Value; 3], Vec<Value>),
) -> Op {
    let &Candidate { loop_, body, read, release, .. } = candidate;
    let count = inits.len();
    let new = others(rewriter, loop_, at, ([lower, upper, step], inits));
    begin(rewriter, read, candidate.tile);
    let module = rewriter.module();
    let before = module.body.block_args(body).get(count).expect("one was added");
    let index = module.operand_range(release, fields::pipeline_release::stage).start;
    rewriter.set_operand(release, index, before);
    let last = rewriter.module().body.last_op(body).expect("a body has its end");
    let mut carried = rewriter.module().body.operands(last).to_vec();
    carried.push(rewriter.module().body.result(read, 0));
    rewriter.set_operands(last, &carried, &[]);
    new
}
