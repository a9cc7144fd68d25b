//! Where the pipelines of loops with sums in tensor memory are among all: after those of the groups, in the order of
//! the loops.

use std::ops::Range;

use ir::Op;

use super::{Again, SumLoop, Threads};
use crate::Module;

/// The pipelines of a loop, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// Of its sums: one for each where threads take them in each iteration, else one for all.
    pub(super) sums: Vec<usize>,
    /// Of the left and right factors that threads compute, for each sum.
    pub(super) weights: Vec<[Option<usize>; 2]>,
    /// Of the stages that products read again, for each sum: further consumers of pipelines of groups.
    pub(super) again: Vec<Option<usize>>,
}

impl Places {
    /// The pipelines of all loops; `first` is the first number after those of the groups.
    pub(super) fn of(loops: &[SumLoop], first: usize) -> Vec<Places> {
        let mut next = first;
        let mut take = |count: usize| -> Range<usize> {
            next += count;
            next - count..next
        };
        let mut places: Vec<Places> = Vec::new();
        for known in loops {
            if let Some(owner) = known.shares {
                places.push(places[owner].clone());
                continue;
            }
            let own_pipelines = known.threads == Threads::Exchange;
            let sums = take(if own_pipelines { known.sums.len() } else { 1 }).collect();
            let weights = known.sums.iter().map(|sum| {
                let [left, right] = &sum.weights;
                [left, right].map(|weights| weights.as_ref().map(|_| take(1).start))
            });
            let weights = weights.collect();
            let readings: Vec<(Again, usize)> =
                known.readings().into_iter().map(|again| (again, take(1).start)).collect();
            let again = known.sums.iter().map(|sum| {
                readings.iter().find(|(again, _)| sum.again == Some(*again)).map(|&(_, number)| number)
            });
            let again = again.collect();
            places.push(Places { sums, weights, again });
        }
        places
    }

    /// Of the factors that threads compute.
    pub(super) fn weights(&self) -> impl Iterator<Item = usize> + '_ {
        self.weights.iter().flatten().flatten().copied()
    }

    /// All of those that threads use as well.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.sums.iter().copied().chain(self.weights())
    }
}

/// The pipelines of the loops that stand in the regions of an op, which are numbered from `first` on.
pub(super) fn below(module: &Module, (loops, first): (&[SumLoop], usize), op: Op) -> Vec<usize> {
    of_loops_below(module, (loops, first), op, |places| places.all().collect())
}

/// The same of the stages that products read again, which the agent that multiplies has alone.
pub(super) fn again_below(module: &Module, (loops, first): (&[SumLoop], usize), op: Op) -> Vec<usize> {
    of_loops_below(module, (loops, first), op, |places| places.again.iter().flatten().copied().collect())
}

fn of_loops_below(
    module: &Module,
    (loops, first): (&[SumLoop], usize),
    op: Op,
    of: impl Fn(&Places) -> Vec<usize>,
) -> Vec<usize> {
    let is_below = |known: &SumLoop| {
        let mut around = std::iter::successors(Some(known.loop_), |&op| module.body.parent_op(op));
        around.any(|outer| outer == op)
    };
    let places = Places::of(loops, first);
    let below = loops.iter().zip(&places).filter(|(known, _)| is_below(known));
    let mut below: Vec<usize> = below.flat_map(|(_, places)| of(places)).collect();
    // Loops may share pipelines.
    below.sort_unstable();
    below.dedup();
    below
}
