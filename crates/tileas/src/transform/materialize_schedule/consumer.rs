//! The agent that multiplies: the function as it was, whose product reads its operands from a stage.

use ir::{Block, Op, Value};

use super::control::{append, widen_for, widen_if};
use super::{Handover, Rewrite, stage};
use crate::Opcode;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::types::{Role, StageState};

/// Lets the product in the loops of a chain read stages, from that of an iterator on.
pub(super) fn read(
    rewriter: &mut Rewrite<'_>,
    dot: Op,
    (handover, iterator): (&Handover, Value),
    chain: &[Op],
) {
    step_in(rewriter, dot, handover, (chain, iterator));
}

/// Takes an iterator through a chain of loops and branches; what it is behind them.
fn step_in(
    rewriter: &mut Rewrite<'_>,
    dot: Op,
    handover: &Handover,
    (chain, iterator): (&[Op], Value),
) -> Value {
    let Some((&op, inner)) = chain.split_first() else { return product(rewriter, dot, handover, iterator) };
    if rewriter.module().opcode(op) == Opcode::For {
        let (new, argument) = widen_for(rewriter, op, iterator);
        let next = step_in(rewriter, dot, handover, (inner, argument));
        let body = rewriter.module().block(new, fields::for_::body).expect("a loop has a body");
        append(rewriter, body, next);
        let results = rewriter.module().body.results(new);
        return results.get(results.len() - 1).expect("a loop gives what it carries");
    }
    let at = block_of(rewriter, inner.first().copied().unwrap_or(dot));
    let next = step_in(rewriter, dot, handover, (inner, iterator));
    widen_if(rewriter, op, at, [next, iterator])
}

fn block_of(rewriter: &Rewrite<'_>, op: Op) -> Block {
    rewriter.module().body.parent_block(op).expect("an op of a function stands in a block")
}

/// The product reads a stage, waited for before it and released behind it; the iterator of the next one.
fn product(rewriter: &mut Rewrite<'_>, dot: Op, handover: &Handover, iterator: Value) -> Value {
    let [full, read] = [StageState::Full, StageState::Read].map(|state| stage(rewriter, state));
    let (pipeline, next) = (handover.pipeline, handover.iterator(Role::Consumer));
    let result = rewriter.module().body.result(dot, 0);
    let types = [fields::dot::lhs, fields::dot::rhs].map(|field| {
        let module = rewriter.module();
        module.body.ty(module.operand(dot, field))
    });
    let sum = rewriter.module().body.ty(result);
    let (op, loads, end, next) = rewriter.build_before(dot, dot, |b| {
        let full = b.pipeline_wait().pipeline(pipeline).iterator(iterator).stage(full).finish().value();
        let op = b.pipeline_read().pipeline(pipeline).stage(full).read(read).values(&[sum][..]).finish().op;
        let block = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
        b.module.body.set_block_args(block, &handover.memory);
        let memory: Vec<Value> = b.module.body.block_args(block).iter().collect();
        let (loads, end) = b.inside(block, |b| {
            let zeros = zeros(b, 2);
            let loads = [0, 1].map(|at| {
                let load = b.local_load().buffer(memory[at]).offsets(zeros.as_slice());
                load.result(types[at]).finish().value()
            });
            (loads, b.pipeline_yield().operands(&[result][..]).finish().op)
        });
        let read = b.module.body.result(op, 0);
        b.pipeline_release().pipeline(pipeline).stage(read).finish();
        let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
        (op, loads, end, next)
    });
    let given = rewriter.module().body.result(op, 1);
    rewriter.replace_value(result, given);
    rewriter.set_operand(end, 0, result);
    rewriter.move_before(dot, end);
    for (field, load) in [fields::dot::lhs, fields::dot::rhs].into_iter().zip(loads) {
        let index = rewriter.module().operand_range(dot, field).start;
        rewriter.set_operand(dot, index, load);
    }
    next
}
