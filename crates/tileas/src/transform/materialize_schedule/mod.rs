//! `materialize-schedule`: the loop nest of a product is shared out to the agents that `generate-schedule` has chosen.
//!
//! ```text
//! numbers and memory that all agents use
//! create_pipeline
//! agent "multiply"   everything else; the product reads its operands from a stage        (consumer)
//! agent "load"       the loops around the product, with the loads alone                  (producer)
//! ```
//!
//! Nothing is asynchronous yet: the agent that loads stores tiles into its stage, and the one that multiplies loads them
//! from there. `materialize-async` makes copies and products of hardware of these.
//!
//! - Both agents run the same iterations, because bounds and conditions are computed alike in both ([`Skeleton`]).
//! - Iterators go round every loop of the nest, and are never reset: a stage follows the one before it also where the
//!   inner loop starts again.
//! - An operand that the program transposes is loaded transposed: its tiles run along the dimensions of memory in the other order.

mod consumer;
mod control;
mod producer;

use ir::rewrite::Rewriter;
use ir::{Op, TypeId, Value};
use tileaa::types::BlockTileType;

pub(crate) use self::control::{set_arguments, take_results};
use super::allocate_shared::Room;
use super::functions;
use super::relayout::dead_code;
use super::schedule::nest::Nest;
use super::schedule::operand::Operand;
use super::schedule::skeleton::{Skeleton, shared_ops};
use super::schedule::{has_agents, is_for_agents, shared_of_block};
use crate::ops::{Builders as _, fields, warpgroups};
use crate::types::{IteratorType, Part, PipelineType, Role, StageState, Type};
use crate::{Module, TileAs};

/// Bytes of the two mbarriers of a stage.
const MBARRIERS: u64 = 16;
/// What stages are aligned to, at most.
const ALIGNMENT: u64 = 1 << 10;

type Rewrite<'m> = Rewriter<'m, TileAs>;

/// Shares out every function that is to become agents; true when there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        if !is_for_agents(module, func) || has_agents(module, func) {
            continue;
        }
        let Some(nest) = Nest::of(module, func).ok().filter(|nest| warpgroups(module, nest.dot).is_some())
        else {
            continue;
        };
        distribute(module, func, nest);
        dead_code(module, func);
        changed = true;
    }
    changed
}

/// What hands tiles from one agent to the other.
pub(crate) struct Handover {
    pub(crate) pipeline: Value,
    /// The types of the memory of a stage, in the order of the operands.
    pub(crate) memory: [TypeId; 2],
    producer: TypeId,
    consumer: TypeId,
}

impl Handover {
    pub(crate) fn iterator(&self, role: Role) -> TypeId {
        match role {
            Role::Producer => self.producer,
            Role::Consumer => self.consumer,
        }
    }
}

/// The type of a stage as far as it has come.
pub(crate) fn stage(rewriter: &mut Rewrite<'_>, state: StageState) -> TypeId {
    rewriter.intern(Type::Stage(state))
}

fn distribute(module: &mut Module, func: Op, nest: Nest) {
    let body = module.block(func, fields::func::body).expect("a function has a body");
    let shared = shared_ops(module, func);
    let own: Vec<Op> = module.body.block_ops(body).filter(|&op| !shared.contains(op)).collect();
    let (&end, own) = own.split_last().expect("a function ends in `return`");
    let stages = stages(module, func, &nest);
    let warps =
        [fields::func::num_warps, fields::func::producer_warps].map(|f| module.int(func, f).unwrap_or(1));
    let registers: Vec<i64> = module.ints(func, fields::func::registers).to_vec();
    let mut rewriter = Rewriter::new(module);
    let handover = handover(&mut rewriter, end, &nest, stages);
    let iterators = [Role::Producer, Role::Consumer].map(|role| {
        let ty = handover.iterator(role);
        let pipeline = handover.pipeline;
        rewriter.build_before(end, nest.loop_, |b| {
            b.pipeline_iterator().pipeline(pipeline).result(ty).finish().value()
        })
    });
    let [multiply, load] = agents(&mut rewriter, (end, nest.loop_), warps, &registers);
    let tiles = transposed(&mut rewriter, &nest);
    let Nest { loop_, dot, operands, skeleton } = nest;
    let loads = producer::Loads { operands: &operands, tiles, warps: warps[1].clamp(1, 32) as u32 };
    producer::write(&mut rewriter, (load, loop_), (&handover, iterators[0]), &skeleton, &loads);
    own.iter().for_each(|&op| rewriter.move_before(op, multiply));
    consumer::read(&mut rewriter, dot, (&handover, iterators[1]), &skeleton.chain);
    for operand in operands {
        erase_chain(&mut rewriter, operand.load);
    }
}

/// The stages that there is room for, besides what the function needs already.
fn stages(module: &Module, func: Op, nest: &Nest) -> u32 {
    let wanted = module.int(func, fields::func::stages).unwrap_or(2).clamp(2, 64) as u32;
    let blocks = module.int(func, fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32;
    let stage = u64::from(nest.stage_bytes()) + MBARRIERS;
    let fit = |room: u32| {
        let room = u64::from(room);
        let taken = Room::new(module, func, room).needed();
        let gap = if taken > 0 { ALIGNMENT } else { 0 };
        room.saturating_sub(taken + gap) / stage
    };
    // Where what the function needs besides has no room, fewer thread blocks run at once.
    let fit = if fit(shared_of_block(blocks)) >= 2 {
        fit(shared_of_block(blocks))
    } else {
        fit(shared_of_block(1))
    };
    wanted.min(u32::try_from(fit).unwrap_or(wanted)).max(2)
}

fn handover(rewriter: &mut Rewrite<'_>, end: Op, nest: &Nest, stages: u32) -> Handover {
    let [left, right] = [0, 1].map(|at| nest.operands[at].buffer.clone());
    let memory = [left.clone(), right.clone()].map(|buffer| rewriter.intern(Type::Buffer(buffer)));
    let parts = vec![Part::Buffer(left), Part::Buffer(right)];
    let ty = rewriter.intern(Type::Pipeline(PipelineType { stages, parts }));
    let pipeline =
        rewriter.build_before(end, nest.loop_, |b| b.pipeline_create().result(ty).finish().value());
    let [producer, consumer] = [Role::Producer, Role::Consumer]
        .map(|role| rewriter.intern(Type::Iterator(IteratorType { stages, role })));
    Handover { pipeline, memory, producer, consumer }
}

/// The switch with two agents: what ends each of them, before which their ops go.
fn agents(rewriter: &mut Rewrite<'_>, (end, like): (Op, Op), warps: [i64; 2], registers: &[i64]) -> [Op; 2] {
    rewriter.build_before(end, like, |b| {
        let switch = b.agent_switch().finish().op;
        let block = b.module.block(switch, fields::agent_switch::body).expect("a switch has a body");
        b.inside(block, |b| {
            let ends = [("multiply", 0), ("load", 1)].map(|(name, at)| {
                let mut agent = b.agent().name(name).num_warps(warps[at]);
                if let Some(&registers) = registers.get(at) {
                    agent = agent.registers(registers);
                }
                let agent = agent.finish().op;
                let block = b.module.block(agent, fields::agent::body).expect("an agent has a body");
                b.inside(block, |b| b.pipeline_yield().finish().op)
            });
            b.pipeline_yield().finish();
            ends
        })
    })
}

/// The tiles that each operand is loaded from, in the order of its own dimensions.
fn transposed(rewriter: &mut Rewrite<'_>, nest: &Nest) -> [Value; 2] {
    [0, 1].map(|at| {
        let Operand { load, order, .. } = &nest.operands[at];
        let value = rewriter.module().operand(*load, fields::tiled_load::tiles);
        if *order == [0, 1] {
            return value;
        }
        let module = rewriter.module();
        let tiles = module.ty(value).block_tile().expect("a tile is loaded from tiles");
        let turned = BlockTileType {
            tile: order.iter().map(|&dim| tiles.tile[dim]).collect(),
            step: order.iter().map(|&dim| tiles.step[dim]).collect(),
            dims: order.iter().map(|&dim| tiles.dims[dim]).collect(),
            ..tiles.clone()
        };
        let cut = module.body.def_op(value).expect("tiles of a nest are made by an op");
        let memref = module.operand(cut, fields::block_tile::memref);
        let next = module.body.next(cut).expect("an op with results does not end its block");
        let ty = rewriter.intern(Type::BlockTile(turned));
        rewriter.build_before(next, cut, |b| b.block_tile().memref(memref).result(ty).finish().value())
    })
}

/// Takes a load out, and what only turned its tile: the product reads its stage.
fn erase_chain(rewriter: &mut Rewrite<'_>, load: Op) {
    let mut chain = vec![load];
    while let Some(&last) = chain.last()
        && let Some(&user) = rewriter.users(rewriter.module().body.result(last, 0)).first()
    {
        chain.push(user);
    }
    chain.into_iter().rev().for_each(|op| rewriter.erase(op));
}
