//! `attach-tma-desc-args`: each memory from which an agent loads stages, or to which it stores results, gets a tensor
//! map that describes its boxes, as a parameter of the kernel after the program's own.
//!
//! There is one map for each memory and box shape, numbered in program order: loads, then stores. `materialize-async`
//! decides which agent copies.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};
use smallvec::SmallVec;

use super::functions;
use super::origins::is_same_in_cluster;
use super::schedule::operand::picked;
use super::schedule::stage::{tensor_map, tensor_map_of};
use super::schedule::stores::{boxed_stores, slice_of, staging_of};
use super::schedule::thread_blocks::ctas;
use crate::ops::{Builders as _, fields};
use crate::types::{BufferType, TmaDescType, Type};
use crate::{Module, Opcode};

/// A load of an agent into its stage.
pub(crate) struct StageLoad {
    pub(crate) load: Op,
    /// Ops between the load and the store that the tensor map replaces: views that drop dimensions of extent one, and
    /// roundings; the last one first.
    pub(crate) between: Vec<Op>,
    /// The store of the tile to the stage.
    pub(crate) store: Op,
    /// The memory of the stage.
    pub(crate) buffer: Value,
    /// The memory that is loaded.
    pub(crate) memref: Value,
    /// The tensor map of its boxes.
    pub(crate) map: TmaDescType,
    /// Thread blocks of a cluster that copy a part each, for all of them.
    pub(crate) parts: u32,
}

/// A store of an agent through a tensor map.
pub(crate) struct AgentStore {
    pub(crate) store: Op,
    /// Where the tile is in shared memory before it is copied.
    pub(crate) staging: BufferType,
    /// The memory that is stored to.
    pub(crate) memref: Value,
    /// The tensor map of its boxes.
    pub(crate) map: TmaDescType,
}

/// Creates the tensor maps of every function; true if one was created.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        let Some(switch) = switch(module, func) else { continue };
        let mut known = maps(module, func);
        let mut number = first_free_number(module, func);
        let loads = stage_loads(module, func).into_iter().map(|load| (load.memref, load.map));
        let stores = agent_stores(module, func).into_iter().map(|store| (store.memref, store.map));
        let wanted: Vec<(Value, TmaDescType)> = loads.chain(stores).collect();
        let mut rewriter = Rewriter::new(module);
        for (memref, map) in wanted {
            if known.iter().any(|(_, other, ty)| *other == memref && *ty == map) {
                continue;
            }
            let ty = rewriter.intern(Type::TmaDesc(map.clone()));
            let desc = rewriter.build_before(switch, switch, |b| {
                b.tma_desc().memref(memref).tma_idx(number).result(ty).finish().value()
            });
            known.push((desc, memref, map));
            number += 1;
        }
        changed |= rewriter.changed();
    }
    changed
}

/// The lowest number above those of all tensor maps of a function: text of level 3 may number its maps in any way.
fn first_free_number(module: &Module, func: Op) -> i64 {
    let descs = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TmaDesc);
    let numbers = descs.filter_map(|desc| module.int(desc, fields::tma_desc::tma_idx));
    numbers.max().map_or(0, |last| last.saturating_add(1))
}

/// The switch of a function's agents.
fn switch(module: &Module, func: Op) -> Option<Op> {
    let block = module.block(func, fields::func::body)?;
    module.body.block_ops(block).find(|&op| module.opcode(op) == Opcode::AgentSwitch)
}

/// The tensor maps of a function: each with its memory and its type.
pub(crate) fn maps(module: &Module, func: Op) -> Vec<(Value, Value, TmaDescType)> {
    let descs = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TmaDesc);
    let map = |op: Op| {
        let desc = module.body.result(op, 0);
        let Type::TmaDesc(ty) = module.ty(desc) else { return None };
        Some((desc, module.operand(op, fields::tma_desc::memref), ty.clone()))
    };
    descs.filter_map(map).collect()
}

/// The loads whose tiles are stored in stages and used nowhere else, if a tensor map can copy them.
pub(crate) fn stage_loads(module: &Module, func: Op) -> Vec<StageLoad> {
    let writes = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::PipelineWrite);
    let blocks = writes.filter_map(|op| module.block(op, fields::pipeline_write::body));
    let ops = blocks.flat_map(|block| module.body.block_ops(block));
    ops.filter_map(|store| stage_load(module, store)).collect()
}

/// The stores of agents that `generate-schedule` has assigned to tensor maps.
pub(crate) fn agent_stores(module: &Module, func: Op) -> Vec<AgentStore> {
    let agents = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Agent);
    let stores = agents.flat_map(|agent| boxed_stores(module, agent));
    stores.filter_map(|store| agent_store(module, store)).collect()
}

/// A store of an agent, if a tensor map says its tile.
pub(crate) fn agent_store(module: &Module, store: Op) -> Option<AgentStore> {
    let tiles = module.operand(store, fields::tiled_store::tiles);
    let cut = module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile)?;
    let staging = staging_of(module, store)?;
    let mut boxed = module.ty(tiles).block_tile()?.clone();
    if let Some(slice) = slice_of(module, store) {
        boxed.tile = SmallVec::from_slice(&slice);
    }
    let map = tensor_map(&boxed, &staging)?;
    Some(AgentStore { store, staging, memref: module.operand(cut, fields::block_tile::memref), map })
}

fn stage_load(module: &Module, store: Op) -> Option<StageLoad> {
    if module.opcode(store) != Opcode::LocalStore || !is_whole(module, store) {
        return None;
    }
    let buffer = module.operand(store, fields::local_store::buffer);
    let block = module.body.parent_block(store);
    let body = module.body.parent_op(store)?;
    let made = |value: Value| {
        let users = preorder(&module.body, body).filter(|&op| module.body.operands(op).contains(&value));
        let op = module.body.def_op(value).filter(|&op| module.body.parent_block(op) == block)?;
        (users.count() == 1).then_some(op)
    };
    let mut load = made(module.operand(store, fields::local_store::value))?;
    // A stage may lack dimensions of extent one, and have tf32 if memory has f32.
    let mut between = Vec::new();
    for opcode in [Opcode::FpToFp, Opcode::View] {
        if module.opcode(load) == opcode {
            between.push(load);
            load = made(module.body.operands(load)[0])?;
        }
    }
    let near = module.body.def_op(buffer).is_none() && module.body.def_block(buffer) == block;
    // A load with a division among threads has no tensor map.
    let by_threads = || module.attr(load, fields::tiled_load::contiguity).is_present();
    if !near || module.opcode(load) != Opcode::TiledLoad || by_threads() {
        return None;
    }
    let tiles = module.operand(load, fields::tiled_load::tiles);
    let cut = module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile)?;
    let picks = picked(module, load).is_some();
    let parts = if picks { 1 } else { parts(module, body, load) };
    let map = tensor_map_of(module.ty(tiles).block_tile()?, module.ty(buffer).buffer()?, parts)?;
    Some(StageLoad {
        load,
        between,
        store,
        buffer,
        memref: module.operand(cut, fields::block_tile::memref),
        map,
        parts,
    })
}

/// The thread blocks that share the copies of a load: those of the cluster, where its pipeline is for all of them and
/// they load the same.
fn parts(module: &Module, write: Op, load: Op) -> u32 {
    let pipeline = module.operand(write, fields::pipeline_write::pipeline);
    let create = module.body.def_op(pipeline);
    let is_for_cluster = create.is_some_and(|op| module.flag(op, fields::pipeline_create::cluster));
    if !is_for_cluster || !is_same_in_cluster(module, module.body.operands(load)) {
        return 1;
    }
    let func = std::iter::successors(Some(write), |&op| module.body.parent_op(op))
        .find(|&op| module.opcode(op) == Opcode::Func);
    func.map_or(1, |func| ctas(module, func))
}

/// Whether a store fills its buffer from the first element on.
fn is_whole(module: &Module, store: Op) -> bool {
    let zero = |&value: &Value| {
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
        op.and_then(|op| module.number(op, fields::constant::value)) == Some(0)
    };
    module.operands(store, fields::local_store::offsets).iter().all(zero)
        && module.ints(store, fields::local_store::slice).is_empty()
}
