//! A loop over the parts of tiles: the body of a kernel, or the ops that have the tiles, are moved into it unchanged, and its
//! counter is the number of the part.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;

use super::scope::Nested;
use super::{Refusal, Why};
use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode, TileAa};

/// An op that may not run once for each part.
pub(super) fn refusal(module: &Module, func: Op) -> Option<Refusal> {
    let body = module.block(func, fields::func::body);
    let found = |op: Op| {
        let (opcode, nested) = (module.opcode(op), module.body.parent_block(op) != body);
        // The first part to return would keep the others from their work.
        (opcode == Opcode::Return && nested).then_some(Refusal { why: Why::Returns, op }).or_else(|| {
            let of_grids = matches!(opcode, Opcode::GdcLaunchDependents | Opcode::GdcWait);
            of_grids.then_some(Refusal { why: Why::Synchronises, op })
        })
    };
    preorder(&module.body, func).find_map(found)
}

/// Puts the body of a function into a loop over a number of parts; gives the counter.
pub(super) fn around(module: &mut Module, func: Op, parts: u32) -> Value {
    let body = module.block(func, fields::func::body).expect("a function has a body");
    let ops: Vec<Op> = module.body.block_ops(body).collect();
    let (&last, inside) = ops.split_last().expect("a body has its end");
    let mut rw = Rewriter::new(module);
    let Repeated { counter, block, .. } = repeated(&mut rw, (last, func), parts, &[]);
    let end = rw.build_at_end(block, func, |b| b.continue_().operands([]).finish().op);
    inside.iter().for_each(|&op| rw.move_before(op, end));
    counter
}

/// Puts some ops of a block into a loop over a number of parts; gives the counter. Whatever waits for a token of these ops waits
/// for the tokens of all parts.
pub(super) fn around_some(module: &mut Module, run: &Nested, parts: u32) -> Value {
    let mut rw = Rewriter::new(module);
    let tokens = run.leaving(rw.module(), rw.uses());
    let later: Vec<Vec<(Op, usize)>> =
        tokens.iter().map(|&token| run.uses_behind(rw.module(), rw.uses(), token)).collect();
    let types: Vec<TypeId> = tokens.iter().map(|&token| rw.module().body.ty(token)).collect();
    let first = run.ops[0];
    let like = rw.module().body.parent_op(first).expect("a nested op has one around it");
    let Repeated { counter, block, before, after } = repeated(&mut rw, (first, like), parts, &types);
    for (places, &after) in later.iter().zip(&after) {
        places.iter().for_each(|&(op, index)| rw.set_operand(op, index, after));
    }
    let end = rw.build_at_end(block, like, |b| {
        let pairs = before.iter().zip(&tokens).zip(&types);
        let joined: Vec<Value> = pairs
            .map(|((&before, &token), &ty)| {
                b.join_tokens().tokens([before, token]).result(ty).finish().value()
            })
            .collect();
        b.continue_().operands(joined).finish().op
    });
    // In front of the joined tokens.
    let start = rw.module().body.first_op(block).unwrap_or(end);
    run.ops.iter().for_each(|&op| rw.move_before(op, start));
    counter
}

/// A loop over parts without a body.
struct Repeated {
    counter: Value,
    block: Block,
    /// The tokens that it carries, in an iteration and behind the loop.
    before: Vec<Value>,
    after: Vec<Value>,
}

/// Builds a loop over a number of parts that carries tokens, before an op and at the place of another one.
fn repeated(rw: &mut Rewriter<'_, TileAa>, (at, like): (Op, Op), parts: u32, tokens: &[TypeId]) -> Repeated {
    let number = rw.intern(Type::scalar_of(Scalar::I32));
    rw.build_before(at, like, |b| {
        let [lower, upper, step] = [0, parts, 1].map(|number_of| {
            b.constant().value(Attr::Number(number_of.into())).result(number).finish().value()
        });
        let none: Vec<Value> =
            tokens.iter().map(|&ty| b.create_mem_token().result(ty).finish().value()).collect();
        let built = b.for_().lower(lower).upper(upper).step(step).inits(none).results(tokens).finish().op;
        let block = b.module.block(built, fields::for_::body).expect("a loop is built with its body");
        let types: Vec<TypeId> = std::iter::once(number).chain(tokens.iter().copied()).collect();
        b.module.body.set_block_args(block, &types);
        let mut args = b.module.body.block_args(block).iter();
        let counter = args.next().expect("a loop has its counter");
        Repeated {
            counter,
            block,
            before: args.collect(),
            after: b.module.body.results(built).iter().collect(),
        }
    })
}
