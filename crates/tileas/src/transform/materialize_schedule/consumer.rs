//! The agent that multiplies: the original function, whose products read their operands from stages.

use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};

use super::control::{append, widen_for, widen_if, widen_loop};
use super::places::{Places, below};
use super::reader::{Own, Read};
use super::{Factor, Handover, Nest, Product, Rewrite, SumLoop, Threads, stage};
use crate::Opcode;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::transform::schedule::exits::may_leave;
use crate::types::{BufferType, Role, StageState, TileType, Type};

/// A tile of a type that the memory of a stage has, in the order of its dimensions or in the other one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Source {
    buffer: Value,
    ty: TypeId,
    transposed: bool,
}

/// Lets the products below a block read stages, from those of the iterators of each pipeline on. Where sums are in
/// tensor memory, it reads them instead, and other groups than those of products.
pub(super) fn read(
    rewriter: &mut Rewrite<'_>,
    block: Block,
    (handovers, mut iterators): (&[Handover], Vec<Value>),
    (nest, loops, written): (&Nest, &[SumLoop], &[Own]),
    kept: &[usize],
) {
    let mut read = Read { rewriter, handovers, nest, kept, loops, written, around: Vec::new() };
    read.block(block, &mut iterators);
    read.drop_unused_iterators(block);
}

impl Read<'_, '_> {
    /// Takes iterators through a block, where they become those after it.
    fn block(&mut self, block: Block, iterators: &mut [Value]) {
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(block).collect();
        let own = |&group: &usize| self.nest.groups[group].block == block && self.reads(group);
        let mut own: Vec<usize> = (0..self.nest.groups.len()).filter(own).collect();
        // A read that holds all products of another one begins before and ends after that.
        own.sort_by_key(|&group| self.readers(block, group).len());
        let mut written = Vec::new();
        for (at, &op) in ops.iter().enumerate() {
            written.extend(self.advance_written(op, iterators));
            if !self.nest.skeleton.kept.contains(op) {
                continue;
            }
            // A branch that leaves here continues with the stages after those that were read.
            if may_leave(self.rewriter.module(), op, block) {
                let early: Vec<usize> =
                    own.iter().copied().filter(|&group| self.is_read_before(group, &ops[at..])).collect();
                own.retain(|group| !early.contains(group));
                self.stages(block, early, iterators);
            }
            if let Some(number) = self.loops.iter().position(|known| known.loop_ == op) {
                let places = &Places::of(self.loops, self.nest.pipelines().len())[number];
                match self.loops[number].threads {
                    Threads::Absent => self.sums((number, places.sums[0]), iterators),
                    Threads::Feed => self.feed(number, places, iterators),
                    Threads::Exchange => self.exchange(number, places, iterators),
                }
                continue;
            }
            let pipelines = self.pipelines_below(op);
            #[allow(clippy::wildcard_enum_match_arm, reason = "loops and branches are kept")]
            match self.rewriter.module().opcode(op) {
                Opcode::For => self.for_(op, &pipelines, iterators),
                Opcode::Loop => self.loop_(op, &pipelines, iterators),
                _ => self.if_(op, &pipelines, iterators),
            }
        }
        self.stages(block, own, iterators);
        written.into_iter().for_each(|turn| self.write_right(turn));
    }

    /// Reads the stages of groups.
    pub(super) fn stages(&mut self, block: Block, groups: Vec<usize>, iterators: &mut [Value]) {
        for group in groups {
            self.stage(block, group, iterators);
        }
    }

    /// Reads give no iterators that nothing goes on from.
    fn drop_unused_iterators(&mut self, block: Block) {
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(block).collect();
        let below =
            ops.iter().flat_map(|&op| preorder(&self.rewriter.module().body, op)).collect::<Vec<Op>>();
        for op in below {
            let module = self.rewriter.module();
            if module.opcode(op) != Opcode::PipelineRead {
                continue;
            }
            let body = module.block(op, fields::pipeline_read::body).expect("a read has a body");
            let results: Vec<Value> = module.body.results(op).iter().collect();
            let is_used = |value: Value| {
                !matches!(module.ty(value), Type::Iterator(_)) || !self.rewriter.users(value).is_empty()
            };
            let used: Vec<bool> = results.iter().map(|&value| is_used(value)).collect();
            if used.contains(&false) {
                let end = module.body.last_op(body).expect("a body has its end");
                self.rewriter.keep_operands(end, &|at| used[at + 1]);
                self.rewriter.keep_results(op, &|at| used[at]);
            }
        }
    }

    /// Whether what reads a group stands before some ops of its block.
    fn is_read_before(&self, group: usize, ops: &[Op]) -> bool {
        ops.iter().all(|&op| !self.holds_reader(group, op))
    }

    /// Whether this agent reads a group.
    pub(super) fn reads(&self, group: usize) -> bool {
        self.loops.is_empty() || self.nest.residual(group).is_some()
    }

    /// The pipelines that are read in the regions of an op.
    fn pipelines_below(&self, op: Op) -> Vec<usize> {
        let module = self.rewriter.module();
        let mut found = self.nest.pipelines_where(module, op, |group| self.reads(group));
        found.extend(below(module, (self.loops, self.nest.pipelines().len()), op));
        found.extend(self.written_below(op));
        found
    }

    fn for_(&mut self, op: Op, pipelines: &[usize], iterators: &mut [Value]) {
        let body = self.rewriter.module().block(op, fields::for_::body).expect("a loop has a body");
        let inits: Vec<Value> = pipelines.iter().map(|&pipeline| iterators[pipeline]).collect();
        let (new, arguments) = widen_for(self.rewriter, op, &inits);
        let mut inside = iterators.to_vec();
        pipelines.iter().zip(arguments).for_each(|(&pipeline, argument)| inside[pipeline] = argument);
        self.block(body, &mut inside);
        let nexts: Vec<Value> = pipelines.iter().map(|&pipeline| inside[pipeline]).collect();
        append(self.rewriter, body, &nexts);
        self.take(new, pipelines, iterators);
    }

    /// A loop that ends where a branch says so.
    fn loop_(&mut self, op: Op, pipelines: &[usize], iterators: &mut [Value]) {
        let body = self.rewriter.module().block(op, fields::loop_::body).expect("a loop has a body");
        let inits: Vec<Value> = pipelines.iter().map(|&pipeline| iterators[pipeline]).collect();
        let (new, arguments) = widen_loop(self.rewriter, op, &inits);
        let mut inside = iterators.to_vec();
        pipelines.iter().zip(arguments).for_each(|(&pipeline, argument)| inside[pipeline] = argument);
        self.around.push(pipelines.to_vec());
        self.block(body, &mut inside);
        self.leave(body, &inside);
        self.around.pop();
        self.take(new, pipelines, iterators);
    }

    /// The end of a block that leaves the loop around it, or begins its next iteration, takes iterators along; false
    /// for other blocks.
    fn leave(&mut self, block: Block, iterators: &[Value]) -> bool {
        let module = self.rewriter.module();
        let last = module.body.last_op(block).expect("a block has its end");
        if !matches!(module.opcode(last), Opcode::Break | Opcode::Continue) {
            return false;
        }
        let pipelines = self.around.last().into_iter().flatten();
        let values: Vec<Value> = pipelines.map(|&pipeline| iterators[pipeline]).collect();
        append(self.rewriter, block, &values);
        true
    }

    fn if_(&mut self, op: Op, pipelines: &[usize], iterators: &mut [Value]) {
        let types: Vec<TypeId> =
            pipelines.iter().map(|&pipeline| self.rewriter.module().body.ty(iterators[pipeline])).collect();
        let nexts = [fields::if_::then, fields::if_::otherwise].map(|field| {
            let mut inside = iterators.to_vec();
            if let Some(block) = self.rewriter.module().block(op, field) {
                self.block(block, &mut inside);
                if self.leave(block, &inside) {
                    return None;
                }
            }
            Some(pipelines.iter().map(|&pipeline| inside[pipeline]).collect::<Vec<Value>>())
        });
        let new = widen_if(self.rewriter, op, &types, nexts);
        self.take(new, pipelines, iterators);
    }

    /// The last results of a loop or branch are the iterators after it.
    fn take(&self, op: Op, pipelines: &[usize], iterators: &mut [Value]) {
        let results: Vec<Value> = self.rewriter.module().body.results(op).iter().collect();
        let own = &results[results.len() - pipelines.len()..];
        pipelines.iter().zip(own).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
    }

    /// The ops of a block from the first to the last that multiplies tiles of a group read its stage, waited for before
    /// them and released after. Iterators of other pipelines come out of the read, too.
    fn stage(&mut self, block: Block, group: usize, iterators: &mut [Value]) {
        let [full, read] = [StageState::Full, StageState::Read].map(|state| stage(self.rewriter, state));
        let number = self.nest.groups[group].pipeline;
        let (handover, iterator) = (&self.handovers[number], iterators[number]);
        let next = handover.iterator(self.rewriter, Role::Consumer);
        let pipeline = handover.pipeline;
        let ops = self.readers(block, group);
        let (first, last) = (ops[0], ops[ops.len() - 1]);
        let given = self.given(&ops, iterators);
        let types: Vec<TypeId> =
            given.iter().map(|(value, _)| self.rewriter.module().body.ty(*value)).collect();
        let after = self.rewriter.module().body.next(last).expect("a reader does not end its block");
        let (op, end, next) = self.rewriter.build_before(after, first, |b| {
            let full = b.pipeline_wait().pipeline(pipeline).iterator(iterator).stage(full).finish().value();
            let read = b.pipeline_read().pipeline(pipeline).stage(full).read(read);
            let op = read.values(types.as_slice()).finish().op;
            let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let end = b.inside(body, |b| b.pipeline_yield().finish().op);
            let read = b.module.body.result(op, 0);
            b.pipeline_release().pipeline(pipeline).stage(read).finish();
            let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
            (op, end, next)
        });
        for (at, (value, users)) in given.iter().enumerate() {
            let result = self.rewriter.module().body.result(op, at + 1);
            users.iter().for_each(|&user| self.rewriter.replace_uses_in(user, *value, result));
            iterators
                .iter_mut()
                .filter(|iterator| *iterator == value)
                .for_each(|iterator| *iterator = result);
        }
        iterators[number] = next;
        let yielded: Vec<Value> = given.iter().map(|&(value, _)| value).collect();
        self.rewriter.set_operands(end, &yielded, &[]);
        ops.into_iter().for_each(|op| self.rewriter.move_before(op, end));
        match self.nest.residual(group) {
            Some(load) => self.load_residual(op, load),
            None => self.load(op, group),
        }
    }

    /// The ops of a block from the first to the last that contains a product of a group. What another stage is read for
    /// goes together with the wait for that stage and its release.
    fn readers(&self, block: Block, group: usize) -> Vec<Op> {
        let module = self.rewriter.module();
        let ops: Vec<Op> = module.body.block_ops(block).collect();
        let holds = |&op: &Op| self.holds_reader(group, op);
        let first = ops.iter().position(holds).expect("a group is read in its block");
        let last = ops.iter().rposition(holds).unwrap_or(first);
        let is_read = |op: Op| module.opcode(op) == Opcode::PipelineRead;
        let wait = is_read(ops[first])
            .then(|| module.body.def_op(module.operand(ops[first], fields::pipeline_read::stage)))
            .flatten();
        let releases = is_read(ops[last]).then(|| self.rewriter.users(module.body.result(ops[last], 0)));
        let place = |wanted: Op| ops.iter().position(|&op| op == wanted);
        let first = wait.and_then(place).unwrap_or(first);
        let last = releases.into_iter().flatten().find_map(place).unwrap_or(last);
        ops[first..=last].to_vec()
    }

    /// Whether an op is, or contains, what reads a group: a product, or the load of a tile for sums.
    fn holds_reader(&self, group: usize, op: Op) -> bool {
        if let Some(load) = self.nest.residual(group) {
            return load == op;
        }
        let body = &self.rewriter.module().body;
        self.nest.products_of(group).iter().any(|product| {
            let mut up = std::iter::successors(Some(product.dot), |&op| body.parent_op(op));
            up.any(|outer| outer == op)
        })
    }

    /// Values of ops of a block that later ops use, and these ops; and iterators, which later ops may use.
    fn given(&self, ops: &[Op], iterators: &[Value]) -> Vec<(Value, Vec<Op>)> {
        let body = &self.rewriter.module().body;
        let inside = |user: Op| {
            let mut up = std::iter::successors(Some(user), |&op| body.parent_op(op));
            up.any(|op| ops.contains(&op))
        };
        let results = ops.iter().flat_map(|&op| body.results(op).iter().collect::<Vec<Value>>());
        let users = results.map(|value| {
            let users = self.rewriter.users(value).into_iter().filter(|&user| !inside(user));
            (value, users.collect::<Vec<Op>>())
        });
        users.filter(|(value, users)| !users.is_empty() || iterators.contains(value)).collect()
    }

    /// A tile for sums is loaded from the memory of a read.
    fn load_residual(&mut self, read: Op, load: Op) {
        let module = self.rewriter.module();
        let block = module.block(read, fields::pipeline_read::body).expect("a read has a body");
        let buffer = module.body.block_args(block).get(0).expect("a stage has memory");
        let ty = module.body.ty(module.body.result(load, 0));
        let tile = module.body.result(load, 0);
        // The stage may lack dimensions of one element.
        let held = module.ty(buffer).buffer().expect("a stage is memory").layout.shape().clone();
        let whole = module.ty(tile).tile().expect("a load gives a tile");
        let reshaped =
            (whole.layout.shape() != &held).then(|| TileType::new(whole.elem, whole.layout.reshape(held)));
        let reshaped = reshaped.map(|ty| self.rewriter.intern(Type::Tile(ty)));
        let mut loaded =
            self.load_tiles(load, &[Source { buffer, ty: reshaped.unwrap_or(ty), transposed: false }])[0];
        if reshaped.is_some() {
            loaded = self
                .rewriter
                .build_before(load, load, |b| b.view().source(loaded).result(ty).finish().value());
        }
        self.rewriter.replace_value(tile, loaded);
        // Tokens are gone already, unless passes run in another order.
        let results: Vec<Value> = self.rewriter.module().body.results(load).iter().collect();
        if results.into_iter().all(|value| self.rewriter.users(value).is_empty()) {
            self.rewriter.erase(load);
        }
    }

    /// The products of a group load its tiles from the memory of a read: in front of each of them, or once, in front of
    /// the loop around those that multiply a tile which threads keep.
    fn load(&mut self, read: Op, group: usize) {
        let module = self.rewriter.module();
        let block = module.block(read, fields::pipeline_read::body).expect("a read has a body");
        let memory: Vec<Value> = module.body.block_args(block).iter().collect();
        let operands = &self.nest.groups[group].operands;
        let products: Vec<Product> = self.nest.products_of(group).into_iter().cloned().collect();
        let mut kept: Vec<(Source, Value)> = Vec::new();
        for product in products {
            let dot = product.dot;
            let module = self.rewriter.module();
            let wanted = product.sources().filter_map(|(field, factor)| {
                let Factor::Loaded(number) = factor else { return None };
                let at = operands.iter().position(|&operand| operand == number)?;
                let ty = module.body.ty(module.operand(dot, field));
                let source = Source { buffer: memory[at], ty, transposed: product.is_transposed(field) };
                Some((module.operand_range(dot, field).start, number, source))
            });
            let (early, here): (Vec<_>, Vec<_>) =
                wanted.partition(|(_, number, _)| self.kept.contains(number));
            for (index, _, tile) in early {
                let known = kept.iter().find(|(known, _)| *known == tile).map(|&(_, load)| load);
                let load = known.unwrap_or_else(|| {
                    let before = self.op_in(block, dot);
                    self.load_tiles(before, &[tile])[0]
                });
                kept.extend(known.is_none().then_some((tile, load)));
                self.rewriter.set_operand(dot, index, load);
            }
            let tiles: Vec<Source> = here.iter().map(|&(.., tile)| tile).collect();
            let loads = self.load_tiles(dot, &tiles);
            here.iter()
                .zip(loads)
                .for_each(|(&(index, ..), load)| self.rewriter.set_operand(dot, index, load));
        }
    }

    /// The op of a block that is, or contains, an op.
    fn op_in(&self, block: Block, op: Op) -> Op {
        let body = &self.rewriter.module().body;
        let mut up = std::iter::successors(Some(op), |&op| body.parent_op(op));
        up.find(|&op| body.parent_block(op) == Some(block)).expect("readers of a stage stand in its read")
    }

    /// Whole tiles of the memory of a stage, loaded in front of an op.
    fn load_tiles(&mut self, before: Op, tiles: &[Source]) -> Vec<Value> {
        let views = tiles.iter().map(|&Source { buffer, transposed, .. }| {
            let view =
                transposed.then(|| self.rewriter.module().ty(buffer).buffer().map(BufferType::transposed));
            view.flatten().map(|ty| self.rewriter.intern(Type::Buffer(ty)))
        });
        let views: Vec<Option<TypeId>> = views.collect();
        self.rewriter.build_before(before, before, |b| {
            let zeros = zeros(b, 2);
            let load = |(&Source { buffer, ty, .. }, &view): (&Source, &Option<TypeId>)| {
                let rank = b.module.ty(buffer).buffer().map_or(2, |ty| ty.layout.shape().rank());
                let buffer = match view {
                    Some(view) => b.transpose_buffer().source(buffer).result(view).finish().value(),
                    None => buffer,
                };
                b.local_load().buffer(buffer).offsets(&zeros[..rank]).result(ty).finish().value()
            };
            tiles.iter().zip(&views).map(load).collect()
        })
    }
}
