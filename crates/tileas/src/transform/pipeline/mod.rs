//! `materialize-async`: loads of a counted loop that feed its products are prefetched to shared memory some iterations
//! ahead, while products of earlier iterations are computed.
//!
//! The loads of an iteration are the *producer*: the copies, the computation of their indices, and the carried values
//! that these depend on, which are duplicated for the prefetch distance. The rest of the loop is the *consumer*.
//! Buffers are rings with as many *stages* as there are iterations in flight.
//!
//! ```text
//! prologue     for each stage but one: copy if there is such an iteration; producer_commit
//! steady state consumer_wait: the copies of this iteration are there, and all threads have left the stage that is written next
//!              copy for the iteration at the prefetch distance, if there is one; producer_commit
//!              consumer_read: what this iteration works on
//! epilogue     the last iterations commit empty groups, so that the same count of groups is waited for
//! ```
//!
//! One barrier per iteration, that of `consumer_wait`, suffices. It tells all threads that the stage is complete.
//! Because it follows the reads of the previous iteration, it also tells them that the stage that was read may be
//! overwritten (the write after read across the back edge).
//!
//! Loads are moved before the work of other iterations. Therefore, a loop in which another op writes memory, orders
//! accesses, prints or stops the program is not pipelined, and neither is one with a barrier for a token (`plan`).
//! `plan` and `stages` decide, and `build` rewrites. `products_in_flight` keeps products of warpgroups in flight until the next iteration,
//! with a second barrier. Large tiles that are not copied ahead are copied [`in_place`].

mod build;
mod in_place;
mod loads;
mod order;
mod plan;
mod products_in_flight;
mod stages;

pub(crate) use loads::COPY;
pub(crate) use order::may_copy_ahead;

use cranelift_entity::EntitySet;
use ir::Op;
use ir::rewrite::Rewriter;
use ir::walk::preorder;

use super::functions;
use super::schedule::has_agents;
use crate::decisions::Decision;
use crate::ops::fields;
use crate::shared_memory::buffer_bytes;
use crate::{Module, Opcode, TileAs};

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// The resources that pipelines may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes of shared memory that a thread block may have.
    pub(crate) shared: u32,
    /// The maximum number of iterations in flight; 1 disables pipelines.
    pub(crate) stages: u32,
}

/// The decisions of the pass for counted loops that store tiles in buffers.
pub(crate) fn decisions(module: &Module, limits: &Limits) -> Vec<Decision> {
    let stores = |loop_: Op| {
        let body = module.block(loop_, fields::for_::body);
        let mut ops = body.into_iter().flat_map(|body| module.body.block_ops(body));
        ops.any(|op| module.opcode(op) == Opcode::LocalStore)
    };
    let ops = preorder(&module.body, module.root);
    let loops = ops.filter(|&op| module.opcode(op) == Opcode::For && stores(op));
    let mut ahead = EntitySet::new();
    let mut found = Vec::new();
    for loop_ in loops {
        let plan = plan::Plan::of(module, loop_, limits);
        ahead.extend(plan.is_some().then_some(loop_));
        found.push(decision(module, loop_, plan, limits));
    }
    found.extend(in_place::decisions(module, &ahead));
    found
}

fn decision(module: &Module, loop_: Op, plan: Option<plan::Plan>, limits: &Limits) -> Decision {
    if let Some(plan) = plan {
        let (count, why) = (plan.stages.count, plan.stages.bound.reason());
        let buffers: Vec<ir::Value> = plan.copies.iter().map(|copied| copied.buffer).collect();
        let bytes = |&value: &ir::Value| module.ty(value).buffer().map_or(0, buffer_bytes);
        let stage: u64 = buffers.iter().map(bytes).sum();
        return Decision::new(
            loop_,
            true,
            format!("Loads of {count} iterations of the loop are in flight"),
            why,
        )
        .with("Stages", count)
        .with("Copies", buffers.len())
        .with("StageBytes", stage)
        .with("BytesOfOneMore", stage * u64::from(count + 1))
        .with("SharedBytes", limits.shared);
    }
    let why = if limits.stages < 2 {
        "pipelines are disabled"
    } else if !may_copy_ahead(module, loop_) {
        "an op in it writes memory, prints, has a memory ordering or is a loop, and loads do not move across it"
    } else {
        "its step is unknown, its loads cannot be copied in pieces of at least 4 bytes, or two stages do not fit"
    };
    Decision::new(loop_, false, "The loop does not prefetch its tiles", why)
        .with("SharedBytes", limits.shared)
}

/// Pipelines loops, and copies the large tiles of others in place; true if something was copied.
pub(crate) fn pipeline(module: &mut Module, limits: &Limits) -> bool {
    // Loops of agents are pipelined by `async_agents`.
    let funcs = functions(module).into_iter().filter(|&func| !has_agents(module, func));
    let ops: Vec<Op> = funcs.flat_map(|func| preorder(&module.body, func)).collect();
    let mut built = Vec::new();
    for op in ops.into_iter().filter(|&op| module.opcode(op) == Opcode::For).collect::<Vec<Op>>() {
        if let Some(plan) = plan::Plan::of(module, op, limits) {
            built.push(build::build(module, op, &plan));
        }
    }
    let mut rewriter = Rewriter::new(module);
    built.iter().for_each(|&loop_| products_in_flight::run(&mut rewriter, loop_));
    let mut ahead = EntitySet::new();
    ahead.extend(built.iter().copied());
    in_place::run(module, &ahead) || !built.is_empty()
}
