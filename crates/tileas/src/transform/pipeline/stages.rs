//! The number of iterations in flight: the requested number, limited by shared memory.
//!
//! The allocator determines how many stages fit ([`Room`]): it packs the function as if it had them, so that the chosen
//! number is not refused when offsets are assigned.

use ir::{Op, Value};

use super::Limits;
use crate::attributes::Bound;
use crate::shared_memory::buffer_bytes;
use crate::transform::allocate_shared::Room;
use crate::{Module, Opcode};

/// The default number of iterations in flight.
const STAGES: u32 = 3;
/// Stages of at most as many bytes have one iteration more: latency is the same, and there is room.
const SMALL_STAGE_BYTES: u32 = 16 << 10;

/// The choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stages {
    pub(super) count: u32,
    pub(super) bound: Bound,
}

/// A loop, as far as its stages depend on it.
pub(super) struct Demand<'p> {
    /// The buffers that become rings.
    pub(super) buffers: &'p [Value],
    /// The longest latency hint of a load.
    pub(super) latency: Option<i64>,
    /// Iterations whose numbers the counter can hold.
    pub(super) countable: u32,
}

impl Demand<'_> {
    /// None if fewer than two fit: one stage is not a pipeline.
    pub(super) fn stages(&self, module: &Module, loop_: Op, limits: &Limits) -> Option<Stages> {
        let bytes = |&value: &Value| module.ty(value).buffer().map_or(0, buffer_bytes);
        let stage: u64 = self.buffers.iter().map(bytes).sum();
        if stage == 0 {
            return None;
        }
        let usual = if stage <= u64::from(SMALL_STAGE_BYTES) { STAGES + 1 } else { STAGES };
        // A latency of 1 is the shortest, of 10 the longest that the language knows.
        let wanted = match self.latency {
            Some(latency) => ((latency.clamp(1, 10) as u32).div_ceil(3) + 1, Bound::Latency),
            None => (usual, Bound::Usual),
        };
        let others = [(limits.stages, Bound::Most), (self.countable, Bound::Counter)];
        let least = |a: (u32, Bound), b: (u32, Bound)| if b.0 < a.0 { b } else { a };
        let (count, bound) = others.into_iter().fold(wanted, least);
        let func = func_of(module, loop_)?;
        let room = Room::new(module, func, limits.shared.into()).stages(loop_, self.buffers, count)?;
        let bound = if room < count { Bound::Room } else { bound };
        Some(Stages { count: room, bound })
    }
}

/// The function around a loop.
fn func_of(module: &Module, loop_: Op) -> Option<Op> {
    let outer = std::iter::successors(module.body.parent_op(loop_), |&op| module.body.parent_op(op));
    outer.into_iter().find(|&op| module.opcode(op) == Opcode::Func)
}
