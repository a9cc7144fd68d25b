//! Agents: specialised warps of a thread block.
//!
//! All warps of the thread block execute the ops outside of agents, which use only scalars if there are more warps than
//! the kernel's own. At a switch, each warp branches to the body of its agent by its number, which is the same value in
//! all lanes; warps without an agent continue after the switch. Single-thread instructions are predicated with a lane
//! that is elected once, at the start of the agent, so that no warp diverges and aligned instructions remain legal
//! everywhere.
//!
//! | module | content |
//! |---|---|
//! | [`crew`] | the warps of an agent |
//! | [`protocol`] | arrivals at the barriers of a pipeline |
//! | [`in_flight`] | the operations for which a release waits |
//! | `pairs` | thread blocks that multiply together |
//! | `pipelines` | stages and their barriers |
//! | `maps` | tensor maps |
//! | `boxes` | copies by tensor maps |
//! | `gathered` | rows that tensor maps pick |
//! | `products` | `wgmma` |
//! | `turns` | the order in which warpgroups start products |
//! | [`tensor`], `tensor_moves`, `tensor_stages` | tensor memory, and `tcgen05` |
//! | `scales` | products with block scales into tensor memory |
//! | `kernel_products` | products into tensor memory outside of agents |

mod answers;
mod boxes;
mod crew;
mod descriptors;
mod gathered;
mod in_flight;
mod kernel_products;
mod maps;
mod pairs;
mod pipelines;
mod products;
mod protocol;
mod scales;
mod tensor;
mod tensor_moves;
mod tensor_stages;
mod turns;

use ir::walk::preorder;
use ir::{Block, Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::Opcode as From;
use tileas::ops::fields as from;

use self::crew::{Crew, GROUP, Rounds, crews, has_no_tiles};
use self::in_flight::InFlight;
pub(super) use self::in_flight::Releases;
pub(super) use self::pipelines::Pipeline;
pub(super) use self::tensor::TensorMemory;
use super::{Lower, Lowered, Refused};
use crate::attrs::{RegisterAction, ShuffleKind, SpecialRegister, VoteKind};
use crate::ops::{Builders as _, fields};
use crate::registers::limit;

/// The thread that does the work of one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Issuers {
    /// The number of the warp in its agent.
    warp: Value,
    /// True in one lane of each warp.
    elected: Value,
    /// True in one lane of the agent.
    leader: Value,
    /// The turns that its warpgroups take.
    turns: Option<Rounds>,
}

impl Lower<'_> {
    /// An op that only agents have.
    pub(super) fn agent_op(&mut self, op: Op) -> Lowered<()> {
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "ops of other targets, and those of the universal path, are refused"
        )]
        match self.from.opcode(op) {
            From::AgentSwitch => return self.agent_switch(op),
            From::PipelineCreate | From::PipelineYield => {}
            From::PipelineIterator => self.pipeline_iterator(op),
            From::TmaDesc => return self.tma_desc(op),
            From::TensorAlloc => {}
            From::ClusterBarrier => return Err(self.refuse_agents(op)),
            // Warpgroups of the kernel multiply without agents, too.
            From::MmaFence => self.fence_proxies(),
            From::AsyncDot => return self.async_dot(op),
            From::DotBegin => return self.dot_begin(op),
            From::DotWait => return self.dot_wait(op),
            From::TensorDot | From::TensorLoad | From::TensorStore
                if self.issuers.is_none() && self.is_product_of_kernel() =>
            {
                return self.tensor_op_of_kernel(op);
            }
            _ if self.issuers.is_none() => return Err(self.outside_of_agents(op)),
            From::PipelineInc => self.pipeline_inc(op),
            From::PipelineAcquire | From::PipelineWait => self.pipeline_wait(op),
            From::PipelineWrite => return self.pipeline_write(op),
            From::PipelineCommit => self.pipeline_commit(op),
            From::PipelineRead => return self.pipeline_read(op),
            From::PipelineRelease => self.pipeline_release(op),
            From::PipelineReuse => self.pipeline_reuse(op),
            From::TmaLoad => return self.tma_load(op),
            From::TmaStore => return self.tma_store(op),
            From::StoreWait => self.store_wait(op),
            From::CopyLoad => return self.async_load(op),
            From::CopyTiledLoad => return self.async_tiled_load(op),
            From::CancelLaunch => self.cancel_launch(op),
            From::CancelledLaunch => self.cancelled_launch(op),
            From::TensorDot => return self.tensor_dot(op),
            From::TensorDotScaled => return self.tensor_dot_scaled(op),
            From::TensorCopy => return self.tensor_copy(op),
            From::TensorLoad => return self.tensor_load(op),
            From::TensorStore => return self.tensor_store(op),
            From::WarpIf => return self.warp_if(op),
            From::Turn => return self.turn(op),
            _ => return Err(self.refuse_agents(op)),
        }
        Ok(())
    }

    /// Outside of agents all warps run each op, also those that hold none of the kernel's tiles.
    pub(super) fn is_for_all_warps(&mut self, op: Op) -> Lowered<()> {
        let has_tiles_outside =
            self.kernel.has_more_warps && self.issuers.is_none() && !has_no_tiles(self.from, op);
        if !has_tiles_outside {
            return Ok(());
        }
        let text = "works on a tile outside of agents, in a kernel whose agents have more warps than its tiles are held by";
        Err(self.refuse(op, &format!("{text}; it belongs into an agent")))
    }

    fn outside_of_agents(&mut self, op: Op) -> Refused {
        let text = "stands outside of agents; an `async.pipeline.agent` hands stages over and begins copies and products";
        self.refuse(op, text)
    }

    /// `agent_switch`: each warp goes to its agent.
    fn agent_switch(&mut self, op: Op) -> Lowered<()> {
        let crews = match crews(self.from, op) {
            Ok(crews) => crews,
            Err(agent) => {
                let text = "has no named barrier left: a thread block has 15 of them besides that of all threads, one for each agent of \
                            several warps, and some for turns";
                return Err(self.refuse(agent, text));
            }
        };
        let is_for_cluster = self.begin_pipelines(&crews)?;
        self.find_tensor_memory();
        let warp = self.warp_of_block();
        let kernel = self.runner;
        if crews.iter().any(|crew| crew.registers.is_some()) {
            self.bound_registers();
        }
        let lowered = self.dispatch(&crews, warp);
        self.runner = kernel;
        self.issuers = None;
        lowered?;
        let is_of_pair = self.kernel.tensor.is_some_and(TensorMemory::is_of_pair);
        if self.kernel.tensor.is_some() {
            self.free_tensor_memory();
        }
        if is_for_cluster && !is_of_pair {
            // No thread block exits while others still copy to its memory or arrive there.
            self.meet_cluster();
        } else if self.kernel.tensor.is_none() && !self.ends_kernel(op) {
            self.barrier();
        }
        Ok(())
    }

    /// The number of the warp in the thread block.
    fn warp_of_block(&mut self) -> Value {
        let (thread, warp_bits) = (self.special(SpecialRegister::TidX), 5);
        let (warp, zero) = (self.shr(thread, warp_bits), self.i32(0));
        // By a shuffle `ptxas` knows that all lanes have the same number, and keeps what follows from it in uniform
        // registers.
        self.shuffle(ShuffleKind::Index, warp, zero)
    }

    /// Whether nothing but the end of the kernel follows a switch.
    fn ends_kernel(&self, switch: Op) -> bool {
        let block = self.from.body.parent_block(switch).expect("a verified switch stands in its kernel");
        let mut after = self.from.body.block_ops(block).skip_while(|&op| op != switch).skip(1);
        after.next().is_none_or(|op| self.from.opcode(op) == From::Return)
    }

    /// `ptxas` drops budgets of registers unless the kernel says how many thread blocks share a multiprocessor (its
    /// note C7508).
    fn bound_registers(&mut self) {
        let func = self.kernel.func.expect("a switch stands in a function");
        if self.to.int(func, fields::func::minctas).is_none() {
            let slot = ir::build::IntoAttr::into_attr(1i64, &mut self.emitter.to);
            self.to.set_attr(func, fields::func::minctas, slot);
        }
    }

    /// Branches on the number of the warp: to the first warpgroup of agents, else on to the others.
    fn dispatch(&mut self, crews: &[Crew], warp: Value) -> Lowered<()> {
        let (crews, others) = crews.split_at(sharing(crews));
        let Some(crew) = crews.last() else { return Ok(()) };
        if others.is_empty() && crew.end() == self.kernel.warps {
            return self.run_agents(crews, warp);
        }
        let end = self.i32(crew.end());
        let is_inside = self.compare(ComparisonPredicate::LessThan, false, warp, end);
        let op = self.b().if_().condition(is_inside).finish().op;
        let then = self.to.block(op, fields::if_::then).expect("a branch has its block");
        self.in_block(then, |l| l.run_agents(crews, warp))?;
        if others.is_empty() {
            return Ok(());
        }
        let region = self.to.body.region(op, 1);
        let otherwise = self.to.body.create_block(region, &[]);
        self.in_block(otherwise, |l| l.dispatch(others, warp))
    }

    /// One agent, or those of a warpgroup, whose warps take their registers together.
    fn run_agents(&mut self, crews: &[Crew], warp: Value) -> Lowered<()> {
        let [crew] = crews else {
            let registers = crews.iter().find_map(|crew| crew.registers);
            registers.into_iter().for_each(|registers| self.take_registers(registers));
            let crews: Vec<Crew> = crews.iter().map(|crew| Crew { registers: None, ..*crew }).collect();
            return self.dispatch(&crews, warp);
        };
        self.run_agent(crew, warp)
    }

    /// Ops into a block that ends in a yield of nothing.
    fn in_block(&mut self, block: Block, emit: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let outer = std::mem::replace(&mut self.block, block);
        let emitted = emit(self);
        self.b().yield_().finish();
        self.block = outer;
        emitted
    }

    /// `warp_if`: a branch on what any lane of the warp holds, which all its lanes take.
    fn warp_if(&mut self, op: Op) -> Lowered<()> {
        let condition = self.from.operand(op, from::warp_if::condition);
        let held = self.registers(condition).into_iter().reduce(|a, b| self.or(a, b));
        let ty = self.to.types.intern(crate::Type::I1);
        let source = held.expect("a tile has an element");
        let any = self.b().vote().source(source).kind(VoteKind::Any).result(ty).finish().value();
        let branch = self.b().if_().condition(any).finish().op;
        let then = self.to.block(branch, fields::if_::then).expect("a branch has its block");
        let body = self.from.block(op, from::warp_if::body).expect("a verified `warp_if` has a body");
        self.in_block(then, |l| l.ops(body))
    }

    /// The warps of an agent: their registers, then its body in those that run it, in the leader of a pair alone where it leads.
    fn run_agent(&mut self, crew: &Crew, warp: Value) -> Lowered<()> {
        if let Some(registers) = crew.registers {
            self.take_registers(registers);
        }
        let mut runs = None;
        if crew.warps != crew.runner.warps {
            let first = self.i32(crew.runner.first_warp);
            runs = Some(self.compare(ComparisonPredicate::Equal, false, warp, first));
        }
        if crew.is_of_leader {
            let leads = self.is_leading_block();
            runs = Some(runs.map_or(leads, |runs| self.and(runs, leads)));
        }
        let Some(runs) = runs else { return self.agent(crew, warp) };
        let op = self.b().if_().condition(runs).finish().op;
        let then = self.to.block(op, fields::if_::then).expect("a branch has its block");
        self.in_block(then, |l| l.agent(crew, warp))
    }

    /// `setmaxnreg` from what a thread has where the kernel begins.
    fn take_registers(&mut self, registers: i64) {
        let blocks = self.kernel.func.and_then(|func| self.to.int(func, fields::func::minctas)).unwrap_or(1);
        let entry = limit(self.kernel.warps * 32, blocks.clamp(1, 32) as u32);
        let action =
            if registers <= i64::from(entry) { RegisterAction::Decrease } else { RegisterAction::Increase };
        self.b().setmaxnreg().action(action).registers(registers).finish();
    }

    fn agent(&mut self, crew: &Crew, warp: Value) -> Lowered<()> {
        self.runner = crew.runner;
        let body = self.from.block(crew.agent, from::agent::body).expect("a verified agent has a body");
        let before = self.i32(crew.runner.first_warp.wrapping_neg());
        let warp = self.add(warp, before);
        let ty = self.to.types.intern(crate::Type::I1);
        let elected = self.b().elect().result(ty).finish().value();
        let leader = if crew.runner.warps == 1 {
            elected
        } else {
            let zero = self.i32(0);
            let is_first = self.compare(ComparisonPredicate::Equal, false, warp, zero);
            self.and(elected, is_first)
        };
        self.issuers = Some(Issuers { warp, elected, leader, turns: crew.turns });
        self.releases = InFlight::of(self.from, body);
        let before = self.keep_maps(crew);
        let lowered = self.ops(body);
        before.into_iter().for_each(|(map, held)| self.held[map] = held);
        lowered
    }

    /// The number of the warp in its agent, or in the kernel outside of agents.
    fn warp_of_runner(&mut self) -> Value {
        let known = self.issuers.map(|issuers| issuers.warp).or(self.kernel.warp);
        known.unwrap_or_else(|| self.warp_of_block())
    }

    /// Computes the number of the warp at the start of a kernel whose warpgroups multiply without agents.
    pub(super) fn begin_warpgroups(&mut self, func: Op) {
        let opcodes = || preorder(&self.from.body, func).map(|op| self.from.opcode(op));
        let is_used = self.kernel.warps > GROUP && opcodes().any(|opcode| opcode == From::AsyncDot);
        if is_used && opcodes().all(|opcode| opcode != From::AgentSwitch) {
            self.kernel.warp = Some(self.warp_of_block());
        }
    }

    fn issuers(&self) -> Issuers {
        self.issuers.expect("ops outside of agents were refused")
    }
}

/// The number of agents that begin in the warpgroup of the first one, if that reallocates registers; else one.
fn sharing(crews: &[Crew]) -> usize {
    let Some(first) = crews.first() else { return 0 };
    let group = |crew: &Crew| crew.runner.first_warp / GROUP;
    let is_near = |crew: &&Crew| crew.registers.is_some() && group(crew) == group(first);
    crews.iter().take_while(is_near).count().max(1)
}
