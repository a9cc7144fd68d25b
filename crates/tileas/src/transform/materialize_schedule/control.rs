//! Loops and branches that carry iterators in addition to their own values, and branches around loops.

use ir::build::Builder;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::Elem;

use super::Rewrite;
use crate::ops::{Builders as _, fields};
use crate::types::{TileType, Type};
use crate::{Opcode, TileAs};

/// Where the counter of a loop starts, where it ends, and whether it has no sign.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) lower: Value,
    pub(crate) upper: Value,
    pub(crate) unsigned: bool,
}

/// A branch in front of an op that is taken where a loop has an iteration, and gives some values where it has none;
/// also the end of the block that is run then, which is still to give others.
pub(crate) fn where_any(
    rewriter: &mut Rewrite<'_>,
    (at, like): (Op, Op),
    span: Span,
    none: &[Value],
) -> (Op, Op) {
    let types: Vec<TypeId> = none.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    let truth = rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1))));
    rewriter.build_before(at, like, |b| {
        let less = b.cmpi().lhs(span.lower).rhs(span.upper).predicate(ComparisonPredicate::LessThan);
        let any = less.signed(!span.unsigned).result(truth).finish().value();
        let branch = b.if_().condition(any).results(types.as_slice()).finish().op;
        let then = b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let otherwise = otherwise(b, branch);
        b.inside(otherwise, |b| b.yield_().operands(none).finish().op);
        (branch, b.inside(then, |b| b.yield_().finish().op))
    })
}

/// The counter of the iteration after the first one of a loop; where there is none, the end.
pub(crate) fn next_counter(rewriter: &mut Rewrite<'_>, at: Op, [lower, upper, step]: [Value; 3]) -> Value {
    let module = rewriter.module();
    let known = module.body.def_op(step).filter(|&op| module.opcode(op) == Opcode::Constant);
    let is_one = known.and_then(|op| module.number(op, fields::constant::value)) == Some(1);
    let ty = module.body.ty(lower);
    let truth = rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1))));
    rewriter.build_before(at, at, |b| {
        let next = b.addi().lhs(lower).rhs(step).result(ty).finish().value();
        if is_one {
            return next;
        }
        // The difference is not negative, even if its sign bit is set; past the end the counter may wrap.
        let left = b.subi().lhs(upper).rhs(lower).result(ty).finish().value();
        let more = b.cmpi().lhs(left).rhs(step).predicate(ComparisonPredicate::GreaterThan).signed(false);
        let more = more.result(truth).finish().value();
        b.select().cond(more).val_if_true(next).val_if_false(upper).result(ty).finish().value()
    })
}

/// The second block of a branch, which has none yet perhaps.
pub(super) fn otherwise(b: &mut Builder<'_, TileAs>, branch: Op) -> Block {
    let region = b.module.region(branch, fields::if_::otherwise);
    match b.module.body.region_blocks(region).first() {
        Some(&block) => block,
        None => b.module.body.create_block(region, &[]),
    }
}

/// A loop that carries more values, and what these are in its body.
pub(super) fn widen_for(rewriter: &mut Rewrite<'_>, old: Op, more: &[Value]) -> (Op, Vec<Value>) {
    use fields::for_ as f;
    let module = rewriter.module();
    let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(old, field));
    let unsigned = module.flag(old, f::unsigned);
    let mut inits = module.operands(old, f::inits).to_vec();
    inits.extend(more);
    let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
    let new = rewriter.build_before(old, old, |b| {
        let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
        loop_.unsigned(unsigned).finish().op
    });
    take_regions(rewriter, old, new);
    let body = rewriter.module().block(new, f::body).expect("a loop has a body");
    let arguments = add_arguments(rewriter, body, &types[types.len() - more.len()..]);
    take_results(rewriter, old, new);
    (new, arguments)
}

/// The same of a `loop`, which gives values like these as well.
pub(super) fn widen_loop(rewriter: &mut Rewrite<'_>, old: Op, more: &[Value]) -> (Op, Vec<Value>) {
    use fields::loop_ as f;
    let module = rewriter.module();
    let mut inits = module.operands(old, f::inits).to_vec();
    inits.extend(more);
    let added: Vec<TypeId> = more.iter().map(|&value| module.body.ty(value)).collect();
    let mut types: Vec<TypeId> = module.body.results(old).iter().map(|value| module.body.ty(value)).collect();
    types.extend(&added);
    let new =
        rewriter.build_before(old, old, |b| b.loop_().inits(inits).results(types.as_slice()).finish().op);
    take_regions(rewriter, old, new);
    let body = rewriter.module().block(new, f::body).expect("a loop has a body");
    let arguments = add_arguments(rewriter, body, &added);
    take_results(rewriter, old, new);
    (new, arguments)
}

/// A branch that gives more values of some types: those of its first block, and of its second one. A block that leaves
/// has none.
pub(super) fn widen_if(
    rewriter: &mut Rewrite<'_>,
    old: Op,
    more_types: &[TypeId],
    more: [Option<Vec<Value>>; 2],
) -> Op {
    use fields::if_ as f;
    let module = rewriter.module();
    let condition = module.operand(old, f::condition);
    let mut types: Vec<TypeId> = module.body.results(old).iter().map(|value| module.body.ty(value)).collect();
    types.extend(more_types);
    let new = rewriter
        .build_before(old, old, |b| b.if_().condition(condition).results(types.as_slice()).finish().op);
    take_regions(rewriter, old, new);
    for (field, more) in [f::then, f::otherwise].into_iter().zip(more) {
        let Some(more) = more else { continue };
        let block = rewriter.module().block(new, field).unwrap_or_else(|| {
            // A branch without results may have no second block.
            let region = rewriter.module().region(new, field);
            let block = rewriter.create_block(region);
            rewriter.build_at_end(block, old, |b| b.yield_().finish().op);
            block
        });
        append(rewriter, block, &more);
    }
    take_results(rewriter, old, new);
    new
}

/// More values for the op that ends a block.
pub(super) fn append(rewriter: &mut Rewrite<'_>, block: Block, values: &[Value]) {
    let last = rewriter.module().body.last_op(block).expect("a block has its end");
    let mut operands = rewriter.module().body.operands(last).to_vec();
    operands.extend(values);
    rewriter.set_operands(last, &operands, &[]);
}

/// A loop that carries some values no more, which its body does not use.
pub(super) fn narrow_for(rewriter: &mut Rewrite<'_>, old: Op, dropped: &[usize]) -> Op {
    use fields::for_ as f;
    let module = rewriter.module();
    let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(old, field));
    let unsigned = module.flag(old, f::unsigned);
    let stays = |&number: &usize| !dropped.contains(&number);
    let inits = module.operands(old, f::inits).to_vec();
    let kept: Vec<usize> = (0..inits.len()).filter(stays).collect();
    let inits: Vec<Value> = kept.iter().map(|&number| inits[number]).collect();
    let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
    let new = rewriter.build_before(old, old, |b| {
        let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
        loop_.unsigned(unsigned).finish().op
    });
    take_regions(rewriter, old, new);
    let body = rewriter.module().block(new, f::body).expect("a loop has a body");
    let arguments: Vec<Value> = rewriter.module().body.block_args(body).iter().collect();
    let kept_arguments = std::iter::once(0).chain(kept.iter().map(|&number| number + 1));
    let kept_arguments: Vec<Value> = kept_arguments.map(|at| arguments[at]).collect();
    let last = rewriter.module().body.last_op(body).expect("a body has its end");
    let nexts = rewriter.module().body.operands(last).to_vec();
    let nexts: Vec<Value> = kept.iter().map(|&number| nexts[number]).collect();
    rewriter.set_operands(last, &nexts, &[]);
    let types: Vec<TypeId> = kept_arguments.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    exchange_arguments(rewriter, body, &kept_arguments, &types);
    let results: Vec<Value> = rewriter.module().body.results(old).iter().collect();
    for (at, &number) in kept.iter().enumerate() {
        let result = rewriter.module().body.result(new, at);
        rewriter.replace_value(results[number], result);
    }
    rewriter.erase(old);
    new
}

/// Arguments of some types for a block, the first of which stand for some of those that it has; the others of these are
/// not used.
fn exchange_arguments(rewriter: &mut Rewrite<'_>, block: Block, kept: &[Value], types: &[TypeId]) {
    let first = rewriter.module().body.first_op(block).expect("a block has its end");
    rewriter.build_before(first, first, |b| {
        b.module.body.set_block_args(block, types);
        for (old, new) in kept.iter().zip(b.module.body.block_args(block)) {
            let name = b.module.body.name(*old);
            b.module.body.set_name(new, name);
        }
    });
    let new: Vec<Value> = rewriter.module().body.block_args(block).iter().collect();
    kept.iter().zip(new).for_each(|(&old, new)| rewriter.replace_value(old, new));
}

fn take_regions(rewriter: &mut Rewrite<'_>, old: Op, new: Op) {
    for index in 0..rewriter.module().body.regions(old).len() {
        let [from, to] = [old, new].map(|op| rewriter.module().body.region(op, index));
        rewriter.erase_blocks(to);
        rewriter.move_blocks(from, to);
    }
}

/// More arguments of a block.
fn add_arguments(rewriter: &mut Rewrite<'_>, block: Block, more: &[TypeId]) -> Vec<Value> {
    let old: Vec<Value> = rewriter.module().body.block_args(block).iter().collect();
    let mut types: Vec<TypeId> = old.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    types.extend(more);
    set_arguments(rewriter, block, &types);
    rewriter.module().body.block_args(block).iter().skip(old.len()).collect()
}

/// Other types for the arguments of a block, the first of which stand for those that it has.
pub(crate) fn set_arguments(rewriter: &mut Rewrite<'_>, block: Block, types: &[TypeId]) {
    let old: Vec<Value> = rewriter.module().body.block_args(block).iter().collect();
    exchange_arguments(rewriter, block, &old, types);
}

/// The results of a loop or branch are those of the new one, which goes in its place.
pub(crate) fn take_results(rewriter: &mut Rewrite<'_>, old: Op, new: Op) {
    let results = rewriter.module().body.results(old).iter().zip(rewriter.module().body.results(new).iter());
    let pairs: Vec<(Value, Value)> = results.collect();
    if let Some(&(first, fresh)) = pairs.first() {
        let name = rewriter.module().body.name(first);
        rewriter.build_before(old, old, |b| b.module.body.set_name(fresh, name));
    }
    pairs.into_iter().for_each(|(old, new)| rewriter.replace_value(old, new));
    rewriter.erase(old);
}
