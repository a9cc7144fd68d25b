//! Right factors that warpgroups compute: they go through a stage of shared memory, which the agent that multiplies
//! both writes and reads.
//!
//! ```text
//! b = .. raw ..                    b = .. raw ..
//! s = a * b + s              =>    acquire; write { local_store b }; commit
//!                                  wait; read { s = a * local_load + s }; release
//! ```
//!
//! The two barriers of the stage order the threads: all have written it before one of their products begins, and all
//! products have read it before it is written again. One stage suffices, because the product is waited for in its
//! iteration.

use ir::{Op, TypeId, Value};

use super::reader::{Own, Read};
use super::sums::Types;
use super::{Handover, Nest, Rewrite, sums};
use crate::Opcode;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::types::{Part, Role};

/// A product with the iterators for its stage.
pub(super) struct Turn {
    own: Own,
    write: Value,
    read: Value,
}

/// Creates the pipelines of right factors that are computed, after all others.
pub(super) fn handovers(
    rewriter: &mut Rewrite<'_>,
    (end, nest): (Op, &Nest),
    handovers: &mut Vec<Handover>,
) -> Vec<Own> {
    let mut own = Vec::new();
    for written in &nest.written {
        let parts = vec![Part::Buffer(written.buffer.clone())];
        let handover = sums::handover(rewriter, (end, nest.first()), parts, (1, false, None));
        own.push(Own { dot: written.dot, write: handovers.len(), read: handovers.len() + 1 });
        let same = Handover { memory: handover.memory.clone(), ..handover };
        handovers.extend([handover, same]);
    }
    own
}

impl Read<'_, '_> {
    /// The numbers of the stages that are written in the regions of an op.
    pub(super) fn written_below(&self, op: Op) -> Vec<usize> {
        let body = &self.rewriter.module().body;
        let below = self.written.iter().filter(|own| {
            std::iter::successors(body.parent_op(own.dot), |&op| body.parent_op(op)).any(|outer| outer == op)
        });
        below.flat_map(|own| [own.write, own.read]).collect()
    }

    /// The iterators for the stage of a product, if an op is one that has a stage; they become those after it.
    pub(super) fn advance_written(&mut self, dot: Op, iterators: &mut [Value]) -> Option<Turn> {
        let own = *self.written.iter().find(|own| own.dot == dot)?;
        let turn = Turn { own, write: iterators[own.write], read: iterators[own.read] };
        for (at, role) in [(own.write, Role::Producer), (own.read, Role::Consumer)] {
            let next = self.handovers[at].iterator(self.rewriter, role);
            let iterator = iterators[at];
            iterators[at] = self.rewriter.build_before(dot, dot, |b| {
                b.pipeline_inc().iterator(iterator).result(next).finish().value()
            });
        }
        Some(turn)
    }

    /// The right factor of a product goes into its stage, from where the product reads it.
    pub(super) fn write_right(&mut self, Turn { own, write, read }: Turn) {
        let dot = own.dot;
        let module = self.rewriter.module();
        let right = module.operand(dot, fields::dot::rhs);
        let at = module.operand_range(dot, fields::dot::rhs).start;
        let (right_type, sum) = (module.body.ty(right), module.body.result(dot, 0));
        let sum_type = module.body.ty(sum);
        let left = self.load_of_left(dot);
        let users = self.rewriter.users(sum);
        let memory = self.handovers[own.write].memory.clone();
        let of = self.handovers[own.write].pipeline;
        let types = Types::of(self.rewriter);
        self.rewriter.build_before(dot, dot, |b| {
            let empty = b.pipeline_acquire().pipeline(of).iterator(write).stage(types.empty).finish().value();
            let op = b.pipeline_write().pipeline(of).stage(empty).written(types.written).finish().op;
            let block = b.module.block(op, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, &memory);
            let buffer = b.module.body.block_args(block).get(0).expect("a stage has memory");
            b.inside(block, |b| {
                let zeros = zeros(b, 2);
                b.local_store().value(right).buffer(buffer).offsets(zeros).finish();
                b.pipeline_yield().finish();
            });
            let written = b.module.body.result(op, 0);
            b.pipeline_commit().pipeline(of).stage(written).finish();
        });
        let (op, end) = self.read_right((dot, of), (read, &memory), sum_type, &types);
        left.into_iter().chain([dot]).for_each(|op| self.rewriter.move_before(op, end));
        let block = self.rewriter.module().block(op, fields::pipeline_read::body).expect("a read has a body");
        let buffer = self.rewriter.module().body.block_args(block).get(0).expect("a stage has memory");
        let loaded = self.rewriter.build_before(dot, dot, |b| {
            let zeros = zeros(b, 2);
            b.local_load().buffer(buffer).offsets(zeros).result(right_type).finish().value()
        });
        self.rewriter.set_operand(dot, at, loaded);
        let given = self.rewriter.module().body.result(op, 1);
        users.into_iter().for_each(|user| self.rewriter.replace_uses_in(user, sum, given));
        self.rewriter.set_operands(end, &[sum], &[]);
    }

    /// The read of a stage in front of a product, which it is to hold, and the end of its body.
    fn read_right(
        &mut self,
        (dot, of): (Op, Value),
        (iterator, memory): (Value, &[TypeId]),
        sum: TypeId,
        types: &Types,
    ) -> (Op, Op) {
        self.rewriter.build_before(dot, dot, |b| {
            let full = b.pipeline_wait().pipeline(of).iterator(iterator).stage(types.full).finish().value();
            let op = b.pipeline_read().pipeline(of).stage(full).read(types.read);
            let op = op.values([sum].as_slice()).finish().op;
            let block = b.module.block(op, fields::pipeline_read::body).expect("a read has a body");
            b.module.body.set_block_args(block, memory);
            let end = b.inside(block, |b| b.pipeline_yield().finish().op);
            let read = b.module.body.result(op, 0);
            b.pipeline_release().pipeline(of).stage(read).finish();
            (op, end)
        })
    }

    /// The load of the left factor of a product from its stage, where it has one.
    fn load_of_left(&self, dot: Op) -> Option<Op> {
        let module = self.rewriter.module();
        let load = module.body.def_op(module.operand(dot, fields::dot::lhs))?;
        let is_near = module.body.parent_block(load) == module.body.parent_block(dot);
        (module.opcode(load) == Opcode::LocalLoad && is_near).then_some(load)
    }
}
