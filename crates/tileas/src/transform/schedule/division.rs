//! What a kernel offers for its tile blocks: the plans that it has, and the cost of the one that is taken.
//!
//! Level 2 divides tile blocks among the thread blocks of a cluster, so both ways are modules of their own, and the caller compares
//! them. A cluster takes one multiprocessor for each of its thread blocks, so cycles of multiprocessors are compared. The grid of a
//! launch counts clusters, so no launch is in the way of a cluster.

use ir::Op;

use super::fitting::Found;
use super::multiplies::Unit;
use super::refusal::Refusal;
use super::thread_blocks::ctas;
use super::{BEST, plan};
use crate::Module;
use crate::transform::functions;

/// Hundredths by which a cluster must be better than one thread block. The model is 25 % too fast for clusters on an H200, and 14 %
/// for one thread block of the same tile.
const BETTER_PERCENT: u64 = 10;
/// The same for pairs, of which nothing was measured: as for plans of one thread block.
const BETTER_PERCENT_OF_PAIR: u64 = 3;

/// The plans of a kernel, divided among thread blocks of a cluster or not.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Thread blocks that share a tile block.
    pub ctas: u32,
    /// Whether launchers start a thread block for each multiprocessor.
    is_persistent: bool,
    /// Cycles of multiprocessors for a tile, if the model knows them.
    cost: Option<u64>,
    /// Hundredths by which this must be better than one thread block, as a cluster.
    better_percent: u64,
    found: Option<Found>,
}

impl Offer {
    /// The number of plans.
    pub fn count(&self) -> u32 {
        self.found.as_ref().map_or(1, |found| u32::try_from(found.count()).unwrap_or(u32::MAX))
    }

    /// All plans, one per line, with numbers from `first` on.
    pub fn listed(&self, first: u32) -> Vec<String> {
        self.found.as_ref().map_or_else(Vec::new, |found| found.listed(first, self.ctas))
    }

    /// Whether the model prefers this cluster to one thread block.
    ///
    /// # Errors
    /// Why not, if not by the cost alone.
    pub fn is_preferred_to(&self, whole: &Offer) -> Result<(), Option<&'static str>> {
        if whole.is_persistent {
            let why = "the program counts its thread blocks, and launchers start one for each multiprocessor";
            return Err(Some(why));
        }
        let (Some(divided), Some(alone)) = (self.cost, whole.cost) else {
            return Err(Some("the model has no cost for both"));
        };
        let is_better = divided * 100 < alone * (100 - self.better_percent);
        if is_better { Ok(()) } else { Err(None) }
    }

    /// The cycles of multiprocessors for a tile beside those of another offer.
    pub fn beside(&self, other: &Offer) -> Option<String> {
        let (mine, theirs) = (self.cost?, other.cost?);
        let percent = mine.abs_diff(theirs) * 100 / theirs.max(1);
        let more = if mine >= theirs { "more" } else { "fewer" };
        Some(format!("{percent} % {more} cycles of multiprocessors"))
    }
}

/// Whether thread blocks of a cluster may share tile blocks by agents, for a compute capability.
pub fn makes_clusters(capability: u32) -> bool {
    matches!(Unit::of_capability(capability), Some(Unit::Warpgroups | Unit::TensorMemory))
}

/// What each function of a module offers, or why it has no agents.
pub fn offers(module: &Module) -> Vec<(Op, Result<Offer, Refusal>)> {
    let offer = |func: Op| {
        let plan = plan(module, func, BEST)?;
        let ctas = ctas(module, func);
        let cost = plan.found.as_ref().and_then(|found| found.cost(plan.taken));
        let is_pair = Unit::of(module) == Some(Unit::TensorMemory);
        Ok(Offer {
            ctas,
            is_persistent: plan.is_persistent,
            cost: cost.map(|cost| cost.tile * u64::from(ctas)),
            better_percent: if is_pair { BETTER_PERCENT_OF_PAIR } else { BETTER_PERCENT },
            found: plan.found,
        })
    };
    functions(module).into_iter().map(|func| (func, offer(func))).collect()
}
