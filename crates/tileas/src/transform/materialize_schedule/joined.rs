//! One agent instead of two: the warps that multiply also copy, some stages ahead (`path = unspecialized`).
//!
//! ```text
//! load:      for i { fill a stage }          next = lower
//!                                            stages - 1 times: fill
//! multiply:  for i { read a stage }    =>    for i { read a stage; fill }
//!
//! fill:      if next < upper { fill a stage for iteration `next`; next += step }
//! ```
//!
//! The iteration after that of a product releases its stage, and then fills it again. Loops around these loops are
//! joined without copies ahead: each iteration of an outer loop starts with an empty pipeline.

use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::control::{Span, append, next_counter, where_any, widen_for};
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::index;
use crate::{Module, Opcode};

/// Moves what an agent that copies does into the agent that multiplies, and erases the former.
pub(super) fn join(rewriter: &mut Rewrite<'_>, [multiply, load]: [Op; 2], stages: u32) {
    let [into, from] = [multiply, load]
        .map(|agent| rewriter.module().block(agent, fields::agent::body).expect("an agent has a body"));
    Join { rewriter, ahead: stages.saturating_sub(1).max(1) }.block(from, into);
    rewriter.erase(load);
}

struct Join<'a, 'm> {
    rewriter: &'a mut Rewrite<'m>,
    /// The number of stages that are filled before the first one is read.
    ahead: u32,
}

impl Join<'_, '_> {
    /// Moves the ops of a block, except its end: each before the loop that its successors in the block belong to.
    fn block(&mut self, from: Block, into: Block) {
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(from).collect();
        let (_, ops) = ops.split_last().expect("a block has its end");
        let mut at = self.rewriter.module().body.first_op(into).expect("a block has its end");
        for &op in ops {
            if !fills_in_loop(self.rewriter.module(), op) {
                self.rewriter.move_before(op, at);
                continue;
            }
            let twin = reading_loop(self.rewriter.module(), at);
            let new = if has_inner_loop(self.rewriter.module(), op) {
                self.together(op, twin)
            } else {
                self.fill_ahead(op, twin)
            };
            at = self.rewriter.module().body.next(new).expect("a loop does not end its block");
        }
    }

    /// Joins two loops around others. Returns the new loop.
    fn together(&mut self, load: Op, multiply: Op) -> Op {
        use fields::for_ as f;
        let inits = self.rewriter.module().operands(load, f::inits).to_vec();
        let (new, arguments) = widen_for(self.rewriter, multiply, &inits);
        let module = self.rewriter.module();
        let [from, into] = [load, new].map(|op| module.block(op, f::body).expect("a loop has a body"));
        let counter = module.body.block_args(into).get(0).expect("a loop has a counter");
        let old: Vec<Value> = module.body.block_args(from).iter().collect();
        for (old, new) in old.into_iter().zip(std::iter::once(counter).chain(arguments)) {
            self.rewriter.replace_value(old, new);
        }
        self.block(from, into);
        let last = self.rewriter.module().body.last_op(from).expect("a body has its end");
        let nexts = self.rewriter.module().body.operands(last).to_vec();
        append(self.rewriter, into, &nexts);
        self.replace(load, new, 0);
        new
    }

    /// Joins the loop that fills stages with the loop that reads them. Returns the new loop.
    fn fill_ahead(&mut self, load: Op, multiply: Op) -> Op {
        use fields::for_ as f;
        let module = self.rewriter.module();
        let mut state = module.operands(load, f::inits).to_vec();
        state.push(module.operand(load, f::lower));
        let state = self.fill_first(load, multiply, &state);
        let (new, arguments) = widen_for(self.rewriter, multiply, &state);
        let body = self.rewriter.module().block(new, f::body).expect("a loop has a body");
        let end = self.rewriter.module().body.last_op(body).expect("a body has its end");
        let nexts = self.fill(load, end, &arguments);
        append(self.rewriter, body, &nexts);
        self.replace(load, new, 1);
        new
    }

    /// Fills the first stages before an op. Returns the values that the loop that fills carries, and its next counter.
    fn fill_first(&mut self, load: Op, at: Op, state: &[Value]) -> Vec<Value> {
        let ahead = self.ahead;
        let types: Vec<TypeId> = state.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let (loop_, body, end) = self.rewriter.build_before(at, load, |b| {
            let [zero, one, count] = [0, 1, ahead].map(|number| index(b, number));
            let loop_ = b.for_().lower(zero).upper(count).step(one).inits(state).results(types.as_slice());
            let loop_ = loop_.finish().op;
            let body = b.module.block(loop_, fields::for_::body).expect("a loop has a body");
            let counter = b.module.body.ty(zero);
            let arguments: Vec<TypeId> = std::iter::once(counter).chain(types.iter().copied()).collect();
            b.module.body.set_block_args(body, &arguments);
            (loop_, body, b.inside(body, |b| b.continue_().finish().op))
        });
        let carried: Vec<Value> = self.rewriter.module().body.block_args(body).iter().skip(1).collect();
        let nexts = self.fill(load, end, &carried);
        self.rewriter.set_operands(end, &nexts, &[]);
        self.rewriter.module().body.results(loop_).iter().collect()
    }

    /// An iteration of the loop that fills, before an op, if it has one more. Takes and returns the values that the
    /// loop carries, and its counter.
    fn fill(&mut self, load: Op, at: Op, state: &[Value]) -> Vec<Value> {
        use fields::for_ as f;
        let module = self.rewriter.module();
        let [upper, step] = [f::upper, f::step].map(|field| module.operand(load, field));
        let (&counter, carried) = state.split_last().expect("a loop has a counter");
        let span = Span { lower: counter, upper, unsigned: module.flag(load, f::unsigned) };
        let body = module.block(load, f::body).expect("a loop has a body");
        let arguments: Vec<Value> = module.body.block_args(body).iter().collect();
        let (branch, end) = where_any(self.rewriter, (at, load), span, state);
        let values = std::iter::once(counter).chain(carried.iter().copied());
        let mut names: FxHashMap<Value, Value> = arguments.into_iter().zip(values).collect();
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(body).collect();
        let (&last, ops) = ops.split_last().expect("a body has its end");
        for &op in ops {
            self.rewriter.clone_before(op, end, &mut names);
        }
        let nexts = self.rewriter.module().body.operands(last).iter();
        let mut nexts: Vec<Value> = nexts.map(|value| names.get(value).copied().unwrap_or(*value)).collect();
        nexts.push(next_counter(self.rewriter, end, [counter, upper, step]));
        self.rewriter.set_operands(end, &nexts, &[]);
        self.rewriter.module().body.results(branch).iter().collect()
    }

    /// Replaces a loop that filled by the last results of another one, apart from `more` at the end.
    fn replace(&mut self, load: Op, new: Op, more: usize) {
        let body = &self.rewriter.module().body;
        let old: Vec<Value> = body.results(load).iter().collect();
        let results: Vec<Value> = body.results(new).iter().collect();
        let first = results.len() - old.len() - more;
        for (old, &new) in old.into_iter().zip(&results[first..]) {
            self.rewriter.replace_value(old, new);
        }
        self.rewriter.erase(load);
    }
}

/// Whether an op is a loop that fills stages.
fn fills_in_loop(module: &Module, op: Op) -> bool {
    module.opcode(op) == Opcode::For
        && preorder(&module.body, op).any(|op| module.opcode(op) == Opcode::PipelineAcquire)
}

/// Whether a loop that fills stages contains another one.
fn has_inner_loop(module: &Module, loop_: Op) -> bool {
    preorder(&module.body, loop_).any(|op| op != loop_ && fills_in_loop(module, op))
}

/// The first loop in a block, from an op on, that reads stages.
fn reading_loop(module: &Module, from: Op) -> Op {
    let reads = |&op: &Op| {
        module.opcode(op) == Opcode::For
            && preorder(&module.body, op).any(|op| module.opcode(op) == Opcode::PipelineWait)
    };
    let mut ops = std::iter::successors(Some(from), |&op| module.body.next(op));
    ops.find(reads).expect("what is filled in a loop is read in the same loop")
}
