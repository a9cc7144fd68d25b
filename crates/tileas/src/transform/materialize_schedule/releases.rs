//! Waiting for the last releases of a pipeline, for which no other agent waits.

use ir::{Op, TypeId, Value};

use super::Rewrite;
use super::sums::Types;
use crate::ops::{Builders as _, fields};
use crate::types::{IteratorType, Part, Role, Type};

/// Takes all stages of a pipeline once more, from an iterator on, and writes nothing: they are there when the products that read them
/// have ended.
pub(crate) fn await_releases(
    rewriter: &mut Rewrite<'_>,
    (at, like): (Op, Op),
    of: Value,
    mut iterator: Value,
) {
    let Type::Pipeline(ty) = rewriter.module().ty(of).clone() else { return };
    let types = Types::of(rewriter);
    let next = rewriter.intern(Type::Iterator(IteratorType { stages: ty.stages, role: Role::Producer }));
    let memory = ty.parts.into_iter().map(|part| match part {
        Part::Buffer(buffer) => rewriter.intern(Type::Buffer(buffer)),
        Part::Tensor(tensor) => rewriter.intern(Type::Tensor(tensor)),
    });
    let memory: Vec<TypeId> = memory.collect();
    rewriter.build_before(at, like, |b| {
        for _ in 0..ty.stages {
            let empty = b.pipeline_acquire().pipeline(of).iterator(iterator).stage(types.empty);
            let empty = empty.finish().value();
            let write = b.pipeline_write().pipeline(of).stage(empty).written(types.written).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, &memory);
            b.inside(block, |b| b.pipeline_yield().finish().op);
            let written = b.module.body.result(write, 0);
            b.pipeline_commit().pipeline(of).stage(written).finish();
            iterator = b.pipeline_inc().iterator(iterator).result(next).finish().value();
        }
    });
}
