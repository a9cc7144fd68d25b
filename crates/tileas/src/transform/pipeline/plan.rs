//! The loads of a loop that are prefetched, and their dependences.

use ir::analysis::Uses;
use ir::{Op, Value, ValueDef};

use super::Limits;
use super::loads::{Copied, Loads, constant};
use super::order::may_copy_ahead;
use super::stages::{Demand, Stages};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The largest step of a loop for which a few steps together do not overflow its type.
const LONGEST_STEP: u64 = 1 << 20;

/// The decision about a loop.
pub(super) struct Plan {
    pub(super) copies: Vec<Copied>,
    /// The ops that compute indices and addresses of the copies, in order.
    pub(super) slice: Vec<Op>,
    /// Loop-carried values, by number, on which the slice depends, and the ops that compute the next ones.
    pub(super) carried: Vec<usize>,
    pub(super) advance: Vec<Op>,
    /// Barriers, and fences between them, that only ordered accesses that are copies now.
    pub(super) barriers: Vec<Op>,
    /// Whether products of warpgroups read copies.
    pub(super) fence: bool,
    pub(super) stages: Stages,
    pub(super) step: u64,
}

/// The loop under analysis.
struct Candidate<'m> {
    module: &'m Module,
    loop_: Op,
    loads: Loads<'m>,
}

impl Plan {
    pub(super) fn of(module: &Module, loop_: Op, limits: &Limits) -> Option<Plan> {
        let step = constant(module, module.operand(loop_, fields::for_::step))?;
        if !(1..=LONGEST_STEP).contains(&step) || limits.stages < 2 {
            return None;
        }
        let body = module.block(loop_, fields::for_::body)?;
        if !may_copy_ahead(module, loop_) {
            return None;
        }
        let uses = Uses::of(&module.body, module.root);
        let candidate = Candidate { module, loop_, loads: Loads::of(module, &uses, body) };
        let copies = candidate.loads.copies();
        // If there is not enough room for all of them, there may be for the first ones.
        (1..=copies.len()).rev().find_map(|count| candidate.plan(&copies[..count], step, limits))
    }
}

fn latency(module: &Module, load: Op) -> Option<i64> {
    let field = if module.opcode(load) == Opcode::TiledLoad {
        fields::tiled_load::latency
    } else {
        fields::load::latency
    };
    module.int(load, field)
}

/// The maximum number of iterations in flight for which the difference of the first and last counters fits the
/// counter's type.
fn countable(step: u64, bits: u32) -> u32 {
    let largest = u64::MAX >> (64 - bits.clamp(1, 64));
    u32::try_from(largest / step.max(1)).unwrap_or(u32::MAX).saturating_add(1)
}

impl Candidate<'_> {
    /// The plan for those of some loads that can be copied.
    fn plan(&self, wanted: &[Copied], step: u64, limits: &Limits) -> Option<Plan> {
        let module = self.module;
        let mut copies: Vec<Copied> = Vec::new();
        let (mut slice, mut carried) = (Vec::new(), Vec::new());
        for copied in wanted {
            let (mut more, mut needs) = (slice.clone(), carried.clone());
            if self.slice_of(module.body.operands(copied.load), &mut more, &mut needs) {
                (slice, carried) = (more, needs);
                copies.push(copied.clone());
            }
        }
        let advance = self.close(&mut carried)?;
        slice.sort_unstable_by_key(|&op| self.loads.places[op]);
        let counter = module.ty(module.operand(self.loop_, fields::for_::lower)).tile()?.elem.scalar()?;
        let buffers: Vec<Value> = copies.iter().map(|copied| copied.buffer).collect();
        let demand = Demand {
            buffers: &buffers,
            latency: copies.iter().filter_map(|copied| latency(module, copied.load)).max(),
            countable: countable(step, counter.bits()),
        };
        let stages = demand.stages(module, self.loop_, limits)?;
        let barriers = self.loads.barriers(&copies);
        let fence = copies.iter().any(|copied| self.loads.needs_fence(copied));
        Some(Plan { copies, slice, carried, advance, barriers, fence, stages, step })
    }

    /// Adds the ops that compute `values` to a slice: ops of the body without effects, and carried values. False when
    /// it depends on something else.
    fn slice_of(&self, values: &[Value], slice: &mut Vec<Op>, carried: &mut Vec<usize>) -> bool {
        let mut open: Vec<Value> = values.to_vec();
        while let Some(value) = open.pop() {
            match self.module.body.def(value) {
                ValueDef::Arg(block, index) => {
                    let of_loop = self.module.body.block_op(block) == Some(self.loop_);
                    if of_loop && index > 0 && !carried.contains(&(index as usize - 1)) {
                        carried.push(index as usize - 1);
                    }
                }
                // It is defined before the loop: what an op of the body has inside is not visible here.
                ValueDef::Result(op, _) if self.loads.places[op] == 0 => {}
                ValueDef::Result(op, _) => {
                    if slice.contains(&op) {
                        continue;
                    }
                    // Conversions of layouts may go through shared memory, which the copies are about to write.
                    let plain = self.module.body.regions(op).len() == 0
                        && self.module.opcode(op) != Opcode::ConvertLayout;
                    if !plain || !self.module.effects(op).is_repeatable() {
                        return false;
                    }
                    slice.push(op);
                    open.extend(self.module.body.operands(op).iter().copied());
                }
            }
        }
        true
    }

    /// The ops that compute the next loop-carried values, which may be more than requested. None if they have effects,
    /// or may be undefined where the program would not run it.
    fn close(&self, carried: &mut Vec<usize>) -> Option<Vec<Op>> {
        let body = self.module.block(self.loop_, fields::for_::body)?;
        let last = self.module.body.last_op(body)?;
        if self.module.opcode(last) != Opcode::Continue {
            return None;
        }
        let mut slice = Vec::new();
        let mut done = 0;
        while done < carried.len() {
            let next = *self.module.body.operands(last).get(carried[done])?;
            if !self.slice_of(&[next], &mut slice, carried) {
                return None;
            }
            done += 1;
        }
        slice.sort_unstable_by_key(|&op| self.loads.places[op]);
        // The slice runs for iterations that the loop may not have, where a divisor may be zero and an index outside.
        slice.iter().all(|&op| self.module.effects(op).is_pure()).then_some(slice)
    }
}
