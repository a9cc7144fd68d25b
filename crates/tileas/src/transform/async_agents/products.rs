//! One product in flight: the loop of an agent that multiplies what it reads of stages.
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
//! The first iteration stands apart because there is no stage to release before it, and may not be run at all.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value, ValueDef};
use rustc_hash::FxHashMap;
use tile_core::arith::ComparisonPredicate;

use crate::ops::{Builders as _, fields, warpgroups};
use crate::transform::materialize_schedule::{set_arguments, take_results};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs, multiplies_buffers, multiplies_fragments};

type Rewrite<'m> = Rewriter<'m, TileAs>;

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
    let alone = |dot: Op| {
        let near = |&other: &Op| around(module, other) == around(module, dot);
        dots.iter().filter(|other| near(other)).count() == 1
    };
    let found: Vec<Result<Candidate, Op>> =
        dots.iter().map(|&dot| candidate(module, dot).filter(|_| alone(dot)).ok_or(dot)).collect();
    let mut rewriter = Rewriter::new(module);
    for candidate in found {
        match candidate {
            Ok(candidate) => keep_in_flight(&mut rewriter, &candidate),
            Err(dot) => begin_and_wait(&mut rewriter, dot),
        }
    }
    rewriter.changed()
}

/// The loop around a product.
fn around(module: &Module, dot: Op) -> Option<Op> {
    let mut outer = std::iter::successors(module.body.parent_op(dot), |&op| module.body.parent_op(op));
    outer.find(|&op| matches!(module.opcode(op), Opcode::For | Opcode::Loop))
}

/// A product that is waited for where it is: what its loop does with the sum needs it at once.
fn begin_and_wait(rewriter: &mut Rewrite<'_>, dot: Op) {
    use fields::dot as f;
    let module = rewriter.module();
    let tile = module.body.ty(module.body.result(dot, 0));
    let (lhs, rhs) = (buffer(module, dot, f::lhs), buffer(module, dot, f::rhs));
    let Some((_, right)) = rhs else { return };
    let left = lhs.map_or(module.operand(dot, f::lhs), |(_, buffer)| buffer);
    if !fits(module, (left, right), tile) {
        return;
    }
    let begun = begun(rewriter, dot, [left, right], tile);
    let sum = rewriter.build_before(dot, dot, |b| b.dot_wait().acc(begun).result(tile).finish().value());
    rewriter.replace_op(dot, &[sum]);
    let loads = lhs.into_iter().chain(rhs).map(|(load, _)| load);
    loads.for_each(|load| rewriter.erase(load));
}

/// Whether `wgmma` multiplies these.
fn fits(module: &Module, (left, right): (Value, Value), sum: TypeId) -> bool {
    let (Type::Tile(sum), Some(right)) = (module.types.get(sum), module.ty(right).buffer()) else {
        return false;
    };
    #[allow(clippy::wildcard_enum_match_arm, reason = "operands are buffers or tiles")]
    match module.ty(left) {
        Type::Buffer(left) => multiplies_buffers(left, right, sum),
        Type::Tile(left) => multiplies_fragments(left, right, sum),
        _ => false,
    }
}

fn candidate(module: &Module, dot: Op) -> Option<Candidate> {
    let is = |op: &Op, opcode: Opcode| module.opcode(*op) == opcode;
    let read = module.body.parent_op(dot).filter(|op| is(op, Opcode::PipelineRead))?;
    let loop_ = module.body.parent_op(read).filter(|op| is(op, Opcode::For))?;
    let body = module.block(loop_, fields::for_::body)?;
    let sum = match module.body.def(module.operand(dot, fields::dot::acc)) {
        ValueDef::Arg(block, index) if block == body => (index as usize).checked_sub(1)?,
        ValueDef::Arg(..) | ValueDef::Result(..) => return None,
    };
    // The read gives the sum alone, and the next iteration takes it.
    let [stage, given] = module.body.results(read).iter().collect::<Vec<_>>()[..] else { return None };
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

/// The memory that an operand is loaded from as a whole, in the read of its product.
pub(super) fn buffer(module: &Module, dot: Op, field: ir::Field) -> Option<(Op, Value)> {
    let load = module.body.def_op(module.operand(dot, field))?;
    let near = module.opcode(load) == Opcode::LocalLoad
        && module.body.parent_block(load) == module.body.parent_block(dot);
    let zero = |&value: &Value| {
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
        op.and_then(|op| module.number(op, fields::constant::value)) == Some(0)
    };
    let whole = near && module.operands(load, fields::local_load::offsets).iter().all(zero);
    let buffer = whole.then(|| module.operand(load, fields::local_load::buffer))?;
    let extents = |value: Value| module.ty(value).buffer().map(|buffer| buffer.layout.shape().clone());
    let tile = module.ty(module.body.result(load, 0)).tile()?;
    (extents(buffer).as_ref() == Some(tile.layout.shape())).then_some((load, buffer))
}

fn keep_in_flight(rewriter: &mut Rewrite<'_>, candidate: &Candidate) {
    use fields::for_ as f;
    let &Candidate { loop_, body, .. } = candidate;
    let module = rewriter.module();
    let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(loop_, field));
    let unsigned = module.flag(loop_, f::unsigned);
    let inits = module.operands(loop_, f::inits).to_vec();
    let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
    let truth =
        rewriter.intern(Type::Tile(TileType::single(tileaa::types::Elem::Scalar(numerics::Scalar::I1))));
    let (branch, end) = rewriter.build_before(loop_, loop_, |b| {
        let less = b.cmpi().lhs(lower).rhs(upper).predicate(ComparisonPredicate::LessThan).signed(!unsigned);
        let any = less.result(truth).finish().value();
        let branch = b.if_().condition(any).results(types.as_slice()).finish().op;
        let then = b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let region = b.module.region(branch, fields::if_::otherwise);
        let otherwise = match b.module.body.region_blocks(region).first() {
            Some(&block) => block,
            None => b.module.body.create_block(region, &[]),
        };
        b.inside(otherwise, |b| b.yield_().operands(inits.as_slice()).finish().op);
        (branch, b.inside(then, |b| b.yield_().finish().op))
    });
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
    let second = second(rewriter, end, [lower, upper, step]);
    let rest = rest(rewriter, candidate, end, ([second, upper, step], carried));
    // What is in flight behind the loop.
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
}

/// The counter of the second iteration; where there is none, the end.
fn second(rewriter: &mut Rewrite<'_>, at: Op, [lower, upper, step]: [Value; 3]) -> Value {
    let module = rewriter.module();
    let known = module.body.def_op(step).filter(|&op| module.opcode(op) == Opcode::Constant);
    let is_one = known.and_then(|op| module.number(op, fields::constant::value)) == Some(1);
    let ty = module.body.ty(lower);
    let truth =
        rewriter.intern(Type::Tile(TileType::single(tileaa::types::Elem::Scalar(numerics::Scalar::I1))));
    rewriter.build_before(at, at, |b| {
        let next = b.addi().lhs(lower).rhs(step).result(ty).finish().value();
        if is_one {
            return next;
        }
        // What is left is no negative number, even where it has the bits of one; past the end the counter may wrap.
        let left = b.subi().lhs(upper).rhs(lower).result(ty).finish().value();
        let more = b.cmpi().lhs(left).rhs(step).predicate(ComparisonPredicate::GreaterThan).signed(false);
        let more = more.result(truth).finish().value();
        b.select().cond(more).val_if_true(next).val_if_false(upper).result(ty).finish().value()
    })
}

/// The other iterations, which carry the stage of the one before.
fn rest(
    rewriter: &mut Rewrite<'_>,
    candidate: &Candidate,
    at: Op,
    ([lower, upper, step], inits): ([Value; 3], Vec<Value>),
) -> Op {
    use fields::for_ as f;
    let &Candidate { loop_, body, read, release, .. } = candidate;
    let types: Vec<TypeId> = inits.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    let unsigned = rewriter.module().flag(loop_, f::unsigned);
    let new = rewriter.build_before(at, loop_, |b| {
        let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
        loop_.unsigned(unsigned).finish().op
    });
    let [from, to] = [loop_, new].map(|op| rewriter.module().region(op, f::body));
    rewriter.erase_blocks(to);
    rewriter.move_blocks(from, to);
    begin(rewriter, read, candidate.tile);
    let counter = rewriter.module().body.ty(lower);
    let arguments: Vec<TypeId> = std::iter::once(counter).chain(types.iter().copied()).collect();
    set_arguments(rewriter, body, &arguments);
    let module = rewriter.module();
    let before = module.body.block_args(body).get(types.len()).expect("one was added");
    let index = module.operand_range(release, fields::pipeline_release::stage).start;
    rewriter.set_operand(release, index, before);
    let last = rewriter.module().body.last_op(body).expect("a body has its end");
    let mut carried = rewriter.module().body.operands(last).to_vec();
    carried.push(rewriter.module().body.result(read, 0));
    rewriter.set_operands(last, &carried, &[]);
    new
}

/// Begins the product of a read instead of computing it.
fn begin(rewriter: &mut Rewrite<'_>, read: Op, tile: TypeId) {
    use fields::dot as f;
    let module = rewriter.module();
    let block = module.block(read, fields::pipeline_read::body).expect("a read has a body");
    let dot = module.body.block_ops(block).find(|&op| warpgroups(module, op).is_some());
    let dot = dot.expect("a candidate reads for a product");
    let [(left, lhs), (right, rhs)] =
        [f::lhs, f::rhs].map(|field| buffer(module, dot, field).expect("a candidate reads stages"));
    let begun = begun(rewriter, dot, [lhs, rhs], tile);
    let pending = rewriter.module().body.ty(begun);
    rewriter.build_before(dot, dot, |b| {
        let given = b.module.body.result(read, 1);
        b.module.body.set_ty(given, pending);
    });
    rewriter.replace_op(dot, &[begun]);
    rewriter.erase(left);
    if right != left {
        rewriter.erase(right);
    }
}

/// A product in flight like `dot`, in front of that.
fn begun(rewriter: &mut Rewrite<'_>, dot: Op, [lhs, rhs]: [Value; 2], tile: TypeId) -> Value {
    use fields::dot as f;
    let module = rewriter.module();
    let acc = module.operand(dot, f::acc);
    let [signed_lhs, signed_rhs, fast_acc] =
        [f::signed_lhs, f::signed_rhs, f::fast_acc].map(|field| module.attr(dot, field));
    let sum = module.types.get(tile).tile().expect("a product is a tile").clone();
    let pending = rewriter.intern(Type::Pending(sum));
    rewriter.build_before(dot, dot, |b| {
        let begun = b.async_dot().lhs(lhs).rhs(rhs).acc(acc);
        let begun = begun.signed_lhs(signed_lhs).signed_rhs(signed_rhs).fast_acc(fast_acc);
        begun.result(pending).finish().value()
    })
}
