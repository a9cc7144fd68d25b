//! Shared memory by liveness: buffers that are never needed at the same time share their memory, and the scratch of an op is
//! what lies behind the buffers that are needed then.
//!
//! A buffer is needed from its op to the last use of it or of one of its stages; where it is used in a loop that it was made
//! in front of, to the end of that loop. Whoever writes memory that was used before has all threads meet first: what uses
//! scratch begins with a barrier, and a buffer shares its memory only if a barrier stands between its op and its first use;
//! one without is needed from the beginning of the function to its end.

use cranelift_entity::SecondaryMap;
use ir::walk::{Visit, walk};
use ir::{Block, Op, Value};
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::Lower;
use super::movement::ALIGN;

/// A buffer: when it is needed, and where it lies.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
    offset: u32,
    bytes: u32,
    /// The stages of a pipeline, of which there may be fewer.
    gives_way: bool,
}

impl Span {
    fn meets(&self, start: u32, end: u32) -> bool {
        self.start <= end && start <= self.end
    }
}

/// The shared memory of a function.
#[derive(Default)]
pub(super) struct Packing {
    spans: Vec<Span>,
    /// The place of each op in the order of the program.
    places: SecondaryMap<Op, u32>,
    /// The place of the op at hand.
    pub(super) now: u32,
}

impl Packing {
    /// Where memory for `bytes` begins that is needed from `start` to `end`: the first gap between what is needed then.
    fn place(&mut self, (start, end): (u32, u32), bytes: u32, gives_way: bool) -> u32 {
        let mut taken: Vec<(u32, u32)> = (self.spans.iter())
            .filter(|span| span.meets(start, end))
            .map(|span| (span.offset, span.offset.saturating_add(span.bytes)))
            .collect();
        taken.sort_unstable();
        let mut offset = 0u32;
        for (first, behind) in taken {
            if first.saturating_sub(offset) >= bytes {
                break;
            }
            offset = offset.max(behind);
        }
        self.spans.push(Span { start, end, offset, bytes, gives_way });
        offset
    }

    /// The end of the buffers that are needed at the op at hand.
    pub(super) fn behind(&self) -> u32 {
        let needed = self.spans.iter().filter(|span| span.meets(self.now, self.now));
        needed.map(|span| span.offset.saturating_add(span.bytes)).max().unwrap_or(0)
    }

    /// The bytes of the buffers that are needed at the op at hand, but for stages of pipelines.
    fn lasting(&self) -> u64 {
        let needed = self.spans.iter().filter(|span| span.meets(self.now, self.now) && !span.gives_way);
        needed.map(|span| u64::from(span.bytes)).sum()
    }

    fn has_pipelines(&self) -> bool {
        self.spans.iter().any(|span| span.gives_way && span.meets(self.now, self.now))
    }

    /// The op at hand.
    pub(super) fn reach(&mut self, op: Op) {
        self.now = self.places[op];
    }
}

/// When a buffer is needed.
struct Life {
    value: Value,
    start: u32,
    end: u32,
    bytes: u32,
    gives_way: bool,
    /// All threads meet between the op and the first use; `None`: it was not used yet.
    met: Option<bool>,
}

/// Finds the lives of buffers on a walk through a function.
#[derive(Default)]
struct Lives {
    all: Vec<Life>,
    places: SecondaryMap<Op, u32>,
    place: u32,
    /// The buffer that a value is, by its number.
    numbers: SecondaryMap<Value, Option<u32>>,
    /// Loops around: where they start, and the buffers that are used in them.
    loops: Vec<(u32, Vec<u32>)>,
    /// The last barrier of each block so far.
    barriers: SecondaryMap<Block, Option<u32>>,
}

impl Lives {
    fn enter(&mut self, lower: &Lower<'_>, op: Op) {
        let (module, place) = (lower.from, self.place);
        self.places[op] = place;
        let block = module.body.parent_block(op);
        let barrier = block.and_then(|block| self.barriers[block]);
        for &operand in module.body.operands(op) {
            let Some(number) = self.numbers[operand] else { continue };
            let life = &mut self.all[number as usize];
            life.end = place;
            life.met.get_or_insert(barrier.is_some_and(|barrier| barrier > life.start));
            self.loops.iter_mut().for_each(|(_, used)| used.push(number));
        }
        if module.opcode(op) == From::Barrier
            && let Some(block) = block
        {
            self.barriers[block] = Some(place);
        }
        if matches!(module.opcode(op), From::For | From::Loop) {
            self.loops.push((place, Vec::new()));
        }
        if matches!(module.opcode(op), From::ProducerAcquire | From::ConsumerRead | From::ExtractSlice) {
            self.numbers[module.body.result(op, 0)] = self.numbers[module.body.operands(op)[0]];
        }
        if let Some(bytes) = lower.allocated(op) {
            let value = module.body.result(op, 0);
            self.numbers[value] = Some(self.all.len() as u32);
            let gives_way = module.opcode(op) == From::CreatePipeline;
            self.all.push(Life { value, start: place, end: place, bytes, gives_way, met: None });
        }
    }

    fn leave(&mut self, lower: &Lower<'_>, op: Op) {
        if matches!(lower.from.opcode(op), From::For | From::Loop)
            && let Some((start, used)) = self.loops.pop()
        {
            for number in used {
                let life = &mut self.all[number as usize];
                if life.start < start {
                    life.end = self.place;
                }
            }
        }
    }
}

impl Lower<'_> {
    /// Gives each buffer of a function its place, as bytes from the start of shared memory; returns the bytes that they take.
    pub(super) fn plan_buffers(&mut self, func: Op) -> u32 {
        let (lives, places) = self.buffer_lives(func);
        let mut packing = Packing { places, ..Packing::default() };
        let mut end = self.heap.bytes();
        if end > 0 {
            packing.place((0, u32::MAX), end, false);
        }
        for life in lives {
            let needed = if life.met == Some(false) { (0, u32::MAX) } else { (life.start, life.end) };
            let offset = packing.place(needed, life.bytes, life.gives_way);
            self.planned.push((life.value, offset));
            end = end.max(offset.saturating_add(life.bytes));
        }
        self.packing = packing;
        end
    }

    /// Buffers in the order of the program, and the places of all ops.
    fn buffer_lives(&self, func: Op) -> (Vec<Life>, SecondaryMap<Op, u32>) {
        let mut lives = Lives::default();
        for visit in walk(&self.from.body, func) {
            lives.place += 1;
            match visit {
                Visit::Enter(op) => lives.enter(self, op),
                Visit::Leave(op) => lives.leave(self, op),
            }
        }
        (lives.all, lives.places)
    }

    /// Bytes of the buffers that an op makes.
    fn allocated(&self, op: Op) -> Option<u32> {
        let stages = match self.from.opcode(op) {
            From::AllocTensor => 1,
            From::CreatePipeline => {
                self.from.int(op, from::create_pipeline::stages).unwrap_or(1).clamp(1, 64) as u32
            }
            _ => return None,
        };
        let FromType::Buffer(buffer) = self.from.ty(self.from.body.result(op, 0)) else { return None };
        Some(self.buffer_bytes(buffer).saturating_mul(stages))
    }

    /// Buffers are addresses at a fixed distance from the start of shared memory.
    pub(super) fn place_buffers(&mut self) {
        for (value, offset) in std::mem::take(&mut self.planned) {
            let address = self.shared_at(offset);
            self.held[value] = super::Held::Buffer(address);
        }
    }

    /// Bytes of scratch that an op may have which has no room for `wanted` of them. None where it has, where the target is not
    /// known, and where it would have if pipelines had fewer stages: they get fewer then, since the kernel asks for too much.
    pub(super) fn scratch_room(&self, wanted: u64) -> Option<u64> {
        let capability = self.capability();
        if capability == 0 {
            return None;
        }
        let limit = u64::from(tileas::target::shared_limit(capability));
        let behind = u64::from(self.packing.behind());
        let lasting = self.packing.lasting();
        let fits = behind + wanted <= limit;
        let would_fit = lasting < behind && lasting + wanted <= limit && self.packing.has_pipelines();
        (!fits && !would_fit).then(|| limit.saturating_sub(behind))
    }

    /// So many bytes behind the buffers that are needed now, until the next use of the scratch.
    pub(super) fn scratch(&mut self, bytes: u64) -> Value {
        let bytes = bytes.min(1 << 30) as u32;
        let start = self.packing.behind();
        self.shared.end = self.shared.end.max(start.saturating_add(bytes).next_multiple_of(ALIGN));
        self.shared_at(start)
    }
}
