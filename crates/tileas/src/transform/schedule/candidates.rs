//! The plans of a nest: every number of warp groups, of thread blocks on a multiprocessor and of stages that fits, with
//! its cost.
//!
//! The first one is taken. The model is not exact to some hundredths, so rules decide among plans that are that close
//! to the best one: few warp groups; then the fewest bytes in flight, if the cache limits the plan and copies still
//! arrive in time; else many thread blocks, and many stages. The others follow by their cost.

use super::demand::Demand;
use super::model::Cost;
use super::refusal::NoPlan;
use super::resources::Resources;
use super::step::Step;
use super::warpgroups;

/// Plans whose cost is within this many hundredths of the least are as good as it.
const CLOSE_PERCENT: u64 = 3;

/// A plan.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) resources: Resources,
    pub(crate) cost: Cost,
}

impl Candidate {
    /// Bytes that a multiprocessor loads ahead.
    fn bytes_in_flight(&self) -> u64 {
        u64::from(self.resources.occupancy * self.resources.stages) * self.cost.step.loaded
    }

    /// The plan in words.
    pub(crate) fn summary(&self) -> String {
        self.resources.summary()
    }
}

/// All plans of a nest, and those that do not fit.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The first one is the one to take.
    pub(crate) fitting: Vec<Candidate>,
    /// Plans that do not fit, each with the reason; their costs are those that they would have.
    pub(crate) lacking: Vec<(Candidate, String)>,
}

impl Candidates {
    /// The plans for a demand; `step` says what is done in a step with a number of warp groups.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn of(
        demand: &Demand,
        persistent: bool,
        step: &dyn Fn(u32) -> Step,
    ) -> Result<Candidates, NoPlan> {
        let cost = |resources: &Resources| Cost::of(step(resources.warps / 4), resources, persistent);
        let with_cost = |resources: Resources| Candidate { cost: cost(&resources), resources };
        let (fitting, lacking) = warpgroups::resources(demand)?;
        let mut fitting: Vec<Candidate> = fitting.into_iter().map(with_cost).collect();
        let lacking = lacking.into_iter().map(|(resources, lack)| (with_cost(resources), lack)).collect();
        rank(&mut fitting);
        Ok(Candidates { fitting, lacking })
    }

    /// Why the next plan is not taken, and why none that would be better.
    /// Plans have numbers from `first` on.
    pub(crate) fn alternatives(&self, taken: usize, first: u32) -> [Option<String>; 2] {
        let chosen = &self.fitting[taken];
        let more = |other: &Candidate| {
            let (mine, theirs) = (chosen.cost.tile, other.cost.tile);
            let percent = theirs.abs_diff(mine) * 100 / mine.max(1);
            if theirs >= mine { format!("{percent} % more") } else { format!("{percent} % fewer") }
        };
        let other = self.fitting.iter().enumerate().find(|&(number, _)| number != taken);
        let next = other.map(|(number, other)| {
            let bound = other.cost.bound().name();
            format!(
                "plan {}, {}: {} cycles of a tile, bound by {bound}",
                number + first as usize,
                other.summary(),
                more(other)
            )
        });
        // Of those that are as good the one that lacks least.
        let better = self
            .lacking
            .iter()
            .rev()
            .filter(|(other, _)| other.cost.tile * 100 < chosen.cost.tile * (100 - CLOSE_PERCENT));
        let better = better.min_by_key(|(other, _)| other.cost.tile);
        let better = better.map(|(other, lack)| {
            format!("{}: {} cycles of a tile, but {lack}", other.summary(), more(other))
        });
        [next, better]
    }
}

/// Puts the plan to take first, and the others after it by their cost. They come in the order of rules.
fn rank(plans: &mut Vec<Candidate>) {
    let Some(least) = plans.iter().map(|plan| plan.cost.tile).min() else { return };
    let is_close = |plan: &Candidate| plan.cost.tile * 100 <= least * (100 + CLOSE_PERCENT);
    let by_rules = plans.iter().position(is_close).unwrap_or(0);
    let warps = plans[by_rules].resources.warps;
    let is_lean =
        |plan: &Candidate| is_close(plan) && plan.resources.warps == warps && plan.cost.keeps_cache_busy();
    let lean = plans.iter().enumerate().filter(|(_, plan)| is_lean(plan));
    let lean = lean.min_by_key(|(_, plan)| plan.bytes_in_flight()).map(|(number, _)| number);
    let first = plans.remove(lean.unwrap_or(by_rules));
    plans.sort_by_key(|plan| plan.cost.tile);
    plans.insert(0, first);
}
