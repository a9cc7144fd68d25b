//! `if`.
//!
//! A branch ends in `yield`, or it leaves: by `continue`, `break` or `return`. Where the language would not evaluate a
//! condition, no rule here evaluates it: two nested conditions are joined by `select`, which does not look at the inner
//! one when the outer one is false.

use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::types::{Elem, TileType};
use cuda_tile::{Module, Type};
use ir::transform::Semantics;
use ir::{Block, Op, Region, TypeId, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use super::{Rw, build_not, negated};
use crate::{Level1, constant};

/// The two branches of an `if` and what ends them.
struct Branches {
    then: Block,
    then_end: Op,
    /// The other branch, if it is written.
    other: Option<(Block, Op)>,
}

impl Branches {
    fn of(module: &Module, op: Op) -> Option<Branches> {
        let then = module.block(op, fields::if_::thenRegion)?;
        let other = match module.block(op, fields::if_::elseRegion) {
            Some(block) => Some((block, module.body.last_op(block)?)),
            None => None,
        };
        Some(Branches { then, then_end: module.body.last_op(then)?, other })
    }
}

fn regions(module: &Module, op: Op) -> (Region, Region) {
    (module.region(op, fields::if_::thenRegion), module.region(op, fields::if_::elseRegion))
}

fn yields(module: &Module, end: Op) -> bool {
    module.opcode(end) == Opcode::Yield
}

/// True if a block only holds a `yield`.
fn is_empty(module: &Module, block: Block) -> bool {
    module.body.first_op(block).is_some_and(|first| yields(module, first))
}

pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    if rw.module().opcode(op) != Opcode::If {
        return false;
    }
    let module = rw.module();
    let Some(branches) = Branches::of(module, op) else { return false };
    let condition = module.operand(op, fields::if_::condition);
    if let Some(known) = constant::splat(module, condition) {
        take(rw, op, known != 0, &branches);
        return true;
    }
    swap_negated(rw, op, &branches)
        || both_leave(rw, op, &branches)
        || known_inside(rw, condition, &branches)
        || replace_results(rw, op, condition, &branches)
        || drop_empty(rw, op, condition, &branches)
        || merge_with_previous(rw, op, condition, &branches)
        || merge_nested(rw, op, condition, &branches)
}

/// Puts the branch that is taken in place of an `if`.
pub(crate) fn take_branch(rw: &mut Rw<'_>, op: Op, condition: bool) {
    if let Some(branches) = Branches::of(rw.module(), op) {
        take(rw, op, condition, &branches);
    }
}

fn take(rw: &mut Rw<'_>, op: Op, condition: bool, branches: &Branches) {
    let taken = if condition { Some((branches.then, branches.then_end)) } else { branches.other };
    match taken {
        Some((block, _)) => inline_block(rw, block, op),
        None => rw.erase(op),
    }
}

/// Puts the ops of a block in place of `op`: of a branch that yields, its values stand for the results; what follows a
/// branch that leaves is never reached and goes.
fn inline_block(rw: &mut Rw<'_>, block: Block, op: Op) {
    let end = rw.splice_before(block, op);
    if yields(rw.module(), end) {
        let values: SmallVec<[Value; 4]> = rw.module().body.operands(end).into();
        rw.replace_op(op, &values);
    } else {
        rw.move_before(end, op);
        rw.erase_from(op);
    }
}

/// `if not c` with both branches written is `if c` with the branches exchanged.
fn swap_negated(rw: &mut Rw<'_>, op: Op, branches: &Branches) -> bool {
    let module = rw.module();
    let Some(opposite) = negated(module, module.operand(op, fields::if_::condition)) else { return false };
    if branches.other.is_none() {
        return false;
    }
    let (then, other) = regions(module, op);
    rw.swap_blocks(then, other);
    rw.set_operand(op, 0, opposite);
    true
}

/// When both branches leave, what follows is never reached: the second branch takes its place.
fn both_leave(rw: &mut Rw<'_>, op: Op, branches: &Branches) -> bool {
    let module = rw.module();
    let Some((other, other_end)) = branches.other else { return false };
    if yields(module, branches.then_end) || yields(module, other_end) {
        return false;
    }
    let (_, other_region) = regions(module, op);
    let next = module.body.next(op).expect("an `if` ends no block");
    let end = rw.splice_before(other, next);
    rw.move_before(end, next);
    rw.erase_from(next);
    rw.erase_blocks(other_region);
    rw.keep_results(op, &|_| false);
    true
}

/// The maximum number of visited uses of a condition. It bounds the time for each `if`, which would otherwise be quadratic
/// in a module of conditionals on one value.
const MAX_USERS: usize = 256;
/// Results of a joined `if`, at most. A joined `if` has the results of both, so a chain of conditionals would grow
/// without a limit.
const MAX_RESULTS: usize = 64;

/// Inside a branch the condition is known.
fn known_inside(rw: &mut Rw<'_>, condition: Value, branches: &Branches) -> bool {
    let blocks = [Some(branches.then), branches.other.map(|(block, _)| block)];
    let mut changed = false;
    for (block, bits) in blocks.into_iter().zip([1, 0]) {
        changed |= block.is_some_and(|block| known_condition(rw, condition, block, bits));
    }
    changed
}

/// Replaces the uses of `value` in `block`, where it is known to be `bits`.
fn known_condition(rw: &mut Rw<'_>, value: Value, block: Block, bits: u64) -> bool {
    let module = rw.module();
    if rw.uses().count(value) > MAX_USERS {
        return false;
    }
    let users: SmallVec<[Op; 4]> =
        rw.users(value).into_iter().filter(|&user| stands_in(module, user, block)).collect();
    let Some(first) = module.body.first_op(block).filter(|_| !users.is_empty()) else { return false };
    let ty = module.body.ty(value);
    let Some(known) = constant::build_splat(rw, first, ty, bits) else { return false };
    users.into_iter().for_each(|user| rw.replace_uses_in(user, value, known));
    true
}

/// True when `op` is in `block`, or in a region of an op that does.
fn stands_in(module: &Module, op: Op, block: Block) -> bool {
    let mut at = module.body.parent_block(op);
    while let Some(now) = at {
        if now == block {
            return true;
        }
        at = module.body.block_op(now).and_then(|owner| module.body.parent_block(owner));
    }
    false
}

/// True when `value` is defined before `op` already.
pub(super) fn is_outside(module: &Module, op: Op, value: Value) -> bool {
    let mut block = module.body.def_block(value);
    while let Some(owner) = block.and_then(|block| module.body.block_op(block)) {
        if owner == op {
            return false;
        }
        block = module.body.parent_block(owner);
    }
    true
}

/// The values that the branches yield for one result; if only one branch yields, its value is used for both.
fn yielded(module: &Module, branches: &Branches, index: usize) -> Option<(Value, Value)> {
    let (_, other_end) = branches.other?;
    let value = |end: Op| yields(module, end).then(|| module.body.operands(end)[index]);
    match (value(branches.then_end), value(other_end)) {
        (Some(yes), Some(no)) => Some((yes, no)),
        (Some(only), None) | (None, Some(only)) => Some((only, only)),
        (None, None) => None,
    }
}

/// Results that need no branch.
fn replace_results(rw: &mut Rw<'_>, op: Op, condition: Value, branches: &Branches) -> bool {
    let results: SmallVec<[Value; 4]> = rw.module().body.results(op).iter().collect();
    let mut changed = false;
    for (index, result) in results.into_iter().enumerate() {
        if rw.uses().is_used(result)
            && let Some((yes, no)) = yielded(rw.module(), branches, index)
            && let Some(value) = without_branch(rw, op, condition, yes, no)
        {
            rw.replace_value(result, value);
            changed = true;
        }
    }
    changed
}

/// The value of a result, when it can be computed before the `if`.
fn without_branch(rw: &mut Rw<'_>, op: Op, condition: Value, yes: Value, no: Value) -> Option<Value> {
    let module = rw.module();
    let outside = |value| is_outside(module, op, value);
    if yes == no {
        return outside(yes).then_some(yes);
    }
    let is_truth = module.body.ty(yes) == module.body.ty(condition);
    if is_truth && constant::is_splat(module, yes, 1) && constant::is_splat(module, no, 0) {
        return Some(condition);
    }
    if is_truth && constant::is_splat(module, yes, 0) && constant::is_splat(module, no, 1) {
        return build_not(rw, op, condition);
    }
    if !outside(yes) || !outside(no) || module.ty(yes).as_tile().is_none() {
        return None;
    }
    build_choice(rw, op, condition, yes, no)
}

/// Builds `select` before `op`, with the scalar condition spread over the shape of the tiles.
fn build_choice(rw: &mut Rw<'_>, op: Op, condition: Value, yes: Value, no: Value) -> Option<Value> {
    let ty = rw.module().body.ty(yes);
    let rank = rw.module().types.get(ty).as_tile()?.rank();
    let full = constant::same_shape(rw, ty, Scalar::I1)?;
    let mut mask = condition;
    if rank > 0 {
        let ones = bool_tile(rw, rank)?;
        mask = rw.build_before(op, op, |b| b.reshape().source(mask).result(ones).finish().value());
        if ones != full {
            mask = rw.build_before(op, op, |b| b.broadcast().source(mask).result(full).finish().value());
        }
    }
    Some(rw.build_before(op, op, |b| {
        b.select().cond(mask).val_if_true(yes).val_if_false(no).result(ty).finish().value()
    }))
}

fn bool_tile(rw: &mut Rw<'_>, rank: usize) -> Option<TypeId> {
    let tile = TileType::new(&vec![1; rank], Elem::Scalar(Scalar::I1)).ok()?;
    Some(rw.intern(Type::Tile(tile)))
}

/// Drops a branch without results and effects; if only one branch has effects, it becomes the first one.
fn drop_empty(rw: &mut Rw<'_>, op: Op, condition: Value, branches: &Branches) -> bool {
    let module = rw.module();
    let Some((other, _)) = branches.other else { return false };
    if !module.body.results(op).is_empty() {
        return false;
    }
    let (then_region, other_region) = regions(module, op);
    if is_empty(module, other) {
        rw.erase_blocks(other_region);
        return true;
    }
    if !is_empty(module, branches.then) {
        return false;
    }
    let Some(opposite) = build_not(rw, op, condition) else { return false };
    rw.swap_blocks(then_region, other_region);
    rw.erase_blocks(other_region);
    rw.set_operand(op, 0, opposite);
    true
}

/// The maximum number of ops between two conditionals in a merge. Each is checked for uses of the first one's results,
/// for every pair of conditionals.
const MAX_BETWEEN: usize = 16;

/// The `if` before `op`, with the ops between them: pure, and using none of its results.
fn previous(module: &Module, op: Op) -> Option<(Op, SmallVec<[Op; 4]>)> {
    let mut between: SmallVec<[Op; 4]> = SmallVec::new();
    let mut at = module.body.prev(op)?;
    while module.opcode(at) != Opcode::If {
        let is_pure = module.body.regions(at).len() == 0 && Level1.effects(module, at).is_pure();
        if !is_pure || between.len() == MAX_BETWEEN {
            return None;
        }
        between.push(at);
        at = module.body.prev(at)?;
    }
    let uses_it =
        |&op: &Op| module.body.operands(op).iter().any(|&value| module.body.def_op(value) == Some(at));
    (!between.iter().any(uses_it)).then_some((at, between))
}

/// Two in a row of one condition are one: what the second does follows in the branches of the first.
fn merge_with_previous(rw: &mut Rw<'_>, op: Op, condition: Value, branches: &Branches) -> bool {
    let module = rw.module();
    let Some((first, between)) = previous(module, op) else { return false };
    let Some(earlier) = Branches::of(module, first) else { return false };
    let results = module.body.results(first).len() + module.body.results(op).len();
    if module.operand(first, fields::if_::condition) != condition || results > MAX_RESULTS {
        return false;
    }
    // Ops between the two are pure and do not use the first one's results, so they may move before both.
    between.into_iter().rev().for_each(|op| rw.move_before(op, first));
    let merged = merged_results(rw, op, first, condition);
    let (then, other) = regions(rw.module(), merged);
    append_branch(
        rw,
        first,
        (earlier.then, earlier.then_end),
        Some((branches.then, branches.then_end)),
        then,
    );
    if earlier.other.is_some() || branches.other.is_some() {
        let block = match earlier.other {
            Some(block) => block,
            None => empty_branch(rw, first, op),
        };
        append_branch(rw, first, block, branches.other, other);
    }
    // The merged op has the results of the first, then those of the second.
    let count = rw.module().body.results(first).len();
    let results: Vec<Value> = rw.module().body.results(merged).iter().collect();
    rw.replace_op(op, &results[count..]);
    rw.replace_op(first, &results[..count]);
    true
}

/// An `if` without branches before `op`, with the results of both.
fn merged_results(rw: &mut Rw<'_>, op: Op, first: Op, condition: Value) -> Op {
    let body = &rw.module().body;
    let results = body.results(first).iter().chain(body.results(op));
    let types: Vec<TypeId> = results.map(|value| body.ty(value)).collect();
    let merged = rw.build_before(op, first, |b| b.if_().condition(condition).results(types).finish().op);
    let (then, _) = regions(rw.module(), merged);
    rw.erase_blocks(then);
    merged
}

/// The missing second branch of an `if`, made.
fn empty_branch(rw: &mut Rw<'_>, owner: Op, like: Op) -> (Block, Op) {
    let (_, region) = regions(rw.module(), owner);
    let block = rw.create_block(region);
    let end = rw.build_at_end(block, like, |b| b.yield_().finish().op);
    (block, end)
}

/// Moves the branch `block` to `region`, and appends what `more` holds. Of the first `if` only the branch that is taken
/// gives its results to the second.
fn append_branch(rw: &mut Rw<'_>, first: Op, block: (Block, Op), more: Option<(Block, Op)>, region: Region) {
    let (block, end) = block;
    if yields(rw.module(), end) {
        let mut values: Vec<Value> = rw.module().body.operands(end).to_vec();
        if let Some((more, more_end)) = more {
            give_results(rw, first, more, &values);
            rw.splice_before(more, end);
            if yields(rw.module(), more_end) {
                values.extend_from_slice(rw.module().body.operands(more_end));
                rw.set_operands(end, &values, &[]);
            } else {
                rw.move_before(more_end, end);
                rw.erase(end);
            }
        }
    }
    if let Some(from) = rw.module().body.block_region(block) {
        rw.move_blocks(from, region);
    }
}

/// In `block`, which follows a branch of `first` that yields `values`, these stand for its results.
fn give_results(rw: &mut Rw<'_>, first: Op, block: Block, values: &[Value]) {
    let results: Vec<Value> = rw.module().body.results(first).iter().collect();
    for (result, &value) in results.into_iter().zip(values) {
        for user in rw.users(result) {
            if stands_in(rw.module(), user, block) {
                rw.replace_uses_in(user, result, value);
            }
        }
    }
}

/// An `if` that only contains another `if` becomes one with both conditions.
fn merge_nested(rw: &mut Rw<'_>, op: Op, condition: Value, branches: &Branches) -> bool {
    let module = rw.module();
    let inner = module.body.first_op(branches.then).filter(|&inner| module.opcode(inner) == Opcode::If);
    let Some(inner) = inner.filter(|&inner| module.body.next(inner) == Some(branches.then_end)) else {
        return false;
    };
    let plain = |op: Op, branches: &Branches| branches.other.is_none() && module.body.results(op).is_empty();
    let Some(nested) = Branches::of(module, inner) else { return false };
    if !plain(op, branches) || !plain(inner, &nested) || !yields(module, branches.then_end) {
        return false;
    }
    let inner_condition = module.operand(inner, fields::if_::condition);
    let ty = module.body.ty(condition);
    let Some(no) = constant::build_splat(rw, op, ty, 0) else { return false };
    let both = rw.build_before(op, op, |b| {
        b.select().cond(condition).val_if_true(inner_condition).val_if_false(no).result(ty).finish().value()
    });
    inline_block(rw, nested.then, inner);
    rw.set_operand(op, 0, both);
    true
}
