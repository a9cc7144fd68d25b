//! `materialize-schedule`: the loops of products are divided between the agents that `generate-schedule` planned.
//!
//! ```text
//! numbers and memory that all agents use
//! create_pipeline    for each group of tiles that are loaded together
//! agent "multiply"   everything else; products read their operands from stages           (consumer)
//! agent "load"       the loops around the products, with the loads alone                 (producer)
//! ```
//!
//! If sums are in tensor memory, the agent that multiplies does nothing else, and passes them on ([`sums`]):
//!
//! ```text
//! create_pipeline    for the sums of each loop
//! agent "store"      everything else; sums are read from tensor memory                   (consumer)
//! agent "multiply"   the loops of products                                               (producer)
//! agent "load"       as above
//! ```
//!
//! Two agents may compute whole tiles by turns, instead of one agent that computes all of them ([`turns`]). In an
//! unspecialised kernel, one agent does the work of both ([`joined`]). Two chains of products get an agent `store` each
//! ([`chains`]).
//!
//! Both run loops in which threads have other work: computing operands ([`feed`]), or, as in attention, reading
//! products and writing the next operand back ([`exchange`]). The agent that multiplies runs them by [`shared_loops`].
//!
//! At this stage nothing is asynchronous: the agent that loads stores tiles into its stage, and the one that multiplies
//! loads them from there. `materialize-async` replaces these by copies and products of hardware.
//!
//! - Both agents execute the same iterations, because both compute bounds and conditions in the same way
//!   ([`super::schedule::skeleton`]).
//! - Iterators are carried through every loop of the nest and never reset, so stages continue in order when the inner
//!   loop starts again.
//! - A right factor that warpgroups compute goes through a stage that they write and read themselves ([`written`]).
//! - Tiles that are loaded outside of the loop of their products have one stage, which is read during that loop.
//! - An operand that the program transposes is loaded transposed: its tiles have the dimensions of memory in the other
//!   order.

mod chains;
mod consumer;
mod control;
mod exchange;
mod feed;
mod halves;
mod joined;
mod places;
mod planned;
mod producer;
mod producer_control;
mod products;
mod reader;
mod recompute;
mod releases;
mod rescale;
mod shared_loops;
mod sums;
mod turns;
mod written;

use ir::rewrite::Rewriter;
use ir::{Op, TypeId, Value};
use tileaa::types::BlockTileType;

pub(crate) use self::control::{Span, next_counter, set_arguments, take_results, where_any};
use self::places::Places;
use self::planned::{Agents, stages, switch};
pub(crate) use self::releases::await_releases;
use super::functions;
use super::relayout::{dead_code, has_fragments};
use super::schedule::chains::Chains;
use super::schedule::clusters::is_for_cluster;
use super::schedule::kept::kept_operands;
use super::schedule::nest::{Group, Nest};
use super::schedule::operand::Operand;
use super::schedule::product::{Factor, Product};
use super::schedule::shared_ops::shared_ops;
use super::schedule::sum_loop::{Again, Begins, Sum, SumLoop, Threads, consumers_of, with_pipelines};
use super::schedule::tensor::has_stages;
use super::schedule::{has_agents, has_tensor_sums, is_for_agents, takes_over};
use crate::ops::{Builders as _, fields};
use crate::types::{BufferType, IteratorType, Part, PipelineType, Role, StageState, Type};
use crate::{Module, Opcode, TileAs};

type Rewrite<'m> = Rewriter<'m, TileAs>;

/// Divides every function that is to have agents; true if there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        if !is_for_agents(module, func) || has_agents(module, func) {
            continue;
        }
        let is_chosen = |nest: &Nest| nest.products.iter().all(|product| has_fragments(module, product.dot));
        let Some(nest) = Nest::of(module, func).ok().filter(is_chosen) else {
            continue;
        };
        let loops = if has_tensor_sums(module, func) {
            let Ok(mut loops) = SumLoop::all(module, func, &nest) else { continue };
            loops.iter_mut().for_each(|known| known.is_nested |= takes_over(module, func));
            loops
        } else {
            Vec::new()
        };
        distribute(module, func, nest, &loops);
        dead_code(module, func);
        changed = true;
    }
    changed
}

/// The pipeline that passes tiles of a group from one agent to the other.
pub(crate) struct Handover {
    pub(crate) pipeline: Value,
    /// The types of the memory of a stage, in the order of the operands of the group.
    pub(crate) memory: Vec<TypeId>,
    stages: u32,
    /// The number of the consumer that reads its stages.
    consumer: u32,
}

impl Handover {
    pub(crate) fn iterator(&self, rewriter: &mut Rewrite<'_>, role: Role) -> TypeId {
        rewriter.intern(Type::Iterator(IteratorType { stages: self.stages, role }))
    }
}

/// The type of a stage as far as it has come.
pub(crate) fn stage(rewriter: &mut Rewrite<'_>, state: StageState) -> TypeId {
    rewriter.intern(Type::Stage(state))
}

fn distribute(module: &mut Module, func: Op, mut nest: Nest, loops: &[SumLoop]) {
    let body = module.block(func, fields::func::body).expect("a function has a body");
    let shared = shared_ops(module, func);
    let ops: Vec<Op> = module.body.block_ops(body).filter(|&op| !shared.contains(op)).collect();
    let (&end, ops) = ops.split_last().expect("a function ends in `return`");
    let stages = stages(module, func, (&nest, loops));
    let left = left_behind(module, &nest, loops);
    let kept = kept_operands(module, func, &nest);
    let plan = Agents::of(module, func);
    let chains = plan.has_chains.then(|| Chains::of(module, func, &nest, loops)).flatten();
    let shared_by: Vec<bool> =
        nest.pipelines().into_iter().map(|group| is_for_cluster(module, func, (&nest, group))).collect();
    let mut rewriter = Rewriter::new(module);
    let mut handovers = handovers(&mut rewriter, end, (&nest, loops), (stages, &shared_by, &plan));
    let own = written::handovers(&mut rewriter, (end, &nest), &mut handovers);
    let places = Places::of(loops, shared_by.len());
    let [written, read] =
        [Role::Producer, Role::Consumer].map(|role| iterators(&mut rewriter, (end, &nest), &handovers, role));
    let tiles = halves::tiles(&mut rewriter, (end, &mut nest));
    let ends = switch(&mut rewriter, (end, nest.first()), &plan);
    let (finish, load) = (ends[0], ends[ends.len() - 1]);
    let loads = producer::Loads {
        tiles,
        warps: plan.agents[ends.len() - 1].1.clamp(1, 32) as u32,
        awaited: awaited(rewriter.module(), func, (&nest, loops)),
    };
    let work = producer::Work::Load(&loads);
    producer::write(&mut rewriter, (body, load), (&handovers, written.clone()), (&nest, work));
    if let [_, multiply, _] = ends[..] {
        let iterators = of_multiply(&places, &written, &read);
        let work = producer::Work::Multiply(loops);
        producer::write(&mut rewriter, (body, multiply), (&handovers, iterators), (&nest, work));
    }
    ops.iter().for_each(|&op| rewriter.move_before(op, finish));
    let agent = rewriter.module().body.parent_block(finish).expect("the end of an agent stands in it");
    nest.groups.iter_mut().filter(|group| group.block == body).for_each(|group| group.block = agent);
    let mut iterators = read;
    let weights = places.iter().flat_map(Places::weights);
    weights.for_each(|weights| iterators[weights] = written[weights]);
    own.iter().for_each(|own| iterators[own.write] = written[own.write]);
    consumer::read(&mut rewriter, agent, (&handovers, iterators), (&nest, loops, &own), &kept);
    left.into_iter().for_each(|load| erase_chain(&mut rewriter, load));
    if let Some(chains) = chains {
        let pipelines = chains::pipelines(&chains, (loops, &places), &handovers);
        let agent = rewriter.module().body.parent_op(finish).expect("the end of an agent stands in it");
        chains::separate(&mut rewriter, agent, &pipelines);
    }
    arrange(&mut rewriter, &plan, [finish, load], stages);
}

/// The pipelines of groups, each shared by a cluster or not, then those of sums.
fn handovers(
    rewriter: &mut Rewrite<'_>,
    end: Op,
    (nest, loops): (&Nest, &[SumLoop]),
    (stages, shared_by, plan): (u32, &[bool], &Agents),
) -> Vec<Handover> {
    let is_by_turns = plan.turns.is_some();
    let groups = nest.pipelines().into_iter().zip(shared_by);
    let of_group = |(group, &cluster): (&Group, &bool)| {
        let consumers = if is_by_turns { 2 } else { consumers_of(loops, group.pipeline) };
        handover(rewriter, end, (nest, group), (stages, cluster, is_by_turns, consumers))
    };
    let mut handovers: Vec<Handover> = groups.map(of_group).collect();
    let how = (plan.sum_stages, nest.is_paired());
    for known in with_pipelines(loops) {
        handovers.extend(sums::handovers(rewriter, (end, nest.first()), known, how));
        for Again { pipeline, consumer } in known.readings() {
            let Handover { pipeline, ref memory, stages, .. } = handovers[pipeline];
            let memory = memory.clone();
            handovers.push(Handover { pipeline, memory, stages, consumer });
        }
    }
    handovers
}

/// The iterators of the agent that multiplies alone: it reads stages of groups and of weights, and writes stages of sums.
fn of_multiply(places: &[Places], written: &[Value], read: &[Value]) -> Vec<Value> {
    let mut iterators = read.to_vec();
    let sums = places.iter().flat_map(|places| &places.sums);
    sums.for_each(|&sum| iterators[sum] = written[sum]);
    iterators
}

/// Makes one agent of those that end in two ops, or two of the first one, if that is planned.
fn arrange(rewriter: &mut Rewrite<'_>, plan: &Agents, ends: [Op; 2], stages: u32) {
    let body = &rewriter.module().body;
    let [multiply, load] = ends.map(|end| body.parent_op(end).expect("the end of an agent stands in it"));
    if plan.is_unspecialized {
        joined::join(rewriter, [multiply, load], stages);
    }
    if let Some(turns) = plan.turns {
        turns::share(rewriter, multiply, turns);
    }
}

/// The loads that the agent which copies does instead, and that do not go with a loop of products.
fn left_behind(module: &Module, nest: &Nest, loops: &[SumLoop]) -> Vec<Op> {
    let residuals: Vec<Op> = (0..nest.groups.len()).filter_map(|group| nest.residual(group)).collect();
    let goes = |load: Op| {
        let loop_ = module.body.parent_op(load);
        loops.iter().any(|known| known.threads == Threads::Absent && Some(known.loop_) == loop_)
    };
    let loads = nest.operands.iter().map(|operand| operand.load);
    loads.filter(|load| !residuals.contains(load) && !goes(*load)).collect()
}

/// The pipelines whose last stages products release when no sum is to be handed over any more: those of groups that
/// stay, and those of loops in which threads take sums. Products of a pair release the stages of both thread blocks,
/// which must be there then; where these take over tiles, that is after their last tile ([`super::take_over_tiles`]).
fn awaited(module: &Module, func: Op, (nest, loops): (&Nest, &[SumLoop])) -> Vec<usize> {
    let is_exchanged = |group: &Group| {
        let owner = module.body.block_op(group.block);
        loops.iter().any(|known| known.threads == Threads::Exchange && Some(known.loop_) == owner)
    };
    let groups = nest.groups.iter().enumerate().filter(|(number, _)| nest.residual(*number).is_none());
    let is_of_pair = nest.is_paired() && !takes_over(module, func);
    let is_late = |group: &Group| !group.is_inner || is_exchanged(group) || is_of_pair;
    let late = groups.filter(|(_, group)| !loops.is_empty() && is_late(group));
    let mut pipelines: Vec<usize> = late.map(|(_, group)| group.pipeline).collect();
    pipelines.sort_unstable();
    pipelines.dedup();
    pipelines
}

/// The first iterators of all pipelines for one side of them.
fn iterators(
    rewriter: &mut Rewrite<'_>,
    (end, nest): (Op, &Nest),
    handovers: &[Handover],
    role: Role,
) -> Vec<Value> {
    let mut iterators = Vec::new();
    for handover in handovers {
        let (ty, pipeline) = (handover.iterator(rewriter, role), handover.pipeline);
        iterators.push(rewriter.build_before(end, nest.first(), |b| {
            b.pipeline_iterator().pipeline(pipeline).result(ty).finish().value()
        }));
    }
    iterators
}

/// The pipeline of a group: one stage for what stays; for the whole cluster, where thread blocks load for each other.
fn handover(
    rewriter: &mut Rewrite<'_>,
    end: Op,
    (nest, group): (&Nest, &Group),
    (stages, cluster, is_by_turns, consumers): (u32, bool, bool, u32),
) -> Handover {
    let stages = if group.is_inner { stages } else { 1 };
    let buffers: Vec<BufferType> =
        group.operands.iter().map(|&number| nest.operands[number].buffer.clone()).collect();
    let memory = buffers.iter().map(|buffer| rewriter.intern(Type::Buffer(buffer.clone()))).collect();
    let parts = buffers.into_iter().map(Part::Buffer).collect();
    let ty = rewriter.intern(Type::Pipeline(PipelineType { stages, parts }));
    let pipeline = rewriter.build_before(end, nest.first(), |b| {
        let create = b.pipeline_create().consumers(i64::from(consumers)).turns(is_by_turns);
        create.cluster(cluster).result(ty).finish().value()
    });
    Handover { pipeline, memory, stages, consumer: 0 }
}

/// The dimensions of what an operand loads in the order of its own; those of one element stay where they are.
fn dimensions(rank: usize, [first, second]: [usize; 2]) -> Vec<usize> {
    let mut dims: Vec<usize> = (0..rank).collect();
    if first > second {
        dims.swap(first, second);
    }
    dims
}

/// The tiles that an operand is loaded from, in the order of its own dimensions; none where it is loaded from
/// addresses.
fn transposed(rewriter: &mut Rewrite<'_>, operand: &Operand) -> Option<Value> {
    let Operand { load, order, .. } = operand;
    if rewriter.module().opcode(*load) == Opcode::Load {
        return None;
    }
    let value = rewriter.module().operand(*load, fields::tiled_load::tiles);
    if order[0] < order[1] {
        return Some(value);
    }
    let module = rewriter.module();
    let tiles = module.ty(value).block_tile().expect("a tile is loaded from tiles");
    let dims = dimensions(tiles.tile.len(), *order);
    let turned = BlockTileType {
        tile: dims.iter().map(|&dim| tiles.tile[dim]).collect(),
        step: dims.iter().map(|&dim| tiles.step[dim]).collect(),
        dims: dims.iter().map(|&dim| tiles.dims[dim]).collect(),
        gather: tiles
            .gather
            .and_then(|gather| dims.iter().position(|&dim| dim == gather as usize))
            .map(|at| at as u32),
        ..tiles.clone()
    };
    let cut = module.body.def_op(value).expect("tiles of a nest are made by an op");
    let memref = module.operand(cut, fields::block_tile::memref);
    let next = module.body.next(cut).expect("an op with results does not end its block");
    let ty = rewriter.intern(Type::BlockTile(turned));
    Some(rewriter.build_before(next, cut, |b| b.block_tile().memref(memref).result(ty).finish().value()))
}

/// Takes a load out, and what only turned its tile: products read its stage.
fn erase_chain(rewriter: &mut Rewrite<'_>, load: Op) {
    let mut found = vec![load];
    let mut at = 0;
    while let Some(&op) = found.get(at) {
        found.extend(rewriter.users(rewriter.module().body.result(op, 0)));
        at += 1;
    }
    found.into_iter().rev().for_each(|op| rewriter.erase(op));
}
