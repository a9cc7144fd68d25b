//! Copies by tensor maps instead of stores of tiles by threads.
//!
//! ```text
//! tiled_store %x, %tiles[..]   =>   barrier                        all warps are done with the memory
//!                                   local_store %x, %staging
//!                                   mma.fence; barrier
//!                                   async.tiled_tma_store %staging, %tiles[..]
//! ```
//!
//! The staging memory is that of the stages if the product is complete; in a loop around the product, it is separate
//! memory. A copy that may be in flight is waited for first, and at the end of the agent until it has read its memory.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{AttrSlot, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::columns::{self, Memory, Target};
use super::store_memory::{Place, around};
use crate::attributes::{TurnStep, Turns};
use crate::ops::{Builders as _, fields};
use crate::shared_memory::buffer_bytes;
use crate::transform::allocate_shared::Room;
use crate::transform::attach_tma_desc_args::{AgentStore, agent_store, agent_stores, maps};
use crate::transform::buffers::zeros;
use crate::transform::schedule::stores::{SLICES_AT_ONCE, slice_of};
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

/// Rewrites the stores of a function's agents that have a tensor map; true when one had.
pub(super) fn run(module: &mut Module, func: Op) -> bool {
    let (known, stores) = (maps(module, func), agent_stores(module, func));
    let mut rewriter = Rewriter::new(module);
    let mut buffers = Buffers::default();
    let mut begun: Vec<Op> = Vec::new();
    for store in stores {
        let Some(store) = as_it_goes(&mut rewriter, store) else { continue };
        let map = known.iter().find(|(_, memref, ty)| *memref == store.memref && *ty == store.map);
        let Some(&(desc, ..)) = map else { continue };
        let agent = around(rewriter.module(), store.store, &[Opcode::Agent]);
        let place = Place::of(rewriter.module(), &store);
        if place == Place::Own && !has_room(rewriter.module(), func, &store) {
            continue;
        }
        let waits = place == Place::Own || begun.contains(&agent);
        if slice_of(rewriter.module(), store.store).is_some() {
            let memory =
                Memory::of(place, || [0, 1].map(|turn| buffers.own(&mut rewriter, &store, agent, turn)));
            columns::store(&mut rewriter, &Target { store: &store, desc, waits, memory });
        } else {
            let buffer = staging(&mut rewriter, &store, (agent, place), &mut buffers);
            copy(&mut rewriter, &store, (desc, buffer), waits);
        }
        if !begun.contains(&agent) {
            begun.push(agent);
        }
    }
    for agent in begun {
        wait_in_turn(&mut rewriter, agent);
        wait_at_end(&mut rewriter, agent);
    }
    rewriter.changed()
}

/// A store, as a whole where its tile cannot be cut as it was planned.
fn as_it_goes(rewriter: &mut Rewrite<'_>, store: AgentStore) -> Option<AgentStore> {
    let module = rewriter.module();
    if slice_of(module, store.store).is_none() || columns::is_cut(module, &store) {
        return Some(store);
    }
    rewriter.set_attr(store.store, fields::tiled_store::slice, AttrSlot::ABSENT);
    agent_store(rewriter.module(), store.store)
}

/// Whether a tile has room beside all else that a function needs. It was planned for, but stages may have become fewer
/// since.
fn has_room(module: &Module, func: Op, store: &AgentStore) -> bool {
    let buffers = if slice_of(module, store.store).is_some() { SLICES_AT_ONCE } else { 1 };
    Room::of_target(module, func).is_none_or(|room| room.has(buffer_bytes(&store.staging) * buffers))
}

/// Buffers beside stages, by their agent, their type and their turn.
#[derive(Default)]
struct Buffers(FxHashMap<(Op, TypeId, usize), Value>);

impl Buffers {
    /// A buffer for the tiles of a store, which is there from the start of its agent on.
    fn own(&mut self, rewriter: &mut Rewrite<'_>, store: &AgentStore, agent: Op, turn: usize) -> Value {
        let ty = rewriter.intern(Type::Buffer(store.staging.clone()));
        *self.0.entry((agent, ty, turn)).or_insert_with(|| {
            let module = rewriter.module();
            let body = module.block(agent, fields::agent::body).expect("an agent has a body");
            let first = module.body.first_op(body).expect("a body has its end");
            rewriter.build_before(first, store.store, |b| b.alloc_tensor().result(ty).finish().value())
        })
    }
}

/// The turn of buffers of whole tiles, which slices do not use.
const WHOLE: usize = 2;

/// The memory that a whole tile goes through.
fn staging(
    rewriter: &mut Rewrite<'_>,
    store: &AgentStore,
    (agent, place): (Op, Place),
    buffers: &mut Buffers,
) -> Value {
    let ty = rewriter.intern(Type::Buffer(store.staging.clone()));
    match place {
        Place::Stages(pipeline) => rewriter.build_before(store.store, store.store, |b| {
            b.pipeline_reuse().pipeline(pipeline).result(ty).finish().value()
        }),
        Place::Own => buffers.own(rewriter, store, agent, WHOLE),
    }
}

/// The copy of a tile in place of its store.
fn copy(rewriter: &mut Rewrite<'_>, store: &AgentStore, (desc, buffer): (Value, Value), waits: bool) {
    use fields::tiled_store as f;
    let module = rewriter.module();
    let tiles = module.operand(store.store, f::tiles);
    let index = module.operands(store.store, f::index).to_vec();
    let value = laid_out(rewriter, store);
    rewriter.build_before(store.store, store.store, |b| {
        if waits {
            b.store_wait().pending(0i64).finish();
        } else {
            b.barrier().finish();
        }
        let zeros = zeros(b, 2);
        b.local_store().value(value).buffer(buffer).offsets(zeros).finish();
        b.mma_fence().finish();
        b.barrier().finish();
        b.tma_store().buffer(buffer).tiles(tiles).desc(desc).index(index).finish();
    });
    rewriter.erase(store.store);
}

/// The tile that is laid out in staging memory: one with dimensions of one element that the memory lacks is taken as it
/// was before it got these, in the layout that it had then, since the memory takes any.
fn laid_out(rewriter: &mut Rewrite<'_>, store: &AgentStore) -> Value {
    let module = rewriter.module();
    let value = module.operand(store.store, fields::tiled_store::value);
    let shape = store.staging.layout.shape();
    let layout = |value: Value| &module.ty(value).tile().expect("tiles are stored").layout;
    if layout(value).shape() == shape {
        return value;
    }
    let source = |value: Value| {
        let op = module.body.def_op(value)?;
        let passes = matches!(module.opcode(op), Opcode::View | Opcode::ConvertLayout);
        passes.then(|| module.body.operands(op)[0])
    };
    let sources = std::iter::successors(Some(value), |&value| source(value)).skip(1);
    let is_whole = |value: &Value| layout(*value).shape().bits() == shape.bits();
    let flat = sources.take_while(is_whole).filter(|&value| layout(value).shape() == shape).last();
    if let Some(flat) = flat {
        return flat;
    }
    let elem = module.ty(value).tile().expect("tiles are stored").elem;
    let flat = TileType::new(elem, layout(value).mapped(shape.clone(), |coordinate| coordinate));
    let flat = rewriter.intern(Type::Tile(flat));
    rewriter.build_before(store.store, store.store, |b| b.view().source(value).result(flat).finish().value())
}

/// Where stores take turns, those of an agent have ended before it passes its turn on.
fn wait_in_turn(rewriter: &mut Rewrite<'_>, agent: Op) {
    let module = rewriter.module();
    let passes = |&op: &Op| {
        module.opcode(op) == Opcode::Turn
            && module.get_opt(op, fields::turn::of) == Some(Turns::Stores)
            && module.get_opt(op, fields::turn::step) == Some(TurnStep::Pass)
            && stores_before(module, op)
    };
    let passes: Vec<Op> = preorder(&module.body, agent).filter(passes).collect();
    for pass in passes {
        rewriter.build_before(pass, pass, |b| b.store_wait().pending(0i64).finish().op);
    }
}

/// Whether copies from shared memory are begun in front of an op, in its block or in ops of it.
fn stores_before(module: &Module, op: Op) -> bool {
    let block = module.body.parent_block(op);
    let mut before =
        block.into_iter().flat_map(|block| module.body.block_ops(block)).take_while(|&at| at != op);
    before.any(|at| preorder(&module.body, at).any(|op| module.opcode(op) == Opcode::TmaStore))
}

/// Shared memory is there until the copies of an agent have read it.
fn wait_at_end(rewriter: &mut Rewrite<'_>, agent: Op) {
    let module = rewriter.module();
    let body = module.block(agent, fields::agent::body).expect("an agent has a body");
    let end = module.body.last_op(body).expect("a body has its end");
    rewriter.build_before(end, end, |b| b.store_wait().pending(0i64).read(true).finish().op);
}
