//! Loops of products as the agent that multiplies into tensor memory runs them; and groups that stay while loops run.
//!
//! Sums that threads leave alone are one stage of tensor memory, which is written by the whole loop:
//!
//! ```text
//! if there is an iteration {
//!   acquire s; write {
//!     for i { wait b; read { wait w; read { mma }; release w }; release b }
//!   }; commit
//! }
//! ```
//!
//! Sums that threads take have a stage each:
//!
//! ```text
//! if there is an iteration {
//!   wait b; read { acquire s; write { mma }; commit }; release b
//!   give o
//!   for i {
//!     if there is another iteration { wait b; read { acquire s; write { mma }; commit }; release b }
//!     wait v; read { acquire o; write { wait w; read { mma }; release w }; commit }; release v
//!   }
//! } else { give o }
//! give o: 2 x { acquire; write { }; commit }      for each sum that threads rescale: they begin it, and get it once more
//! ```
//!
//! First products that need nothing of threads are an iteration ahead, so that tensor cores multiply while threads
//! compute weights. If weights replace the sums that they are computed from, each such product is made directly after the
//! one that reads the weights: instructions of one thread access tensor memory in their order. While the threads of one
//! chain compute weights, tensor cores multiply for the other one:
//!
//! ```text
//!   wait b; read { mma s0; mma s1 }; release b
//!   for i, from the second iteration on {
//!     wait v; read { mma o0; wait b; read { mma s0; mma o1; mma s1 }; release b }; release v
//!   }
//!   wait v; read { mma o0; mma o1 }; release v
//! ```

use ir::{Block, Op, TypeId, Value};

use super::control::{Span, next_counter, where_any};
use super::places::Places;
use super::producer::Write;
use super::products::{Loop, Multiplied, Place, Target};
use super::sums::{Types, span};
use super::{Begins, Factor, SumLoop};
use crate::ops::{Builders as _, fields};
use crate::types::Role;

/// A group whose stage is read to the end of a block.
pub(super) struct Held {
    group: usize,
    read: Op,
    /// The op that ends the body of its read.
    end: Op,
    /// The pipelines whose iterators go through.
    through: Vec<usize>,
}

impl<'a> Write<'a, '_> {
    /// The products of a loop whose sums threads leave alone, in front of `at`.
    pub(super) fn multiply(&mut self, at: Op, (known, places): (&SumLoop, &Places), iterators: &mut [Value]) {
        let module = self.rewriter.module();
        let body = module.block(known.loop_, fields::for_::body);
        let span = span(module, known.loop_, |value| self.name(value));
        let step = self.name(module.operand(known.loop_, fields::for_::step));
        let mut products: Vec<(usize, Multiplied)> =
            self.products(known, places).into_iter().enumerate().collect();
        // The products of a stage come together, which makes no difference to their sums.
        products.sort_by_key(|(_, product)| product.feed);
        let (order, products): (Vec<usize>, Vec<Multiplied>) = products.into_iter().unzip();
        let groups = self.nest.groups.iter().enumerate();
        let filled = groups
            .filter(|&(number, group)| Some(group.block) == body && self.nest.residual(number).is_none());
        let mut own: Vec<usize> = filled.map(|(_, group)| group.pipeline).chain(places.weights()).collect();
        own.sort_unstable();
        own.dedup();
        let begin: Vec<Value> = own.iter().map(|&pipeline| iterators[pipeline]).collect();
        let loop_ = self.loop_of(products, iterators);
        let sums = places.sums[0];
        let next = self.handovers[sums].iterator(self.rewriter, Role::Producer);
        let none: Vec<Value> = begin.iter().copied().chain([iterators[sums]]).collect();
        let (branch, end) = where_any(self.rewriter, (at, known.loop_), span, &none);
        let (of, iterator) = (self.handovers[sums].pipeline, iterators[sums]);
        let given = self.rewriter.build_before(end, known.loop_, |b| {
            let empty = b.pipeline_acquire().pipeline(of).iterator(iterator).stage(loop_.types.empty);
            let empty = empty.finish().value();
            let carried: Vec<TypeId> = own.iter().map(|&pipeline| loop_.nexts[pipeline]).collect();
            let write = b.pipeline_write().pipeline(of).stage(empty).written(loop_.types.written);
            let write = write.values(carried.as_slice()).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, &self.handovers[sums].memory);
            let memory: Vec<Value> = b.module.body.block_args(block).iter().collect();
            let targets = targets(known, &memory);
            let targets: Vec<Target> = order.iter().map(|&number| targets[number]).collect();
            b.inside(block, |b| {
                let trailing = loop_.accumulate(b, (span, step), (&own, iterators), targets);
                b.pipeline_yield().operands(trailing).finish();
            });
            let results: Vec<Value> = b.module.body.results(write).iter().collect();
            b.pipeline_commit().pipeline(of).stage(results[0]).finish();
            let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
            results[1..].iter().copied().chain([next]).collect::<Vec<Value>>()
        });
        self.rewriter.set_operands(end, &given, &[]);
        let results: Vec<Value> = self.rewriter.module().body.results(branch).iter().collect();
        own.iter().zip(&results).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
        iterators[sums] = results[results.len() - 1];
    }

    /// The products of a loop whose sums threads take, in front of `at`.
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
        // Those that read a stage again have a consumer of their own, with its own iterator.
        let mut own: Vec<usize> = feeds.chain(places.all()).collect();
        own.sort_unstable();
        own.dedup();
        let begin: Vec<Value> = own.iter().map(|&pipeline| iterators[pipeline]).collect();
        let loop_ = self.loop_of(products, iterators);
        let (branch, end) = where_any(self.rewriter, (at, known.loop_), span, &begin);
        let mut inside = iterators.to_vec();
        let bounds = [span.lower, span.upper, step];
        let second = known.replaces_sums().then(|| next_counter(self.rewriter, end, bounds));
        let given = self.rewriter.build_before(end, known.loop_, |b| {
            let (ahead, others) = loop_.chunks();
            loop_.run(b, &ahead, None, &mut inside);
            // Threads may still finish a sum of the loop before in the stage that they get now.
            loop_.give_begun(b, &mut inside);
            let (Some(lower), [first, ..], [second, ..]) = (second, &ahead[..], &others[..]) else {
                return loop_.iterate(b, (span, step), (&own, &mut inside), |b, counter, inside| {
                    loop_.run_next(b, &ahead, [counter, span.upper, step], inside);
                    loop_.run(b, &others, None, inside);
                });
            };
            let span = Span { lower, ..span };
            let given = loop_.iterate(b, (span, step), (&own, &mut inside), |b, _, inside| {
                loop_.run_in_turn(b, [first, second], inside);
            });
            own.iter().zip(given).for_each(|(&pipeline, value)| inside[pipeline] = value);
            loop_.run(b, &others, None, &mut inside);
            own.iter().map(|&pipeline| inside[pipeline]).collect()
        });
        self.rewriter.set_operands(end, &given, &[]);
        self.give_without_iterations(branch, (known, &loop_), (&own, iterators));
        let results = self.rewriter.module().body.results(branch);
        own.iter().zip(results.iter()).for_each(|(&pipeline, result)| iterators[pipeline] = result);
    }

    /// Threads begin a sum and take it where there is no iteration as well: in the other part of a branch.
    fn give_without_iterations(
        &mut self,
        branch: Op,
        (known, loop_): (&SumLoop, &Loop<'_>),
        (own, iterators): (&[usize], &[Value]),
    ) {
        let none = self.rewriter.module().block(branch, fields::if_::otherwise);
        let none =
            none.and_then(|block| self.rewriter.module().body.last_op(block)).expect("a branch has an end");
        let mut inside = iterators.to_vec();
        self.rewriter.build_before(none, known.loop_, |b| loop_.give_begun(b, &mut inside));
        let given: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
        self.rewriter.set_operands(none, &given, &[]);
    }

    fn loop_of(&mut self, products: Vec<Multiplied>, iterators: &[Value]) -> Loop<'a> {
        let nexts = iterators.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let types = Types::of(self.rewriter);
        Loop { handovers: self.handovers, types, nexts, products, is_of_pair: self.nest.is_paired() }
    }

    fn products(&self, known: &SumLoop, places: &Places) -> Vec<Multiplied> {
        let products = known.sums.iter().enumerate().map(|(at, sum)| {
            let product = &self.nest.products[sum.product];
            let group = self.nest.inner_group(product);
            Multiplied {
                dot: product.dot,
                factors: product.factors.map(|factor| self.place(factor, group)),
                transposed: product.transposed,
                scales: product
                    .scales
                    .map(|numbers| numbers.map(|number| self.place(Factor::Loaded(number), group))),
                is_fresh: matches!(sum.begins, Begins::Fresh),
                is_begun: matches!(sum.begins, Begins::Rescaled { .. }) && !sum.continues,
                sum: places.sums.get(at).copied().unwrap_or(places.sums[0]),
                weights: places.weights[at],
                feed: places.again[at].or(group.map(|group| self.nest.groups[group].pipeline)),
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

    /// In front of the first of these ops, the agent that multiplies waits for groups of their block that its products
    /// need while loops run, and keeps them to the end of the block.
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
        let trailing = through.iter().map(|&pipeline| self.rewriter.module().body.ty(iterators[pipeline]));
        let trailing: Vec<TypeId> = trailing.collect();
        let (read, end, memory, next) = self.rewriter.build_before(at, like, |b| {
            let of = handover.pipeline;
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(types.full).finish().value();
            let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(types.read);
            let op = op.values(trailing.as_slice()).finish().op;
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

/// The tensor memory of each product of a loop, in the order of its sums: of a stage, where scales follow all sums.
fn targets(known: &SumLoop, memory: &[Value]) -> Vec<Target> {
    let (sums, scales) = memory.split_at(known.sums.len());
    let mut scales = scales.iter().copied();
    let targets = known.sums.iter().zip(sums).map(|(sum, &value)| {
        let scales = sum.scales.as_ref().and_then(|_| Some([scales.next()?, scales.next()?]));
        Target { sum: value, scales }
    });
    targets.collect()
}
