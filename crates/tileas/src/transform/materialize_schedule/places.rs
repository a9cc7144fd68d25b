//! Where the pipelines of loops with sums in tensor memory are among all: after those of the groups, in the order of
//! the loops.

use std::ops::Range;

use ir::Op;

use super::{SumLoop, Threads};
use crate::Module;

/// The pipelines of a loop, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// Of its sums: one for each where threads take them in each iteration, else one for all.
    pub(super) sums: Vec<usize>,
    /// Of the left and right factors that threads compute, for each sum.
    pub(super) weights: Vec<[Option<usize>; 2]>,
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
            places.push(Places { sums, weights });
        }
        places
    }

    /// Of the factors that threads compute.
    pub(super) fn weights(&self) -> impl Iterator<Item = usize> + '_ {
        self.weights.iter().flatten().flatten().copied()
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.sums.iter().copied().chain(self.weights())
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
    let mut below: Vec<usize> = below.flat_map(|(_, places)| places.all()).collect();
    // Loops may share pipelines.
    below.sort_unstable();
    below.dedup();
    below
}
