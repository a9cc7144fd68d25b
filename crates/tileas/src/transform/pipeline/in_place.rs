//! Copies in place: a tile of many registers is copied to shared memory where it would be stored. No iteration is copied
//! ahead, so nothing hides the latency, but no thread holds the tile.
//!
//! ```text
//! barrier                      the one before the stores
//! async_tiled_load             instead of each store
//! producer_commit
//! consumer_wait <pending = 0>  instead of the barrier after the stores
//! ```

use cranelift_entity::EntitySet;
use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Block, Op, Value};

use super::Builder;
use super::loads::{self, Copied, Loads};
use super::order::stays_in_order;
use crate::decisions::Decision;
use crate::ops::{Builders as _, fields};
use crate::shared_memory::buffer_bytes;
use crate::transform::functions;
use crate::{Module, Opcode, Type};

/// The most registers of a thread that a loaded tile may need. Loads of fewer are issued before other work, which hides their
/// latency.
const MAX_REGISTERS: u64 = 64;

/// Stores of a block between two barriers, some of which become copies.
struct Group {
    copies: Vec<Copied>,
    /// Fences that ordered the stores, if all of these become copies.
    fences: Vec<Op>,
    /// The op that waits for all threads after the stores.
    end: Op,
    /// Whether products of warpgroups read copies.
    fence: bool,
}

/// Copies tiles in place, except in the given loops, whose loads are copied ahead. True if one was copied.
pub(super) fn run(module: &mut Module, ahead: &EntitySet<Op>) -> bool {
    let groups = groups(module, ahead);
    let changed = !groups.is_empty();
    groups.into_iter().for_each(|group| rewrite(module, group));
    changed
}

/// The decisions about these tiles.
pub(super) fn decisions(module: &Module, ahead: &EntitySet<Op>) -> Vec<Decision> {
    let copies = groups(module, ahead).into_iter().flat_map(|group| group.copies);
    let decide = |copied: Copied| {
        let what = "The tile is copied to shared memory without passing through registers";
        let why = "a thread would need many registers for it, and no iteration of a loop is copied ahead";
        let registers = registers(module, &copied).unwrap_or(0);
        Decision::new(copied.load, true, what, why)
            .with("Registers", registers)
            .with("RegistersOfOtherTiles", MAX_REGISTERS)
    };
    copies.map(decide).collect()
}

fn groups(module: &Module, ahead: &EntitySet<Op>) -> Vec<Group> {
    let uses = Uses::of(&module.body, module.root);
    let blocks = blocks(module, ahead).into_iter();
    blocks.flat_map(|block| of_block(&Loads::of(module, &uses, block), module)).collect()
}

/// The blocks with stores to buffers, outside of the given loops and of agents.
fn blocks(module: &Module, ahead: &EntitySet<Op>) -> Vec<Block> {
    let funcs = functions(module).into_iter().filter(|&func| !super::has_agents(module, func));
    let ops = funcs.flat_map(|func| preorder(&module.body, func));
    let stores = ops.filter(|&op| module.opcode(op) == Opcode::LocalStore);
    let is_ahead = |op: Op| {
        std::iter::successors(Some(op), |&op| module.body.parent_op(op)).any(|op| ahead.contains(op))
    };
    // A block comes again after a block inside of it.
    let mut known = EntitySet::new();
    let blocks = stores.filter(|&op| !is_ahead(op)).filter_map(|op| module.body.parent_block(op));
    blocks.filter(|&block| known.insert(block)).collect()
}

fn of_block(loads: &Loads<'_>, module: &Module) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for copied in loads.copies() {
        let is_large = registers(module, &copied).is_some_and(|registers| registers > MAX_REGISTERS);
        let end = end_of_stores(module, copied.store).filter(|_| is_large && may_move(module, &copied));
        let Some(end) = end else { continue };
        let fence = loads.needs_fence(&copied);
        match groups.last_mut().filter(|group| group.end == end) {
            Some(group) => {
                group.copies.push(copied);
                group.fence |= fence;
            }
            None => groups.push(Group { copies: vec![copied], fences: Vec::new(), end, fence }),
        }
    }
    for group in &mut groups {
        let ops = std::iter::successors(module.body.prev(group.end), |&op| module.body.prev(op));
        let ops: Vec<Op> = ops.take_while(|&op| is_of_stores(module, op)).collect();
        let of = |opcode: Opcode| ops.iter().copied().filter(move |&op| module.opcode(op) == opcode);
        if of(Opcode::LocalStore).all(|op| group.copies.iter().any(|copied| copied.store == op)) {
            group.fences = of(Opcode::MmaFence).collect();
        }
    }
    groups
}

/// Whether an op stands between the barriers of stores: a store, a fence, or an op without access to shared memory.
fn is_of_stores(module: &Module, op: Op) -> bool {
    use Opcode as O;
    matches!(module.opcode(op), O::LocalStore | O::MmaFence | O::Constant | O::TensorAlloc)
}

/// The op that waits for all threads after a store and those next to it. A product into tensor memory does, too.
fn end_of_stores(module: &Module, store: Op) -> Option<Op> {
    let mut ops = std::iter::successors(module.body.next(store), |&op| module.body.next(op));
    let end = ops.find(|&op| !is_of_stores(module, op));
    end.filter(|&op| matches!(module.opcode(op), Opcode::Barrier | Opcode::TensorDot))
}

/// Whether the load may be where its tile is stored.
fn may_move(module: &Module, copied: &Copied) -> bool {
    let between = std::iter::successors(module.body.next(copied.load), |&op| module.body.next(op));
    let mut between = between.take_while(|&op| op != copied.store);
    between.all(|op| preorder(&module.body, op).all(|op| stays_in_order(module, op)))
}

/// The registers of a thread for a loaded tile, which all threads share.
fn registers(module: &Module, copied: &Copied) -> Option<u64> {
    let bytes = buffer_bytes(module.ty(copied.buffer).buffer()?);
    let around = std::iter::successors(Some(copied.load), |&op| module.body.parent_op(op));
    let func = around.into_iter().find(|&op| module.opcode(op) == Opcode::Func)?;
    let threads = 32 * module.int(func, fields::func::num_warps)?.unsigned_abs().max(1);
    Some(bytes.div_ceil(4 * threads))
}

fn rewrite(module: &mut Module, group: Group) {
    let rings: Vec<Value> = group.copies.iter().map(|copied| start(module, copied)).collect();
    let mut b = Builder::before(module, group.end);
    b.producer_commit().finish();
    b.consumer_wait().pending(0).fence(group.fence).finish();
    for (copied, ring) in group.copies.iter().zip(rings) {
        let mut b = Builder::before(module, group.end);
        let stage = loads::index(&mut b, 0);
        let ty = b.module.body.ty(ring);
        let copy = b.consumer_read().ring(ring).stage(stage).result(ty).finish().value();
        rename(module, copied.buffer, copy);
        let gone = [copied.store, copied.load].into_iter().chain(copied.reshapes.iter().copied());
        gone.chain(module.body.def_op(copied.buffer)).for_each(|op| module.body.detach(op));
    }
    let barrier = (module.opcode(group.end) == Opcode::Barrier).then_some(group.end);
    group.fences.into_iter().chain(barrier).for_each(|op| module.body.detach(op));
}

/// Starts a copy where the tile is stored, into a ring of one stage instead of the buffer.
fn start(module: &mut Module, copied: &Copied) -> Value {
    let ty = module.body.ty(copied.buffer);
    let alloc = module.body.def_op(copied.buffer).expect("a buffer is the result of its op");
    let ring = Builder::before(module, alloc).create_pipeline().stages(1).result(ty).finish().value();
    let as_loaded = copied.as_loaded(module).expect("the buffer was seen as it is loaded");
    let as_loaded = module.types.intern(Type::Buffer(as_loaded));
    let mut b = Builder::before(module, copied.store);
    let stage = loads::index(&mut b, 0);
    let slot = b.producer_acquire().ring(ring).stage(stage).result(as_loaded).finish().value();
    loads::start(&mut b, copied, slot, |&value| value);
    ring
}

/// Replaces a buffer by its copy for all ops that read it.
fn rename(module: &mut Module, buffer: Value, copy: Value) {
    let reads = |&op: &Op| module.opcode(op) != Opcode::LocalStore;
    let ops: Vec<Op> = preorder(&module.body, module.root).filter(reads).collect();
    for op in ops {
        let operands = module.body.operands_mut(op).iter_mut();
        operands.filter(|operand| **operand == buffer).for_each(|operand| *operand = copy);
    }
}
