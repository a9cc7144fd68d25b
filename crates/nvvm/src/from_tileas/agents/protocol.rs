//! Arrivals at the barriers of a pipeline.
//!
//! | barrier | arrivals of | count |
//! |---|---|---|
//! | full | the lane that starts copies of boxes, which expects the bytes of all of them, including boxes out of bounds | once |
//! | full | each thread of the producer that starts `cp.async`, when its copies have completed | threads |
//! | full | each warp of the producer whose threads write the stage, after a fence | warps |
//! | full | the products of `tcgen05` that write the stage, when they have completed | once |
//! | empty | each warp of each consumer, when its operations have completed; of one consumer where they take turns | warps |
//!
//! Thread blocks that copy for each other arrive at the empty barriers of all of them, and each expects the bytes that
//! all copy to it.
//!
//! A *pair* of thread blocks multiplies together, and the first one, the leader, starts the products. What it waits for arrives at its
//! own barriers: the copies of both at the full barrier of operands, the threads of both at the empty barrier of sums. The end of
//! products arrives at the other barriers of both.
//!
//! If a producer of several warps only copies boxes, each of its warps arrives as well. No warp can then be late by
//! more than a round, and a parity always means the same round for all of them. A producer that also
//! reads the stages needs no such arrivals: a stage is filled again after all of its warps have released it.

use cranelift_entity::SecondaryMap;
use ir::walk::preorder;
use ir::{Op, Value};
use tileas::ops::fields as from;
use tileas::shared_memory::Stages;
use tileas::types::Type;
use tileas::{Module, Opcode, stage_of};

use super::crew::{Crew, is_of_leader};
use super::tensor_stages::TensorStages;

/// The way in which a producer fills stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fill {
    /// By boxes of tensor maps, or answers of the launch, whose bytes are counted alike.
    pub(super) boxes: bool,
    /// By answers of the launch.
    pub(super) answers: bool,
    /// By `cp.async` of threads.
    pub(super) copies: bool,
    /// By stores of threads.
    pub(super) stores: bool,
    /// By stores of threads into tensor memory.
    pub(super) tensor_stores: bool,
    /// By products of `tcgen05`.
    pub(super) products: bool,
}

/// The arrivals and waits at the barriers of a pipeline.
#[derive(Clone, Debug)]
pub(super) struct Protocol {
    pub(super) create: Op,
    pub(super) stages: Stages,
    pub(super) fill: Fill,
    /// Warps of the producer that run.
    producers: u32,
    /// The agents that fill and that read stages, the last ones found.
    ends: [Option<Op>; 2],
    /// Warps that run of all consumers in all thread blocks together, or of one where they take turns.
    consumers: u32,
    by_turns: bool,
    /// Thread blocks whose consumers read what each of their producers writes.
    pub(super) blocks: u32,
    /// Whether these are a pair whose products read stages, or write them.
    pub(super) is_of_pair: bool,
    /// Whether products or stores by tensor maps read stages, which see what threads have written after a fence of
    /// proxies only.
    pub(super) is_read_by_hardware: bool,
    /// Whether products of `tcgen05` read stages.
    pub(super) is_read_by_tensor_cores: bool,
    /// Whether its stage and that of another pipeline have the same memory. Both are written and read in turn, so that nothing
    /// waits for the empty one: the agent that writes a stage has read the other one.
    pub(super) is_in_turn: bool,
    /// Where tensor memory of a stage is, if it has some.
    pub(super) tensor: Option<TensorStages>,
}

impl Protocol {
    /// Whether each warp of the producer arrives by itself.
    pub(super) fn by_warps(&self) -> bool {
        let Fill { boxes, copies, stores, tensor_stores, products, .. } = self.fill;
        let [producer, consumer] = self.ends;
        let may_be_late = self.producers > 1 && producer != consumer;
        stores || tensor_stores || (!copies && !products && (!boxes || may_be_late))
    }

    /// Arrivals that a full stage takes.
    pub(super) fn full(&self) -> u32 {
        let are_of_both = self.is_of_pair && !self.fill.answers;
        let of_boxes = u32::from(self.fill.boxes) * if are_of_both { self.blocks } else { 1 };
        let of_copies = if self.fill.copies { 32 * self.producers } else { 0 };
        let of_warps = if self.by_warps() { self.producers } else { 0 };
        of_boxes + of_copies + of_warps + u32::from(self.fill.products)
    }

    /// Arrivals that an empty stage takes.
    pub(super) fn empty(&self) -> u32 {
        self.consumers
    }
}

/// The pipelines that the agents of a switch use, in the order of their first use.
pub(super) fn protocols(module: &Module, crews: &[Crew], ctas: u32) -> Vec<Protocol> {
    let mut found = Found { module, ctas, numbers: SecondaryMap::new(), protocols: Vec::new() };
    for crew in crews {
        for op in preorder(&module.body, crew.agent) {
            found.visit(op, crew);
        }
    }
    found.protocols
}

struct Found<'m> {
    module: &'m Module,
    /// Thread blocks of a cluster.
    ctas: u32,
    /// The number of the protocol of each pipeline.
    numbers: SecondaryMap<Value, Option<u32>>,
    protocols: Vec<Protocol>,
}

impl Found<'_> {
    fn of(&mut self, pipeline: Value) -> Option<&mut Protocol> {
        let Type::Pipeline(ty) = self.module.ty(pipeline) else { return None };
        let create = self.module.body.def_op(pipeline)?;
        let blocks = if self.module.flag(create, from::pipeline_create::cluster) { self.ctas } else { 1 };
        let protocols = &mut self.protocols;
        let number = *self.numbers[pipeline].get_or_insert_with(|| {
            protocols.push(Protocol {
                create,
                stages: Stages::of(ty),
                fill: Fill::default(),
                producers: 0,
                ends: [None; 2],
                consumers: 0,
                by_turns: self.module.flag(create, from::pipeline_create::turns),
                blocks,
                is_of_pair: false,
                is_read_by_hardware: false,
                is_read_by_tensor_cores: false,
                is_in_turn: false,
                tensor: TensorStages::of(ty),
            });
            protocols.len() as u32 - 1
        });
        protocols.get_mut(number as usize)
    }

    /// The effect of an op of an agent on pipelines. A consumer waits somewhere, and may do so at several places.
    fn visit(&mut self, op: Op, crew: &Crew) {
        let module = self.module;
        let warps = crew.runner.warps;
        let opcode = module.opcode(op);
        if opcode == Opcode::PipelineAcquire
            && let Some(protocol) = self.of(module.operand(op, from::pipeline_acquire::pipeline))
        {
            protocol.producers = warps;
            protocol.ends[0] = Some(crew.agent);
        }
        if opcode == Opcode::PipelineWait
            && is_first_wait(module, op, crew)
            && let Some(protocol) = self.of(module.operand(op, from::pipeline_wait::pipeline))
        {
            let warps = if crew.is_of_leader { warps } else { warps * protocol.blocks };
            // Where consumers take turns, one of them reads a stage.
            protocol.consumers = if protocol.by_turns { warps } else { protocol.consumers + warps };
            protocol.ends[1] = Some(crew.agent);
        }
        for &operand in module.body.operands(op) {
            let is_memory = matches!(module.ty(operand), Type::Buffer(_) | Type::Tensor(_));
            let stage = stage_of(module, operand).filter(|_| is_memory);
            let Some(owner) = stage else { continue };
            let Some(protocol) = self.of(module.body.operands(owner)[0]) else { continue };
            protocol.is_of_pair |= is_of_leader(module, op);
            if module.opcode(owner) == Opcode::PipelineWrite {
                protocol.fill.boxes |= matches!(opcode, Opcode::TmaLoad | Opcode::CancelLaunch);
                protocol.fill.answers |= opcode == Opcode::CancelLaunch;
                protocol.fill.copies |= matches!(opcode, Opcode::CopyLoad | Opcode::CopyTiledLoad);
                protocol.fill.stores |= opcode == Opcode::LocalStore;
                protocol.fill.tensor_stores |= opcode == Opcode::TensorStore;
                protocol.fill.products |= matches!(opcode, Opcode::TensorDot | Opcode::TensorDotScaled);
            } else {
                let is_product =
                    matches!(opcode, Opcode::TensorDot | Opcode::TensorDotScaled | Opcode::TensorCopy);
                protocol.is_read_by_tensor_cores |= is_product;
                protocol.is_read_by_hardware |=
                    is_product || matches!(opcode, Opcode::AsyncDot | Opcode::TmaStore);
            }
        }
    }
}

/// Whether a wait is the first one of its consumer in the agent.
fn is_first_wait(module: &Module, op: Op, crew: &Crew) -> bool {
    let index = |op: Op| module.int(op, from::pipeline_wait::consumer_idx).unwrap_or(0);
    let pipeline = module.operand(op, from::pipeline_wait::pipeline);
    let waits =
        preorder(&module.body, crew.agent).filter(|&other| module.opcode(other) == Opcode::PipelineWait);
    let mut same = waits.filter(|&other| {
        module.operand(other, from::pipeline_wait::pipeline) == pipeline && index(other) == index(op)
    });
    same.next() == Some(op)
}
