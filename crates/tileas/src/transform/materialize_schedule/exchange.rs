//! Loops that threads share with the agent that multiplies, as the threads run them.
//!
//! ```text
//! o = init                         wait; read { tmem_store init }; release
//! for i {                          for i {
//!   s = a * b                        wait; read { s = tmem_load }; release
//!   w = .. s ..                      w = .. s ..
//!   o = w * v + rescale(o)   =>      acquire; write { tmem_store w }; commit
//! }                                  rescale o                                   (see [`rescale`](super::rescale))
//!                                  }
//!                                  wait; read { o = tmem_load }; release
//! ```
//!
//! The sum so far stays in tensor memory: it goes to the threads before the loop and in each iteration, from which the
//! agent that multiplies takes it back, and once more after the loop. No thread holds it while the loop runs. If the next
//! loop goes on with the sum, it stays where it is between the two.

use ir::build::Builder;
use ir::{Block, Op, TypeId, Value};

use super::control::{append, narrow_for, widen_for};
use super::places::Places;
use super::reader::Read;
use super::sums::{Types, in_layout};
use super::{Begins, Sum};
use crate::layout::{GROUP_BITS, Input};
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::types::{Role, TileType, Type};
use crate::{Opcode, TileAs};

/// A sum that the loop carries.
pub(super) struct Carried {
    pub(super) number: usize,
    pub(super) pipeline: usize,
    /// Its type where it is in registers.
    pub(super) tile: TypeId,
    /// What it begins with.
    init: Value,
}

/// A loop that carries iterators of pipelines.
pub(super) struct Widened {
    pub(super) loop_: Op,
    pub(super) body: Block,
    /// The groups that are read in its body.
    reads: Vec<usize>,
    /// The pipelines.
    own: Vec<usize>,
}

impl Read<'_, '_> {
    /// The ops of a shared loop, with the products in tensor memory.
    pub(super) fn exchange(&mut self, number: usize, places: &Places, iterators: &mut [Value]) {
        let known = self.loops[number].clone();
        let sums = || known.sums.iter().zip(&places.sums);
        let carried: Vec<Option<Carried>> =
            sums().map(|(sum, &pipeline)| self.carried(known.loop_, sum, pipeline)).collect();
        for (found, sum) in carried.iter().zip(&known.sums) {
            let found = found.as_ref().filter(|_| !sum.continues);
            found.into_iter().for_each(|found| self.begin(known.loop_, found, iterators));
        }
        let (widened, mut inside) = self.widen(known.loop_, places.all(), iterators);
        let loop_ = widened.loop_;
        for (at, (sum, &pipeline)) in sums().enumerate() {
            let dot = self.nest.products[sum.product].dot;
            self.hand_over_factors(dot, places.weights[at], &mut inside);
            match &carried[at] {
                Some(found) => self.rescale(loop_, (dot, sum), found, &mut inside),
                None => self.take_product(dot, pipeline, &mut inside),
            }
        }
        let results = self.close(widened, &mut inside, iterators);
        let next = self.loops.get(number + 1).map_or(&[][..], |next| &next.sums);
        for (at, found) in carried.iter().enumerate() {
            let Some(found) = found else { continue };
            if next.get(at).is_some_and(|next| next.continues) {
                // The next loop has no use of what its carried value begins with.
                let result = self.rewriter.module().body.result(loop_, found.number);
                self.rewriter.replace_value(result, found.init);
            } else {
                self.take_sum(loop_, found, iterators);
            }
        }
        let dropped: Vec<usize> = carried.iter().flatten().map(|found| found.number).collect();
        self.drop_carried((loop_, &results), &dropped, iterators);
    }

    /// A sum that the loop carries, if threads rescale it.
    fn carried(&self, loop_: Op, sum: &Sum, pipeline: usize) -> Option<Carried> {
        let Begins::Rescaled { carried: number, .. } = sum.begins else { return None };
        let module = self.rewriter.module();
        let tile = module.body.ty(module.body.result(self.nest.products[sum.product].dot, 0));
        let init = module.operands(loop_, fields::for_::inits)[number];
        Some(Carried { number, pipeline, tile, init })
    }

    /// Writes what a sum begins with to tensor memory.
    fn begin(&mut self, loop_: Op, found: &Carried, iterators: &mut [Value]) {
        let (end, memory) = self.visit(loop_, found.pipeline, iterators);
        self.rewriter.build_before(end, loop_, |b| {
            let value = in_layout(b, found.init, found.tile);
            b.tensor_store().value(value).tensor(memory).finish().op
        });
    }

    /// Waits for a stage of tensor memory in front of an op, and releases it; the end of the read between, and the memory.
    pub(super) fn visit(&mut self, at: Op, pipeline: usize, iterators: &mut [Value]) -> (Op, Value) {
        let types = Types::of(self.rewriter);
        let (handover, iterator) = (&self.handovers[pipeline], iterators[pipeline]);
        let next = handover.iterator(self.rewriter, Role::Consumer);
        let (end, memory, next) = self.rewriter.build_before(at, at, |b| {
            let of = handover.pipeline;
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(types.full).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(types.read).finish().op;
            let block = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(block, &handover.memory);
            let memory = b.module.body.block_args(block).get(0).expect("a stage has memory");
            let end = b.inside(block, |b| b.pipeline_yield().finish().op);
            let read = b.module.body.result(op, 0);
            b.pipeline_release().pipeline(of).stage(read).finish();
            (end, memory, b.pipeline_inc().iterator(iterator).result(next).finish().value())
        });
        iterators[pipeline] = next;
        (end, memory)
    }

    /// Lets a loop carry the iterators of pipelines, and those of the groups that are read in it; the iterators inside.
    pub(super) fn widen(
        &mut self,
        loop_: Op,
        pipelines: impl Iterator<Item = usize>,
        iterators: &[Value],
    ) -> (Widened, Vec<Value>) {
        let body = self.rewriter.module().block(loop_, fields::for_::body).expect("a loop has a body");
        let reads: Vec<usize> = (0..self.nest.groups.len())
            .filter(|&group| self.nest.groups[group].block == body && self.reads(group))
            .collect();
        let of_reads = reads.iter().map(|&group| self.nest.groups[group].pipeline);
        let own: Vec<usize> = pipelines.chain(of_reads).collect();
        let begin: Vec<Value> = own.iter().map(|&pipeline| iterators[pipeline]).collect();
        let (loop_, arguments) = widen_for(self.rewriter, loop_, &begin);
        let mut inside = iterators.to_vec();
        own.iter().zip(arguments).for_each(|(&pipeline, argument)| inside[pipeline] = argument);
        (Widened { loop_, body, reads, own }, inside)
    }

    /// Ends the body of a loop with the stages that are read in it; the results of the loop.
    pub(super) fn close(
        &mut self,
        Widened { loop_, body, reads, own }: Widened,
        inside: &mut [Value],
        iterators: &mut [Value],
    ) -> Vec<Value> {
        self.stages(body, reads, inside);
        let nexts: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
        append(self.rewriter, body, &nexts);
        let results: Vec<Value> = self.rewriter.module().body.results(loop_).iter().collect();
        let trailing = &results[results.len() - own.len()..];
        own.iter().zip(trailing).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
        results
    }

    /// A loop carries some sums no more.
    pub(super) fn drop_carried(
        &mut self,
        (loop_, results): (Op, &[Value]),
        dropped: &[usize],
        iterators: &mut [Value],
    ) {
        let narrow = narrow_for(self.rewriter, loop_, dropped);
        // Iterators that no sum was taken with after the loop are still results of the one before.
        for iterator in iterators.iter_mut() {
            if let Some(at) = results.iter().position(|result| result == iterator) {
                let gone = dropped.iter().filter(|&&number| number < at).count();
                *iterator = self.rewriter.module().body.result(narrow, at - gone);
            }
        }
    }

    /// The factors of a product that threads have computed go into the stages of these pipelines.
    pub(super) fn hand_over_factors(&mut self, dot: Op, weights: [Option<usize>; 2], inside: &mut [Value]) {
        for (field, pipeline) in [fields::dot::lhs, fields::dot::rhs].into_iter().zip(weights) {
            if let Some(pipeline) = pipeline {
                self.hand_over((dot, field), pipeline, inside);
            }
        }
    }

    fn hand_over(&mut self, (dot, field): (Op, ir::Field), pipeline: usize, inside: &mut [Value]) {
        let types = Types::of(self.rewriter);
        let value = self.rewriter.module().operand(dot, field);
        let (handover, iterator) = (&self.handovers[pipeline], inside[pipeline]);
        let next = handover.iterator(self.rewriter, Role::Producer);
        inside[pipeline] = self.rewriter.build_before(dot, dot, |b| {
            let of = handover.pipeline;
            let empty =
                b.pipeline_acquire().pipeline(of).iterator(iterator).stage(types.empty).finish().value();
            let write = b.pipeline_write().pipeline(of).stage(empty).written(types.written).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, &handover.memory);
            let memory = b.module.body.block_args(block).get(0).expect("a stage has memory");
            b.inside(block, |b| {
                write_factor(b, value, memory);
                b.pipeline_yield().finish();
            });
            let written = b.module.body.result(write, 0);
            b.pipeline_commit().pipeline(of).stage(written).finish();
            b.pipeline_inc().iterator(iterator).result(next).finish().value()
        });
    }

    /// Takes the result of a product from tensor memory in its place.
    fn take_product(&mut self, dot: Op, pipeline: usize, inside: &mut [Value]) {
        let module = self.rewriter.module();
        let tile = module.body.ty(module.body.result(dot, 0));
        let (value, next) = self.taken(dot, (pipeline, inside[pipeline]), tile);
        inside[pipeline] = next;
        self.rewriter.replace_op(dot, &[value]);
    }

    /// A stage of tensor memory as a tile, in front of an op; the iterator after it.
    fn taken(&mut self, at: Op, (pipeline, iterator): (usize, Value), tile: TypeId) -> (Value, Value) {
        let types = Types::of(self.rewriter);
        let handover = &self.handovers[pipeline];
        let next = handover.iterator(self.rewriter, Role::Consumer);
        self.rewriter.build_before(at, at, |b| {
            let of = handover.pipeline;
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(types.full).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(types.read);
            let op = op.values([tile].as_slice()).finish().op;
            let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let memory = b.module.body.block_args(body).get(0).expect("a stage has memory");
            b.inside(body, |b| {
                let loaded = b.tensor_load().tensor(memory).result(tile).finish().value();
                b.pipeline_yield().operands([loaded].as_slice()).finish();
            });
            let [read, value] = [0, 1].map(|at| b.module.body.result(op, at));
            b.pipeline_release().pipeline(of).stage(read).finish();
            (value, b.pipeline_inc().iterator(iterator).result(next).finish().value())
        })
    }

    /// The product goes, and what rescaled its sum; the loop carries on what it has.
    pub(super) fn erase_product(
        &mut self,
        loop_: Op,
        (dot, argument): (Op, Value),
        ops: &[Op],
        number: usize,
    ) {
        let module = self.rewriter.module();
        let body = module.block(loop_, fields::for_::body).expect("a loop has a body");
        let last = module.body.last_op(body).expect("a body has its end");
        self.rewriter.set_operand(last, number, argument);
        let mut gone = vec![dot];
        while let Some(&op) = gone.last()
            && let Some(&user) = self.rewriter.users(self.rewriter.module().body.result(op, 0)).first()
            && self.rewriter.module().opcode(user) == Opcode::ConvertLayout
        {
            gone.push(user);
        }
        gone.into_iter().rev().chain(ops.iter().rev().copied()).for_each(|op| self.rewriter.erase(op));
    }

    /// The sum after a loop.
    fn take_sum(&mut self, loop_: Op, found: &Carried, iterators: &mut [Value]) {
        let module = self.rewriter.module();
        let result = module.body.result(loop_, found.number);
        let wanted = module.body.ty(result);
        let after = module.body.next(loop_).expect("a loop does not end its block");
        let (value, next) = self.taken(after, (found.pipeline, iterators[found.pipeline]), found.tile);
        let value = self.rewriter.build_before(after, loop_, |b| in_layout(b, value, wanted));
        self.rewriter.replace_value(result, value);
        iterators[found.pipeline] = next;
    }
}

/// A factor goes to the memory of its stage.
fn write_factor(b: &mut Builder<'_, TileAs>, value: Value, memory: Value) {
    let Type::Tensor(tensor) = b.module.ty(memory).clone() else {
        let zeros = zeros(b, 2);
        b.local_store().value(value).buffer(memory).offsets(zeros).finish();
        return;
    };
    let tile = b.module.ty(value).tile().expect("a factor is a tile").clone();
    let group_bits = tile.layout.bits(Input::Warp).saturating_sub(GROUP_BITS);
    let rows = tensor.layout.by_rows(group_bits).filter(|_| tensor.layout.access(&tile.layout).is_none());
    let value = match rows {
        Some(layout) => {
            let ty = b.module.types.intern(Type::Tile(TileType::new(tile.elem, layout)));
            in_layout(b, value, ty)
        }
        None => value,
    };
    b.tensor_store().value(value).tensor(memory).finish();
}
