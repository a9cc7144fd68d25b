//! A loop over the parts of tiles: the body of a kernel is moved into it unchanged, and its counter is the number of the part.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;

use super::{Refusal, Why};
use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode};

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
    let number = rw.intern(Type::scalar_of(Scalar::I32));
    let loop_ = rw.build_before(last, func, |b| {
        let [lower, upper, step] = [0, parts, 1].map(|number_of| {
            b.constant().value(Attr::Number(number_of.into())).result(number).finish().value()
        });
        b.for_().lower(lower).upper(upper).step(step).inits([]).results([]).finish().op
    });
    let block = rw.module().block(loop_, fields::for_::body).expect("a loop is built with its body");
    let end = rw.build_at_end(block, func, |b| b.continue_().operands([]).finish().op);
    inside.iter().for_each(|&op| rw.move_before(op, end));
    module.body.set_block_args(block, &[number]);
    module.body.block_args(block).get(0).expect("a loop has its counter")
}
