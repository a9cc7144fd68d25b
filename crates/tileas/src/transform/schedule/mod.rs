//! `generate-schedule`: decides whether the warps of a kernel are specialised, and how.
//!
//! A kernel whose products in loops read tiles that tensor maps can describe, on a target with tensor maps, gets two
//! agents: one fills stages in advance, and the other multiplies and does everything else. The pass only plans. It
//! rewrites `num_warps`, the default layouts that depend on it, and the record on the function: `path`, `stages`,
//! `producer_warps`, `registers`, or the `reason` why the kernel has no agents.
//!
//! - [`nest`] finds the products and their operands, and reports obstacles.
//! - [`groups`]: tiles that are loaded together, and the pipelines whose stages they fill.
//! - [`factors`]: the operands that products multiply, several of them the same one.
//! - [`multiplies`] lists the matrix instructions of a target, with their types and extents.
//! - [`operand`] traces an operand back to its load, and chooses the layout of its stage.
//! - [`stage`]: the memory of an operand in a stage, and the boxes of its tensor map.
//! - [`copied`]: operands that threads copy because no tensor map describes them.
//! - [`memory_order`]: writes that the program orders before a load, and [`map_memory`]: memory that tensor maps can
//!   describe.
//! - [`scaled`]: products with block scales, and the scales.
//! - [`promotion`] divides products whose sums are accumulated in registers.
//! - [`skeleton`]: the part of the program that the agent that copies must compute itself: indices, bounds, conditions.
//! - [`exits`]: branches that end iterations of a `loop`.
//! - [`clusters`]: loads that thread blocks of a cluster share.
//! - [`division`]: what a kernel offers, divided among the thread blocks of a cluster or not.
//! - [`thread_blocks`]: those that share a tile block; [`pairs`]: thread blocks whose tensor cores multiply together.
//! - [`record`] writes decisions.
//! - [`reads`]: tiles from which a left operand is computed.
//! - [`residuals`]: tiles that are loaded for sums.
//! - [`sums`] finds loops whose sums are in tensor memory ([`sum_loop`]), `shared_sums` those in which threads also
//!   work on the sums, and [`tensor`] chooses their resources. [`take_over`]: programs whose thread blocks may compute
//!   the tiles of others.
//! - [`stores`]: tiles that are stored by tensor maps, and [`columns`]: tiles that are stored in slices.
//! - [`chains`]: products that two agents work on separately, by [`dependence`]: what is computed from what.
//! - [`fitting`]: the plans that fit the demand of a function.
//! - [`persistent`]: programs whose thread blocks compute several tiles, which two agents may compute by turns.
//! - [`demand`]: what a nest demands of a multiprocessor; [`resources`]: the warps, stages and registers of a plan.
//!   [`warpgroups`] lists all that fit on Hopper, and [`warps`] chooses them for products of single warps.
//! - [`held`]: what threads hold in an iteration whose products are made in order.
//! - [`kept`]: operands whose fragments stay in registers of warps during a loop.
//! - [`streams`]: tiles of kernels without products, which an agent copies ahead; [`bytes_in_flight`]: whether that is needed.
//! - [`unspecialized`]: kernels without specialised warps.
//! - [`step`] counts the work of a thread block in a step, [`model`] estimates its time, and [`candidates`] ranks the
//!   plans.
//!
//! Layouts are chosen after this pass, and agents are created after that (`materialize-schedule`), which finds the nest
//! again.

mod bytes_in_flight;
mod candidates;
pub(crate) mod chains;
pub(crate) mod clusters;
pub(crate) mod columns;
pub(crate) mod copied;
mod decisions;
mod demand;
pub(crate) mod dependence;
mod division;
pub(crate) mod exits;
mod factors;
mod fitting;
mod groups;
mod held;
pub(crate) mod kept;
mod map_memory;
pub(crate) mod memory_order;
mod model;
mod multiplies;
pub(crate) mod nest;
pub(crate) mod operand;
pub(crate) mod pairs;
pub(crate) mod parts;
pub(crate) mod persistent;
pub(crate) mod product;
mod promotion;
mod reads;
mod record;
mod refusal;
mod residuals;
mod resources;
mod scaled;
pub(crate) mod shared_ops;
mod shared_sums;
pub(crate) mod skeleton;
pub(crate) mod stage;
mod step;
pub(crate) mod stores;
mod streams;
pub(crate) mod sum_loop;
mod sums;
mod take_over;
pub(crate) mod tensor;
pub(crate) mod thread_blocks;
mod unspecialized;
mod warpgroups;
mod warps;

use ir::Op;
use ir::walk::preorder;

use self::bytes_in_flight::Flow;
pub use self::division::{Offer, makes_clusters, offers};
use self::fitting::{Found, Request};
use self::nest::Nest;
use self::operand::Filling;
use self::persistent::{TileLoop, is_persistent};
use self::stores::Stores;
use self::sum_loop::SumLoop;
use self::thread_blocks::ctas;
use super::functions;
use crate::attributes::{ExecutionPath, Turns};
use crate::ops::fields;
use crate::target::Feature;
use crate::{Module, Opcode};

pub(crate) use self::decisions::decisions;
pub(crate) use self::multiplies::Unit;
pub(crate) use self::promotion::{Promotion, STRETCH, is_promoted};
use self::record::is_open;
pub(crate) use self::record::run;
pub use self::refusal::Refusal;
pub(crate) use self::resources::{ALIGNMENT, Resources, shared_of_block};

/// Thread blocks of a cluster that may share a tile block by agents.
const MOST_CTAS: i64 = 2;

/// Warps that compute beside one that copies, at most: a power of two.
const MOST_WARPS_BESIDE_COPY: i64 = 16;

/// Whether agents are made for a compute capability, as `90`.
pub fn makes_agents(capability: u32) -> bool {
    Unit::of_capability(capability).is_some()
}

/// Whether chains of products are divided between agents of a target.
pub fn makes_chains(capability: u32) -> bool {
    Unit::of_capability(capability) == Some(Unit::TensorMemory)
}

/// Whether products of fewer rows than an instruction has gain by operands that are swapped: those of warpgroups, of 64
/// rows.
pub fn swaps_operands(capability: u32) -> bool {
    Unit::of_capability(capability) != Some(Unit::Warps)
}

/// Whether tensor maps pick rows for agents, for a compute capability.
pub fn picks_rows(capability: u32) -> bool {
    Unit::of_capability(capability) == Some(Unit::TensorMemory)
        && Feature::GatheredBoxes.capabilities().contains(&capability)
}

/// The functions of a module that cannot become agents, each with the op that is in the way.
pub fn refusals(module: &Module) -> Vec<(Op, Refusal)> {
    let refused = functions(module).into_iter().map(|func| (func, plan(module, func, BEST)));
    refused.filter_map(|(func, plan)| plan.err().map(|refusal| (func, refusal))).collect()
}

/// The functions of a module whose chains of products get an agent each.
pub fn with_chains(module: &Module) -> Vec<Op> {
    let planned = functions(module).into_iter().map(|func| (func, plan(module, func, BEST)));
    planned
        .filter(|(_, plan)| plan.as_ref().is_ok_and(|plan| plan.resources.chains > 1))
        .map(|(func, _)| func)
        .collect()
}

/// The functions of a module that become agents, but have no plan of a number; each with those that it has.
pub fn unplanned(module: &Module, number: u32) -> Vec<(Op, Refusal)> {
    let open = functions(module).into_iter().filter(|&func| is_open(module, func));
    let planned = open.filter(|&func| plan(module, func, BEST).is_ok());
    planned.filter_map(|func| plan(module, func, number).err().map(|refusal| (func, refusal))).collect()
}

/// Asks for the plan that the model takes; other numbers are those of plans, from 1 on.
pub(crate) const BEST: u32 = 0;

/// The unit that multiplies in a function, if agents are made for that and for its cluster, and the caller does not rule them out.
fn unit_of(module: &Module, func: Op) -> Result<Unit, Refusal> {
    if let Some(reason) = module.string(func, fields::func::reason) {
        return Err(Refusal::new(func, module.text(reason)));
    }
    let Some(unit) = Unit::of(module) else {
        let targets = Feature::TensorMaps.targets();
        return Err(Refusal::new(func, format!("agents are made for {targets}, which have tensor maps")));
    };
    let ctas = module.int(func, fields::func::num_ctas).unwrap_or(1);
    if ctas > MOST_CTAS {
        let reason = format!(
            "{ctas} thread blocks of a cluster share a tile block, and agents are made for {MOST_CTAS}"
        );
        return Err(Refusal::new(func, reason));
    }
    if unit == Unit::Warps && ctas > 1 {
        let reason = format!(
            "{ctas} thread blocks of a cluster share a tile block, and stages of the target are those of one yet"
        );
        return Err(Refusal::new(func, reason));
    }
    Ok(unit)
}

/// The agents of a function that is not decided yet, by the plan of a number.
///
/// # Errors
/// An obstacle.
pub(crate) fn plan(module: &Module, func: Op, number: u32) -> Result<Plan, Refusal> {
    let unit = unit_of(module, func)?;
    let mut nest = Nest::of(module, func)?;
    if unspecialized::is_requested(module, func) {
        unspecialized::may_copy(module, func, (&nest, unit))?;
    }
    if nest.is_stream() {
        return plan_of_streams(module, func, &nest, number);
    }
    let sums = |nest: &Nest| match unit {
        Unit::TensorMemory => SumLoop::all(module, func, nest),
        Unit::Warpgroups | Unit::Warps => Ok(Vec::new()),
    };
    let mut loops = sums(&nest)?;
    let weights = sum_loop::weights_of_all(&loops);
    let request = Request { module, func, unit, weights };
    let mut found = request.resources(&nest, &loops);
    if found.is_err() && nest.has_residuals() {
        nest = Nest::without_residuals(module, func)?;
        loops = sums(&nest)?;
        found = request.resources(&nest, &loops);
    }
    let found = found.map_err(|lacking| request.refusal(&nest, lacking))?;
    let number =
        module.int(func, fields::func::plan).and_then(|own| u32::try_from(own).ok()).unwrap_or(number);
    let taken = number.saturating_sub(1) as usize;
    let Some(mut chosen) = found.resources(taken) else {
        let listed = found.listed(1, ctas(module, func)).join("\n");
        return Err(Refusal::new(nest.first(), format!("it has no plan {number}; its plans are\n{listed}")));
    };
    let mut take_over = found.takes_over(taken);
    let mut stores = Stores::of(module, (func, weights), (&nest, &loops), (&chosen, take_over));
    if stores.has_lost_cut(&loops) {
        // Threads hold the whole sums then.
        loops.iter_mut().for_each(|known| known.cut = None);
        let whole = request.resources(&nest, &loops);
        let whole = whole.map_err(|lacking| Refusal::of_plans(nest.first(), lacking))?;
        (chosen, take_over) = (whole.resources(0).unwrap_or(chosen), whole.takes_over(0));
        stores = Stores::of(module, (func, weights), (&nest, &loops), (&chosen, take_over));
    }
    let turns = TileLoop::of(module, func, &nest).filter(|_| chosen.multipliers > 1);
    let turns = turns.map(|tiles| tiles.turns);
    chosen.stages = stores.stages;
    let boxed = nest.operands.iter().filter(|operand| operand.filling == Filling::Boxes);
    let copied = boxed.map(|operand| operand.load).collect();
    let is_persistent = is_persistent(module, func, &nest);
    let found = Some(found);
    Ok(Plan { resources: chosen, turns, take_over, stores, copied, found, taken, is_persistent, flow: None })
}

/// The plan for a function with streams: one warp copies. `plan-cta` chooses those that compute.
fn plan_of_streams(module: &Module, func: Op, nest: &Nest, number: u32) -> Result<Plan, Refusal> {
    if unspecialized::is_requested(module, func) {
        return Err(Refusal::new(func, "warps that multiply copy ahead, and no product stands in a loop"));
    }
    let ctas = module.int(func, fields::func::num_ctas).unwrap_or(1);
    if ctas > 1 {
        let reason = format!("{ctas} thread blocks of a cluster share a tile block without products");
        return Err(Refusal::new(func, reason));
    }
    let asked = module.int(func, fields::func::num_worker_warps_per_cta).unwrap_or(1);
    if asked > MOST_WARPS_BESIDE_COPY {
        let reason = format!("it asks for {asked} warps, and a thread block has 32 with the one that copies");
        return Err(Refusal::new(func, reason));
    }
    let flow = Flow::of(module, func, nest)?;
    if number > 1 {
        return Err(Refusal::new(nest.first(), format!("it has no plan {number}; it has one plan")));
    }
    let resources = Resources {
        warps: module.int(func, fields::func::num_warps).unwrap_or(4).clamp(1, 32) as u32,
        multipliers: 1,
        producer_warps: 1,
        stages: flow.stages,
        registers: None,
        occupancy: module.int(func, fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32,
        sum_stages: None,
        chains: 1,
    };
    let copied = nest.operands.iter().map(|operand| operand.load).collect();
    let stores = Stores { stores: Vec::new(), stages: flow.stages };
    let (turns, found, take_over, is_persistent) = (None, None, false, false);
    Ok(Plan { resources, turns, take_over, stores, copied, found, taken: 0, is_persistent, flow: Some(flow) })
}

/// Whether the sums of a function are to be in tensor memory.
pub(crate) fn has_tensor_sums(module: &Module, func: Op) -> bool {
    module.attr(func, fields::func::sum_stages).is_present()
}

/// Whether two chains of products of a function have an agent each that finishes their sums.
pub(crate) fn has_chains(module: &Module, func: Op) -> bool {
    module.flag(func, fields::func::chains)
}

/// Whether the thread blocks of a function take over the tiles of others.
pub(crate) fn takes_over(module: &Module, func: Op) -> bool {
    module.flag(func, fields::func::take_over)
}

/// The decision for a function.
pub(crate) struct Plan {
    resources: Resources,
    /// The work that agents which compute whole tiles do by turns.
    turns: Option<Turns>,
    /// Whether a thread block goes on with the tiles of others.
    take_over: bool,
    stores: Stores,
    /// The loads that become copies by tensor maps.
    copied: Vec<Op>,
    /// The plans that fit, and which of them this is; none for streams.
    found: Option<Found>,
    taken: usize,
    /// Whether launchers start a thread block for each multiprocessor.
    is_persistent: bool,
    /// Bytes in flight, of a function with streams.
    flow: Option<Flow>,
}

/// Whether a function has agents already.
pub(crate) fn has_agents(module: &Module, func: Op) -> bool {
    preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::AgentSwitch)
}

/// Whether a function is to become agents: several, or one that copies and multiplies.
pub(crate) fn is_for_agents(module: &Module, func: Op) -> bool {
    let is_planned = module.attr(func, fields::func::stages).is_present();
    match module.get_opt(func, fields::func::path) {
        Some(ExecutionPath::Agents) => true,
        Some(ExecutionPath::Unspecialized) => is_planned,
        Some(ExecutionPath::Universal) | None => false,
    }
}

/// Whether a function is to become agents that copy tiles ahead for no product.
pub(crate) fn is_for_streams(module: &Module, func: Op) -> bool {
    let is_product = |op: Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled | Opcode::FmaDot);
    is_for_agents(module, func) && !preorder(&module.body, func).any(is_product)
}
