//! What an op says besides its operands, as `numerics` wants it.

use cuda_tile::Module;
use cuda_tile::attrs::{ComparisonOrdering, IntegerOverflow, RoundingMode, Signedness};
use ir::{Field, Op};
use numerics::{NanRule, Predicate, Promise, Rounding};

/// The modes of an op.
#[derive(Clone, Copy)]
pub(super) struct Modes<'m> {
    pub(super) module: &'m Module,
    pub(super) op: Op,
}

impl Modes<'_> {
    fn number(&self, field: Field) -> u64 {
        self.module.attr(self.op, field).as_small().unwrap_or(0).into()
    }

    pub(super) fn flag(&self, field: Field) -> bool {
        self.module.flag(self.op, field)
    }

    pub(super) fn rounding(&self, field: Field) -> Rounding {
        let mode = RoundingMode::from_slot(self.module.attr(self.op, field));
        Rounding::from_wire(mode.unwrap_or(RoundingMode::NearestEven) as u64)
            .expect("both enumerations have the numbers of bytecode")
    }

    pub(super) fn promise(&self, field: Field) -> Promise {
        let promise = IntegerOverflow::from_slot(self.module.attr(self.op, field));
        Promise::from_wire(promise.unwrap_or(IntegerOverflow::None) as u64)
            .expect("both enumerations have the numbers of bytecode")
    }

    pub(super) fn signed(&self, field: Field) -> bool {
        self.number(field) == Signedness::Signed as u64
    }

    pub(super) fn ordered(&self, field: Field) -> bool {
        self.number(field) == ComparisonOrdering::Ordered as u64
    }

    pub(super) fn predicate(&self, field: Field) -> Predicate {
        Predicate::from_wire(self.number(field)).expect("a predicate, as verified")
    }

    pub(super) fn nan_rule(&self, propagate: Field) -> NanRule {
        if self.flag(propagate) { NanRule::Propagate } else { NanRule::Number }
    }
}
