//! `generate-schedule`: whether the warps of a kernel get roles of their own, and which.
//!
//! A kernel whose products in loops read tiles that tensor maps can say, on a target with these, is given two agents: one
//! copies stages ahead, one multiplies them and does everything else. The pass decides and rewrites nothing but `num_warps`, the
//! default layouts that follow from these, and the record on the function: `path`, `stages`, `producer_warps`, `registers`, or
//! the `reason` why all warps do the same.
//!
//! - [`nest`] finds the products and what they multiply, and says what is in the way.
//! - [`multiplies`] knows what multiplies on a target, and which types and extents.
//! - [`operand`] follows an operand back to its load, and lays out its stage.
//! - [`copied`] are operands that threads copy, for want of a tensor map.
//! - [`promotion`] divides products whose sums are added up in registers.
//! - [`skeleton`] is what the agent that copies must compute itself: indices, bounds, conditions.
//! - [`exits`] are where iterations of a `loop` end.
//! - [`clusters`] says what thread blocks of a cluster load for each other.
//! - [`reads`] are tiles of which a left factor is computed.
//! - [`residuals`] are tiles that are loaded for sums.
//! - [`sums`] finds loops whose sums are in tensor memory, and [`tensor`] chooses for these.
//! - [`stores`] says which tiles are stored by tensor maps.
//! - [`resources`] chooses warps, stages and registers by fixed rules, and [`warps`] where warps multiply by themselves.
//!
//! The layouts are chosen after this decision, and the agents made after those (`materialize-schedule`), which looks the
//! nest up again.

pub(crate) mod clusters;
mod copied;
mod decisions;
pub(crate) mod exits;
mod multiplies;
pub(crate) mod nest;
pub(crate) mod operand;
mod promotion;
mod reads;
mod refusal;
mod residuals;
mod resources;
pub(crate) mod skeleton;
pub(crate) mod stores;
pub(crate) mod sums;
pub(crate) mod tensor;
mod warps;

use ir::build::IntoAttr as _;
use ir::generic::Attr;
use ir::walk::preorder;
use ir::{Op, Value};

pub(crate) use self::decisions::decisions;
pub(crate) use self::multiplies::Unit;
use self::nest::{Factor, Nest, Product};
use self::operand::Filling;
pub(crate) use self::promotion::{Promotion, is_promoted};
pub use self::refusal::Refusal;
pub(crate) use self::resources::{Demand, Resources, shared_of_block};
use self::stores::Stores;
use self::sums::SumLoop;
use super::relayout::{Assignment, assign};
use super::{default_layout, functions};
use crate::attributes::ExecutionPath;
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::{Module, Opcode};

/// Thread blocks of a cluster that may share a tile block by agents.
const MOST_CTAS: i64 = 2;

/// Whether agents are made for a compute capability, as `90`.
pub fn makes_agents(capability: u32) -> bool {
    Unit::of_capability(capability).is_some()
}

/// Whether products of fewer rows than an instruction has gain by operands that are swapped: those of warpgroups, of 64 rows.
pub fn swaps_operands(capability: u32) -> bool {
    Unit::of_capability(capability) != Some(Unit::Warps)
}

/// The functions of a module that cannot become agents, each with the op that is in the way.
pub fn refusals(module: &Module) -> Vec<(Op, Refusal)> {
    let refused = functions(module).into_iter().map(|func| (func, plan(module, func)));
    refused.filter_map(|(func, plan)| plan.err().map(|refusal| (func, refusal))).collect()
}

/// The agents of a function that is not decided yet.
///
/// # Errors
/// What is in the way.
pub(crate) fn plan(module: &Module, func: Op) -> Result<Plan, Refusal> {
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
    if unit != Unit::Warpgroups && ctas > 1 {
        let sums = if unit == Unit::TensorMemory { "sums in tensor memory" } else { "stages of the target" };
        let reason =
            format!("{ctas} thread blocks of a cluster share a tile block, and {sums} are those of one yet");
        return Err(Refusal::new(func, reason));
    }
    let mut nest = Nest::of(module, func)?;
    let loops = if unit == Unit::TensorMemory { SumLoop::all(module, func, &nest)? } else { Vec::new() };
    let resources = |nest: &Nest| {
        let demand = demand(module, func, nest);
        match unit {
            Unit::Warpgroups => Resources::of(&demand),
            Unit::TensorMemory => tensor::resources(&demand, &loops),
            Unit::Warps => warps::resources(&demand),
        }
    };
    let mut found = resources(&nest);
    if found.is_err() && nest.has_residuals() {
        nest = Nest::without_residuals(module, func)?;
        found = resources(&nest);
    }
    let mut resources = found.map_err(|reason| {
        let refusal = Refusal::new(nest.first(), reason);
        if unit == Unit::Warpgroups && demand(module, func, &nest).shape[0] < resources::ROWS {
            return refusal
                .help("choose tiles whose sum has 64 rows or more, or 8 to 32 rows and 64 columns or more");
        }
        refusal
    })?;
    let stores = Stores::of(module, func, &nest, &resources);
    resources.stages = stores.stages;
    let boxed = nest.operands.iter().filter(|operand| operand.filling == Filling::Boxes);
    let copied = boxed.map(|operand| operand.load).collect();
    Ok(Plan { resources, stores, copied })
}

fn demand(module: &Module, func: Op, nest: &Nest) -> Demand {
    let bits = |value: Value| {
        let tile = module.ty(value).tile().expect("a product is of tiles");
        let elem = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        u64::from(elem) << tile.layout.shape().bits()
    };
    let sum = |dot: Op| module.body.result(dot, 0);
    let largest = (nest.products.iter().map(|product| product.dot))
        .max_by_key(|&dot| bits(sum(dot)))
        .expect("a nest has products");
    let held = |product: &Product| {
        let left = module.operand(product.dot, fields::dot::lhs);
        let factor = if product.factors[0] == Factor::Registers { bits(left) } else { 0 };
        bits(sum(product.dot)) + factor
    };
    let of_block = |product: &Product| {
        let block = module.body.parent_block(product.dot);
        let there = nest.products.iter().filter(|other| module.body.parent_block(other.dot) == block);
        there.map(held).sum::<u64>()
    };
    let most = nest.products.iter().map(of_block).max().unwrap_or(0);
    let tile = module.ty(sum(largest)).tile().expect("a product is a tile");
    let depth =
        |dot: Op| module.ty(module.operand(dot, fields::dot::rhs)).tile().map_or(0, |tile| tile.shape()[0]);
    let promoted = nest.products.iter().map(|product| product.dot).filter(|&dot| is_promoted(module, dot));
    let [stage, resident] = nest.stage_bytes();
    Demand {
        shape: [tile.shape()[0], tile.shape()[1]],
        sum_bits: tile.elem.scalar().map_or(32, |scalar| scalar.storage_bits()),
        promotion: promoted.map(depth).max(),
        beside_bits: most.saturating_sub(bits(sum(largest))),
        stage,
        resident,
        copied: nest.copied_bytes(),
        controlled: !nest.skeleton.loads.is_empty(),
        warps: module.int(func, fields::func::num_worker_warps_per_cta),
        occupancy: module.int(func, fields::func::occupancy),
        latency: nest.latency(module),
        least_stages: least_stages(module, nest),
        capability: target::capability(module).unwrap_or(0),
    }
}

/// Stages that pipelines need: two, so that one is filled while the other one is read. Where the tiles of two products come by
/// turns, such as keys and values, one of them is filled while the other one is read, and warps do with one each.
fn least_stages(module: &Module, nest: &Nest) -> u32 {
    let inner = nest.pipelines().into_iter().filter(|group| group.is_inner).count();
    if Unit::of(module) == Some(Unit::Warps) && inner > 1 { 1 } else { 2 }
}

/// Whether the sums of a function are to be in tensor memory.
pub(crate) fn has_tensor_sums(module: &Module, func: Op) -> bool {
    module.attr(func, fields::func::sum_stages).is_present()
}

/// What was decided for a function.
pub(crate) struct Plan {
    resources: Resources,
    stores: Stores,
    /// The loads that become copies by tensor maps.
    copied: Vec<Op>,
}

/// Decides for every function that nobody has decided for; true when there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let funcs: Vec<Op> = functions(module).into_iter().filter(|&func| is_open(module, func)).collect();
    for &func in &funcs {
        match plan(module, func) {
            Ok(plan) => {
                write(module, func, &plan.resources);
                plan.stores.write(module);
                others_by_threads(module, func, &plan.copied);
            }
            Err(refusal) => {
                let path = ExecutionPath::Universal.into_attr(module);
                module.set_attr(func, fields::func::path, path);
                let reason = refusal.reason.as_str().into_attr(module);
                module.set_attr(func, fields::func::reason, reason);
                stores::by_threads(module, func);
            }
        }
    }
    !funcs.is_empty()
}

/// No map copies the other loads of a function.
fn others_by_threads(module: &mut Module, func: Op, copied: &[Op]) {
    let loads: Vec<Op> = preorder(&module.body, func)
        .filter(|op| module.opcode(*op) == Opcode::TiledLoad && !copied.contains(op))
        .collect();
    for load in loads {
        module.set_attr(load, fields::tiled_load::boxes, ir::AttrSlot::ABSENT);
    }
}

/// Whether nobody has decided for a function yet.
fn is_open(module: &Module, func: Op) -> bool {
    !module.attr(func, fields::func::path).is_present() && !has_agents(module, func)
}

/// Whether a function has agents already.
pub(crate) fn has_agents(module: &Module, func: Op) -> bool {
    preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::AgentSwitch)
}

/// Whether a function is to become agents.
pub(crate) fn is_for_agents(module: &Module, func: Op) -> bool {
    module.get_opt(func, fields::func::path) == Some(ExecutionPath::Agents)
}

fn write(module: &mut Module, func: Op, resources: &Resources) {
    use fields::func as f;
    let path = ExecutionPath::Agents.into_attr(module);
    module.set_attr(func, f::path, path);
    for (field, number) in [
        (f::num_warps, resources.warps),
        (f::stages, resources.stages),
        (f::producer_warps, resources.producer_warps),
        (f::occupancy, resources.occupancy),
    ] {
        let slot = i64::from(number).into_attr(module);
        module.set_attr(func, field, slot);
    }
    if let Some(stages) = resources.sum_stages {
        let slot = i64::from(stages).into_attr(module);
        module.set_attr(func, f::sum_stages, slot);
    }
    if let Some(registers) = resources.registers {
        let slot = Attr::Ints(registers.map(i64::from).into()).into_attr(module);
        module.set_attr(func, f::registers, slot);
    }
    let bits = resources.warps.ilog2();
    assign(module, func, &Assignment::by_shape(&|shape| default_layout(shape, bits)));
}
