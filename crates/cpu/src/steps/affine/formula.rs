//! Evaluation of formulas for a tile block.

use cuda_tile::attrs::ComparisonPredicate;
use numerics::Scalar;

use super::{Extents, Formula, Linear, Node, NodeId, NodeSource, RANK, Rule, Values, count, signed};
use crate::context::Context;
use crate::frame::FrameSlot;
use crate::kernels::elementwise::Elementwise;
use crate::memory::arena::AlignedBytes;
use crate::{pattern, rows};

/// Keeps the lanes whose value is positive; none when they are no box that starts at the first lane.
pub(super) fn apply(limit: Linear, extents: &Extents, inside: &mut [usize; RANK]) -> Option<()> {
    let (least, greatest) = limit.bounds(extents)?;
    if least > 0 {
        return Some(());
    }
    if greatest <= 0 {
        *inside = [0; RANK];
        return Some(());
    }
    let mut moving = (0..RANK).filter(|&dim| limit.strides[dim] != 0);
    let (Some(dim), None) = (moving.next(), moving.next()) else { return None };
    if limit.strides[dim] > 0 {
        return None;
    }
    // Positive as long as the coordinate is below the base over the step, rounded up; the base is positive.
    let count = (limit.base - 1) / limit.strides[dim].checked_neg()? + 1;
    inside[dim] = inside[dim].min(usize::try_from(count).ok()?);
    Some(())
}

impl Formula<FrameSlot, Elementwise> {
    /// The value of every node; none when the lanes of one do not fit its type.
    pub(super) fn values(&self, ctx: &Context<'_>) -> Option<Values> {
        let mut values = Values::new();
        for node in &self.nodes {
            let value = match &node.source {
                NodeSource::Scalar(place) => signed(node.scalar, ctx.scalar(*place, node.scalar)),
                NodeSource::Number(bits) => signed(node.scalar, *bits),
                NodeSource::Count { scalar, lower, counter, step } => {
                    Linear::uniform(i64::try_from(count(ctx, *scalar, [*lower, *counter, *step])).ok()?)
                }
                NodeSource::Coordinate { strides, .. } => Linear { base: 0, strides: strides.map(i64::from) },
                NodeSource::Op { rule, operands, .. } => {
                    let [a, b] = operands.map(|operand| values[operand as usize]);
                    self.apply(*rule, node.scalar, a, b)?
                }
            };
            values.push(value);
        }
        Some(values)
    }

    /// The result of an operation on two nodes.
    fn apply(&self, rule: Rule, scalar: Scalar, a: Linear, b: Linear) -> Option<Linear> {
        let bounds = |value: Linear| value.bounds(&self.extents);
        let result = match rule {
            Rule::Add => a.plus(b)?,
            Rule::Sub => a.minus(b)?,
            // A product stays linear only if one factor is the same in all lanes.
            Rule::Mul => match (a.single(), b.single()) {
                (_, Some(factor)) => a.times(factor)?,
                (Some(factor), None) => b.times(factor)?,
                (None, None) => return None,
            },
            Rule::Rem => {
                let (least, greatest) = bounds(a)?;
                // The remainder is the value itself while it is below the divisor; beyond that it is no formula.
                return (least >= 0 && greatest < b.single()?).then_some(a);
            }
            Rule::Same { unsigned } => {
                if unsigned && bounds(a)?.0 < 0 {
                    return None;
                }
                a
            }
            Rule::AddScaled { size } => a.plus(b.times(size)?)?,
            Rule::Compare { predicate, unsigned } => {
                if unsigned && (bounds(a)?.0 < 0 || bounds(b)?.0 < 0) {
                    return None;
                }
                return compared(predicate, a, b);
            }
            Rule::And => return Some(Linear::uniform(0)),
        };
        let (least, greatest) = bounds(result)?;
        // Where the type would wrap, the formula over wide integers would be another one.
        let most = i64::MAX >> (64 - scalar.bits());
        (least >= -most - 1 && greatest <= most).then_some(result)
    }

    /// Computes addresses and mask of all lanes, strip by strip.
    pub(super) fn compute(
        &self,
        ctx: &Context<'_>,
        len: usize,
        pointers: &AlignedBytes,
        mask: Option<&AlignedBytes>,
    ) {
        // Lanes computed at a time: an array of 512 bytes for each node, so that those of a usual formula stay in the
        // first-level cache.
        const STRIP: usize = 64;
        let n = len.min(STRIP);
        let mut strips = vec![[0u64; STRIP]; self.nodes.len()];
        for first in (0..len).step_by(n) {
            for (index, node) in self.nodes.iter().enumerate() {
                let (before, rest) = strips.split_at_mut(index);
                let dst = rest[0].as_mut_ptr().cast::<u8>();
                node.compute(ctx, first, n, dst, |operand| before[operand as usize].as_ptr().cast());
            }
            let strip = |node: NodeId| strips[node as usize].as_ptr().cast::<u8>();
            // SAFETY: the two buffers have room for all lanes, of 8 bytes and of one; `n` lanes of each node were
            // computed above.
            unsafe {
                pointers.as_ptr().add(8 * first).copy_from_nonoverlapping(strip(self.address), 8 * n);
                if let (Some(mask), Some(node)) = (mask, self.mask) {
                    mask.as_ptr().add(first).copy_from_nonoverlapping(strip(node), n);
                }
            }
        }
    }
}

impl Node<FrameSlot, Elementwise> {
    /// Computes lanes `first..first + n` of a node to `dst`, which has room for as many lanes of 8 bytes.
    pub(super) fn compute(
        &self,
        ctx: &Context<'_>,
        first: usize,
        n: usize,
        dst: *mut u8,
        strip: impl Fn(NodeId) -> *const u8,
    ) {
        let size = rows::size(self.scalar);
        // SAFETY: the caller's room is enough for every type, strips hold `n` lanes of the types of their nodes, and no
        // node is computed from itself.
        unsafe {
            match &self.source {
                NodeSource::Scalar(place) => pattern::splat(dst, ctx.at(*place), size, n),
                NodeSource::Number(bits) => {
                    rows::fill(self.scalar, dst, n, rows::lane_of(self.scalar, *bits))
                }
                NodeSource::Count { scalar, lower, counter, step } => {
                    rows::fill(self.scalar, dst, n, count(ctx, *scalar, [*lower, *counter, *step]));
                }
                NodeSource::Coordinate { map, .. } => {
                    for lane in 0..n {
                        rows::write_lane(self.scalar, dst, lane, map.place(first + lane) as u64);
                    }
                }
                NodeSource::Op { operands: [a, b], work, .. } => {
                    work.run(dst, [strip(*a), strip(*b), strip(*b)], n);
                }
            }
        }
    }
}

/// A value that is positive where the comparison holds.
fn compared(predicate: ComparisonPredicate, a: Linear, b: Linear) -> Option<Linear> {
    let one = Linear::uniform(1);
    match predicate {
        ComparisonPredicate::LessThan => b.minus(a),
        ComparisonPredicate::LessThanOrEqual => b.minus(a)?.plus(one),
        ComparisonPredicate::GreaterThan => a.minus(b),
        ComparisonPredicate::GreaterThanOrEqual => a.minus(b)?.plus(one),
        ComparisonPredicate::Equal | ComparisonPredicate::NotEqual => None,
    }
}
