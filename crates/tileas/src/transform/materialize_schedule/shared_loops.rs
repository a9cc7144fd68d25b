//! Loops that threads share with the agent that multiplies, as that agent runs them; and groups that stay while loops run.
//!
//! ```text
//! if there is an iteration {
//!   acquire; write { }; commit                    for each sum that threads rescale: the first time it is theirs
//!   wait b; read { acquire s; write { mma }; commit }; release b
//!   for i {
//!     if there is another iteration { wait b; read { acquire s; write { mma }; commit }; release b }
//!     wait v; read { acquire o; write { wait w; read { mma }; release w }; commit }; release v
//!   }
//! }
//! ```
//!
//! First products that need nothing of threads are an iteration ahead, so that tensor cores multiply while threads compute weights.

use ir::build::Builder;
use ir::generic::Attr;
use ir::{Block, Op, TypeId, Value};
use tile_core::arith::ComparisonPredicate;

use super::control::{otherwise, where_any};
use super::places::Places;
use super::producer::Write;
use super::sums::{Types, span};
use super::{Begins, Factor, Handover, SumLoop};
use crate::TileAs;
use crate::ops::{Builders as _, fields};
use crate::types::Role;

/// A group whose stage is read to the end of a block.
pub(super) struct Held {
    group: usize,
    read: Op,
    /// What ends the body of its read.
    end: Op,
    /// The pipelines whose iterators go through.
    through: Vec<usize>,
}

/// Where a factor is while the product reads it.
#[derive(Clone, Copy)]
enum Place {
    /// In the memory of the stage of its group, by its number.
    Stage(usize),
    /// In memory that stays.
    Memory(Value),
    /// In the stage of weights.
    Weights,
}

/// A product of a shared loop.
struct Multiplied {
    dot: Op,
    factors: [Place; 2],
    is_fresh: bool,
    sum: usize,
    weights: Option<usize>,
    /// The pipeline whose stage it reads, with the memory of that.
    feed: Option<usize>,
}

/// What the body of a loop is built of.
struct Loop<'a> {
    handovers: &'a [Handover],
    types: Types,
    /// The types of iterators behind a stage, by the numbers of pipelines.
    nexts: Vec<TypeId>,
    products: Vec<Multiplied>,
}

impl Write<'_, '_> {
    /// The products of a loop, in front of `at`.
    pub(super) fn multiply_shared(
        &mut self,
        at: Op,
        (known, places): (&SumLoop, &Places),
        iterators: &mut [Value],
    ) {
        let module = self.rewriter.module();
        let span = span(module, known.loop_, |value| self.name(value));
        let step = self.name(module.operand(known.loop_, fields::for_::step));
        let products = self.products(known, places);
        let feeds = products.iter().filter_map(|product| product.feed);
        let mut own: Vec<usize> = feeds.chain(places.all()).collect();
        own.sort_unstable();
        own.dedup();
        let begin: Vec<Value> = own.iter().map(|&pipeline| iterators[pipeline]).collect();
        let nexts = iterators.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let types = Types::of(self.rewriter);
        let loop_ = Loop { handovers: self.handovers, types, nexts, products };
        let (branch, end) = where_any(self.rewriter, (at, known.loop_), span, &begin);
        let mut inside = iterators.to_vec();
        let given = self.rewriter.build_before(end, known.loop_, |b| {
            for product in loop_.products.iter().filter(|product| !product.is_fresh) {
                loop_.give_first(b, product.sum, &mut inside);
            }
            let (ahead, others) = loop_.chunks();
            loop_.run(b, &ahead, &mut inside);
            let inits: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
            let carried: Vec<TypeId> = own.iter().map(|&pipeline| loop_.nexts[pipeline]).collect();
            let counter = b.module.body.ty(span.lower);
            let op = b.for_().lower(span.lower).upper(span.upper).step(step).inits(inits);
            let op = op.results(carried.as_slice()).unsigned(span.unsigned).finish().op;
            let body = b.module.block(op, fields::for_::body).expect("a loop has a body");
            let arguments: Vec<TypeId> = std::iter::once(counter).chain(carried).collect();
            b.module.body.set_block_args(body, &arguments);
            let arguments: Vec<Value> = b.module.body.block_args(body).iter().collect();
            own.iter().zip(&arguments[1..]).for_each(|(&pipeline, &argument)| inside[pipeline] = argument);
            b.inside(body, |b| {
                loop_.run_next(b, &ahead, [arguments[0], span.upper, step], &mut inside);
                loop_.run(b, &others, &mut inside);
                let nexts: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
                b.continue_().operands(nexts).finish();
            });
            b.module.body.results(op).iter().collect::<Vec<Value>>()
        });
        self.rewriter.set_operands(end, &given, &[]);
        let results = self.rewriter.module().body.results(branch);
        own.iter().zip(results.iter()).for_each(|(&pipeline, result)| iterators[pipeline] = result);
    }

    fn products(&self, known: &SumLoop, places: &Places) -> Vec<Multiplied> {
        let products = known.sums.iter().enumerate().map(|(at, sum)| {
            let product = &self.nest.products[sum.product];
            let group = self.nest.inner_group(product);
            Multiplied {
                dot: product.dot,
                factors: product.factors.map(|factor| self.place(factor, group)),
                is_fresh: matches!(sum.begins, Begins::Fresh),
                sum: places.sums[at],
                weights: places.weights[at],
                feed: group.map(|group| self.nest.groups[group].pipeline),
            }
        });
        products.collect()
    }

    fn place(&self, factor: Factor, group: Option<usize>) -> Place {
        let Factor::Loaded(number) = factor else { return Place::Weights };
        let of =
            |group: usize| self.nest.groups[group].operands.iter().position(|&operand| operand == number);
        if let Some(at) = group.and_then(of) {
            return Place::Stage(at);
        }
        let held = self.held.iter().find_map(|(&group, memory)| Some(memory[of(group)?]));
        Place::Memory(held.expect("what is not loaded for each product stays"))
    }

    /// In front of the first of these ops, the agent that multiplies waits for groups of their block that its products need while
    /// loops run, and keeps them to the end of the block.
    pub(super) fn hold(
        &mut self,
        (block, rest): (Block, &[Op]),
        at: &mut Op,
        open: &mut Vec<Held>,
        iterators: &mut [Value],
    ) {
        if !self.multiplies() {
            return;
        }
        let stays = |number: usize| {
            let group = &self.nest.groups[number];
            group.block == block && !group.is_inner && self.nest.residual(number).is_none()
        };
        let staying: Vec<usize> = (0..self.nest.groups.len()).filter(|&number| stays(number)).collect();
        for &group in &staying {
            if self.held.contains_key(&group) || !self.is_needed(group, rest[0]) {
                continue;
            }
            let later = staying.iter().filter(|&&other| other != group && !self.held.contains_key(&other));
            let mut through: Vec<usize> = later.map(|&other| self.nest.groups[other].pipeline).collect();
            through.extend(rest.iter().flat_map(|&op| self.pipelines_below(op)));
            through.sort_unstable();
            through.dedup();
            open.push(self.hold_group((*at, rest[0]), group, through, iterators));
            *at = open[open.len() - 1].end;
        }
    }

    /// Whether products in an op multiply tiles of a group.
    fn is_needed(&self, group: usize, op: Op) -> bool {
        let body = &self.rewriter.module().body;
        self.nest.products_of(group).iter().any(|product| {
            std::iter::successors(Some(product.dot), |&op| body.parent_op(op)).any(|outer| outer == op)
        })
    }

    fn hold_group(
        &mut self,
        (at, like): (Op, Op),
        group: usize,
        through: Vec<usize>,
        iterators: &mut [Value],
    ) -> Held {
        let types = Types::of(self.rewriter);
        let pipeline = self.nest.groups[group].pipeline;
        let (handover, iterator) = (&self.handovers[pipeline], iterators[pipeline]);
        let next = handover.iterator(self.rewriter, Role::Consumer);
        let behind = through.iter().map(|&pipeline| self.rewriter.module().body.ty(iterators[pipeline]));
        let behind: Vec<TypeId> = behind.collect();
        let (read, end, memory, next) = self.rewriter.build_before(at, like, |b| {
            let of = handover.pipeline;
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(types.full).finish().value();
            let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(types.read);
            let op = op.values(behind.as_slice()).finish().op;
            let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let memory: Vec<Value> = b.module.body.block_args(body).iter().collect();
            let end = b.inside(body, |b| b.pipeline_yield().finish().op);
            let read = b.module.body.result(op, 0);
            b.pipeline_release().pipeline(of).stage(read).finish();
            (op, end, memory, next)
        });
        iterators[pipeline] = next;
        self.held.insert(group, memory);
        Held { group, read, end, through }
    }

    /// A group is not needed any more.
    pub(super) fn let_go(&mut self, held: Held, iterators: &mut [Value]) {
        let given: Vec<Value> = held.through.iter().map(|&pipeline| iterators[pipeline]).collect();
        self.rewriter.set_operands(held.end, &given, &[]);
        for (at, &pipeline) in held.through.iter().enumerate() {
            iterators[pipeline] = self.rewriter.module().body.result(held.read, at + 1);
        }
        self.held.remove(&held.group);
    }
}

impl Loop<'_> {
    /// Tensor memory of a sum goes to the threads that rescale it, with nothing in it.
    fn give_first(&self, b: &mut Builder<'_, TileAs>, sum: usize, inside: &mut [Value]) {
        let of = self.handovers[sum].pipeline;
        let empty = b.pipeline_acquire().pipeline(of).iterator(inside[sum]).stage(self.types.empty);
        let empty = empty.finish().value();
        let write = b.pipeline_write().pipeline(of).stage(empty).written(self.types.written).finish().op;
        let body = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
        b.module.body.set_block_args(body, &self.handovers[sum].memory);
        b.inside(body, |b| b.pipeline_yield().finish().op);
        let written = b.module.body.result(write, 0);
        b.pipeline_commit().pipeline(of).stage(written).finish();
        self.advance(b, sum, inside);
    }

    fn advance(&self, b: &mut Builder<'_, TileAs>, pipeline: usize, inside: &mut [Value]) {
        let inc = b.pipeline_inc().iterator(inside[pipeline]).result(self.nexts[pipeline]);
        inside[pipeline] = inc.finish().value();
    }

    /// The products of an iteration, those of a stage together: first those that are made an iteration ahead.
    fn chunks(&self) -> (Vec<&[Multiplied]>, Vec<&[Multiplied]>) {
        let same = |a: &Multiplied, b: &Multiplied| a.feed.is_some() && a.feed == b.feed;
        let mut chunks: Vec<&[Multiplied]> = self.products.chunk_by(same).collect();
        let is_free = |product: &Multiplied| product.is_fresh && product.weights.is_none();
        let free = chunks.iter().take_while(|products| products.iter().all(is_free)).count();
        let others = chunks.split_off(if free < chunks.len() { free } else { 0 });
        (chunks, others)
    }

    /// The products of the next iteration, where there is one.
    fn run_next(
        &self,
        b: &mut Builder<'_, TileAs>,
        chunks: &[&[Multiplied]],
        [counter, upper, step]: [Value; 3],
        inside: &mut [Value],
    ) {
        if chunks.is_empty() {
            return;
        }
        let pipelines = chunks.iter().flat_map(|products| products.iter());
        let mut own: Vec<usize> =
            pipelines.flat_map(|product| product.feed.into_iter().chain([product.sum])).collect();
        own.sort_unstable();
        own.dedup();
        let types: Vec<TypeId> = own.iter().map(|&pipeline| self.nexts[pipeline]).collect();
        let ty = b.module.body.ty(counter);
        // What is left is no negative number, even where it has the bits of one.
        let left = b.subi().lhs(upper).rhs(counter).result(ty).finish().value();
        let more = b.cmpi().lhs(left).rhs(step).predicate(ComparisonPredicate::GreaterThan).signed(false);
        let more = more.result(self.types.truth).finish().value();
        let branch = b.if_().condition(more).results(types.as_slice()).finish().op;
        let then = b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let otherwise = otherwise(b, branch);
        let of = |inside: &[Value]| own.iter().map(|&pipeline| inside[pipeline]).collect::<Vec<Value>>();
        let none = of(inside);
        b.inside(otherwise, |b| b.yield_().operands(none).finish().op);
        b.inside(then, |b| {
            self.run(b, chunks, inside);
            b.yield_().operands(of(inside)).finish().op
        });
        for (at, &pipeline) in own.iter().enumerate() {
            inside[pipeline] = b.module.body.result(branch, at);
        }
    }

    fn run(&self, b: &mut Builder<'_, TileAs>, chunks: &[&[Multiplied]], inside: &mut [Value]) {
        for &products in chunks {
            match products[0].feed {
                Some(feed) => {
                    self.fed(b, (feed, products), inside);
                    self.advance(b, feed, inside);
                }
                None => products.iter().for_each(|product| self.product(b, product, &[], inside)),
            }
            for product in products {
                self.advance(b, product.sum, inside);
                if let Some(weights) = product.weights {
                    self.advance(b, weights, inside);
                }
            }
        }
    }

    /// Products that read a stage.
    fn fed(&self, b: &mut Builder<'_, TileAs>, (feed, products): (usize, &[Multiplied]), inside: &[Value]) {
        let of = self.handovers[feed].pipeline;
        let full =
            b.pipeline_wait().pipeline(of).iterator(inside[feed]).stage(self.types.full).finish().value();
        let op = b.pipeline_read().pipeline(of).stage(full).read(self.types.read).finish().op;
        let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
        b.module.body.set_block_args(body, &self.handovers[feed].memory);
        let stage: Vec<Value> = b.module.body.block_args(body).iter().collect();
        b.inside(body, |b| {
            products.iter().for_each(|product| self.product(b, product, &stage, inside));
            b.pipeline_yield().finish();
        });
        let read = b.module.body.result(op, 0);
        b.pipeline_release().pipeline(of).stage(read).finish();
    }

    /// A product into its tensor memory, behind the weights that it multiplies.
    fn product(&self, b: &mut Builder<'_, TileAs>, product: &Multiplied, stage: &[Value], inside: &[Value]) {
        let of = self.handovers[product.sum].pipeline;
        let empty = b.pipeline_acquire().pipeline(of).iterator(inside[product.sum]).stage(self.types.empty);
        let empty = empty.finish().value();
        let write = b.pipeline_write().pipeline(of).stage(empty).written(self.types.written).finish().op;
        let body = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
        b.module.body.set_block_args(body, &self.handovers[product.sum].memory);
        let sum = b.module.body.block_args(body).get(0).expect("a stage has memory");
        b.inside(body, |b| {
            match product.weights {
                Some(weights) => self.weighted(b, (weights, inside[weights]), product, (stage, sum)),
                None => self.multiply(b, product, (stage, None), sum),
            }
            b.pipeline_yield().finish();
        });
        let written = b.module.body.result(write, 0);
        b.pipeline_commit().pipeline(of).stage(written).finish();
    }

    fn weighted(
        &self,
        b: &mut Builder<'_, TileAs>,
        (weights, iterator): (usize, Value),
        product: &Multiplied,
        (stage, sum): (&[Value], Value),
    ) {
        let of = self.handovers[weights].pipeline;
        let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(self.types.full).finish().value();
        let op = b.pipeline_read().pipeline(of).stage(full).read(self.types.read).finish().op;
        let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
        b.module.body.set_block_args(body, &self.handovers[weights].memory);
        let memory = b.module.body.block_args(body).get(0);
        b.inside(body, |b| {
            self.multiply(b, product, (stage, memory), sum);
            b.pipeline_yield().finish();
        });
        let read = b.module.body.result(op, 0);
        b.pipeline_release().pipeline(of).stage(read).finish();
    }

    fn multiply(
        &self,
        b: &mut Builder<'_, TileAs>,
        product: &Multiplied,
        (stage, weights): (&[Value], Option<Value>),
        sum: Value,
    ) {
        use fields::dot as f;
        let signs = [f::signed_lhs, f::signed_rhs].map(|field| b.module.flag(product.dot, field));
        let [left, right] = product.factors.map(|place| match place {
            Place::Stage(at) => stage[at],
            Place::Memory(memory) => memory,
            Place::Weights => weights.expect("a product waits for its weights"),
        });
        let more = product
            .is_fresh
            .then(|| b.constant().value(Attr::Number(0)).result(self.types.truth).finish().value());
        let op = b.tensor_dot().lhs(left).rhs(right).acc(sum);
        op.accumulate(more).signed_lhs(signs[0]).signed_rhs(signs[1]).finish();
    }
}
