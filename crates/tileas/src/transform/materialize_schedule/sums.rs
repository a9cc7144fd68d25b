//! Sums in tensor memory: passed from the agent that multiplies to the one that does everything else.
//!
//! ```text
//! sum = for i { .. a * b + sum }   =>   if there is an iteration {      if there is an iteration {
//!                                         acquire; write {                wait; read { sum = tmem_load }
//!                                           for i {                       release
//!                                             wait; read { mma }          sum
//!                                             release                   } else { zeros }
//!                                           }
//!                                         }
//!                                         commit
//!                                       }
//! ```
//!
//! The first product of a sum does not accumulate onto the contents of tensor memory, so no zeros are written.

use ir::build::Builder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::Elem;

use super::consumer::Read;
use super::control::{Span, where_any};
use super::producer::Write;
use super::{Factor, Handover, Rewrite, Sum, SumLoop, has_stages, stage};
use crate::ops::{Builders as _, fields};
use crate::types::{Part, PipelineType, Role, StageState, TileType, Type};
use crate::{Module, TileAs};

/// The pipelines of a loop, in the order of [`Places`](super::places::Places).
pub(super) fn handovers(
    rewriter: &mut Rewrite<'_>,
    place: (Op, Op),
    known: &SumLoop,
    stages: u32,
) -> Vec<Handover> {
    let stages = if has_stages(known) { stages } else { 1 };
    let sums: Vec<Part> = known.sums.iter().map(|sum| Part::Tensor(sum.memory.clone())).collect();
    let of_sums = if known.is_shared { sums.into_iter().map(|sum| vec![sum]).collect() } else { vec![sums] };
    let weights = known.sums.iter().filter_map(|sum| sum.weights.clone());
    let all = of_sums.into_iter().chain(weights.map(|buffer| vec![Part::Buffer(buffer)]));
    all.map(|parts| handover(rewriter, place, parts, stages)).collect()
}

fn handover(rewriter: &mut Rewrite<'_>, (end, like): (Op, Op), parts: Vec<Part>, stages: u32) -> Handover {
    let ty = |part: &Part| match part {
        Part::Buffer(buffer) => Type::Buffer(buffer.clone()),
        Part::Tensor(tensor) => Type::Tensor(tensor.clone()),
    };
    let memory = parts.iter().map(|part| rewriter.intern(ty(part))).collect();
    let ty = rewriter.intern(Type::Pipeline(PipelineType { stages, parts }));
    let pipeline = rewriter.build_before(end, like, |b| b.pipeline_create().result(ty).finish().value());
    Handover { pipeline, memory, stages }
}

pub(super) fn span(module: &Module, loop_: Op, name: impl Fn(Value) -> Value) -> Span {
    use fields::for_ as f;
    let [lower, upper] = [f::lower, f::upper].map(|field| name(module.operand(loop_, field)));
    Span { lower, upper, unsigned: module.flag(loop_, f::unsigned) }
}

/// A sum as a tile of a type.
pub(super) fn in_layout(b: &mut Builder<'_, TileAs>, value: Value, wanted: TypeId) -> Value {
    if b.module.body.ty(value) == wanted {
        return value;
    }
    b.convert_layout().source(value).result(wanted).finish().value()
}

impl Read<'_, '_> {
    /// The sums of a loop are read in its place.
    pub(super) fn sums(&mut self, (number, at): (usize, usize), iterators: &mut [Value]) {
        let known = &self.loops[number];
        let (handover, iterator) = (&self.handovers[at], iterators[at]);
        let module = self.rewriter.module();
        let inits = module.operands(known.loop_, fields::for_::inits);
        let mut none: Vec<Value> = known.sums.iter().map(|sum| inits[carried(sum)]).collect();
        none.push(iterator);
        let products = known.sums.iter().map(|sum| self.nest.products[sum.product].dot);
        let tiles: Vec<TypeId> = products.map(|dot| module.body.ty(module.body.result(dot, 0))).collect();
        let wanted: Vec<TypeId> = none.iter().map(|&value| module.body.ty(value)).collect();
        let span = span(module, known.loop_, |value| value);
        let [full, read] = [StageState::Full, StageState::Read].map(|state| stage(self.rewriter, state));
        let next = handover.iterator(self.rewriter, Role::Consumer);
        let (branch, end) = where_any(self.rewriter, (known.loop_, known.loop_), span, &none);
        let pipeline = handover.pipeline;
        let given = self.rewriter.build_before(end, known.loop_, |b| {
            let full = b.pipeline_wait().pipeline(pipeline).iterator(iterator).stage(full).finish().value();
            let op = b.pipeline_read().pipeline(pipeline).stage(full).read(read);
            let op = op.values(tiles.as_slice()).finish().op;
            let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let memory: Vec<Value> = b.module.body.block_args(body).iter().collect();
            b.inside(body, |b| {
                let load = |(&memory, &tile): (&Value, &TypeId)| {
                    b.tensor_load().tensor(memory).result(tile).finish().value()
                };
                let loaded: Vec<Value> = memory.iter().zip(&tiles).map(load).collect();
                b.pipeline_yield().operands(loaded).finish();
            });
            let results: Vec<Value> = b.module.body.results(op).iter().collect();
            b.pipeline_release().pipeline(pipeline).stage(results[0]).finish();
            let given = results[1..].iter().zip(&wanted).map(|(&value, &wanted)| in_layout(b, value, wanted));
            let mut given: Vec<Value> = given.collect();
            given.push(b.pipeline_inc().iterator(iterator).result(next).finish().value());
            given
        });
        self.rewriter.set_operands(end, &given, &[]);
        let results: Vec<Value> = self.rewriter.module().body.results(branch).iter().collect();
        for (sum, &result) in known.sums.iter().zip(&results) {
            let old = self.rewriter.module().body.result(known.loop_, carried(sum));
            self.rewriter.replace_value(old, result);
        }
        iterators[at] = results[results.len() - 1];
        self.rewriter.erase(known.loop_);
    }
}

/// The number of the value that a loop carries for a sum.
fn carried(sum: &Sum) -> usize {
    sum.carried().expect("a loop that the agent which multiplies has to itself carries its sums")
}

/// The types that the agent that multiplies needs.
pub(super) struct Types {
    pub(super) empty: TypeId,
    pub(super) written: TypeId,
    pub(super) full: TypeId,
    pub(super) read: TypeId,
    pub(super) truth: TypeId,
}

impl Types {
    pub(super) fn of(rewriter: &mut Rewrite<'_>) -> Types {
        Types {
            empty: stage(rewriter, StageState::Empty),
            written: stage(rewriter, StageState::Written),
            full: stage(rewriter, StageState::Full),
            read: stage(rewriter, StageState::Read),
            truth: rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1)))),
        }
    }
}

/// A product of a group: the places of its factors in the memory of a stage, and that of its sum.
struct Multiplied {
    dot: Op,
    factors: [usize; 2],
    sum: usize,
}

/// A group that a loop reads.
struct Feed {
    pipeline: Value,
    memory: Vec<TypeId>,
    next: TypeId,
    products: Vec<Multiplied>,
}

impl Write<'_, '_> {
    /// The products of a loop, in front of `at`.
    pub(super) fn multiply(&mut self, at: Op, (known, sums): (&SumLoop, usize), iterators: &mut [Value]) {
        let groups = self.nest.groups.iter();
        let body = self.rewriter.module().block(known.loop_, fields::for_::body);
        let groups: Vec<usize> = groups
            .enumerate()
            .filter(|(_, group)| Some(group.block) == body)
            .map(|(number, _)| number)
            .collect();
        let feeds: Vec<Feed> = groups.iter().map(|&group| self.feed(group, known)).collect();
        let pipelines: Vec<usize> = groups.iter().map(|&group| self.nest.groups[group].pipeline).collect();
        let types = Types::of(self.rewriter);
        let span = span(self.rewriter.module(), known.loop_, |value| self.name(value));
        let step = self.name(self.rewriter.module().operand(known.loop_, fields::for_::step));
        let taken: Vec<Value> = pipelines.iter().map(|&pipeline| iterators[pipeline]).collect();
        let none: Vec<Value> = taken.iter().copied().chain([iterators[sums]]).collect();
        let next = self.handovers[sums].iterator(self.rewriter, Role::Producer);
        let (branch, end) = where_any(self.rewriter, (at, known.loop_), span, &none);
        let (handover, iterator) = (&self.handovers[sums], iterators[sums]);
        let pipeline = handover.pipeline;
        let behind: Vec<TypeId> = taken.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let given = self.rewriter.build_before(end, known.loop_, |b| {
            let empty = b.pipeline_acquire().pipeline(pipeline).iterator(iterator).stage(types.empty);
            let empty = empty.finish().value();
            let write = b.pipeline_write().pipeline(pipeline).stage(empty).written(types.written);
            let write = write.values(behind.as_slice()).finish().op;
            let body = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let memory: Vec<Value> = b.module.body.block_args(body).iter().collect();
            b.inside(body, |b| {
                let behind = steps(b, (span, step), (&taken, &feeds), (&memory, &types));
                b.pipeline_yield().operands(behind).finish();
            });
            let results: Vec<Value> = b.module.body.results(write).iter().collect();
            b.pipeline_commit().pipeline(pipeline).stage(results[0]).finish();
            let next = b.pipeline_inc().iterator(iterator).result(next).finish().value();
            results[1..].iter().copied().chain([next]).collect::<Vec<Value>>()
        });
        self.rewriter.set_operands(end, &given, &[]);
        let results: Vec<Value> = self.rewriter.module().body.results(branch).iter().collect();
        pipelines.iter().zip(&results).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
        iterators[sums] = results[results.len() - 1];
    }

    fn feed(&mut self, group: usize, known: &SumLoop) -> Feed {
        let operands = &self.nest.groups[group].operands;
        let place = |factor: Factor| match factor {
            Factor::Loaded(number) => operands.iter().position(|&operand| operand == number),
            Factor::Registers => None,
        };
        let products = known.sums.iter().enumerate().filter_map(|(at, sum)| {
            let product = &self.nest.products[sum.product];
            let [left, right] = product.factors.map(place);
            Some(Multiplied { dot: product.dot, factors: [left?, right?], sum: at })
        });
        let products = products.collect();
        let handover = &self.handovers[self.nest.groups[group].pipeline];
        let next = handover.iterator(self.rewriter, Role::Consumer);
        Feed { pipeline: handover.pipeline, memory: handover.memory.clone(), next, products }
    }
}

/// The loop that multiplies what it reads; the iterators behind it.
fn steps(
    b: &mut Builder<'_, TileAs>,
    (span, step): (Span, Value),
    (taken, feeds): (&[Value], &[Feed]),
    (sums, types): (&[Value], &Types),
) -> Vec<Value> {
    let carried: Vec<TypeId> = taken.iter().map(|&value| b.module.body.ty(value)).collect();
    let counter = b.module.body.ty(span.lower);
    let loop_ = b.for_().lower(span.lower).upper(span.upper).step(step).inits(taken);
    let loop_ = loop_.results(carried.as_slice()).unsigned(span.unsigned).finish().op;
    let body = b.module.block(loop_, fields::for_::body).expect("a loop has a body");
    let arguments: Vec<TypeId> = std::iter::once(counter).chain(carried).collect();
    b.module.body.set_block_args(body, &arguments);
    let arguments: Vec<Value> = b.module.body.block_args(body).iter().collect();
    b.inside(body, |b| {
        let more = b.cmpi().lhs(arguments[0]).rhs(span.lower).predicate(ComparisonPredicate::NotEqual);
        let more = more.signed(!span.unsigned).result(types.truth).finish().value();
        let nexts: Vec<Value> = feeds
            .iter()
            .zip(&arguments[1..])
            .map(|(feed, &iterator)| step_of(b, (feed, iterator), (sums, more), types))
            .collect();
        b.continue_().operands(nexts).finish();
    });
    b.module.body.results(loop_).iter().collect()
}

/// The products of a stage; the iterator of the next one.
fn step_of(
    b: &mut Builder<'_, TileAs>,
    (feed, iterator): (&Feed, Value),
    (sums, more): (&[Value], Value),
    types: &Types,
) -> Value {
    let pipeline = feed.pipeline;
    let full = b.pipeline_wait().pipeline(pipeline).iterator(iterator).stage(types.full).finish().value();
    let op = b.pipeline_read().pipeline(pipeline).stage(full).read(types.read).finish().op;
    let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
    b.module.body.set_block_args(body, &feed.memory);
    let memory: Vec<Value> = b.module.body.block_args(body).iter().collect();
    b.inside(body, |b| {
        for &Multiplied { dot, factors: [left, right], sum } in &feed.products {
            use fields::dot as f;
            let signs = [f::signed_lhs, f::signed_rhs].map(|field| b.module.flag(dot, field));
            let product = b.tensor_dot().lhs(memory[left]).rhs(memory[right]).acc(sums[sum]);
            product.accumulate(more).signed_lhs(signs[0]).signed_rhs(signs[1]).finish();
        }
        b.pipeline_yield().finish();
    });
    let read = b.module.body.result(op, 0);
    b.pipeline_release().pipeline(pipeline).stage(read).finish();
    b.pipeline_inc().iterator(iterator).result(feed.next).finish().value()
}
