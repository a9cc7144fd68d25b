//! Canonicalisation of every op: folding first, then the rules of each op.
//!
//! A rule preserves every bit of defined results. An integer rule may drop an overflow assumption. A float rule must hold for
//! zeros of both signs, infinities, subnormals and every NaN, in the current rounding mode.

mod assume;
mod branch;
mod convert;
mod elementwise;
mod float;
mod integer;
mod loops;
mod pointer;
mod select;
mod shape;
mod tokens;
mod view;

use cuda_tile::compute::Compute;
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::{CudaTile, Module};
use ir::rewrite::Rewriter;
use ir::spec::Trait;
use ir::{Op, TypeId, Value};

use crate::{constant, fold};

pub(crate) use branch::take_branch;
pub(crate) use float::Mode;
pub(crate) use integer::swapped as swapped_predicate;

type Rw<'m> = Rewriter<'m, CudaTile>;

/// One step towards the simplest form of `op`; false when it has it.
pub(crate) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    fold::fold(rw, op) || constant_to_the_right(rw, op) || elementwise::lift(rw, op) || own(rw, op)
}

/// The rules of each family of ops: an op has those of the family of its class of computation.
fn own(rw: &mut Rw<'_>, op: Op) -> bool {
    match rw.module().spec(op).compute {
        Compute::Elementwise(_) => {
            integer::simplify(rw, op)
                || float::simplify(rw, op)
                || convert::simplify(rw, op)
                || pointer::simplify(rw, op)
                || select::simplify(rw, op)
        }
        Compute::Alias => shape::simplify(rw, op) || assume::simplify(rw, op),
        Compute::Shape => shape::simplify(rw, op),
        Compute::Query => view::simplify(rw, op),
        Compute::Region => branch::simplify(rw, op) || loops::simplify(rw, op),
        Compute::Tokens
        | Compute::Load
        | Compute::Store
        | Compute::Atomic
        | Compute::Multimem
        | Compute::Effect => tokens::simplify(rw, op),
        Compute::Extern
        | Compute::Constant
        | Compute::Iota
        | Compute::Product
        | Compute::Fold
        | Compute::Generate
        | Compute::Terminator
        | Compute::Definition => false,
    }
}

/// The constant operand of an op whose operands may be swapped is on the right.
fn constant_to_the_right(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let &[lhs, rhs] = module.body.operands(op) else { return false };
    let known = |value| constant::dense(module, value).is_some();
    if !module.spec(op).has(Trait::Commutative) || !known(lhs) || known(rhs) {
        return false;
    }
    rw.set_operands(op, &[rhs, lhs], &[]);
    true
}

/// Replaces `op`, which has one result, by a value.
fn replace(rw: &mut Rw<'_>, op: Op, value: Value) -> bool {
    rw.replace_op(op, &[value]);
    true
}

/// Builds the negation of a truth value before `op`.
fn build_not(rw: &mut Rw<'_>, op: Op, value: Value) -> Option<Value> {
    let ty = rw.module().body.ty(value);
    let all = constant::build_splat(rw, op, ty, 1)?;
    Some(rw.build_before(op, op, |b| b.xori().lhs(value).rhs(all).result(ty).finish().value()))
}

/// Replaces `op` by the negation of a truth value.
fn replace_by_not(rw: &mut Rw<'_>, op: Op, value: Value) -> bool {
    match build_not(rw, op, value) {
        Some(value) => replace(rw, op, value),
        None => false,
    }
}

/// Replaces `op`, which has one result, by a constant of equal elements.
fn replace_by_splat(rw: &mut Rw<'_>, op: Op, bits: u64) -> bool {
    let ty = result_type(rw.module(), op);
    match constant::build_splat(rw, op, ty, bits) {
        Some(value) => replace(rw, op, value),
        None => false,
    }
}

/// The only result's type.
fn result_type(module: &Module, op: Op) -> TypeId {
    module.body.ty(module.body.result(op, 0))
}

/// Operand `index`.
fn operand(module: &Module, op: Op, index: usize) -> Value {
    module.body.operands(op)[index]
}

/// The op that defines `value`, when it is a `wanted`.
fn defined_by(module: &Module, value: Value, wanted: Opcode) -> Option<Op> {
    module.body.def_op(value).filter(|&op| module.opcode(op) == wanted)
}

/// The operand of the op that defines `value`, when that is a `wanted`.
fn through(module: &Module, value: Value, wanted: Opcode) -> Option<Value> {
    defined_by(module, value, wanted).map(|op| operand(module, op, 0))
}

/// The operand of the negation `value`, which is `xori x, true`.
fn negated(module: &Module, value: Value) -> Option<Value> {
    let op = defined_by(module, value, Opcode::XorI)?;
    let is_bool = constant::tile_of(module, module.body.ty(value))?.0 == numerics::Scalar::I1;
    (is_bool && constant::is_splat(module, operand(module, op, 1), 1)).then(|| operand(module, op, 0))
}
