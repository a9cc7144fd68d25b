//! The loads of a loop that are prefetched, and their dependences.

use cranelift_entity::SecondaryMap;
use ir::analysis::Uses;
use ir::{Field, Op, Value, ValueDef};
use tileaa::types::Padding;

use super::Limits;
use super::order::may_copy_ahead;
use super::stages::{Demand, Stages};
use crate::layout::SharedLayout;
use crate::ops::fields;
use crate::types::BufferType;
use crate::{Module, Opcode, Type};

/// The minimum and maximum bytes of one copy.
pub(crate) const COPY: std::ops::RangeInclusive<u64> = 4..=16;
/// The largest step of a loop for which a few steps together do not overflow its type.
const LONGEST_STEP: u64 = 1 << 20;

/// A load that becomes a copy: the ops between it and its buffer are removed.
#[derive(Clone)]
pub(super) struct Copied {
    pub(super) load: Op,
    /// Views and permutations between the load and the store, the last first.
    pub(super) reshapes: Vec<Op>,
    pub(super) store: Op,
    pub(super) buffer: Value,
}

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

impl Copied {
    /// The buffer with the coordinates of the loaded tile.
    pub(super) fn as_loaded(&self, module: &Module) -> Option<BufferType> {
        let Type::Buffer(buffer) = module.ty(self.buffer) else { return None };
        let mut layout = buffer.layout.clone();
        for &op in &self.reshapes {
            layout = before(module, op, &layout)?;
        }
        Some(BufferType::new(buffer.elem, layout))
    }
}

/// The layout of a buffer with the coordinates that its elements had before a view or a permutation.
fn before(module: &Module, op: Op, layout: &SharedLayout) -> Option<SharedLayout> {
    if module.opcode(op) != Opcode::Permute {
        let source = module.ty(module.body.operands(op)[0]).tile()?;
        return Some(layout.reshape(source.layout.shape().clone()));
    }
    // Dimension i of the result is dimension `permutation[i]` of the source.
    let permutation = module.ints(op, fields::permute::permutation);
    let place = |dim: usize| permutation.iter().position(|&from| from == dim as i64);
    let back: Option<Vec<usize>> = (0..permutation.len()).map(place).collect();
    Some(layout.permute_dims(&back?))
}

/// The loop under analysis.
struct Candidate<'m> {
    module: &'m Module,
    uses: Uses,
    loop_: Op,
    /// Ops of its body, by place.
    places: SecondaryMap<Op, u32>,
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
        let mut places = SecondaryMap::new();
        for (place, op) in module.body.block_ops(body).enumerate() {
            places[op] = place as u32 + 1;
        }
        let candidate = Candidate { module, uses: Uses::of(&module.body, module.root), loop_, places };
        let stores = module.body.block_ops(body).filter(|&op| module.opcode(op) == Opcode::LocalStore);
        let copies: Vec<Copied> = stores.filter_map(|store| candidate.copied(store)).collect();
        // If there is not enough room for all of them, there may be for the first ones.
        (1..=copies.len()).rev().find_map(|count| candidate.plan(&copies[..count], step, limits))
    }
}

/// The value of a constant.
fn constant(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    module.number(op, fields::constant::value)
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
        slice.sort_unstable_by_key(|&op| self.places[op]);
        let counter = module.ty(module.operand(self.loop_, fields::for_::lower)).tile()?.elem.scalar()?;
        let buffers: Vec<Value> = copies.iter().map(|copied| copied.buffer).collect();
        let demand = Demand {
            buffers: &buffers,
            latency: copies.iter().filter_map(|copied| latency(module, copied.load)).max(),
            countable: countable(step, counter.bits()),
        };
        let stages = demand.stages(module, self.loop_, limits)?;
        let barriers = self.barriers(&copies);
        let multiplies = |copied: &Copied| {
            let users = self.uses.users(&module.body, copied.buffer);
            users.iter().any(|&user| module.opcode(user) == Opcode::AsyncDot)
        };
        let fence = copies.iter().any(multiplies);
        Some(Plan { copies, slice, carried, advance, barriers, fence, stages, step })
    }

    /// The load after a store to a buffer, if it can be a copy.
    fn copied(&self, store: Op) -> Option<Copied> {
        let module = self.module;
        let buffer = module.operand(store, fields::local_store::buffer);
        let alloc = module.body.def_op(buffer).filter(|&op| module.opcode(op) == Opcode::AllocTensor)?;
        let zero = |&value: &Value| constant(module, value) == Some(0);
        let users = self.uses.users(&module.body, buffer);
        #[allow(clippy::wildcard_enum_match_arm, reason = "no other op reads a buffer as it is")]
        let behind = |&user: &Op| {
            let reads = || match module.opcode(user) {
                Opcode::LocalLoad => module.operands(user, fields::local_load::offsets).iter().all(zero),
                // It takes the stage as it is: copies fill it as the descriptor says.
                Opcode::TensorDot => true,
                _ => self.multiplies_here(user),
            };
            user == store || self.places[user] > self.places[store] && reads()
        };
        let whole = module.operands(store, fields::local_store::offsets).iter().all(zero)
            && module.ints(store, fields::local_store::slice).is_empty();
        if !whole || !users.iter().all(behind) || self.uses.count(buffer) != users.len() {
            return None;
        }
        debug_assert!(module.body.parent_block(alloc).is_some(), "a buffer stands in a block");
        let mut load = self.only_definition(module.operand(store, fields::local_store::value))?;
        let mut reshapes = Vec::new();
        while matches!(module.opcode(load), Opcode::View | Opcode::Permute) {
            reshapes.push(load);
            load = self.only_definition(module.body.operands(load)[0])?;
        }
        let copied = Copied { load, reshapes, store, buffer };
        self.can_copy(&copied).then_some(copied)
    }

    /// Whether an op is a product of warpgroups that the iteration waits for: it has read its buffers then.
    fn multiplies_here(&self, op: Op) -> bool {
        let module = self.module;
        if module.opcode(op) != Opcode::AsyncDot {
            return false;
        }
        let waits = |&user: &Op| {
            module.opcode(user) == Opcode::DotWait
                && self.places[user] > 0
                && matches!(module.ty(module.body.result(user, 0)), Type::Tile(_))
                && module.int(user, fields::dot_wait::pending).unwrap_or(0) == 0
        };
        self.uses.users(&module.body, module.body.result(op, 0)).iter().all(waits)
    }

    /// The op of the body that defines a value which is used once.
    fn only_definition(&self, value: Value) -> Option<Op> {
        let op = self.module.body.def_op(value)?;
        (self.places[op] > 0 && self.uses.count(value) == 1).then_some(op)
    }

    /// Whether an instruction copies enough bytes at once, and elements outside are zeros.
    fn can_copy(&self, copied: &Copied) -> bool {
        let module = self.module;
        let Some(buffer) = copied.as_loaded(module) else { return false };
        let opcode = module.opcode(copied.load);
        let zeros = if opcode == Opcode::TiledLoad {
            let tiles = module.ty(module.operand(copied.load, fields::tiled_load::tiles)).block_tile();
            let alone = !module.attr(copied.load, fields::tiled_load::multimem).is_present();
            alone
                && tiles.is_some_and(|tiles| {
                    tiles.gather.is_none() && matches!(tiles.padding, None | Some(Padding::Zero))
                })
        } else {
            let other = || module.operand_opt(copied.load, fields::load::other);
            opcode == Opcode::Load && other().is_none_or(|other| self.is_zero(other))
        };
        zeros && copy_bytes(module, copied.load, &buffer).is_some()
    }

    /// True for zero, or a tile of zeros.
    fn is_zero(&self, value: Value) -> bool {
        let mut value = value;
        while let Some(op) = self.module.body.def_op(value)
            && matches!(self.module.opcode(op), Opcode::Broadcast | Opcode::View)
        {
            value = self.module.body.operands(op)[0];
        }
        constant(self.module, value) == Some(0)
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
                ValueDef::Result(op, _) if self.places[op] == 0 => {
                    // It is around the loop, unless it is in an op of the body.
                    if self.module.body.parent_block(op) == self.module.block(self.loop_, fields::for_::body)
                    {
                        return false;
                    }
                }
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
        slice.sort_unstable_by_key(|&op| self.places[op]);
        // The slice runs for iterations that the loop may not have, where a divisor may be zero and an index outside.
        slice.iter().all(|&op| self.module.effects(op).is_pure()).then_some(slice)
    }

    /// Barriers of groups of stores that are all copies now, and the fences of these groups.
    fn barriers(&self, copies: &[Copied]) -> Vec<Op> {
        let module = self.module;
        let copied = |op: Op| copies.iter().any(|copy| copy.store == op);
        let mut found = Vec::new();
        for first in copies.iter().map(|copy| copy.store) {
            // The ops of the group up to a barrier that are no stores, and the barrier.
            let run = |step: &dyn Fn(Op) -> Option<Op>| {
                let (mut at, mut passed) = (first, Vec::new());
                loop {
                    at = step(at)?;
                    // A product into tensor memory waits for all threads, as a barrier does.
                    let meets = matches!(module.opcode(at), Opcode::Barrier | Opcode::TensorDot);
                    if meets || module.opcode(at) == Opcode::MmaFence {
                        passed.push(at);
                    } else if !copied(at) {
                        return None;
                    }
                    if meets {
                        return Some(passed);
                    }
                }
            };
            let (before, after) = (run(&|op| module.body.prev(op)), run(&|op| module.body.next(op)));
            if let (Some(before), Some(after)) = (before, after) {
                let waits = before.into_iter().chain(after);
                found.extend(waits.filter(|&op| module.opcode(op) != Opcode::TensorDot));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The bytes that one copy of a load into a buffer of its shape moves: 4, 8 or 16, aligned in memory and consecutive in
/// the buffer.
fn copy_bytes(module: &Module, load: Op, buffer: &BufferType) -> Option<u64> {
    let tiled = module.opcode(load) == Opcode::TiledLoad;
    let field = |of_tiles: Field, of_load: Field| if tiled { of_tiles } else { of_load };
    let contiguity = module.ints(load, field(fields::tiled_load::contiguity, fields::load::contiguity));
    let divisibility = module.int(load, field(fields::tiled_load::divisibility, fields::load::divisibility));
    let bits = buffer.elem.scalar()?.storage_bits();
    if bits < 8 {
        return None;
    }
    let bytes = u64::from(bits / 8);
    let dim = contiguity.iter().position(|&elements| elements > 1);
    let mut together = dim.map_or(1, |dim| contiguity[dim] as u64);
    if let (false, Some(dim)) = (tiled, dim) {
        // Each thread only has the addresses of its own elements.
        let source =
            module.ty(module.operand(load, fields::load::source)).tile().expect("a tile of addresses");
        together = together.min(u64::from(source.layout.contiguous(dim)));
    }
    together = together.min(dim.map_or(1, |dim| buffer.layout.contiguous(dim).into()));
    let most = (together * bytes).min(divisibility.unwrap_or(1).max(1) as u64);
    let most = (1u64 << most.ilog2()).min(*COPY.end());
    COPY.contains(&most).then_some(most)
}
