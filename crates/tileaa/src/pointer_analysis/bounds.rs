//! Masks that only limit the extent of a tile along each dimension.
//!
//! Such a mask is true at element `(e0, e1, ..)` if `e0 < limit0`, `e1 < limit1`, .., and scalar conditions hold. It consists
//! of comparisons of numbers that increase by 1 along one dimension with uniform numbers, of broadcast truth values, and of
//! `andi` of such masks. If numbers may wrap, a mask does not qualify.

use ir::{Op, Value};
use smallvec::SmallVec;

use super::linear::{Analysis, split};
use super::sums::Sum;
use crate::arith::ComparisonPredicate;
use crate::constant;
use crate::ops::fields;
use crate::{Module, Opcode};

/// A condition for any element to be in bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// A truth value of the program.
    Holds(Value),
    /// The number is more than 0.
    Positive(Sum),
}

/// A mask. All limits of a dimension hold; along a dimension without one everything is there.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub(super) limits: SmallVec<[Vec<Sum>; 4]>,
    pub(super) conditions: Vec<Condition>,
}

/// Numbers of this size have differences that do not wrap.
const LARGEST_BOUND: i64 = 1 << 61;
/// Limits and conditions of one mask, at most.
const MAX_CONDITIONS: usize = 16;

impl Bounds {
    /// Everything is there.
    pub(super) fn all(rank: usize) -> Bounds {
        Bounds { limits: SmallVec::from_elem(Vec::new(), rank), conditions: Vec::new() }
    }

    /// All limits.
    pub(super) fn sums(&self) -> impl Iterator<Item = Sum> + '_ {
        let positive = self.conditions.iter().filter_map(|condition| match condition {
            Condition::Positive(sum) => Some(*sum),
            Condition::Holds(_) => None,
        });
        self.limits.iter().flatten().copied().chain(positive)
    }

    fn joined(mut self, other: Bounds) -> Option<Bounds> {
        for (limits, more) in self.limits.iter_mut().zip(other.limits) {
            limits.extend(more.into_iter().filter(|limit| !limits.contains(limit)).collect::<Vec<_>>());
        }
        for condition in other.conditions {
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
        }
        let count = self.limits.iter().map(Vec::len).sum::<usize>() + self.conditions.len();
        (count <= MAX_CONDITIONS).then_some(self)
    }
}

/// The shape of a tile.
fn shape(module: &Module, value: Value) -> &[u32] {
    module.ty(value).tile().map_or(&[], |tile| &tile.shape)
}

impl Analysis<'_> {
    /// A mask.
    pub(super) fn bounds(&mut self, mask: Value, depth: u32) -> Option<Bounds> {
        let rank = shape(self.module, mask).len();
        if let Some(bits) = constant::splat(self.module, mask) {
            return (bits & 1 != 0).then(|| Bounds::all(rank));
        }
        if rank == 0 {
            return Some(Bounds { conditions: vec![Condition::Holds(mask)], ..Bounds::default() });
        }
        let depth = depth.checked_sub(1)?;
        let op = self.module.body.def_op(mask)?;
        let operands = self.module.body.operands(op);
        #[allow(clippy::wildcard_enum_match_arm, reason = "other masks say more than how far tiles reach")]
        match self.module.opcode(op) {
            Opcode::AndI => {
                let lhs = self.bounds(operands[0], depth)?;
                lhs.joined(self.bounds(operands[1], depth)?)
            }
            Opcode::Assume => self.bounds(operands[0], depth),
            Opcode::View => self.viewed(op, depth),
            Opcode::Broadcast => {
                // Along extents of 1 there are no limits.
                self.bounds(operands[0], depth)
            }
            Opcode::Permute => {
                let inner = self.bounds(operands[0], depth)?;
                let order = self.module.ints(op, fields::permute::permutation);
                let limits = order.iter().map(|&dim| inner.limits[dim as usize].clone()).collect();
                Some(Bounds { limits, ..inner })
            }
            Opcode::CmpI => self.compared(op),
            _ => None,
        }
    }

    /// Limits are kept for dimensions that do not change.
    fn viewed(&mut self, op: Op, depth: u32) -> Option<Bounds> {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let inner = self.bounds(source, depth)?;
        let (from, to) = (shape(self.module, source), shape(self.module, result));
        let mut bounds = Bounds { conditions: inner.conditions, ..Bounds::all(to.len()) };
        for (dim, part) in split(from, to)?.into_iter().enumerate() {
            let Some((source, _)) = part else { continue };
            if inner.limits[source].is_empty() {
                continue;
            }
            if to[dim] != from[source] {
                return None;
            }
            bounds.limits[dim].clone_from(&inner.limits[source]);
        }
        Some(bounds)
    }

    /// `x < limit` and the like.
    fn compared(&mut self, op: Op) -> Option<Bounds> {
        use ComparisonPredicate::{GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual};
        let [lhs, rhs] = [fields::cmpi::lhs, fields::cmpi::rhs].map(|field| self.module.operand(op, field));
        let predicate = ComparisonPredicate::from_slot(self.module.attr(op, fields::cmpi::predicate))?;
        let (low, high, more) = match predicate {
            LessThan => (lhs, rhs, 0),
            LessThanOrEqual => (lhs, rhs, 1),
            GreaterThan => (rhs, lhs, 0),
            GreaterThanOrEqual => (rhs, lhs, 1),
            ComparisonPredicate::Equal | ComparisonPredicate::NotEqual => return None,
        };
        let ranges = [low, high].map(|value| self.fact(value).range);
        let signed = self.module.flag(op, fields::cmpi::signed);
        let near = ranges.iter().all(|range| range.0 >= -LARGEST_BOUND && range.1 <= LARGEST_BOUND);
        if !near || !signed && ranges.iter().any(|range| range.0 < 0) {
            return None;
        }
        let rank = shape(self.module, lhs).len();
        let [low_range, high_range] = ranges;
        if low_range.1 < high_range.0.saturating_add(more) {
            return Some(Bounds::all(rank));
        }
        let [low, high] = [low, high].map(|value| self.linear(value, super::linear::MAX_CHAIN));
        let room = self.added(&high?, &low?, true);
        let more = self.sums.number(more);
        let limit = self.sums.add(room.start, more);
        let mut bounds = Bounds::all(rank);
        let mut rising = (0..rank).filter(|&dim| !self.sums.is(room.along[dim], 0));
        match (rising.next(), rising.next()) {
            (None, _) => bounds.conditions.push(Condition::Positive(limit)),
            (Some(dim), None) if self.sums.is(room.along[dim], -1) => bounds.limits[dim].push(limit),
            (Some(_), _) => return None,
        }
        Some(bounds)
    }
}
