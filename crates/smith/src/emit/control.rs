//! Loops and branches.

use cuda_tile::attrs::{Attr, ComparisonPredicate, Signedness};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{Dense, Type};
use ir::spec::V13_4;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;

use super::Emitter;

impl Emitter<'_> {
    /// Writes `block` with `fill`; what is defined there is forgotten afterwards.
    fn nested<T>(&mut self, block: Block, fill: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.block, block);
        let mark = self.scope.mark();
        self.depth += 1;
        let result = fill(self);
        self.depth -= 1;
        self.scope.reset(mark);
        self.block = outer;
        result
    }

    fn only_block(&self, op: Op, region: ir::Field) -> Block {
        self.module.block(op, region).expect("built with its block")
    }

    pub(super) fn for_loop(&mut self, scalar: Scalar) {
        let (bound, carried) = (self.number_type(&[], scalar), self.number_type(&[4], Scalar::I32));
        let number =
            |this: &mut Self, n: u64| this.constant_of(bound, Attr::Dense(Dense::splat(bound, scalar, n)));
        let trips = self.rng.below(4) as u64;
        let (lower, upper, step) = (number(self, 1), number(self, 1 + trips), number(self, 1));
        let init = self.value(carried);
        let unsigned = self.has_13_2() && self.rng.one_in(3);
        let mut b = self.builder();
        let draft = b.for_().lowerBound(lower).upperBound(upper).step(step).initValues(init);
        let draft = draft.resultValues(carried);
        let op = if unsigned { draft.unsignedCmp(true).finish().op } else { draft.finish().op };
        let block = self.only_block(op, fields::for_::region);
        self.module.body.set_block_args(block, &[bound, carried]);
        self.nested(block, |this| {
            this.define_args(block);
            this.some_ops(3);
            let next = this.value(carried);
            this.builder().continue_().operands(next).finish();
        });
        self.define(op);
    }

    fn define_args(&mut self, block: Block) {
        for value in self.module.body.block_args(block) {
            self.scope.define(self.module.body.ty(value), value);
        }
    }

    /// A loop that counts to a small number, then breaks with a tile.
    pub(super) fn loop_(&mut self, _: Scalar) {
        let (counter, result) = (self.number_type(&[], Scalar::I32), self.number_type(&[4], Scalar::F32));
        let (zero, one, limit) = (self.index(0), self.index(1), self.rng.below(4) as u64);
        let limit = self.index(limit);
        let op = self.builder().loop_().initValues(zero).resultValues(result).finish().op;
        let block = self.only_block(op, fields::loop_::region);
        self.module.body.set_block_args(block, &[counter]);
        self.nested(block, |this| {
            let count = this.module.body.block_args(block).get(0).expect("the counter");
            this.scope.define(counter, count);
            this.some_ops(2);
            this.leave_when(count, limit, |this| {
                let value = this.value(result);
                this.builder().break_().operands(value).finish();
            });
            let next = this.builder().addi().lhs(count).rhs(one).result(counter).finish().value();
            this.builder().continue_().operands(next).finish();
        });
        self.define(op);
    }

    /// `if count >= limit { leave }`
    fn leave_when(&mut self, count: Value, limit: Value, leave: impl FnOnce(&mut Self)) {
        let bool_ty = self.intern(Type::scalar_tile(Scalar::I1));
        let mut b = self.builder();
        let draft =
            b.cmpi().lhs(count).rhs(limit).comparison_predicate(ComparisonPredicate::GreaterThanOrEqual);
        let done = draft.signedness(Signedness::Signed).result(bool_ty).finish().value();
        let op = self.builder().if_().condition(done).finish().op;
        let block = self.only_block(op, fields::if_::thenRegion);
        self.nested(block, leave);
    }

    pub(super) fn if_(&mut self, opcode: Opcode, scalar: Scalar) {
        let condition = self.number_type(&[], Scalar::I1);
        let condition = self.value(condition);
        let early =
            opcode == Opcode::Return && (self.depth == 0 || self.version >= V13_4) && !self.under_for();
        if early {
            return self.early_return(condition);
        }
        let shape = self.shape(scalar);
        let result = self.number_type(&shape, scalar);
        let op = self.builder().if_().condition(condition).results(result).finish().op;
        let other = self.module.region(op, fields::if_::elseRegion);
        let other = self.module.body.create_block(other, &[]);
        for block in [self.only_block(op, fields::if_::thenRegion), other] {
            self.nested(block, |this| this.branch(result));
        }
        self.define(op);
    }

    fn branch(&mut self, result: TypeId) {
        self.some_ops(2);
        let value = self.value(result);
        self.builder().yield_().operands(value).finish();
    }

    fn early_return(&mut self, condition: Value) {
        let op = self.builder().if_().condition(condition).finish().op;
        let block = self.only_block(op, fields::if_::thenRegion);
        self.nested(block, |this| {
            this.builder().return_().finish();
        });
    }

    /// True below a `for`, where `return` is refused.
    fn under_for(&self) -> bool {
        let mut op = self.module.body.block_op(self.block);
        while let Some(parent) = op {
            if self.module.opcode(parent) == Opcode::For {
                return true;
            }
            op = self.module.body.parent_op(parent);
        }
        false
    }
}
