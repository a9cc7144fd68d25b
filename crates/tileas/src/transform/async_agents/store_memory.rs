//! The memory that a tile goes through between registers and the copy by a tensor map: stages of a pipeline whose
//! products are complete, or separate memory.

use ir::walk::preorder;
use ir::{Op, Value};

use crate::ops::fields;
use crate::shared_memory::{Stages, buffer_bytes};
use crate::transform::attach_tma_desc_args::AgentStore;
use crate::types::Type;
use crate::{Module, Opcode};

/// Where a tile lies before it is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the stages of a pipeline that is not used any more.
    Stages(Value),
    /// In memory of its own.
    Own,
}

impl Place {
    /// The memory of the tile of a store.
    pub(super) fn of(module: &Module, store: &AgentStore) -> Place {
        let agent = around(module, store.store, &[Opcode::Agent]);
        let outer = around(module, store.store, &[Opcode::Agent, Opcode::For, Opcode::Loop]);
        let tile = module.operand(store.store, fields::tiled_store::value);
        let bits = module.ty(tile).tile().map_or(0, |tile| tile.layout.shape().bits());
        let all = buffer_bytes(&store.staging) << (bits - store.staging.layout.shape().bits());
        let bytes = |pipeline: Value| {
            let Type::Pipeline(ty) = module.ty(pipeline) else { return 0 };
            u64::from(Stages::of(ty).full())
        };
        let read = preorder(&module.body, agent).take_while(|&op| op != store.store);
        let read = read.filter(|&op| module.opcode(op) == Opcode::PipelineWait);
        let read: Vec<Value> = read.map(|op| module.operand(op, fields::pipeline_wait::pipeline)).collect();
        let pipelines = read.iter().copied().chain(behind_sums(module, store.store, &read));
        let over = pipelines.filter(|&pipeline| is_over(module, store.store, pipeline));
        let largest = over.max_by_key(|&pipeline| bytes(pipeline));
        let fits = |pipeline: &Value| all <= bytes(*pipeline) && is_over(module, store.store, *pipeline);
        match largest.filter(|pipeline| outer == agent && fits(pipeline)) {
            Some(pipeline) => Place::Stages(pipeline),
            None => Place::Own,
        }
    }
}

/// Whether the agent of a store uses a pipeline no more after it.
fn is_over(module: &Module, store: Op, pipeline: Value) -> bool {
    let agent = around(module, store, &[Opcode::Agent]);
    let mut behind = preorder(&module.body, agent).skip_while(|&op| op != store);
    behind
        .all(|op| module.opcode(op) == Opcode::PipelineReuse || !module.body.operands(op).contains(&pipeline))
}

/// The pipelines whose stages are no longer needed because the sums computed from them have been read: all sums of a
/// pipeline, which the agent of a store has waited for, and does not wait for again.
fn behind_sums(module: &Module, store: Op, read: &[Value]) -> Vec<Value> {
    let switch = around(module, store, &[Opcode::AgentSwitch]);
    let waits = preorder(&module.body, switch).filter(|&op| module.opcode(op) == Opcode::PipelineWait);
    let mut made: Vec<(Value, bool)> = Vec::new();
    for wait in waits {
        let write = around(module, wait, &[Opcode::PipelineWrite]);
        if module.opcode(write) != Opcode::PipelineWrite {
            continue;
        }
        let sums = module.operand(write, fields::pipeline_write::pipeline);
        let is_known = read.contains(&sums) && is_over(module, store, sums);
        made.push((module.operand(wait, fields::pipeline_wait::pipeline), is_known));
    }
    let all = |pipeline: Value| made.iter().all(|&(other, is_known)| other != pipeline || is_known);
    made.iter().map(|&(pipeline, _)| pipeline).filter(|&pipeline| all(pipeline)).collect()
}

/// The innermost of these ops around an op; the module where there is none.
pub(super) fn around(module: &Module, op: Op, wanted: &[Opcode]) -> Op {
    let mut outer = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    outer.find(|&op| wanted.contains(&module.opcode(op))).unwrap_or(module.root)
}
