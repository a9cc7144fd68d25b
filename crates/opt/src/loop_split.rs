//! `loop-split`: a `for` with an `if` that compares the counter with a bound is split at the bound into two loops, in each
//! of which the condition is known.
//!
//! The counter goes up, so the condition changes once. The split value `s` is the first value of the counter for which it
//! has changed; the first loop runs from `lower` to `min(s, upper)`, the second from `max(s, lower)` to `upper`. No step of
//! computing `s` overflows where the original loop did not.
//!
//! How much a branch must hold for a split to be worth its copy is a threshold: ops of the larger branch, where 1 stands
//! for any and 0 or less for never. Memory accesses, products, reductions and nested control flow are always worth it. The
//! attribute `cuda_tile.loop_split` of the `if`, the `for` or the entry overrides the pass's option, the nearest first.

use cuda_tile::attrs::{Attr, ComparisonPredicate, RoundingMode, Signedness};
use cuda_tile::compute::Compute;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::roles::{Access, Direction};
use cuda_tile::{CudaTile, Module};
use ir::pass::PassOption;
use ir::rewrite::Rewriter;
use ir::walk::{Visit, preorder, walk};
use ir::{Op, TypeId, Value};
use numerics::int;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::constant;
use crate::simplify::{swapped_predicate, take_branch};

/// The attribute that overrides [`THRESHOLD`].
const HINT: &str = "cuda_tile.loop_split";

/// The option of the pass.
pub(crate) const THRESHOLD: PassOption = PassOption {
    name: "split-threshold",
    summary: "minimum number of ops in a branch for its loop to be split; 1: any, 0: never",
    default: 1,
};

/// Splits loops, inner ones first; true when something changed.
pub(crate) fn loop_split(module: &mut Module, threshold: i64) -> bool {
    let left = walk(&module.body, module.root).filter_map(|visit| match visit {
        Visit::Leave(op) => Some(op),
        Visit::Enter(_) => None,
    });
    let loops: Vec<Op> = left.filter(|&op| module.opcode(op) == Opcode::For).collect();
    let mut rewriter = Rewriter::new(module);
    for op in loops {
        if let Some(split) = find(&rewriter, op, threshold) {
            perform(&mut rewriter, op, &split);
        }
    }
    rewriter.changed()
}

/// Where and how a loop is split.
struct Split {
    comparison: Op,
    /// The bound that the induction variable is compared with.
    bound: Value,
    /// Counters equal to the bound belong to the first loop.
    with_bound: bool,
    /// The condition in the first loop; in the second it is the opposite.
    first: bool,
}

fn find(rewriter: &Rewriter<'_, CudaTile>, op: Op, threshold: i64) -> Option<Split> {
    let module = rewriter.module();
    let around = hint(module, op).or_else(|| hint(module, function_of(module, op))).unwrap_or(threshold);
    preorder(&module.body, op).filter(|&inner| module.opcode(inner) == Opcode::If).find_map(|branch| {
        let threshold = hint(module, branch).unwrap_or(around);
        let condition = module.operand(branch, fields::if_::condition);
        let comparison = module.body.def_op(condition)?;
        let split = splits(module, op, comparison)?;
        let is_worth = |&user: &Op| module.opcode(user) == Opcode::If && is_worth_it(module, user, threshold);
        (threshold > 0 && rewriter.users(condition).iter().any(is_worth)).then_some(split)
    })
}

/// The entry or function that `op` is in.
fn function_of(module: &Module, op: Op) -> Op {
    let mut at = op;
    while let Some(parent) = module.body.parent_op(at).filter(|&parent| parent != module.root) {
        at = parent;
    }
    at
}

/// The threshold in an attribute of an op.
fn hint(module: &Module, op: Op) -> Option<i64> {
    let Attr::Dict(entries) = module.attrs.get(module.body.extra(op)?) else { return None };
    let (_, value) = entries.iter().find(|(name, _)| &**module.strings.get(*name) == HINT.as_bytes())?;
    match module.attrs.get(*value) {
        Attr::Int { ty, bits } => Some(int::sign_extend(*ty, *bits)),
        Attr::Bool(flag) => Some((*flag).into()),
        Attr::Unit
        | Attr::Float { .. }
        | Attr::Str(_)
        | Attr::SymbolRef(_)
        | Attr::Type(_)
        | Attr::I32s(_)
        | Attr::I64s(_)
        | Attr::Bools(_)
        | Attr::Dense(_)
        | Attr::Array(_)
        | Attr::Dict(_)
        | Attr::Enum(..)
        | Attr::Debug(_)
        | Attr::DivBy { .. }
        | Attr::SameElements(_)
        | Attr::Bounded { .. }
        | Attr::Preview(_) => None,
    }
}

/// The split of a loop by a comparison of the induction variable with a value from outside, with the signedness of the loop.
fn splits(module: &Module, op: Op, comparison: Op) -> Option<Split> {
    use ComparisonPredicate::*;
    use fields::cmpi::{comparison_predicate, lhs, rhs, signedness};
    if module.opcode(comparison) != Opcode::CmpI
        || Signedness::from_slot(module.attr(comparison, signedness)) != Some(loop_sign(module, op))
    {
        return None;
    }
    let block = module.block(op, fields::for_::region)?;
    let counter = module.body.block_args(block).get(0)?;
    let predicate = ComparisonPredicate::from_slot(module.attr(comparison, comparison_predicate))?;
    let (left, right) = (module.operand(comparison, lhs), module.operand(comparison, rhs));
    let (bound, predicate) = match () {
        () if left == counter => (right, predicate),
        () if right == counter => (left, swapped_predicate(predicate)),
        () => return None,
    };
    // Whether the bound itself belongs to the first loop, and what the condition is there.
    let (with_bound, first) = match predicate {
        LessThan => (false, true),
        LessThanOrEqual => (true, true),
        GreaterThan => (true, false),
        GreaterThanOrEqual => (false, false),
        Equal | NotEqual => return None,
    };
    // The first loop ends at `bound + 1` when the bound belongs to it, which must not wrap.
    (is_outside(module, op, bound) && !(with_bound && is_greatest(module, op, bound))).then_some(Split {
        comparison,
        bound,
        with_bound,
        first,
    })
}

fn loop_sign(module: &Module, op: Op) -> Signedness {
    if module.flag(op, fields::for_::unsignedCmp) { Signedness::Unsigned } else { Signedness::Signed }
}

/// True if no number is greater than a bound, so that there is no place to split.
fn is_greatest(module: &Module, op: Op, bound: Value) -> bool {
    let signed = loop_sign(module, op) == Signedness::Signed;
    let Some(dense) = constant::dense(module, bound) else { return false };
    int::value(dense.elem(), dense.bits(0), signed) == int::range(dense.elem(), signed).1
}

fn is_outside(module: &Module, op: Op, value: Value) -> bool {
    let mut block = module.body.def_block(value);
    while let Some(owner) = block.and_then(|block| module.body.block_op(block)) {
        if owner == op {
            return false;
        }
        block = module.body.parent_block(owner);
    }
    true
}

/// True if a branch has enough ops, or an expensive one.
fn is_worth_it(module: &Module, branch: Op, threshold: i64) -> bool {
    let is_heavy = |opcode: Opcode| {
        use Compute::{Fold, Load, Product, Region, Store};
        // Of the atomics, those that only load or store.
        let is_access =
            || Access::of(opcode.spec()).is_some_and(|access| access.direction != Direction::Update);
        matches!(opcode.spec().compute, Load | Store | Product | Fold | Region) || is_access()
    };
    let blocks: SmallVec<[ir::Block; 2]> =
        module.body.regions(branch).flat_map(|region| module.body.region_blocks(region)).copied().collect();
    blocks.into_iter().any(|block| {
        let ops: SmallVec<[Opcode; 16]> = module.body.block_ops(block).map(|op| module.opcode(op)).collect();
        // A copy of the loop costs code and compile time; short branches are cheaper without a split.
        threshold == 1 || ops.len() as i64 > threshold || ops.into_iter().any(is_heavy)
    })
}

fn perform(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, split: &Split) {
    use fields::for_::{initValues, upperBound};
    let (first_upper, second_lower) = bounds(rewriter, op, split);
    let inits = rewriter.module().operand_range(op, initValues);
    let upper = rewriter.module().operand_range(op, upperBound).start;
    let first = copy(rewriter, op, split, split.first);
    rewriter.set_operand(first, upper, first_upper);
    let second = copy(rewriter, op, split, !split.first);
    rewriter.set_operand(second, 0, second_lower);
    let carried: Vec<Value> = rewriter.module().body.results(first).iter().collect();
    inits.zip(carried).for_each(|(index, value)| rewriter.set_operand(second, index, value));
    let results: Vec<Value> = rewriter.module().body.results(second).iter().collect();
    rewriter.replace_op(op, &results);
}

/// A copy of the loop before it, in which the condition is known.
fn copy(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, split: &Split, condition: bool) -> Op {
    let mut map = FxHashMap::default();
    let copy = rewriter.clone_before(op, op, &mut map);
    let old = rewriter.module().body.result(split.comparison, 0);
    let compared = map[&old];
    let comparison = rewriter.module().body.def_op(compared).expect("the copy of a comparison");
    let branches = rewriter.users(compared);
    let ty = rewriter.module().body.ty(compared);
    let known = constant::build_splat(rewriter, comparison, ty, condition.into());
    rewriter.replace_op(comparison, &[known.expect("truth values are constants")]);
    for branch in branches {
        // The branch that an outer one of these took away is gone.
        if rewriter.stands(branch) && rewriter.module().opcode(branch) == Opcode::If {
            take_branch(rewriter, branch, condition);
        }
    }
    copy
}

/// The upper bound of the first loop and the lower bound of the second.
fn bounds(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, split: &Split) -> (Value, Value) {
    use fields::for_ as f;
    let module = rewriter.module();
    let [lower, upper, step] = [f::lowerBound, f::upperBound, f::step].map(|field| module.operand(op, field));
    let (ty, sign) = (module.body.ty(lower), loop_sign(module, op));
    let by_one = constant::is_splat(module, step, 1);
    let mut at = split.bound;
    if split.with_bound {
        at = behind(rewriter, op, at, upper);
    }
    if !by_one {
        at = aligned(rewriter, op, at, (lower, upper, step));
    }
    rewriter.build_before(op, op, |b| {
        let first = b.mini().lhs(at).rhs(upper).signedness(sign).result(ty).finish().value();
        let second = b.maxi().lhs(at).rhs(lower).signedness(sign).result(ty).finish().value();
        (first, second)
    })
}

/// The number after `bound`, or `upper` if that is not above `bound`: `min(bound, upper - 1) + 1`. An `upper` without a
/// number below it is that of a loop that does not run.
fn behind(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, bound: Value, upper: Value) -> Value {
    let module = rewriter.module();
    let (ty, sign) = (module.body.ty(bound), loop_sign(module, op));
    let is_known = constant::dense(module, bound).is_some();
    let one = one(rewriter, op, ty);
    rewriter.build_before(op, op, |b| {
        let mut below = bound;
        if !is_known {
            let last = b.subi().lhs(upper).rhs(one).result(ty).finish().value();
            below = b.mini().lhs(bound).rhs(last).signedness(sign).result(ty).finish().value();
        }
        b.addi().lhs(below).rhs(one).result(ty).finish().value()
    })
}

fn one(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, ty: TypeId) -> Value {
    constant::build_splat(rewriter, op, ty, 1).expect("numbers of counters are constants")
}

/// The first value of the counter that is not below `at`, with `at` brought between the bounds first:
/// `lower + ceil((at - lower) / step) * step`.
fn aligned(
    rewriter: &mut Rewriter<'_, CudaTile>,
    op: Op,
    at: Value,
    (lower, upper, step): (Value, Value, Value),
) -> Value {
    let (ty, sign) = (rewriter.module().body.ty(lower), loop_sign(rewriter.module(), op));
    rewriter.build_before(op, op, |b| {
        let below = b.mini().lhs(at).rhs(upper).signedness(sign).result(ty).finish().value();
        let inside = b.maxi().lhs(below).rhs(lower).signedness(sign).result(ty).finish().value();
        let distance = b.subi().lhs(inside).rhs(lower).result(ty).finish().value();
        // The distance may take all bits; steps are positive.
        let draft = b.divi().lhs(distance).rhs(step).signedness(Signedness::Unsigned);
        let runs = draft.rounding(RoundingMode::PositiveInf).result(ty).finish().value();
        let length = b.muli().lhs(runs).rhs(step).result(ty).finish().value();
        b.addi().lhs(lower).rhs(length).result(ty).finish().value()
    })
}
