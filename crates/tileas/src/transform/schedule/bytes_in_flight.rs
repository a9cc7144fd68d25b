//! Whether a kernel with [streams](super::streams) keeps enough bytes in flight without agents, and the stages that it
//! needs with them.
//!
//! A multiprocessor gets its part of the bandwidth of memory if it always has as many bytes in flight as that part moves
//! during the latency of a load (Little's law). On the universal path, the threads of a block load the tiles of an
//! iteration, wait, compute, and store: nothing is copied ahead. So these bytes are in flight for each thread block that
//! waits. Of the thread blocks of a multiprocessor, one computes or stores half of the time, as an estimate; nothing of
//! it is in flight then.
//!
//! The number of thread blocks is the program's hint `occupancy`. A persistent program has one without it, since
//! launchers start one for each multiprocessor. Otherwise, registers limit it, by an estimate: twice the loaded tiles,
//! since results stand beside them, and [`SPARE`] registers of a thread.
//!
//! Copies ahead gain nothing where instructions take as long as the universal path waits for memory: a thread block with
//! `b` of the bytes in flight gets its tiles in the latency of a load times the bytes of an iteration, divided by `b`. The
//! instructions of an iteration are estimated, including those that replace padding ([`tileaa::mask_padding`]).

use ir::walk::preorder;
use ir::{Block, Op, Value};

use super::exits::loop_around;
use super::nest::Nest;
use super::refusal::Refusal;
use super::resources::{ALIGNMENT, REGISTERS, shared_of_block};
use super::step::between;
use crate::attributes::ExecutionPath;
use crate::ops::fields;
use crate::{Module, Opcode, target};

/// Bytes that a multiprocessor has to have in flight: its part of the bandwidth, and 0.9 us of latency under load. An
/// H200 has 4.8 TB/s and 132 multiprocessors.
const HOPPER: u64 = 32 << 10;
/// The same of a B200: 8 TB/s, 148 multiprocessors.
const BLACKWELL: u64 = 50 << 10;
/// The same of a GeForce RTX 5090: 1.8 TB/s, 170 multiprocessors.
const CONSUMER: u64 = 10 << 10;
/// Cycles of the 0.9 us: at 1.8 GHz.
const LATENCY: u64 = 1620;
/// Threads whose instructions a multiprocessor starts in a cycle.
const THREADS: u64 = 128;
/// Registers of a thread besides tiles: addresses, counters, temporaries.
const SPARE: u64 = 32;
/// Registers of tiles of a thread up to which four warps compute; the same as `plan-cta` has without products.
const TILE_REGISTERS: u64 = 96;
/// Warps that compute at least, and at most beside the one that copies.
const WARPS: [u64; 2] = [4, 16];
/// Stages of a pipeline.
const STAGES: [u32; 2] = [2, 4];

/// The bytes that a kernel has in flight on each path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Bytes of the tiles that an iteration loads.
    pub(crate) bytes: u64,
    /// Thread blocks of a multiprocessor on the universal path.
    pub(crate) blocks: u64,
    /// Bytes in flight on the universal path.
    pub(crate) universal: u64,
    /// Bytes that should be.
    pub(crate) wanted: u64,
    /// Stages of each pipeline.
    pub(crate) stages: u32,
    /// Bytes in flight with agents.
    pub(crate) agents: u64,
}

impl Flow {
    /// That of a function with streams.
    ///
    /// # Errors
    /// If the universal path is as good, or two stages have no room.
    pub(super) fn of(module: &Module, func: Op, nest: &Nest) -> Result<Flow, Refusal> {
        let capability = target::capability(module).unwrap_or(0);
        let wanted = wanted(capability);
        let bytes = bytes_of_iteration(module, func);
        let blocks = blocks(module, func, bytes, capability);
        let universal = bytes * (2 * blocks - 1) / 2;
        let is_requested = module.get_opt(func, fields::func::path) == Some(ExecutionPath::Agents);
        if universal >= wanted && !is_requested {
            let reason = format!(
                "{blocks} thread blocks of a multiprocessor have {universal} bytes in flight without agents, and {wanted} suffice"
            );
            return Err(Refusal::new(nest.first(), reason));
        }
        let issue = issue_of_iteration(module, func);
        let waits = bytes * LATENCY / universal.max(1);
        if issue >= waits && !is_requested {
            let reason = format!(
                "its instructions take about {issue} cycles of an iteration, and tiles arrive every {waits} without agents, too"
            );
            return Err(Refusal::new(nest.first(), reason));
        }
        let most = match nest.latency(module) {
            None => STAGES[1],
            Some(latency) => ((latency.clamp(1, 30) as u32).div_ceil(3) + 1).clamp(STAGES[0], STAGES[1]),
        };
        let stage = u64::from(nest.stage_of_pipelines());
        let blocks_with = |stages: u32| {
            let room = |blocks: u64| {
                let blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
                u64::from(shared_of_block(capability, blocks).saturating_sub(ALIGNMENT))
            };
            (1..=blocks).rev().find(|&blocks| u64::from(stages) * stage <= room(blocks))
        };
        let plans = STAGES[0]..=most;
        let plans = plans.filter_map(|stages| Some(Stages { stages, blocks: blocks_with(stages)? }));
        let Some(Stages { stages, blocks: with }) = chosen(&plans.collect::<Vec<_>>(), bytes, wanted) else {
            let reason = format!("two stages of {stage} bytes do not fit into shared memory");
            return Err(Refusal::new(nest.first(), reason));
        };
        let agents = with * u64::from(stages) * bytes;
        if agents <= universal && !is_requested {
            let reason = format!(
                "{universal} bytes are in flight without agents, and {agents} with them: shared memory has no room for more"
            );
            return Err(Refusal::new(nest.first(), reason));
        }
        Ok(Flow { bytes, blocks, universal, wanted, stages, agents })
    }
}

/// Stages, and the thread blocks of a multiprocessor that have room for them.
#[derive(Clone, Copy)]
struct Stages {
    stages: u32,
    blocks: u64,
}

/// The most stages that leave room for as many thread blocks as the fewest that suffice; if none suffice, those with most
/// bytes.
fn chosen(plans: &[Stages], bytes: u64, wanted: u64) -> Option<Stages> {
    let in_flight = |plan: &Stages| plan.blocks * u64::from(plan.stages) * bytes;
    let first = plans.iter().find(|plan| in_flight(plan) >= wanted);
    let first = first.or_else(|| plans.iter().max_by_key(|plan| in_flight(plan)))?;
    plans.iter().rev().find(|plan| plan.blocks == first.blocks).copied()
}

fn wanted(capability: u32) -> u64 {
    match capability {
        0..=99 => HOPPER,
        100..=119 => BLACKWELL,
        _ => CONSUMER,
    }
}

/// Cycles in which a multiprocessor starts the instructions of an iteration, of the block of a loop with most.
fn issue_of_iteration(module: &Module, func: Op) -> u64 {
    let in_loops = preorder(&module.body, func).filter(|&op| loop_around(module, op).is_some());
    let mut blocks: Vec<Option<Block>> = in_loops.map(|op| module.body.parent_block(op)).collect();
    blocks.dedup();
    blocks.into_iter().map(|block| between(module, block, THREADS)[0]).max().unwrap_or(0)
}

/// Bytes of the tiles that are loaded in a block of a loop, of the block with most.
fn bytes_of_iteration(module: &Module, func: Op) -> u64 {
    let is_load = |&op: &Op| matches!(module.opcode(op), Opcode::TiledLoad | Opcode::Load);
    let loads: Vec<Op> = preorder(&module.body, func)
        .filter(is_load)
        .filter(|&op| loop_around(module, op).is_some())
        .collect();
    let of_block = |block: Option<Block>| {
        let here = loads.iter().filter(|&&op| module.body.parent_block(op) == block);
        here.map(|&op| bytes(module, module.body.result(op, 0))).sum::<u64>()
    };
    loads.iter().map(|&op| of_block(module.body.parent_block(op))).max().unwrap_or(0)
}

fn bytes(module: &Module, value: Value) -> u64 {
    let Some(tile) = module.ty(value).tile() else { return 0 };
    let bits = tile.elem.scalar().map_or(64, |scalar| u64::from(scalar.storage_bits()));
    (bits << tile.layout.shape().bits()) / 8
}

/// Thread blocks of a multiprocessor on the universal path.
fn blocks(module: &Module, func: Op, bytes: u64, capability: u32) -> u64 {
    if let Some(hint) = module.int(func, fields::func::occupancy) {
        return hint.clamp(1, 32) as u64;
    }
    if preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::GetNumPrograms) {
        return 1;
    }
    let asked = module.int(func, fields::func::num_worker_warps_per_cta);
    let of_thread = |warps: u64| SPARE + (2 * bytes).div_ceil(4 * 32 * warps);
    let mut warps = asked.map_or(WARPS[0], |warps| warps.clamp(1, 32) as u64);
    while asked.is_none() && warps < WARPS[1] && of_thread(warps) > SPARE + TILE_REGISTERS {
        warps *= 2;
    }
    // Registers are given out in units of eight.
    let registers = of_thread(warps).clamp(SPARE, 255).next_multiple_of(8);
    let [most_warps, most_blocks] = if capability >= 120 { [48, 24] } else { [64, 32] };
    (u64::from(REGISTERS) / (registers * warps * 32)).min(most_warps / warps).clamp(1, most_blocks)
}
