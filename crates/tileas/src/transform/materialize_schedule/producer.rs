//! The agent that loads: loops and branches around the loads, with what indices, bounds and conditions are computed by.

use ir::generic::Attr;
use ir::{AttrSlot, Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::{Handover, Nest, Operand, Rewrite, dimensions, stage};
use crate::Opcode;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::transform::default_layout;
use crate::types::{Role, StageState, TileType, Type};

/// How operands are loaded.
pub(super) struct Loads {
    /// The tiles that each operand comes from, in the order of its own dimensions.
    pub(super) tiles: Vec<Value>,
    /// Warps of the agent.
    pub(super) warps: u32,
}

/// Writes the agent in front of its end, `at`: what is loaded below a block, from the iterators of each group on.
pub(super) fn write(
    rewriter: &mut Rewrite<'_>,
    (block, at): (Block, Op),
    (handovers, mut iterators): (&[Handover], Vec<Value>),
    (nest, loads): (&Nest, &Loads),
) {
    let mut write = Write { rewriter, handovers, nest, loads, names: FxHashMap::default() };
    write.block(block, at, &mut iterators);
}

struct Write<'a, 'm> {
    rewriter: &'a mut Rewrite<'m>,
    handovers: &'a [Handover],
    nest: &'a Nest,
    loads: &'a Loads,
    /// What values of the function are to this agent.
    names: FxHashMap<Value, Value>,
}

impl Write<'_, '_> {
    fn name(&self, value: Value) -> Value {
        self.names.get(&value).copied().unwrap_or(value)
    }

    /// The ops of a block that this agent needs, in front of `at`; iterators become what they are behind them. A group is loaded
    /// where the last of its loads was.
    fn block(&mut self, block: Block, at: Op, iterators: &mut [Value]) {
        let nest = self.nest;
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(block).collect();
        for &op in &ops {
            if nest.skeleton.ops.contains(op) {
                self.rewriter.clone_before(op, at, &mut self.names);
            } else if nest.skeleton.kept.contains(op) {
                let groups = nest.groups_below(self.rewriter.module(), op);
                if self.rewriter.module().opcode(op) == Opcode::For {
                    self.for_(op, &groups, (at, iterators));
                } else {
                    self.if_(op, &groups, (at, iterators));
                }
            }
            for (number, group) in nest.groups.iter().enumerate() {
                let own = |op: Op| group.operands.iter().any(|&operand| nest.operands[operand].load == op);
                let is_last = || ops.iter().rfind(|&&other| own(other)) == Some(&op);
                if group.block == block && own(op) && is_last() {
                    iterators[number] = self.stage((at, op), number, iterators[number]);
                }
            }
        }
    }

    fn for_(&mut self, old: Op, groups: &[usize], (at, iterators): (Op, &mut [Value])) {
        use fields::for_ as f;
        let module = self.rewriter.module();
        let [lower, upper, step] =
            [f::lower, f::upper, f::step].map(|field| self.name(module.operand(old, field)));
        let carried = &self.nest.skeleton.carried[old];
        let inits = carried.iter().map(|&number| self.name(module.operands(old, f::inits)[number]));
        let inits: Vec<Value> = inits.chain(groups.iter().map(|&group| iterators[group])).collect();
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
        let mut inside = iterators.to_vec();
        for (&group, argument) in groups.iter().zip(taken.iter().skip(1 + carried.len())) {
            inside[group] = argument;
        }
        self.block(old_body, end, &mut inside);
        let module = self.rewriter.module();
        let last = module.body.last_op(old_body).expect("a body has its end");
        let nexts = carried.iter().map(|&number| self.name(module.body.operands(last)[number]));
        let nexts: Vec<Value> = nexts.chain(groups.iter().map(|&group| inside[group])).collect();
        let results: Vec<Value> = module.body.results(new).iter().collect();
        let own = carried.iter().zip(&results);
        let own = own.filter_map(|(&number, &new)| Some((module.body.results(old).get(number)?, new)));
        self.names.extend(own.collect::<Vec<_>>());
        self.rewriter.set_operands(end, &nexts, &[]);
        let behind = &results[carried.len()..];
        groups.iter().zip(behind).for_each(|(&group, &result)| iterators[group] = result);
    }

    fn if_(&mut self, old: Op, groups: &[usize], (at, iterators): (Op, &mut [Value])) {
        use fields::if_ as f;
        let condition = self.name(self.rewriter.module().operand(old, f::condition));
        let given: Vec<Value> = groups.iter().map(|&group| iterators[group]).collect();
        let types: Vec<TypeId> = given.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let new = self
            .rewriter
            .build_before(at, old, |b| b.if_().condition(condition).results(types.as_slice()).finish().op);
        for field in [f::then, f::otherwise] {
            let block = self.rewriter.module().block(new, field).unwrap_or_else(|| {
                let region = self.rewriter.module().region(new, field);
                self.rewriter.create_block(region)
            });
            let end = self.rewriter.build_at_end(block, old, |b| b.yield_().finish().op);
            let mut inside = iterators.to_vec();
            if let Some(old) = self.rewriter.module().block(old, field) {
                self.block(old, end, &mut inside);
            }
            let nexts: Vec<Value> = groups.iter().map(|&group| inside[group]).collect();
            self.rewriter.set_operands(end, &nexts, &[]);
        }
        let results: Vec<Value> = self.rewriter.module().body.results(new).iter().collect();
        groups.iter().zip(results).for_each(|(&group, result)| iterators[group] = result);
    }

    /// Writes the stage of a group; the iterator of the next one.
    fn stage(&mut self, (at, like): (Op, Op), group: usize, iterator: Value) -> Value {
        let [empty, written] =
            [StageState::Empty, StageState::Written].map(|state| stage(self.rewriter, state));
        let handover = &self.handovers[group];
        let next = handover.iterator(self.rewriter, Role::Producer);
        let (pipeline, memory) = (handover.pipeline, &handover.memory);
        let operands = &self.nest.groups[group].operands;
        let copies: Vec<Copy> = operands.iter().map(|&operand| self.copy(operand)).collect();
        self.rewriter.build_before(at, like, |b| {
            let empty =
                b.pipeline_acquire().pipeline(pipeline).iterator(iterator).stage(empty).finish().value();
            let write = b.pipeline_write().pipeline(pipeline).stage(empty).written(written).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, memory);
            let buffers: Vec<Value> = b.module.body.block_args(block).iter().collect();
            b.inside(block, |b| {
                let zeros = zeros(b, 2);
                for (Copy { tiles, index, inbounds, ty, stored }, buffer) in copies.into_iter().zip(buffers) {
                    let load = b.tiled_load().tiles(tiles).index(index).inbounds(inbounds);
                    let mut load = load.result(ty).finish().value();
                    if ty != stored {
                        load = b.view().source(load).result(stored).finish().value();
                    }
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
        let Operand { load, order, .. } = self.nest.operands[operand];
        let module = self.rewriter.module();
        let tile = module.ty(module.result(load, f::result)).tile().expect("a load gives a tile");
        let dims = dimensions(tile.shape().len(), order);
        let index = module.operands(load, f::index);
        let index: Vec<Value> = dims.iter().map(|&dim| self.name(index[dim])).collect();
        let inbounds = module.ints(load, f::inbounds);
        let inside =
            (0i64..).zip(&dims).filter(|&(_, &dim)| inbounds.contains(&(dim as i64))).map(|(dim, _)| dim);
        let inside: Box<[i64]> = inside.collect();
        let (elem, loaded): (_, Vec<u32>) = (tile.elem, dims.iter().map(|&dim| tile.shape()[dim]).collect());
        let shape = order.map(|dim| tile.shape()[dim]);
        let warps = self.loads.warps.ilog2();
        let [ty, stored] = [loaded.as_slice(), &shape]
            .map(|shape| self.rewriter.intern(Type::Tile(TileType::new(elem, default_layout(shape, warps)))));
        let inbounds =
            if inside.is_empty() { AttrSlot::ABSENT } else { self.rewriter.intern_attr(Attr::Ints(inside)) };
        Copy { tiles: self.loads.tiles[operand], index, inbounds, ty, stored }
    }
}

/// A load of this agent.
struct Copy {
    tiles: Value,
    index: Vec<Value>,
    /// Dimensions in which nothing is outside.
    inbounds: AttrSlot,
    ty: TypeId,
    /// The type of the tile without dimensions of one element, as its stage holds it.
    stored: TypeId,
}
