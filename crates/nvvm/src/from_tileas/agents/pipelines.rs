//! Pipelines: their barriers, and the state of a stage.
//!
//! An iterator is a stage number and the parity of the round of the stage's barrier that is waited for. A new pipeline
//! has only empty stages, so consumers start with parity 0. Producers start with parity 1, for which a wait on a new
//! barrier succeeds immediately (PTX ISA, "mbarrier.test_wait"). A stage is represented by its number.

use std::rc::Rc;

use ir::{Block, Op, Value};
use tile_core::arith::{Arith, ComparisonPredicate};
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::types::{Role, Type as FromType};

use super::protocol::{Fill, Protocol, protocols};
use super::{Crew, Issuers};
use crate::attrs::{FenceOrdering, FenceScope, SpecialRegister, SyncSide};
use crate::from_tileas::{Held, Lower, Lowered};
use crate::ops::Builders as _;

/// Bytes of an mbarrier.
const BARRIER: u32 = 8;
/// Groups of products that a wait may leave in flight; more are waited for.
pub(super) const MOST_GROUPS: u32 = 7;

/// A pipeline of a function: what is counted at its barriers, and where its memory starts.
#[derive(Clone, Debug)]
pub(in crate::from_tileas) struct Pipeline {
    pub(super) protocol: Protocol,
    base: Value,
}

impl Pipeline {
    /// Where the first stage starts.
    pub(super) fn base(&self) -> Value {
        self.base
    }
}

/// A barrier of a stage.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Barrier {
    Full,
    Empty,
}

impl Lower<'_> {
    /// Makes the barriers of the pipelines that a switch uses, which all threads see afterwards, those of the cluster
    /// too; true where thread blocks of it copy for each other.
    pub(super) fn begin_pipelines(&mut self, crews: &[Crew]) -> Lowered<bool> {
        let mut protocols = protocols(self.from, crews, self.kernel.ctas.clamp(1, 16) as u32);
        let is_for_cluster = protocols.iter().any(|protocol| protocol.blocks > 1);
        if protocols.iter().any(|protocol| protocol.is_of_pair) {
            // Both have begun before they take tensor memory together.
            self.meet_cluster();
        }
        let first = self.is_first_thread();
        self.take_tensor_memory(&mut protocols)?;
        for protocol in protocols {
            let offset = self.offset(protocol.create, from::pipeline_create::offset);
            let base = self.shared_at(offset);
            for stage in 0..protocol.stages.count {
                let at = |barriers: u32| i64::from(barriers + stage * BARRIER);
                let (full, empty) = (at(protocol.stages.full()), at(protocol.stages.empty()));
                for (count, offset) in [(protocol.full(), full), (protocol.empty(), empty)] {
                    // Hardware takes no count of 0; a barrier without arrivals has no waits either.
                    let count = i64::from(count.max(1));
                    self.b()
                        .mbarrier_init()
                        .address(base)
                        .predicate(first)
                        .count(count)
                        .offset(offset)
                        .finish();
                }
            }
            let made = self.from.body.result(protocol.create, 0);
            self.held[made] = Held::Pipeline(Rc::new(Pipeline { protocol, base }));
        }
        self.b().fence().ordering(FenceOrdering::MbarrierInit).scope(FenceScope::Cluster).finish();
        if is_for_cluster {
            self.meet_cluster();
        } else {
            self.barrier();
        }
        Ok(is_for_cluster)
    }

    /// All threads of the cluster wait for each other.
    pub(super) fn meet_cluster(&mut self) {
        self.b().cluster_arrive().finish();
        self.b().cluster_wait().finish();
    }

    /// `create_iterator`: the first stage.
    pub(super) fn pipeline_iterator(&mut self, op: Op) {
        let result = self.from.body.result(op, 0);
        let FromType::Iterator(ty) = *self.from.ty(result) else { return };
        let parity = match ty.role {
            Role::Producer => 1,
            Role::Consumer => 0,
        };
        let (index, parity) = (self.i32(0), self.i32(parity));
        self.held[result] = Held::Iterator { index, parity };
    }

    /// `inc_iter`: the next stage, or one some steps on; after the last one the first, in the next round.
    pub(super) fn pipeline_inc(&mut self, op: Op) {
        let (index, parity) = self.iterator(self.from.operand(op, from::pipeline_inc::iterator));
        let result = self.from.body.result(op, 0);
        let FromType::Iterator(ty) = *self.from.ty(result) else { return };
        if let Some(steps) = self.from.operand_opt(op, from::pipeline_inc::steps) {
            let steps = self.single(steps);
            self.held[result] = self.steps_on((index, parity), steps, ty.stages);
            return;
        }
        if ty.stages == 1 {
            // Each step is a round.
            let one = self.i32(1);
            let parity = self.xor(parity, one);
            self.held[result] = Held::Iterator { index, parity };
            return;
        }
        let (zero, one, end) = (self.i32(0), self.i32(1), self.i32(ty.stages));
        let next = self.add(index, one);
        let wraps = self.compare(ComparisonPredicate::Equal, false, next, end);
        let index = self.select(wraps, zero, next);
        // `ptxas` turns a choice between two parities into a predicated xor of one register, with a copy before and after it.
        let turned = self.select(wraps, one, zero);
        let parity = self.xor(parity, turned);
        self.held[result] = Held::Iterator { index, parity };
    }

    /// The stage some steps on. Two rounds on, it is the same one, of the same parity.
    fn steps_on(&mut self, (index, parity): (Value, Value), steps: Value, stages: u32) -> Held {
        let (count, two_rounds, one) = (self.i32(stages), self.i32(2 * stages), self.i32(1));
        let steps = self.binary(Arith::RemI, steps, two_rounds);
        let sum = self.add(index, steps);
        let rounds = self.binary(Arith::DivI, sum, count);
        let index = self.binary(Arith::RemI, sum, count);
        let turned = self.and(rounds, one);
        let parity = self.xor(parity, turned);
        Held::Iterator { index, parity }
    }

    /// `producer_acquire` and `consumer_wait`: all lanes wait, since all go on with what was waited for.
    pub(super) fn pipeline_wait(&mut self, op: Op) {
        let operands = self.from.body.operands(op);
        let (pipeline, iterator) = (operands[0], operands[1]);
        let pipeline = self.pipeline(pipeline);
        let (index, parity) = self.iterator(iterator);
        let waits_for =
            if self.from.opcode(op) == From::PipelineAcquire { Barrier::Empty } else { Barrier::Full };
        let result = self.from.body.result(op, 0);
        self.held[result] = Held::Stage(index);
        if waits_for == Barrier::Empty && pipeline.protocol.is_in_turn {
            return;
        }
        let (address, offset) = self.barrier_of(&pipeline, index, waits_for);
        self.b().mbarrier_wait().address(address).parity(parity).offset(offset).finish();
        let Protocol { fill, is_read_by_hardware, .. } = pipeline.protocol;
        if pipeline.protocol.tensor.is_some()
            || (waits_for == Barrier::Full && pipeline.protocol.is_read_by_tensor_cores)
        {
            self.b().tmem_fence().side(SyncSide::After).finish();
        }
        if waits_for == Barrier::Full && fill.copies && is_read_by_hardware {
            // `cp.async` writes as threads do, and no producer can fence what has not ended when it arrives.
            self.fence_proxies();
        }
    }

    /// Waits until the stage of a `consumer_wait` is full.
    pub(super) fn wait_for_full(&mut self, wait: Op) {
        let operands = self.from.body.operands(wait);
        let (pipeline, iterator) = (operands[0], operands[1]);
        let pipeline = self.pipeline(pipeline);
        let (index, parity) = self.iterator(iterator);
        let (address, offset) = self.barrier_of(&pipeline, index, Barrier::Full);
        self.b().mbarrier_wait().address(address).parity(parity).offset(offset).finish();
    }

    /// `producer_write`: copies of boxes are expected before the first of them begins.
    pub(super) fn pipeline_write(&mut self, op: Op) -> Lowered<()> {
        use from::pipeline_write as f;
        let pipeline = self.pipeline(self.from.operand(op, f::pipeline));
        let index = self.stage_number(self.from.operand(op, f::stage));
        let body = self.from.block(op, f::body).expect("a verified write has a body");
        if pipeline.protocol.fill.boxes {
            let bytes = self.bytes_of_boxes(op, body)?;
            let full = self.expect_bytes((&pipeline, index), bytes);
            self.filling.push((op, full));
        }
        let lowered = self.stage_body(op, body, (&pipeline, index), from::pipeline_write::values);
        self.filling.retain(|&(write, _)| write != op);
        lowered
    }

    /// `consumer_read`: its body, in place.
    pub(super) fn pipeline_read(&mut self, op: Op) -> Lowered<()> {
        use from::pipeline_read as f;
        let pipeline = self.pipeline(self.from.operand(op, f::pipeline));
        let index = self.stage_number(self.from.operand(op, f::stage));
        let body = self.from.block(op, f::body).expect("a verified read has a body");
        self.stage_body(op, body, (&pipeline, index), f::values)
    }

    /// The body of a write or read, with the memory of its stage; what it yields are the further results.
    fn stage_body(
        &mut self,
        op: Op,
        body: Block,
        (pipeline, index): (&Pipeline, Value),
        values: ir::Field,
    ) -> Lowered<()> {
        let stages = &pipeline.protocol.stages;
        let stage = self.advance(pipeline.base, index, stages.bytes);
        let arguments: Vec<Value> = self.from.body.block_args(body).iter().collect();
        for (number, (argument, part)) in arguments.into_iter().zip(stages.parts.clone()).enumerate() {
            let Some(part) = part else {
                self.held[argument] = Held::Tensor(self.tensor_part(&pipeline.protocol, number, index));
                continue;
            };
            let address = if part == 0 {
                stage
            } else {
                let part = self.i32(part);
                self.advance(stage, part, 1)
            };
            self.held[argument] = Held::Buffer(address);
        }
        self.ops(body)?;
        self.held[self.from.body.result(op, 0)] = Held::Stage(index);
        let last = self.from.body.last_op(body).expect("a verified body ends in a yield");
        let given = self.from.body.operands(last).to_vec();
        let results = self.from.results(op, values).collect::<Vec<Value>>();
        for (result, given) in results.into_iter().zip(given) {
            self.held[result] = self.held[given].clone();
        }
        Ok(())
    }

    /// `producer_commit`: those arrive that the write has not made arrive yet.
    pub(super) fn pipeline_commit(&mut self, op: Op) {
        use from::pipeline_commit as f;
        let pipeline = self.pipeline(self.from.operand(op, f::pipeline));
        let index = self.stage_number(self.from.operand(op, f::stage));
        let (address, offset) = self.barrier_of(&pipeline, index, Barrier::Full);
        if pipeline.protocol.fill.copies {
            self.b().cp_async_arrive().address(address).offset(offset).finish();
        }
        if pipeline.protocol.fill.products {
            self.commit_products((address, offset), pipeline.protocol.is_of_pair);
        }
        if pipeline.protocol.by_warps() {
            let Fill { stores, tensor_stores, .. } = pipeline.protocol.fill;
            if stores {
                self.fence_proxies();
            }
            if tensor_stores {
                self.b().tmem_fence().side(SyncSide::Before).finish();
            }
            if stores || tensor_stores {
                self.b().warp_barrier().finish();
            }
            self.arrive_by_warp(address, offset);
        }
    }

    /// `consumer_release`: one lane of each warp arrives when what the read has begun has ended.
    pub(super) fn pipeline_release(&mut self, op: Op) {
        use from::pipeline_release as f;
        let pipeline = self.pipeline(self.from.operand(op, f::pipeline));
        let index = self.stage_number(self.from.operand(op, f::stage));
        let later = self.releases.at(op);
        if let Some(products) = later.products {
            self.b().wgmma_wait().pending(i64::from(products.min(MOST_GROUPS))).finish();
        }
        if let Some(stores) = later.stores {
            self.b().bulk_wait().pending(i64::from(stores)).read(true).finish();
        }
        if pipeline.protocol.is_in_turn {
            return;
        }
        let (address, offset) = self.barrier_of(&pipeline, index, Barrier::Empty);
        if later.by_tensor_cores {
            self.commit_products((address, offset), pipeline.protocol.is_of_pair);
            return;
        }
        if pipeline.protocol.tensor.is_some() {
            self.b().tmem_fence().side(SyncSide::Before).finish();
        }
        if later.by_threads {
            // One lane arrives for the others, so they have read. Waits for products are aligned, which tells as much
            // of them.
            self.b().warp_barrier().finish();
        }
        match pipeline.protocol.blocks {
            1 => self.arrive_by_warp(address, offset),
            _ if pipeline.protocol.is_of_pair => self.arrive_at_leader((address, offset)),
            blocks => self.arrive_in_cluster((address, offset), blocks),
        }
    }

    /// The first lanes of each warp arrive, each in a thread block of the cluster. Reads are signalled, and
    /// nothing that was written, so the arrivals release nothing to the cluster.
    fn arrive_in_cluster(&mut self, (address, offset): (Value, i64), blocks: u32) {
        let (lane, blocks) = (self.special(SpecialRegister::LaneId), self.i32(blocks));
        let arrives = self.compare(ComparisonPredicate::LessThan, false, lane, blocks);
        let there = self.in_block_of_cluster(address, lane);
        self.b().mbarrier_arrive().address(there).predicate(arrives).offset(offset).finish();
    }

    /// `reuse`: the stages lie at the start of the memory of their pipeline.
    pub(super) fn pipeline_reuse(&mut self, op: Op) {
        let pipeline = self.pipeline(self.from.operand(op, from::pipeline_reuse::pipeline));
        self.held[self.from.body.result(op, 0)] = Held::Buffer(pipeline.base);
    }

    fn arrive_by_warp(&mut self, address: Value, offset: i64) {
        let Issuers { elected, .. } = self.issuers();
        self.b().mbarrier_arrive().address(address).predicate(elected).offset(offset).finish();
    }

    /// Makes writes of threads to shared memory visible to later copies and products.
    pub(in crate::from_tileas) fn fence_proxies(&mut self) {
        self.b().fence().ordering(FenceOrdering::AsyncShared).scope(FenceScope::Cta).finish();
    }

    /// Where a barrier of a stage is: an address and bytes after it.
    pub(super) fn barrier_of(&mut self, pipeline: &Pipeline, index: Value, which: Barrier) -> (Value, i64) {
        let stages = &pipeline.protocol.stages;
        let first = match which {
            Barrier::Full => stages.full(),
            Barrier::Empty => stages.empty(),
        };
        let address = match stages.count {
            1 => pipeline.base,
            _ => self.advance(pipeline.base, index, BARRIER),
        };
        (address, i64::from(first))
    }

    pub(super) fn pipeline(&self, value: Value) -> Rc<Pipeline> {
        match &self.held[value] {
            Held::Pipeline(pipeline) => Rc::clone(pipeline),
            _ => panic!("a verified op of an agent takes a pipeline there"),
        }
    }

    fn iterator(&self, value: Value) -> (Value, Value) {
        match self.held[value] {
            Held::Iterator { index, parity } => (index, parity),
            _ => panic!("a verified op takes an iterator there"),
        }
    }

    pub(super) fn stage_number(&self, value: Value) -> Value {
        match self.held[value] {
            Held::Stage(index) => index,
            _ => panic!("a verified op takes a stage there"),
        }
    }
}
