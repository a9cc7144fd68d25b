//! The plans that fit a function: the demand of its products, and the resources for it on a target.

use ir::{Op, Value};

use super::candidates::Candidates;
use super::chains::Chains;
use super::demand::Demand;
use super::held::{are_in_order, held_around, held_in_order};
use super::model::Cost;
use super::multiplies::Unit;
use super::nest::Nest;
use super::persistent::{TileLoop, is_persistent};
use super::product::{Factor, Product};
use super::promotion::is_promoted;
use super::reads::follows_from_product;
use super::refusal::{NoPlan, Refusal};
use super::resources::Resources;
use super::stage::Side;
use super::step::Step;
use super::stores::Stores;
use super::sum_loop::{SumLoop, Threads};
use super::{take_over, tensor, unspecialized, warpgroups, warps};
use crate::ops::fields;
use crate::target;
use crate::{Module, Opcode};

/// Stages of a pipeline: one is filled while the other one is read.
const LEAST_STAGES: u32 = 2;

/// A function for which resources are chosen.
pub(super) struct Request<'m> {
    pub(super) module: &'m Module,
    pub(super) func: Op,
    pub(super) unit: Unit,
    /// Bytes of shared memory for factors that threads compute.
    pub(super) weights: u32,
}

impl Request<'_> {
    /// The plans that fit, or why none does. Where the tiles of two products come by turns, such as keys and values, one of
    /// them is filled while the other one is read: one stage of each does if two have no room.
    pub(super) fn resources(&self, nest: &Nest, loops: &[SumLoop]) -> Result<Found, NoPlan> {
        let mut demand = demand(self.module, self.func, nest);
        demand.resident = demand.resident.saturating_add(self.weights);
        let found = self.fitting(&demand, nest, loops);
        let inner = nest.pipelines().into_iter().filter(|group| group.is_inner).count();
        if found.is_err() && inner > 1 && !demand.is_unspecialized {
            let single = Demand { least_stages: 1, ..demand };
            return self.fitting(&single, nest, loops);
        }
        found
    }

    fn fitting(&self, demand: &Demand, nest: &Nest, loops: &[SumLoop]) -> Result<Found, NoPlan> {
        let &Request { module, func, unit, .. } = self;
        match unit {
            Unit::Warpgroups => {
                let step = |groups| Step::of(module, func, nest, groups);
                Candidates::of(demand, is_nested(module, nest), &step).map(Found::Model)
            }
            Unit::TensorMemory => {
                let ruled = |resources: Resources, take_over| {
                    let cost = tensor_cost(module, func, (nest, loops), &resources);
                    Ruled { resources, take_over, cost }
                };
                let chains = Chains::of(module, func, nest, loops);
                let chains = chains.and_then(|_| tensor::resources_of_chains(demand, loops));
                if let Some(found) = chains {
                    return Ok(Found::Rules(vec![ruled(found, false)]));
                }
                let first = self.taking_over(demand, nest, loops).map(|found| ruled(found, true));
                let other = tensor::resources(demand, loops).map(|found| ruled(found, false));
                other.map(|other| Found::Rules(first.into_iter().chain([other]).collect()))
            }
            Unit::Warps => {
                let ruled = |resources| Ruled { resources, take_over: false, cost: None };
                warps::resources(demand).map(|found| Found::Rules(vec![ruled(found)]))
            }
        }
    }

    /// The resources with which a thread block takes over the tiles of others, if it may and all stores have room.
    fn taking_over(&self, demand: &Demand, nest: &Nest, loops: &[SumLoop]) -> Option<Resources> {
        let &Request { module, func, weights, .. } = self;
        if !take_over::may_take_over(module, (func, nest), loops) {
            return None;
        }
        let found = tensor::resources_to_take_over(demand, loops)?;
        let stores = Stores::of(module, (func, weights), (nest, loops), (&found, true));
        let stages = stores.stages;
        (!stores.lacks_room()).then_some(Resources { stages, ..found })
    }

    /// The error that no plan fits.
    pub(super) fn refusal(&self, nest: &Nest, lacking: NoPlan) -> Refusal {
        let refusal = Refusal::of_plans(nest.first(), lacking);
        let has_few_rows = || demand(self.module, self.func, nest).fewest_rows < warpgroups::ROWS;
        if self.unit == Unit::Warpgroups && has_few_rows() {
            return refusal
                .help("choose tiles whose sum has 64 rows or more, or 8 to 32 rows and 64 columns or more");
        }
        refusal
    }
}

/// A plan by rules.
#[derive(Clone, Debug)]
pub(super) struct Ruled {
    pub(super) resources: Resources,
    /// Whether a thread block takes over the tiles of others.
    pub(super) take_over: bool,
    /// Its cost, if the model knows what is done in a step.
    pub(super) cost: Option<Cost>,
}

/// Plans that fit.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// Plans by rules, the best one first.
    Rules(Vec<Ruled>),
    /// Plans by their cost.
    Model(Candidates),
}

impl Found {
    pub(super) fn count(&self) -> usize {
        match self {
            Found::Rules(plans) => plans.len(),
            Found::Model(candidates) => candidates.fitting.len(),
        }
    }

    pub(super) fn resources(&self, taken: usize) -> Option<Resources> {
        match self {
            Found::Rules(plans) => plans.get(taken).map(|plan| plan.resources),
            Found::Model(candidates) => candidates.fitting.get(taken).map(|plan| plan.resources),
        }
    }

    pub(super) fn takes_over(&self, taken: usize) -> bool {
        match self {
            Found::Rules(plans) => plans.get(taken).is_some_and(|plan| plan.take_over),
            Found::Model(_) => false,
        }
    }

    pub(super) fn cost(&self, taken: usize) -> Option<&Cost> {
        match self {
            Found::Rules(plans) => plans.get(taken)?.cost.as_ref(),
            Found::Model(candidates) => candidates.fitting.get(taken).map(|plan| &plan.cost),
        }
    }

    /// All plans in words, with numbers from `first` on, of each of `ctas` thread blocks.
    pub(super) fn listed(&self, first: u32, ctas: u32) -> Vec<String> {
        let line = |taken: usize| {
            let summary = self.resources(taken).map_or(String::new(), |resources| resources.summary());
            let tiles = match self {
                Found::Model(_) => "",
                Found::Rules(_) if self.takes_over(taken) => {
                    "; a thread block computes tiles of others as well"
                }
                Found::Rules(_) => "; a thread block computes one tile",
            };
            let cost = self.cost(taken).map_or(String::new(), |cost| {
                let bound = cost.bound().name();
                format!("; {} cycles of a step, bound by {bound}, {} of a tile", cost.interval(), cost.tile)
            });
            let cluster = if ctas > 1 {
                format!("in each of {ctas} thread blocks of a cluster, ")
            } else {
                String::new()
            };
            format!("{}: {cluster}{summary}{tiles}{cost}", taken + first as usize)
        };
        (0..self.count()).map(line).collect()
    }
}

/// The cost of a plan with sums in tensor memory; none where threads work in the loops of products, or with block scales.
fn tensor_cost(
    module: &Module,
    func: Op,
    (nest, loops): (&Nest, &[SumLoop]),
    resources: &Resources,
) -> Option<Cost> {
    let is_known = loops.iter().all(|known| known.threads == Threads::Absent)
        && nest.products.iter().all(|product| product.scales.is_none());
    is_known.then(|| Cost::of(Step::of_tensor_memory(module, func, nest), resources, is_nested(module, nest)))
}

/// Whether a loop is around that of a product, so that the next tile is loaded while one is stored.
fn is_nested(module: &Module, nest: &Nest) -> bool {
    let is_loop = |op: &Op| module.opcode(*op) == Opcode::For;
    nest.products.iter().any(|product| {
        let around =
            std::iter::successors(module.body.parent_op(product.dot), |&op| module.body.parent_op(op));
        around.filter(is_loop).nth(1).is_some()
    })
}

/// The most elements along the inner dimension of products whose sums are promoted.
fn depth_of_promoted(module: &Module, nest: &Nest) -> Option<u32> {
    let depth =
        |dot: Op| module.ty(module.operand(dot, fields::dot::rhs)).tile().map_or(0, |tile| tile.shape()[0]);
    let promoted = nest.products.iter().map(|product| product.dot).filter(|&dot| is_promoted(module, dot));
    promoted.map(depth).max()
}

/// Bits of a tile.
fn bits(module: &Module, value: Value) -> u64 {
    let tile = module.ty(value).tile().expect("a product is of tiles");
    let elem = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
    u64::from(elem) << tile.layout.shape().bits()
}

/// The most bits that threads hold in a block with products: sums, and operands in registers.
fn most_held(module: &Module, func: Op, nest: &Nest) -> u64 {
    let dots: Vec<Op> = nest.products.iter().map(|product| product.dot).collect();
    let held = |product: &Product| {
        // Warps that share rows or columns of a sum hold the same fragments. What follows from another sum is divided
        // like that.
        let follows = follows_from_product(module, &dots, (product.dot, Side::Left));
        let copies = if Unit::of(module) == Some(Unit::Warps) && !follows { 2 } else { 1 };
        let sides = [fields::dot::lhs, fields::dot::rhs].into_iter().zip(product.factors);
        let computed = sides.filter(|&(_, factor)| factor == Factor::Registers);
        let factors: u64 = computed.map(|(field, _)| bits(module, module.operand(product.dot, field))).sum();
        bits(module, module.body.result(product.dot, 0)) + factors * copies
    };
    let of_block = |product: &Product| {
        let block = module.body.parent_block(product.dot);
        let around = held_around(module, func, nest, block);
        if are_in_order(module, nest, block) {
            return around + held_in_order(module, nest, block);
        }
        let there = nest.products.iter().filter(|other| module.body.parent_block(other.dot) == block);
        around + there.map(held).sum::<u64>()
    };
    nest.products.iter().map(of_block).max().unwrap_or(0)
}

/// What the products of a function need.
pub(super) fn demand(module: &Module, func: Op, nest: &Nest) -> Demand {
    let sums = nest.products.iter().map(|product| module.body.result(product.dot, 0));
    let largest = sums.clone().max_by_key(|&sum| bits(module, sum)).expect("a nest has products");
    let tile = module.ty(largest).tile().expect("a product is a tile");
    let [stage, resident] = nest.stage_bytes();
    let rows = |sum: Value| module.ty(sum).tile().map_or(0, |tile| tile.shape()[0]);
    let is_unspecialized = unspecialized::is_requested(module, func);
    let persistent = is_persistent(module, func, nest);
    Demand {
        shape: [tile.shape()[0], tile.shape()[1]],
        fewest_rows: sums.map(rows).min().unwrap_or(0),
        sum_bits: tile.elem.scalar().map_or(32, |scalar| scalar.storage_bits()),
        promotion: depth_of_promoted(module, nest),
        beside_bits: most_held(module, func, nest).saturating_sub(bits(module, largest)),
        stage,
        resident,
        copied: nest.copied_bytes(),
        controlled: !nest.skeleton.loads.is_empty(),
        warps: module.int(func, fields::func::num_worker_warps_per_cta),
        occupancy: module.int(func, fields::func::occupancy),
        latency: nest.latency(module),
        least_stages: LEAST_STAGES,
        capability: target::capability(module).unwrap_or(0),
        is_persistent: persistent,
        has_turns: persistent && !is_unspecialized && TileLoop::of(module, func, nest).is_some(),
        is_unspecialized,
    }
}
