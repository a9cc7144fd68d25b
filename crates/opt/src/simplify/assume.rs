//! Facts: one that is known already is not stated again.

use cuda_tile::Module;
use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value};
use numerics::int;

use super::{Rw, defined_by, operand, replace};
use crate::constant;

/// Facts about one value that are compared, at most. All pairs are compared; programs state a handful.
const MAX_CHAIN: usize = 16;

pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    if rw.module().opcode(op) != Opcode::Assume {
        return false;
    }
    let module = rw.module();
    let value = operand(module, op, 0);
    (is_stated(module, op) || holds(module, op, value)) && replace(rw, op, value)
}

/// True when the value was stated to have the same property before.
fn is_stated(module: &Module, op: Op) -> bool {
    let predicate = module.attr(op, fields::assume::predicate);
    let before = |&op: &Op| defined_by(module, operand(module, op, 0), Opcode::Assume);
    let mut chain = std::iter::successors(before(&op), before).take(MAX_CHAIN);
    chain.any(|op| module.attr(op, fields::assume::predicate) == predicate)
}

/// True when a constant is what it is stated to be.
fn holds(module: &Module, op: Op, value: Value) -> bool {
    let Some(dense) = constant::dense(module, value).filter(|dense| dense.elem().is_int()) else {
        return false;
    };
    let Some(id) = module.attr(op, fields::assume::predicate).as_interned() else { return false };
    let mut numbers = constant::elements(dense).map(|bits| int::value(dense.elem(), bits, true));
    #[allow(clippy::wildcard_enum_match_arm, reason = "predicates are three kinds of attributes")]
    match module.attrs.get(id) {
        Attr::DivBy { divisor, every: None, along: None } => {
            numbers.all(|number| number.rem_euclid(i128::from((*divisor).max(1))) == 0)
        }
        Attr::Bounded { lower, upper } => numbers.all(|number| {
            lower.is_none_or(|lower| number >= lower.into())
                && upper.is_none_or(|upper| number <= upper.into())
        }),
        Attr::SameElements(_) => dense.is_splat(),
        _ => false,
    }
}
