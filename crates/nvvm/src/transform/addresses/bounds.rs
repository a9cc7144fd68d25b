//! Numbers that are compared with bounds: `i · 128 + row + 8 < rows`.
//!
//! Elements of a tile compare numbers that differ in a constant. Computed as `i · 128 + (row + 8)`, each has a value of its own that
//! does not change in a loop over `i`, which stays in registers across the loop.
//!
//! ```text
//! for many c:  x + c < bound     =>     d = bound - x, and for many c:  d > c
//! ```
//!
//! Where a number may be negative, the constant is added last instead.

use ir::rewrite::Rewriter;
use ir::{Block, Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tile_core::arith::ComparisonPredicate as Is;

use super::sum::{Sum, Sums, Term};
use super::{loops_around, product, widened};
use crate::ops::{Builders as _, fields};
use crate::{Module, Nvvm, Opcode, Type, constant, range};

/// The operand of a comparison that is compared with a bound, and the bound.
const NUMBER: usize = 0;
const BOUND: usize = 1;
/// Numbers up to this have differences in 64 bits.
const LARGEST: i128 = 1 << 62;

/// A comparison whose left side is a sum.
struct Bound {
    op: Op,
    sum: Sum,
    bound: Value,
    block: Option<Block>,
}

impl Bound {
    /// Comparisons that differ in the constant alone have the same.
    fn key(&self) -> (Option<Block>, Value, &[Term]) {
        (self.block, self.bound, &self.sum.terms)
    }
}

/// Regroups the numbers of comparisons in loops; true when there were some.
pub(super) fn share_bounds(module: &mut Module) -> bool {
    let bounds = bounds(module);
    let mut constants = FxHashMap::<_, SmallVec<[i64; 2]>>::default();
    for bound in &bounds {
        let seen = constants.entry(bound.key()).or_default();
        if seen.len() < 2 && !seen.contains(&bound.sum.constant) {
            seen.push(bound.sum.constant);
        }
    }
    let differs = |bound: &&Bound| constants[&bound.key()].len() > 1;
    let regrouped: Vec<&Bound> = bounds.iter().filter(differs).collect();
    let mut rewriter = Rewriter::new(module);
    for bound in &regrouped {
        regroup(&mut rewriter, bound);
    }
    !regrouped.is_empty()
}

/// The comparisons of 64-bit sums of which a part changes in a loop and another does not.
fn bounds(module: &Module) -> Vec<Bound> {
    let mut sums = Sums::new(module);
    let mut bounds = Vec::new();
    for op in ir::walk::preorder(&module.body, module.root) {
        if module.opcode(op) != Opcode::CmpI {
            continue;
        }
        let number = module.body.operands(op)[NUMBER];
        if *module.ty(number) != Type::I64 {
            continue;
        }
        let sum = sums.wide(number);
        let depths = || sum.terms.iter().map(|term| depth(module, term));
        if depths().min() < depths().max() {
            let bound = module.body.operands(op)[BOUND];
            bounds.push(Bound { op, sum, bound, block: module.body.parent_block(op) });
        }
    }
    bounds
}

/// How many loops the last factor of a term is defined in.
fn depth(module: &Module, term: &Term) -> u32 {
    term.factors.iter().map(|&factor| loops_around(module, factor)).max().unwrap_or(0)
}

fn regroup(rewriter: &mut Rewriter<'_, Nvvm>, found: &Bound) {
    let Bound { op, ref sum, bound, .. } = *found;
    let mut terms: Vec<&Term> = sum.terms.iter().collect();
    terms.sort_by_key(|term| depth(rewriter.module(), term));
    let scaled: Vec<Value> = terms.into_iter().map(|term| scaled(rewriter, op, term)).collect();
    let mut start = scaled[0];
    for &term in &scaled[1..] {
        start = plus(rewriter, op, start, term);
    }
    let wide = rewriter.intern(Type::I64);
    let more = constant::build(rewriter, op, wide, sum.constant as u64);
    if has_difference(rewriter.module(), found, start) {
        let truth = rewriter.module().body.ty(rewriter.module().body.result(op, 0));
        let less = rewriter.build_before(op, op, |b| {
            let left = b.subi().lhs(bound).rhs(start).result(wide).finish().value();
            let compared = b.cmpi().lhs(left).rhs(more).predicate(Is::GreaterThan).signed(true);
            compared.result(truth).finish().value()
        });
        rewriter.replace_op(op, &[less]);
    } else {
        let number = plus(rewriter, op, start, more);
        rewriter.set_operand(op, NUMBER, number);
    }
}

/// Whether `start + c < bound` is `bound - start > c`: nothing is negative, and nothing wraps.
fn has_difference(module: &Module, &Bound { op, ref sum, bound, .. }: &Bound, start: Value) -> bool {
    let predicate: Is = module.get(op, fields::cmpi::predicate);
    let is_natural = |value| {
        let range = range::range(module, value);
        range.low >= 0 && range.high <= LARGEST
    };
    let small = 0..=i64::from(i32::MAX);
    predicate == Is::LessThan && small.contains(&sum.constant) && is_natural(start) && is_natural(bound)
}

fn plus(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, a: Value, b: Value) -> Value {
    let wide = rewriter.intern(Type::I64);
    rewriter.build_before(op, op, |builder| builder.addi().lhs(a).rhs(b).result(wide).finish().value())
}

/// A term as one 64-bit value.
fn scaled(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, term: &Term) -> Value {
    let value = product(rewriter, op, Type::I64, &term.factors);
    let value = widened(rewriter, op, value);
    if term.coefficient == 1 {
        return value;
    }
    let wide = rewriter.intern(Type::I64);
    let number = constant::build(rewriter, op, wide, term.coefficient as u64);
    rewriter
        .build_before(op, op, |builder| builder.muli().lhs(value).rhs(number).result(wide).finish().value())
}
