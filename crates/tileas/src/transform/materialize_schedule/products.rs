//! The products of a loop as the agent that multiplies into tensor memory makes them: in the reads of the stages of
//! their factors, and in the writes of their sums.

use ir::build::Builder;
use ir::generic::Attr;
use ir::{Op, TypeId, Value};
use tile_core::arith::ComparisonPredicate;

use super::Handover;
use super::control::{Span, otherwise};
use super::sums::Types;
use crate::TileAs;
use crate::ops::{Builders as _, fields};
use crate::transform::schedule::thread_blocks::PAIR;
use crate::types::{BufferType, Type};

/// Where a factor is while the product reads it.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In the memory of the stage of its group, by its number.
    Stage(usize),
    /// In memory that stays.
    Memory(Value),
    /// In a stage of its own, which threads write.
    Weights,
}

/// A product of a shared loop.
pub(super) struct Multiplied {
    pub(super) dot: Op,
    pub(super) factors: [Place; 2],
    /// Whether the memory of a factor has the dimensions of that in the other order.
    pub(super) transposed: [bool; 2],
    /// Where its block scales are, if it has some.
    pub(super) scales: Option<[Place; 2]>,
    pub(super) is_fresh: bool,
    /// Whether threads write what its sum begins with, before the loop.
    pub(super) is_begun: bool,
    pub(super) sum: usize,
    /// The pipelines of the factors that threads compute.
    pub(super) weights: [Option<usize>; 2],
    /// The pipeline whose stage it reads, with the memory of that.
    pub(super) feed: Option<usize>,
}

/// The parts of which the body of a loop is built.
pub(super) struct Loop<'a> {
    pub(super) handovers: &'a [Handover],
    pub(super) types: Types,
    /// The types of iterators after a stage, by the numbers of pipelines.
    pub(super) nexts: Vec<TypeId>,
    pub(super) products: Vec<Multiplied>,
    /// Whether a pair of thread blocks makes them.
    pub(super) is_of_pair: bool,
}

/// The tensor memory of a product.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) sum: Value,
    /// Where its block scales are copied.
    pub(super) scales: Option<[Value; 2]>,
}

/// The stage of tensor memory that a whole loop writes.
pub(super) struct Accumulated {
    /// That of each product.
    targets: Vec<Target>,
    /// Whether there is a sum so far.
    more: Value,
}

impl Loop<'_> {
    /// Tensor memory of sums that threads rescale goes to these twice: they write what the sum begins with, and rescale
    /// it in the first iteration, or take it where there is none.
    pub(super) fn give_begun(&self, b: &mut Builder<'_, TileAs>, inside: &mut [Value]) {
        let begun = || self.products.iter().filter(|product| product.is_begun);
        begun().chain(begun()).for_each(|product| self.give(b, product.sum, inside));
    }

    /// Tensor memory of a sum goes to the threads that rescale it, as it is.
    fn give(&self, b: &mut Builder<'_, TileAs>, sum: usize, inside: &mut [Value]) {
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

    /// The loop that writes a stage of tensor memory; the iterators after it.
    pub(super) fn accumulate(
        &self,
        b: &mut Builder<'_, TileAs>,
        (span, step): (Span, Value),
        (own, iterators): (&[usize], &[Value]),
        targets: Vec<Target>,
    ) -> Vec<Value> {
        self.iterate(b, (span, step), (own, &mut iterators.to_vec()), |b, counter, inside| {
            let more = b.cmpi().lhs(counter).rhs(span.lower).predicate(ComparisonPredicate::NotEqual);
            let more = more.signed(!span.unsigned).result(self.types.truth).finish().value();
            let chunks: Vec<&[Multiplied]> = self.products.chunk_by(same_stage).collect();
            self.run(b, &chunks, Some(&Accumulated { targets, more }), inside);
        })
    }

    /// A loop that carries the iterators of the pipelines `own`; `body` writes an iteration. The iterators after it.
    pub(super) fn iterate(
        &self,
        b: &mut Builder<'_, TileAs>,
        (span, step): (Span, Value),
        (own, inside): (&[usize], &mut [Value]),
        body: impl FnOnce(&mut Builder<'_, TileAs>, Value, &mut [Value]),
    ) -> Vec<Value> {
        let inits: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
        let carried: Vec<TypeId> = own.iter().map(|&pipeline| self.nexts[pipeline]).collect();
        let counter = b.module.body.ty(span.lower);
        let op = b.for_().lower(span.lower).upper(span.upper).step(step).inits(inits);
        let op = op.results(carried.as_slice()).unsigned(span.unsigned).finish().op;
        let block = b.module.block(op, fields::for_::body).expect("a loop has a body");
        let arguments: Vec<TypeId> = std::iter::once(counter).chain(carried).collect();
        b.module.body.set_block_args(block, &arguments);
        let arguments: Vec<Value> = b.module.body.block_args(block).iter().collect();
        own.iter().zip(&arguments[1..]).for_each(|(&pipeline, &argument)| inside[pipeline] = argument);
        b.inside(block, |b| {
            body(b, arguments[0], inside);
            let nexts: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
            b.continue_().operands(nexts).finish();
        });
        b.module.body.results(op).iter().collect()
    }

    /// The products of an iteration, those of a stage together: first those that are made an iteration ahead.
    pub(super) fn chunks(&self) -> (Vec<&[Multiplied]>, Vec<&[Multiplied]>) {
        let mut chunks: Vec<&[Multiplied]> = self.products.chunk_by(same_stage).collect();
        let is_free = |product: &Multiplied| product.is_fresh && product.weights.iter().all(Option::is_none);
        let free = chunks.iter().take_while(|products| products.iter().all(is_free)).count();
        let others = chunks.split_off(if free < chunks.len() { free } else { 0 });
        (chunks, others)
    }

    /// The products of the next iteration, where there is one.
    pub(super) fn run_next(
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
        // The difference is not negative, even if its sign bit is set.
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
            self.run(b, chunks, None, inside);
            b.yield_().operands(of(inside)).finish().op
        });
        for (at, &pipeline) in own.iter().enumerate() {
            inside[pipeline] = b.module.body.result(branch, at);
        }
    }

    /// Some products, into the stage of the whole loop or into one of each.
    pub(super) fn run(
        &self,
        b: &mut Builder<'_, TileAs>,
        chunks: &[&[Multiplied]],
        sums: Option<&Accumulated>,
        inside: &mut [Value],
    ) {
        let mut number = 0;
        for &products in chunks {
            let of = |at: usize| sums.map(|sums| (sums.targets[at], sums.more));
            let numbered: Vec<Numbered<'_>> =
                (number..).map(of).zip(products).map(|(sum, product)| Numbered { product, sum }).collect();
            number += products.len();
            match products[0].feed {
                Some(feed) => {
                    self.fed(b, (feed, &numbered), inside);
                    self.advance(b, feed, inside);
                }
                None => numbered.iter().for_each(|product| self.product(b, product, &[], inside)),
            }
            for product in products {
                if sums.is_none() {
                    self.advance(b, product.sum, inside);
                }
                product.weights.iter().flatten().for_each(|&weights| self.advance(b, weights, inside));
            }
        }
    }

    /// The products of an iteration whose left factors replace sums, and the first products of the next one: each of
    /// these directly after the one that reads what is in its place.
    pub(super) fn run_in_turn(
        &self,
        b: &mut Builder<'_, TileAs>,
        [next, products]: [&[Multiplied]; 2],
        inside: &mut [Value],
    ) {
        let [Some(keys), Some(values)] = [next, products].map(|products| products[0].feed) else { return };
        let one = |product| Numbered { product, sum: None };
        self.read(b, (values, inside), |b, stage| {
            self.product(b, &one(&products[0]), stage, inside);
            self.read(b, (keys, inside), |b, stage_of_next| {
                for (at, product) in next.iter().enumerate() {
                    self.product(b, &one(product), stage_of_next, inside);
                    if let Some(other) = products.get(at + 1) {
                        self.product(b, &one(other), stage, inside);
                    }
                }
            });
        });
        self.advance(b, keys, inside);
        self.advance(b, values, inside);
        for product in next.iter().chain(products) {
            self.advance(b, product.sum, inside);
            product.weights.iter().flatten().for_each(|&weights| self.advance(b, weights, inside));
        }
    }

    /// Products that read a stage.
    fn fed(&self, b: &mut Builder<'_, TileAs>, (feed, products): (usize, &[Numbered<'_>]), inside: &[Value]) {
        self.read(b, (feed, inside), |b, stage| {
            products.iter().for_each(|product| self.product(b, product, stage, inside));
        });
    }

    /// Waits for a stage, and releases it after what reads it.
    fn read(
        &self,
        b: &mut Builder<'_, TileAs>,
        (pipeline, inside): (usize, &[Value]),
        body: impl FnOnce(&mut Builder<'_, TileAs>, &[Value]),
    ) {
        let Handover { pipeline: of, consumer, .. } = self.handovers[pipeline];
        let consumer = i64::from(consumer);
        let full = b.pipeline_wait().pipeline(of).iterator(inside[pipeline]).stage(self.types.full);
        let full = full.consumer_idx(consumer).finish().value();
        let op = b.pipeline_read().pipeline(of).stage(full).read(self.types.read);
        let op = op.consumer_idx(consumer).finish().op;
        let block = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
        b.module.body.set_block_args(block, &self.handovers[pipeline].memory);
        let memory: Vec<Value> = b.module.body.block_args(block).iter().collect();
        b.inside(block, |b| {
            body(b, &memory);
            b.pipeline_yield().finish();
        });
        let read = b.module.body.result(op, 0);
        b.pipeline_release().pipeline(of).stage(read).consumer_idx(consumer).finish();
    }

    /// A product into its tensor memory.
    fn product(
        &self,
        b: &mut Builder<'_, TileAs>,
        Numbered { product, sum }: &Numbered<'_>,
        stage: &[Value],
        inside: &[Value],
    ) {
        let of = |place: Place| match place {
            Place::Stage(at) => Some(stage[at]),
            Place::Memory(memory) => Some(memory),
            Place::Weights => None,
        };
        let mut memory = product.factors.map(of);
        for (memory, &transposed) in memory.iter_mut().zip(&product.transposed) {
            *memory = memory.map(|memory| if transposed { transpose(b, memory) } else { memory });
        }
        if let Some((target, more)) = *sum {
            let blocks = product.scales.into_iter().flatten().filter_map(of);
            for (block, scales) in blocks.zip(target.scales.into_iter().flatten()) {
                b.tensor_copy().buffer(block).tensor(scales).finish();
            }
            self.weighted(b, product, memory, (target, Some(more)), inside);
            return;
        }
        let of = self.handovers[product.sum].pipeline;
        let empty = b.pipeline_acquire().pipeline(of).iterator(inside[product.sum]).stage(self.types.empty);
        let empty = empty.finish().value();
        let write = b.pipeline_write().pipeline(of).stage(empty).written(self.types.written).finish().op;
        let body = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
        b.module.body.set_block_args(body, &self.handovers[product.sum].memory);
        let sum = b.module.body.block_args(body).get(0).expect("a stage has memory");
        b.inside(body, |b| {
            let more = product
                .is_fresh
                .then(|| b.constant().value(Attr::Number(0)).result(self.types.truth).finish().value());
            self.weighted(b, product, memory, (Target { sum, scales: None }, more), inside);
            b.pipeline_yield().finish();
        });
        let written = b.module.body.result(write, 0);
        b.pipeline_commit().pipeline(of).stage(written).finish();
    }

    /// A product in the reads of the stages of those of its factors that threads compute.
    fn weighted(
        &self,
        b: &mut Builder<'_, TileAs>,
        product: &Multiplied,
        memory: [Option<Value>; 2],
        sum: (Target, Option<Value>),
        inside: &[Value],
    ) {
        let open =
            (0..2).find_map(|side| Some((side, product.weights[side]?)).filter(|_| memory[side].is_none()));
        let Some((side, weights)) = open else {
            let [left, right] = memory.map(|memory| memory.expect("a factor is loaded or has a stage"));
            multiply(b, product.dot, [left, right], sum, self.is_of_pair);
            return;
        };
        self.read(b, (weights, inside), |b, stage| {
            let mut memory = memory;
            memory[side] = stage.first().copied();
            self.weighted(b, product, memory, sum, inside);
        });
    }
}

/// A product, with its sum and whether there is one so far, if the whole loop writes that.
struct Numbered<'a> {
    product: &'a Multiplied,
    sum: Option<(Target, Value)>,
}

/// Whether two products read the same stage.
fn same_stage(a: &Multiplied, b: &Multiplied) -> bool {
    a.feed.is_some() && a.feed == b.feed
}

/// Memory of a stage with its dimensions in the other order.
fn transpose(b: &mut Builder<'_, TileAs>, memory: Value) -> Value {
    let Some(ty) = b.module.ty(memory).buffer().map(BufferType::transposed) else { return memory };
    let ty = b.module.types.intern(Type::Buffer(ty));
    b.transpose_buffer().source(memory).result(ty).finish().value()
}

fn multiply(
    b: &mut Builder<'_, TileAs>,
    dot: Op,
    [left, right]: [Value; 2],
    (Target { sum, scales }, more): (Target, Option<Value>),
    is_of_pair: bool,
) {
    if let Some([lhs_scale, rhs_scale]) = scales {
        let op = b.tensor_dot_scaled().lhs(left).rhs(right).acc(sum).lhs_scale(lhs_scale);
        op.rhs_scale(rhs_scale).accumulate(more).finish();
        return;
    }
    use fields::dot as f;
    let signs = [f::signed_lhs, f::signed_rhs].map(|field| b.module.flag(dot, field));
    let op = b.tensor_dot().lhs(left).rhs(right).acc(sum);
    let op = op.accumulate(more).signed_lhs(signs[0]).signed_rhs(signs[1]);
    if is_of_pair {
        op.cta_group(i64::from(PAIR)).finish();
    } else {
        op.finish();
    }
}
