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
use tileaa::types::Elem;

use super::control::{Span, where_any};
use super::reader::Read;
use super::{Handover, Nest, Rewrite, Sum, SumLoop, Threads, has_stages, stage};
use crate::ops::{Builders as _, fields};
use crate::types::{Part, PipelineType, Role, StageState, TileType, Type};
use crate::{Module, TileAs};

/// The pipelines of a loop, in the order of [`Places`](super::places::Places).
pub(super) fn handovers(
    rewriter: &mut Rewrite<'_>,
    place: (Op, Op),
    known: &SumLoop,
    (stages, cluster): (u32, bool),
) -> Vec<Handover> {
    let stages = if has_stages(known) { stages } else { 1 };
    let sums: Vec<Part> = known.sums.iter().map(|sum| Part::Tensor(sum.memory.clone())).collect();
    // The scales of products come after the sums that these write.
    let scales = known.sums.iter().flat_map(|sum| sum.scales.iter().flatten().cloned()).map(Part::Tensor);
    let of_sums: Vec<Vec<Part>> = match known.threads {
        Threads::Exchange => sums.into_iter().map(|sum| vec![sum]).collect(),
        Threads::Absent | Threads::Feed => vec![sums.into_iter().chain(scales).collect()],
    };
    let weights = known.sums.iter().flat_map(|sum| {
        // The left factor is the one that may replace a sum.
        let [left, right] = sum.weights.clone();
        left.map(|part| (part, sum.over)).into_iter().chain(right.map(|part| (part, None)))
    });
    let of_weights = weights.map(|(part, over)| (vec![part], known.weight_stages(), over));
    let all = of_sums.into_iter().map(|parts| (parts, stages, None)).chain(of_weights);
    let mut made: Vec<Handover> = Vec::new();
    for (parts, stages, over) in all {
        let over = over.and_then(|number: usize| made.get(number)).map(|sum| sum.pipeline);
        made.push(handover(rewriter, place, parts, (stages, cluster, over)));
    }
    made
}

pub(super) fn handover(
    rewriter: &mut Rewrite<'_>,
    (end, like): (Op, Op),
    parts: Vec<Part>,
    (stages, cluster, over): (u32, bool, Option<Value>),
) -> Handover {
    let ty = |part: &Part| match part {
        Part::Buffer(buffer) => Type::Buffer(buffer.clone()),
        Part::Tensor(tensor) => Type::Tensor(tensor.clone()),
    };
    let memory = parts.iter().map(|part| rewriter.intern(ty(part))).collect();
    let ty = rewriter.intern(Type::Pipeline(PipelineType { stages, parts }));
    let pipeline = rewriter.build_before(end, like, |b| {
        b.pipeline_create().over(over).cluster(cluster).result(ty).finish().value()
    });
    Handover { pipeline, memory, stages, consumer: 0 }
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

/// The types of the tiles of all sums of a loop, as threads hold them.
pub(super) fn tiles_of_sums(module: &Module, nest: &Nest, known: &SumLoop) -> Vec<TypeId> {
    let products = known.sums.iter().map(|sum| nest.products[sum.product].dot);
    products.map(|dot| module.body.ty(module.body.result(dot, 0))).collect()
}

impl Read<'_, '_> {
    /// The sums of a loop are read in its place.
    pub(super) fn sums(&mut self, (number, at): (usize, usize), iterators: &mut [Value]) {
        let loop_ = self.loops[number].loop_;
        let tiles = tiles_of_sums(self.rewriter.module(), self.nest, &self.loops[number]);
        self.take_sums((number, at), (loop_, loop_), &tiles, iterators);
        self.rewriter.erase(loop_);
    }

    /// The sums of a loop are read in front of an op; where there is no iteration, they are what they begin with.
    pub(super) fn take_sums(
        &mut self,
        (number, pipeline): (usize, usize),
        (loop_, before): (Op, Op),
        tiles: &[TypeId],
        iterators: &mut [Value],
    ) {
        let known = &self.loops[number];
        let (handover, iterator) = (&self.handovers[pipeline], iterators[pipeline]);
        let module = self.rewriter.module();
        let inits = module.operands(loop_, fields::for_::inits);
        let mut none: Vec<Value> = known.sums.iter().map(|sum| inits[carried(sum)]).collect();
        none.push(iterator);
        let wanted: Vec<TypeId> = none.iter().map(|&value| module.body.ty(value)).collect();
        let span = span(module, loop_, |value| value);
        let [full, read] = [StageState::Full, StageState::Read].map(|state| stage(self.rewriter, state));
        let next = handover.iterator(self.rewriter, Role::Consumer);
        let (branch, end) = where_any(self.rewriter, (before, loop_), span, &none);
        let of = handover.pipeline;
        let given = self.rewriter.build_before(end, loop_, |b| {
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(full).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(read);
            let op = op.values(tiles).finish().op;
            let body = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(body, &handover.memory);
            let memory: Vec<Value> = b.module.body.block_args(body).iter().collect();
            b.inside(body, |b| {
                let load = |(&memory, &tile): (&Value, &TypeId)| {
                    b.tensor_load().tensor(memory).result(tile).finish().value()
                };
                let loaded: Vec<Value> = memory.iter().zip(tiles).map(load).collect();
                b.pipeline_yield().operands(loaded).finish();
            });
            let results: Vec<Value> = b.module.body.results(op).iter().collect();
            b.pipeline_release().pipeline(of).stage(results[0]).finish();
            let given = results[1..].iter().zip(&wanted).map(|(&value, &wanted)| in_layout(b, value, wanted));
            let mut given: Vec<Value> = given.collect();
            given.push(b.pipeline_inc().iterator(iterator).result(next).finish().value());
            given
        });
        self.rewriter.set_operands(end, &given, &[]);
        let results: Vec<Value> = self.rewriter.module().body.results(branch).iter().collect();
        for (sum, &result) in known.sums.iter().zip(&results) {
            let old = self.rewriter.module().body.result(loop_, carried(sum));
            self.rewriter.replace_value(old, result);
        }
        iterators[pipeline] = results[results.len() - 1];
    }
}

/// The number of the value that a loop carries for a sum.
pub(super) fn carried(sum: &Sum) -> usize {
    sum.carried().expect("a loop whose sums threads leave alone carries them")
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
