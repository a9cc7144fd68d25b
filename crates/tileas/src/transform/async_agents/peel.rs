//! Peeling: the first iteration of a loop, in a branch that tests whether there is one.

use ir::{Op, TypeId, Value};

use super::Rewrite;
use crate::ops::{Builders as _, fields};
use crate::transform::materialize_schedule::{Span, set_arguments, where_any};

/// The branch in place of a loop, which gives what the loop starts with where there is no iteration.
pub(super) struct Guard {
    pub(super) branch: Op,
    /// The end of the block that is run where there is one; its results are set later.
    pub(super) end: Op,
    /// Where the counter starts, its end, and its step.
    pub(super) bounds: [Value; 3],
    /// The initial values of the loop.
    pub(super) inits: Vec<Value>,
}

/// Builds the branch in front of a loop.
pub(super) fn guard(rewriter: &mut Rewrite<'_>, loop_: Op) -> Guard {
    use fields::for_ as f;
    let module = rewriter.module();
    let bounds = [f::lower, f::upper, f::step].map(|field| module.operand(loop_, field));
    let [lower, upper, _] = bounds;
    let span = Span { lower, upper, unsigned: module.flag(loop_, f::unsigned) };
    let inits = module.operands(loop_, f::inits).to_vec();
    let (branch, end) = where_any(rewriter, (loop_, loop_), span, &inits);
    Guard { branch, end, bounds, inits }
}

/// A loop for the other iterations, with the body of the old one, which takes what it carried and more.
pub(super) fn others(
    rewriter: &mut Rewrite<'_>,
    loop_: Op,
    at: Op,
    ([lower, upper, step], inits): ([Value; 3], Vec<Value>),
) -> Op {
    use fields::for_ as f;
    let types: Vec<TypeId> = inits.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    let unsigned = rewriter.module().flag(loop_, f::unsigned);
    let new = rewriter.build_before(at, loop_, |b| {
        let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
        loop_.unsigned(unsigned).finish().op
    });
    let [from, to] = [loop_, new].map(|op| rewriter.module().region(op, f::body));
    rewriter.erase_blocks(to);
    rewriter.move_blocks(from, to);
    let body = rewriter.module().block(new, f::body).expect("a loop has a body");
    let counter = rewriter.module().body.ty(lower);
    let arguments: Vec<TypeId> = std::iter::once(counter).chain(types.iter().copied()).collect();
    set_arguments(rewriter, body, &arguments);
    new
}
