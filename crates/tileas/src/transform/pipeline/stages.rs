//! How many runs of a loop are under way: what is asked for, as far as shared memory has room for it.
//!
//! What else lies in shared memory while the loop runs is counted as level 4 lays it out: buffers of the loop, buffers around it
//! that are needed behind its beginning, and the largest scratch of an op. Level 4 has the last word, since buffers may leave
//! gaps; who compiles asks for fewer stages then.

use cranelift_entity::SecondaryMap;
use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Op, Value};

use super::Limits;
use super::plan::Copied;
use crate::layout::Conversion;
use crate::ops::fields;
use crate::{Module, Opcode};

/// Runs under way where nothing else is said, and for stages of at most so many bytes one more.
const STAGES: u32 = 3;
const SMALL: u32 = 16 << 10;
/// Buffers begin at multiples of this.
const ALIGN: u64 = 128;

ir::attr_enums! {
    /// Why a ring has no more stages, as the attribute of `create_pipeline` says it.
    Bound {
        /// So many are usual.
        Usual "usual",
        /// The program's hint says so.
        Latency "latency",
        /// There are never more.
        Most "most",
        /// The counter of the loop reaches no farther.
        Counter "counter",
        /// Shared memory has no room for more.
        Room "room",
    }
}

impl Bound {
    /// The bound that a ring of a module names.
    pub fn of(module: &Module, ring: Op) -> Bound {
        module.get(ring, fields::create_pipeline::bound)
    }
}

/// What was chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stages {
    pub(super) count: u32,
    pub(super) bound: Bound,
}

/// A loop, as far as its stages depend on it.
pub(super) struct Demand<'p> {
    pub(super) copies: &'p [Copied],
    /// All ops in the loop.
    pub(super) inside: &'p [Op],
    /// The longest latency that the program says of a load.
    pub(super) latency: Option<i64>,
    /// Runs whose numbers the counter can hold.
    pub(super) countable: u32,
}

impl Demand<'_> {
    /// None where fewer than two have room: one run is no pipeline.
    pub(super) fn stages(&self, module: &Module, uses: &Uses, loop_: Op, limits: &Limits) -> Option<Stages> {
        let stage: u64 = self.copies.iter().map(|copied| bytes(module, copied.buffer)).sum();
        if stage == 0 {
            return None;
        }
        let room = u64::from(limits.shared).saturating_sub(self.others(module, uses, loop_)) / stage;
        let usual = if stage <= u64::from(SMALL) { STAGES + 1 } else { STAGES };
        // A latency of 1 is the shortest, of 10 the longest that the language knows.
        let wanted = match self.latency {
            Some(latency) => ((latency.clamp(1, 10) as u32).div_ceil(3) + 1, Bound::Latency),
            None => (usual, Bound::Usual),
        };
        let others = [
            (limits.stages, Bound::Most),
            (self.countable, Bound::Counter),
            (room.min(u64::from(u32::MAX)) as u32, Bound::Room),
        ];
        let least = |a: (u32, Bound), b: (u32, Bound)| if b.0 < a.0 { b } else { a };
        let (count, bound) = others.into_iter().fold(wanted, least);
        (count >= 2).then_some(Stages { count, bound })
    }

    /// Bytes of what else is needed while the stages are there.
    fn others(&self, module: &Module, uses: &Uses, loop_: Op) -> u64 {
        let is_stage = |value: Value| self.copies.iter().any(|copied| copied.buffer == value);
        let own = self.inside.iter().filter(|&&op| module.opcode(op) == Opcode::AllocTensor);
        let own = own.map(|&op| module.body.result(op, 0)).filter(|&value| !is_stage(value));
        let own: u64 = own.map(|value| bytes(module, value)).sum();
        let scratch = self.inside.iter().map(|&op| scratch(module, op, loop_)).max().unwrap_or(0);
        own + around(module, uses, loop_) + scratch
    }
}

/// Bytes that a buffer takes.
fn bytes(module: &Module, value: Value) -> u64 {
    module.ty(value).buffer().map_or(0, |buffer| {
        let bits = buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(8));
        (u64::from(bits / 8) << buffer.layout.shape().bits().min(40)).next_multiple_of(ALIGN)
    })
}

/// Bytes of buffers of the function that are needed both before a loop and behind its beginning.
fn around(module: &Module, uses: &Uses, loop_: Op) -> u64 {
    let outer = ancestors(module, loop_);
    let Some(&func) = outer.iter().find(|&&op| module.opcode(op) == Opcode::Func) else { return 0 };
    let order: Vec<Op> = preorder(&module.body, func).collect();
    let mut places = SecondaryMap::new();
    for (place, &op) in order.iter().enumerate() {
        places[op] = place;
    }
    let start = places[loop_];
    let mut sum = 0;
    for &op in &order[..start] {
        let stages = if module.opcode(op) == Opcode::CreatePipeline {
            module.int(op, fields::create_pipeline::stages).unwrap_or(1).max(1)
        } else if module.opcode(op) == Opcode::AllocTensor {
            1
        } else {
            continue;
        };
        let value = module.body.result(op, 0);
        // What a loop around both uses is needed in all its runs.
        let own = ancestors(module, op);
        let again = outer.iter().any(|&outer| {
            matches!(module.opcode(outer), Opcode::For | Opcode::Loop) && !own.contains(&outer)
        });
        let users = uses.users(&module.body, value);
        let later = users.iter().any(|&user| places[user] > start);
        if again || later {
            sum += bytes(module, value).saturating_mul(stages.unsigned_abs());
        }
    }
    sum
}

/// The ops that an op is in, from the inside.
fn ancestors(module: &Module, op: Op) -> Vec<Op> {
    let parent = |op: Op| module.body.parent_block(op).and_then(|block| module.body.block_op(block));
    std::iter::successors(parent(op), |&op| parent(op)).collect()
}

/// Bytes of scratch that an op of a loop needs.
fn scratch(module: &Module, op: Op, loop_: Op) -> u64 {
    let tile_bytes = |value: Value| {
        let tile = module.ty(value).tile()?;
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(8));
        Some(u64::from(bits / 8) << tile.layout.shape().bits().min(40))
    };
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "other ops that need scratch keep a loop from being a pipeline"
    )]
    match module.opcode(op) {
        Opcode::ConvertLayout => {
            let [from, to] = [module.body.operands(op)[0], module.body.result(op, 0)];
            let (Some(before), Some(after)) = (module.ty(from).tile(), module.ty(to).tile()) else {
                return 0;
            };
            let bits = before.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(8));
            match Conversion::between(&before.layout, &after.layout, bits) {
                Conversion::Shared(_) => tile_bytes(to).unwrap_or(0),
                Conversion::Same
                | Conversion::Registers(_)
                | Conversion::Shuffle(_)
                | Conversion::Cluster => 0,
            }
        }
        // Each warp leaves its part of every line.
        Opcode::Reduce | Opcode::Scan => {
            let func = ancestors(module, loop_).into_iter().find(|&op| module.opcode(op) == Opcode::Func);
            let warps = func.and_then(|func| module.int(func, fields::func::num_warps)).unwrap_or(1).max(1);
            let lines = |value: Value| {
                let dim = module.int(op, fields::scan::dim).unwrap_or(0).max(0) as usize;
                let bits = match module.ty(value).tile() {
                    Some(tile) if module.opcode(op) == Opcode::Scan && dim < tile.shape().len() => {
                        tile.layout.shape().dim_bits(dim)
                    }
                    Some(_) | None => 0,
                };
                (tile_bytes(value).unwrap_or(0) >> bits).next_multiple_of(ALIGN)
            };
            let parts: u64 = module.body.results(op).iter().map(lines).sum();
            parts.saturating_mul(warps.unsigned_abs())
        }
        _ => 0,
    }
}
