//! Live ranges of a function's allocations in shared memory.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::{LiveRange, LiveRanges};
use ir::walk::{Visit, preorder, walk};
use ir::{Block, Op, Value};
use smallvec::SmallVec;

use super::buffer_bytes;
use super::scratch::Scratch;
use super::stages::{self, Stages};
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Buffers and scratch start at multiples of this, in bytes: a row of all 32 banks, so that the bank conflicts of a
/// layout do not depend on the address of the buffer.
pub(crate) const ALIGN: u32 = 128;
/// Bytes of a slot with an address.
pub(crate) const SLOT: u32 = 8;
/// Bytes of a slot of `tcgen05.alloc`: the address of tensor memory, the parity of the next product, and its mbarrier.
pub const TENSOR_SLOT: u32 = 16;
/// The maximum counted size of an allocation: far more than any target has, and sums of such sizes fit in 32 bits.
const MOST_BYTES: u64 = 1 << 30;

/// The holder of an allocation: an agent of a switch, or all warps. Agents of one switch run at once.
pub(crate) type Holder = Option<(Op, Op)>;

/// Bytes that an op needs for some time.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    pub(crate) op: Op,
    pub(crate) bytes: u32,
    pub(crate) align: u32,
    pub(crate) range: LiveRange,
    pub(crate) holder: Holder,
    /// A ring of the loop that a [`Rings`] supposes.
    pub(crate) supposed: bool,
    /// The scratch of an op that can do with fewer bytes, if only this op needs them.
    pub(crate) scratch: Option<Scratch>,
}

impl Allocation {
    /// Whether both are live at the same time.
    pub(crate) fn is_needed_with(&self, other: &Allocation) -> bool {
        let at_once = match (self.holder, other.holder) {
            (Some((switch, agent)), Some((other_switch, other_agent))) => {
                switch == other_switch && agent != other_agent
            }
            _ => false,
        };
        at_once || self.range.overlaps(other.range)
    }
}

/// A hypothesis: these buffers of a loop are rings of the given number of stages, created before the loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rings<'a> {
    pub(crate) loop_: Op,
    pub(crate) buffers: &'a [Value],
    pub(crate) stages: u32,
}

/// All allocations of a function, in the order of the program.
#[derive(Debug, Default)]
pub(crate) struct Allocations {
    /// Slots for addresses, which are live as long as the function runs: memory is freed at its end.
    slots: Vec<Allocation>,
    buffers: Vec<Allocation>,
    scratch: Vec<Allocation>,
}

impl Allocations {
    /// The allocations of a function, or those that it would have with `rings`.
    pub(crate) fn of(module: &Module, func: Op, rings: Option<Rings<'_>>) -> Allocations {
        // Agents of a switch run concurrently, so memory of one of them is live as long as any of them runs.
        let repeats = |op: Op| {
            matches!(module.opcode(op), Opcode::For | Opcode::Loop | Opcode::AgentSwitch | Opcode::Agent)
        };
        let mut collect = Collect {
            module,
            ranges: LiveRanges::of(&module.body, func, repeats),
            rings,
            found: Allocations::default(),
            owners: SecondaryMap::new(),
            used: Vec::new(),
            multiplied: multiplied(module, func),
            barriers: SecondaryMap::new(),
            holders: Vec::new(),
            read: SecondaryMap::new(),
        };
        for visit in walk(&module.body, func) {
            match visit {
                Visit::Enter(op) => collect.enter(op),
                Visit::Leave(op) if module.opcode(op) == Opcode::Agent => drop(collect.holders.pop()),
                Visit::Leave(_) => {}
            }
        }
        collect.keep_without_barrier();
        collect.found
    }

    /// All of them, in the order of allocation: the longest live ranges first, scratch last.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Allocation> {
        self.slots.iter().chain(&self.buffers).chain(&self.scratch)
    }
}

struct Collect<'m> {
    module: &'m Module,
    ranges: LiveRanges,
    rings: Option<Rings<'m>>,
    found: Allocations,
    /// The number of the buffer that a value is a view of.
    owners: SecondaryMap<Value, Option<u32>>,
    /// Of each buffer: whether a barrier is between its op and its first use; none before the first use.
    used: Vec<Option<bool>>,
    /// Buffers that products of warpgroups read.
    multiplied: EntitySet<Value>,
    /// The last barrier of each block so far.
    barriers: SecondaryMap<Block, Option<u32>>,
    /// Agents around the current op.
    holders: Vec<(Op, Op)>,
    /// The buffers that a product in flight reads, by number.
    read: SecondaryMap<Value, SmallVec<[u32; 2]>>,
}

impl Collect<'_> {
    fn enter(&mut self, op: Op) {
        let module = self.module;
        self.use_operands(op);
        let opcode = module.opcode(op);
        if opcode == Opcode::Barrier
            && let Some(block) = module.body.parent_block(op)
        {
            self.barriers[block] = Some(self.ranges.begin(op));
        }
        if opcode == Opcode::Agent
            && let Some(switch) = module.body.parent_op(op)
        {
            self.holders.push((switch, op));
        }
        if opcode == Opcode::Alloca {
            let slot = self.allocation(op, (SLOT.into(), SLOT), LiveRange::ALWAYS);
            self.found.slots.push(slot);
        }
        if opcode == Opcode::TensorAlloc {
            let slot = self.allocation(op, (TENSOR_SLOT.into(), TENSOR_SLOT), LiveRange::ALWAYS);
            self.found.slots.push(slot);
        }
        let views = matches!(
            opcode,
            Opcode::ProducerAcquire | Opcode::ConsumerRead | Opcode::ExtractSlice | Opcode::TransposeBuffer
        );
        if views && let Some(owner) = self.owners[module.body.operands(op)[0]] {
            let view = module.body.result(op, 0);
            self.owners[view] = Some(owner);
            self.extend(owner, view);
        }
        self.read_in_flight(op);
        if let Some(rings) = self.rings.filter(|rings| rings.loop_ == op) {
            self.suppose(&rings);
        }
        if let Some((bytes, align)) = memory_of(module, op) {
            self.buffer(op, bytes, align);
        }
        if let Some(needs) = Scratch::of(module, op) {
            let range = LiveRange { start: self.ranges.begin(op), end: self.ranges.end(op) };
            let scratch = self.allocation(op, (needs.whole, ALIGN), range);
            self.found.scratch.push(Allocation { scratch: Some(needs), ..scratch });
        }
    }

    /// A product in flight reads its buffers until an op waits for it, also behind a loop that carries it. Where a product goes
    /// to another block otherwise, its buffers share their memory with no others.
    fn read_in_flight(&mut self, op: Op) {
        let module = self.module;
        let operands = module.body.operands(op);
        let mut read: SmallVec<[u32; 2]> =
            operands.iter().flat_map(|&value| self.read[value].clone()).collect();
        let is_product = module.opcode(op) == Opcode::AsyncDot;
        if is_product {
            read.extend(operands.iter().filter_map(|&value| self.owners[value]));
        }
        if read.is_empty() {
            return;
        }
        if module.opcode(op) == Opcode::Continue {
            return self.carry_in_flight(op);
        }
        if !is_product && module.opcode(op) != Opcode::DotWait {
            read.into_iter().for_each(|owner| self.keep(owner));
            return;
        }
        let result = module.body.result(op, 0);
        if matches!(module.ty(result), Type::Pending(_)) {
            read.iter().for_each(|&owner| self.extend(owner, result));
            self.read[result] = read;
        }
    }

    /// The products that the end of an iteration passes to the next one.
    fn carry_in_flight(&mut self, end: Op) {
        let module = self.module;
        let loop_ = module.body.parent_op(end).filter(|&op| module.opcode(op) == Opcode::For);
        for (index, &value) in module.body.operands(end).iter().enumerate() {
            let result = loop_.and_then(|op| module.body.results(op).get(index));
            for owner in self.read[value].clone() {
                let buffer = self.found.buffers[owner as usize].op;
                let is_outside = loop_.is_some_and(|op| self.ranges.begin(buffer) < self.ranges.begin(op));
                match result.filter(|_| is_outside) {
                    Some(result) => {
                        self.extend(owner, result);
                        self.read[result].push(owner);
                    }
                    None => self.keep(owner),
                }
            }
        }
    }

    /// A buffer that shares its memory with no others.
    fn keep(&mut self, owner: u32) {
        self.found.buffers[owner as usize].range = LiveRange::ALWAYS;
    }

    /// The needs of the current op, with its agent.
    fn allocation(&self, op: Op, (bytes, align): (u64, u32), range: LiveRange) -> Allocation {
        let (bytes, holder) = (bytes.min(MOST_BYTES) as u32, self.holders.last().copied());
        Allocation { op, bytes, align, range, holder, supposed: false, scratch: None }
    }

    fn use_operands(&mut self, op: Op) {
        let body = &self.module.body;
        let barrier = self.last_barrier(op);
        let opcode = self.module.opcode(op);
        let is_swizzled =
            matches!(opcode, Opcode::TmaLoad | Opcode::TmaStore | Opcode::AsyncDot | Opcode::TensorDot);
        for &operand in body.operands(op) {
            let Some(owner) = self.owners[operand] else { continue };
            let buffer = &mut self.found.buffers[owner as usize];
            let start = buffer.range.start;
            if is_swizzled {
                buffer.align = buffer.align.max(stages::ALIGN);
            }
            self.used[owner as usize].get_or_insert(barrier.is_some_and(|barrier| barrier > start));
            // The op that waits for the copy names no buffer.
            if opcode == Opcode::TmaStore {
                self.used[owner as usize] = Some(false);
            }
            // Regions of the op use the stage that it gives them.
            if body.regions(op).len() > 0 {
                buffer.range = buffer.range.until(self.ranges.end(op));
            }
        }
    }

    /// The last barrier that all threads have passed when they reach an op: one in its block, or in a block around it.
    /// An op in a region has passed what is before the op of the region.
    fn last_barrier(&self, op: Op) -> Option<u32> {
        let body = &self.module.body;
        let around = std::iter::successors(Some(op), |&op| body.parent_op(op));
        let blocks = around.filter_map(|op| body.parent_block(op));
        blocks.filter_map(|block| self.barriers[block]).max()
    }

    fn buffer(&mut self, op: Op, bytes: u64, align: u32) {
        let value = self.module.body.result(op, 0);
        if self.rings.is_some_and(|rings| rings.buffers.contains(&value)) {
            return;
        }
        let owner = self.found.buffers.len() as u32;
        let range = LiveRange::at(self.ranges.begin(op));
        let buffer = self.allocation(op, (bytes, align), range);
        self.found.buffers.push(buffer);
        self.used.push(None);
        self.owners[value] = Some(owner);
        self.extend(owner, value);
    }

    /// Rings are live during their loop, which is enclosed by barriers.
    fn suppose(&mut self, rings: &Rings<'_>) {
        let range = LiveRange { start: self.ranges.begin(rings.loop_), end: self.ranges.end(rings.loop_) };
        for &value in rings.buffers {
            let Type::Buffer(buffer) = self.module.ty(value) else { continue };
            let bytes = buffer_bytes(buffer).saturating_mul(rings.stages.into());
            let op = self.module.body.def_op(value).expect("buffers are results of ops");
            let align = if self.multiplied.contains(value) { stages::ALIGN } else { ALIGN };
            let ring = self.allocation(op, (bytes, align), range);
            self.found.buffers.push(Allocation { supposed: true, ..ring });
            self.used.push(Some(true));
        }
    }

    /// A buffer is live as long as a view of it.
    fn extend(&mut self, owner: u32, view: Value) {
        let buffer = &mut self.found.buffers[owner as usize];
        if let Some(range) = self.ranges.range(view) {
            buffer.range = buffer.range.until(range.end);
        }
    }

    /// Without a barrier there, the previous owner of the memory may not be done before a buffer's first use: such a
    /// buffer does not share its memory. Neither does a pipeline: bytes with an mbarrier are no others' until the
    /// barrier is invalidated, and writes of copy engines are only ordered by the pipeline's own barriers.
    fn keep_without_barrier(&mut self) {
        for (buffer, used) in self.found.buffers.iter_mut().zip(&self.used) {
            if *used == Some(false) || self.module.opcode(buffer.op) == Opcode::PipelineCreate {
                buffer.range = LiveRange::ALWAYS;
            }
        }
    }
}

/// The operands of products that warpgroups read from shared memory.
fn multiplied(module: &Module, func: Op) -> EntitySet<Value> {
    let is_product = |&op: &Op| matches!(module.opcode(op), Opcode::TensorDot | Opcode::AsyncDot);
    let products = preorder(&module.body, func).filter(is_product);
    let mut found = EntitySet::new();
    found.extend(products.flat_map(|op| module.body.operands(op).iter().copied()));
    found
}

/// Bytes that an op allocates, and their alignment.
fn memory_of(module: &Module, op: Op) -> Option<(u64, u32)> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other op makes memory that outlives it")]
    match module.opcode(op) {
        Opcode::AllocTensor => {
            let Type::Buffer(buffer) = module.ty(module.body.result(op, 0)) else { return None };
            Some((buffer_bytes(buffer), ALIGN))
        }
        Opcode::CreatePipeline => {
            let Type::Buffer(buffer) = module.ty(module.body.result(op, 0)) else { return None };
            let stages = module.int(op, fields::create_pipeline::stages).unwrap_or(1).clamp(1, 64);
            Some((buffer_bytes(buffer).saturating_mul(stages.unsigned_abs()), ALIGN))
        }
        Opcode::PipelineCreate => {
            let Type::Pipeline(pipeline) = module.ty(module.body.result(op, 0)) else { return None };
            let stages = Stages::of(pipeline);
            Some((stages.total(), stages.align()))
        }
        _ => None,
    }
}
