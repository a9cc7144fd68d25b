//! The agent that loads: loops and branches around the product, with what indices, bounds and conditions are computed by.

use ir::generic::Attr;
use ir::{AttrSlot, Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::{Handover, Operand, Rewrite, Skeleton, stage};
use crate::Opcode;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::transform::default_layout;
use crate::types::{Role, StageState, TileType, Type};

/// What is loaded into a stage.
pub(super) struct Loads<'a> {
    pub(super) operands: &'a [Operand; 2],
    /// The tiles that each operand comes from, in the order of its own dimensions.
    pub(super) tiles: [Value; 2],
    /// Warps of the agent.
    pub(super) warps: u32,
}

/// Writes the agent in front of its end, `at`.
pub(super) fn write(
    rewriter: &mut Rewrite<'_>,
    (at, like): (Op, Op),
    (handover, iterator): (&Handover, Value),
    skeleton: &Skeleton,
    loads: &Loads<'_>,
) {
    let mut write = Write { rewriter, like, handover, skeleton, loads, names: FxHashMap::default() };
    let outer = write.block_of(skeleton.chain[0]);
    write.block(outer, 0, (at, iterator));
}

struct Write<'a, 'm> {
    rewriter: &'a mut Rewrite<'m>,
    /// What new ops take their location from.
    like: Op,
    handover: &'a Handover,
    skeleton: &'a Skeleton,
    loads: &'a Loads<'a>,
    /// What values of the function are to this agent.
    names: FxHashMap<Value, Value>,
}

impl Write<'_, '_> {
    fn block_of(&self, op: Op) -> Block {
        self.rewriter.module().body.parent_block(op).expect("an op of a function stands in a block")
    }

    fn name(&self, value: Value) -> Value {
        self.names.get(&value).copied().unwrap_or(value)
    }

    /// The ops of a block that this agent needs, in front of `at`; what the iterator is behind them. Element `depth` of the chain
    /// stands in the block, or the loads do where the chain has ended.
    fn block(&mut self, block: Block, depth: usize, (at, iterator): (Op, Value)) -> Value {
        let mut next = iterator;
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(block).collect();
        for op in ops {
            if self.skeleton.ops.contains(op) {
                self.rewriter.clone_before(op, at, &mut self.names);
            } else if self.skeleton.chain.get(depth) == Some(&op) {
                next = if self.rewriter.module().opcode(op) == Opcode::For {
                    self.for_(op, depth, (at, iterator))
                } else {
                    self.if_(op, depth, (at, iterator))
                };
            }
        }
        if depth == self.skeleton.chain.len() { self.stage(at, iterator) } else { next }
    }

    fn for_(&mut self, old: Op, depth: usize, (at, iterator): (Op, Value)) -> Value {
        use fields::for_ as f;
        let module = self.rewriter.module();
        let [lower, upper, step] =
            [f::lower, f::upper, f::step].map(|field| self.name(module.operand(old, field)));
        let carried = &self.skeleton.carried[depth];
        let inits = carried.iter().map(|&number| self.name(module.operands(old, f::inits)[number]));
        let inits: Vec<Value> = inits.chain([iterator]).collect();
        let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
        let (unsigned, counter) = (module.flag(old, f::unsigned), module.body.ty(lower));
        let (new, body, end) = self.rewriter.build_before(at, old, |b| {
            let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
            let new = loop_.unsigned(unsigned).finish().op;
            let body = b.module.block(new, f::body).expect("a loop has a body");
            let arguments: Vec<TypeId> = std::iter::once(counter).chain(types.iter().copied()).collect();
            b.module.body.set_block_args(body, &arguments);
            (new, body, b.inside(body, |b| b.continue_().finish().op))
        });
        let module = self.rewriter.module();
        let old_body = module.block(old, f::body).expect("a loop has a body");
        let (given, taken) = (module.body.block_args(old_body), module.body.block_args(body));
        let of_loop = std::iter::once(0).chain(carried.iter().map(|&number| number + 1));
        self.names.extend(of_loop.zip(taken).filter_map(|(at, new)| Some((given.get(at)?, new))));
        let argument = taken.get(types.len()).expect("a loop has its counter and what it carries");
        let after = self.block(old_body, depth + 1, (end, argument));
        let module = self.rewriter.module();
        let last = module.body.last_op(old_body).expect("a body has its end");
        let nexts = carried.iter().map(|&number| self.name(module.body.operands(last)[number]));
        let nexts: Vec<Value> = nexts.chain([after]).collect();
        let results = carried.iter().zip(module.body.results(new));
        let results = results.filter_map(|(&number, new)| Some((module.body.results(old).get(number)?, new)));
        self.names.extend(results.collect::<Vec<_>>());
        self.rewriter.set_operands(end, &nexts, &[]);
        self.rewriter.module().body.result(new, types.len() - 1)
    }

    fn if_(&mut self, old: Op, depth: usize, (at, iterator): (Op, Value)) -> Value {
        use fields::if_ as f;
        let condition = self.name(self.rewriter.module().operand(old, f::condition));
        let inner = self.block_of(self.skeleton.chain[depth + 1]);
        let is_then = self.rewriter.module().block(old, f::then) == Some(inner);
        let ty = self.handover.iterator(Role::Producer);
        let new = self
            .rewriter
            .build_before(at, old, |b| b.if_().condition(condition).results(&[ty][..]).finish().op);
        let mut end = new;
        for (field, holds) in [(f::then, is_then), (f::otherwise, !is_then)] {
            let block = self.rewriter.module().block(new, field).unwrap_or_else(|| {
                let region = self.rewriter.module().region(new, field);
                self.rewriter.create_block(region)
            });
            let last =
                self.rewriter.build_at_end(block, old, |b| b.yield_().operands(&[iterator][..]).finish().op);
            if holds {
                end = last;
            }
        }
        let after = self.block(inner, depth + 1, (end, iterator));
        self.rewriter.set_operand(end, 0, after);
        self.rewriter.module().body.result(new, 0)
    }

    /// Writes a stage; the iterator of the next one.
    fn stage(&mut self, at: Op, iterator: Value) -> Value {
        let [empty, written] =
            [StageState::Empty, StageState::Written].map(|state| stage(self.rewriter, state));
        let (pipeline, next) = (self.handover.pipeline, self.handover.iterator(Role::Producer));
        let memory = self.handover.memory;
        let copies = [0, 1].map(|operand| self.copy(operand));
        self.rewriter.build_before(at, self.like, |b| {
            let empty =
                b.pipeline_acquire().pipeline(pipeline).iterator(iterator).stage(empty).finish().value();
            let write = b.pipeline_write().pipeline(pipeline).stage(empty).written(written).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, &memory);
            let buffers: Vec<Value> = b.module.body.block_args(block).iter().collect();
            b.inside(block, |b| {
                let zeros = zeros(b, 2);
                for (Copy { tiles, index, inbounds, ty }, buffer) in copies.into_iter().zip(buffers) {
                    let load = b
                        .tiled_load()
                        .tiles(tiles)
                        .index(index)
                        .inbounds(inbounds)
                        .result(ty)
                        .finish()
                        .value();
                    b.local_store().value(load).buffer(buffer).offsets(zeros.as_slice()).finish();
                }
                b.pipeline_yield().finish();
            });
            let written = b.module.body.result(write, 0);
            b.pipeline_commit().pipeline(pipeline).stage(written).finish();
            b.pipeline_inc().iterator(iterator).result(next).finish().value()
        })
    }

    /// The load of an operand by this agent.
    fn copy(&mut self, operand: usize) -> Copy {
        use fields::tiled_load as f;
        let Operand { load, order, .. } = self.loads.operands[operand];
        let module = self.rewriter.module();
        let index = module.operands(load, f::index);
        let index: Vec<Value> = order.iter().map(|&dim| self.name(index[dim])).collect();
        let inbounds = module.ints(load, f::inbounds);
        let inside =
            (0i64..).zip(order).filter(|&(_, dim)| inbounds.contains(&(dim as i64))).map(|(dim, _)| dim);
        let inside: Box<[i64]> = inside.collect();
        let tile = module.ty(module.result(load, f::result)).tile().expect("a load gives a tile");
        let shape = order.map(|dim| tile.shape()[dim]);
        let ty = TileType::new(tile.elem, default_layout(&shape, self.loads.warps.ilog2()));
        let ty = self.rewriter.intern(Type::Tile(ty));
        let inbounds =
            if inside.is_empty() { AttrSlot::ABSENT } else { self.rewriter.intern_attr(Attr::Ints(inside)) };
        Copy { tiles: self.loads.tiles[operand], index, inbounds, ty }
    }
}

/// A load of this agent.
struct Copy {
    tiles: Value,
    index: Vec<Value>,
    /// Dimensions in which nothing is outside.
    inbounds: AttrSlot,
    ty: TypeId,
}
