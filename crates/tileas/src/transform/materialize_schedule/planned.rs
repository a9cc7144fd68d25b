//! What `generate-schedule` planned: the agents, and the stages of their pipelines.

use ir::Op;

use super::super::allocate_shared::Room;
use super::super::schedule::nest::Nest;
use super::super::schedule::product::Factor;
use super::super::schedule::stores::{boxed_stores, bytes_beside, slice_of};
use super::super::schedule::sum_loop::{SumLoop, weights_of_all};
use super::super::schedule::tensor::SUM_BARRIERS;
use super::super::schedule::{
    ALIGNMENT, has_chains, has_tensor_sums, is_for_streams, shared_of_block, takes_over,
};
use super::Rewrite;
use crate::attributes::{ExecutionPath, Turns};
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, target};

/// Warps of a warpgroup.
const GROUP: i64 = 4;

/// The agents that `generate-schedule` has chosen.
pub(super) struct Agents {
    /// The name and the warps of each.
    pub(super) agents: Vec<(&'static str, i64)>,
    /// Registers of the threads of each, where they hand some over.
    pub(super) registers: Vec<i64>,
    /// Stages of sums in tensor memory.
    pub(super) sum_stages: u32,
    /// The work that two agents that multiply do by turns; the second one is a copy of the first.
    pub(super) turns: Option<Turns>,
    /// Whether two chains of products get an agent each that finishes their sums.
    pub(super) has_chains: bool,
    /// Whether the agent that multiplies also copies: the two agents are joined.
    pub(super) is_unspecialized: bool,
}

impl Agents {
    pub(super) fn of(module: &Module, func: Op) -> Agents {
        use fields::func as f;
        let number = |field| module.int(func, field).unwrap_or(1);
        let is_unspecialized = module.get_opt(func, f::path) == Some(ExecutionPath::Unspecialized);
        let warps = number(f::num_warps);
        let copying = if is_unspecialized { warps } else { number(f::producer_warps) };
        let load = ("load", copying);
        let has_chains = has_chains(module, func);
        let mut registers = module.ints(func, f::registers).to_vec();
        let agents = if has_tensor_sums(module, func) {
            // The agents beside have a warpgroup together where registers are handed over: one warp requests tiles, if any does.
            let requesting = i64::from(takes_over(module, func));
            let multiplying = if registers.is_empty() { 1 } else { GROUP - copying - requesting };
            registers.extend(registers.last().copied());
            vec![("store", warps), ("multiply", multiplying), load]
        } else {
            vec![(if is_for_streams(module, func) { "compute" } else { "multiply" }, warps), load]
        };
        let turns = module.get_opt(func, f::turns);
        let sum_stages = number(f::sum_stages).clamp(1, 2) as u32;
        Agents { agents, registers, turns, sum_stages, has_chains, is_unspecialized }
    }
}

/// The switch with its agents: what ends each of them, before which their ops go.
pub(super) fn switch(rewriter: &mut Rewrite<'_>, (end, like): (Op, Op), plan: &Agents) -> Vec<Op> {
    rewriter.build_before(end, like, |b| {
        let switch = b.agent_switch().finish().op;
        let block = b.module.block(switch, fields::agent_switch::body).expect("a switch has a body");
        b.inside(block, |b| {
            let mut ends = Vec::new();
            for (at, &(name, warps)) in plan.agents.iter().enumerate() {
                let mut agent = b.agent().name(name).num_warps(warps);
                if let Some(&registers) = plan.registers.get(at) {
                    agent = agent.registers(registers);
                }
                let agent = agent.finish().op;
                let block = b.module.block(agent, fields::agent::body).expect("an agent has a body");
                ends.push(b.inside(block, |b| b.pipeline_yield().finish().op));
            }
            b.pipeline_yield().finish();
            ends
        })
    })
}

/// The stages that there is room for, besides what the function needs already.
pub(super) fn stages(module: &Module, func: Op, (nest, loops): (&Nest, &[SumLoop])) -> u32 {
    let wanted = module.int(func, fields::func::stages).unwrap_or(2).clamp(1, 64) as u32;
    let least = wanted.min(2);
    let blocks = module.int(func, fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32;
    let [stage, resident] = [nest.stage_of_pipelines(), nest.stage_bytes()[1]].map(u64::from);
    let barriers = if has_tensor_sums(module, func) { SUM_BARRIERS } else { 0 };
    let weights = weights_of_all(loops).saturating_add(barriers);
    // Each agent that multiplies has memory of its own.
    let multipliers = if module.attr(func, fields::func::turns).is_present() { 2 } else { 1 };
    // Agents that need memory of their own for what they convert.
    let agents = if has_chains(module, func) { 2 } else { u64::from(multipliers) };
    let stores = boxed_stores(module, func).into_iter().map(|store| (store, slice_of(module, store)));
    let beside = bytes_beside(module, (nest, takes_over(module, func)), stores);
    let beside = beside.saturating_mul(multipliers).saturating_add(weights);
    let capability = target::capability(module).unwrap_or(0);
    let room = |blocks: u32| u64::from(shared_of_block(capability, blocks).saturating_sub(beside));
    let read = with_fragments(module, nest);
    // What is left of some bytes beside what the function needs at once, or in rounds where it has but these.
    let left = |all: u64, own: u64| {
        let taken = agents * Room::new(&read, func, own / agents).needed() + resident;
        let gap = if taken > 0 { u64::from(ALIGNMENT) } else { 0 };
        all.saturating_sub(taken + gap) / stage
    };
    let of_rest = |&stages: &u32| {
        let all = room(1);
        left(all, all.saturating_sub(u64::from(stages) * stage + resident + u64::from(ALIGNMENT)))
            >= stages.into()
    };
    // Where what the function needs besides has no room, fewer thread blocks run at once; then tiles move in rounds.
    let fit = |blocks: u32| u32::try_from(left(room(blocks), room(blocks))).unwrap_or(wanted);
    let found = [fit(blocks), fit(1)].into_iter().find(|&fit| fit >= least);
    let found = found.or_else(|| (least..=wanted).rev().find(of_rest));
    found.map_or(least, |found| wanted.min(found))
}

/// The module with factors of products loaded in the layouts that the products read. Fragments come from stages as they
/// are, so that conversions of what is loaded into stages need no scratch.
fn with_fragments(module: &Module, nest: &Nest) -> Module {
    let mut read = module.clone();
    for product in &nest.products {
        for (field, factor) in product.sources() {
            let value = module.operand(product.dot, field);
            let converted =
                module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ConvertLayout);
            if let (Some(convert), Factor::Loaded(_)) = (converted, factor) {
                let loaded = module.operand(convert, fields::convert_layout::source);
                read.body.set_ty(loaded, module.body.ty(value));
            }
        }
    }
    read
}
