//! Where the pipelines of loops with sums in tensor memory are among all: behind those of the groups, in the order of the loops.

use std::ops::Range;

use ir::Op;

use super::SumLoop;
use crate::Module;

/// The pipelines of a loop, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// Of its sums: one for all where the agent that multiplies has the loop to itself, else one for each.
    pub(super) sums: Vec<usize>,
    /// Of the left factors that threads compute, for each sum.
    pub(super) weights: Vec<Option<usize>>,
}

impl Places {
    /// Those of all loops, from the first number behind the groups on.
    pub(super) fn of(loops: &[SumLoop], first: usize) -> Vec<Places> {
        let mut next = first;
        let mut take = |count: usize| -> Range<usize> {
            next += count;
            next - count..next
        };
        let places = loops.iter().map(|known| {
            let sums = take(if known.is_shared { known.sums.len() } else { 1 }).collect();
            let weights = known.sums.iter().map(|sum| sum.weights.as_ref().map(|_| take(1).start));
            Places { sums, weights: weights.collect() }
        });
        places.collect()
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.sums.iter().copied().chain(self.weights.iter().flatten().copied())
    }
}

/// The pipelines of the loops that stand in the regions of an op, which are numbered from `first` on.
pub(super) fn below(module: &Module, (loops, first): (&[SumLoop], usize), op: Op) -> Vec<usize> {
    let is_below = |known: &SumLoop| {
        let mut around = std::iter::successors(Some(known.loop_), |&op| module.body.parent_op(op));
        around.any(|outer| outer == op)
    };
    let places = Places::of(loops, first);
    let below = loops.iter().zip(&places).filter(|(known, _)| is_below(known));
    below.flat_map(|(_, places)| places.all()).collect()
}
