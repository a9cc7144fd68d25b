//! Loops: how often they run, and which one a jump belongs to.

use cuda_tile::Module;
use cuda_tile::ops::{Opcode, fields};
use ir::Op;
use numerics::int;

use crate::constant;

/// How often a loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trips {
    /// Never.
    Zero,
    /// Once.
    One,
    /// More than once.
    Many,
}

/// How often a `for` runs, when its bounds say so and its step is positive.
pub(crate) fn trips(module: &Module, op: Op) -> Option<Trips> {
    use fields::for_::{lowerBound, step, unsignedCmp, upperBound};
    let signed = !module.flag(op, unsignedCmp);
    let (lower, upper) = (module.operand(op, lowerBound), module.operand(op, upperBound));
    let number = |value| {
        let dense = constant::dense(module, value)?;
        Some(int::value(dense.elem(), dense.bits(0), signed))
    };
    let distance = number(module.operand(op, step)).filter(|&distance| distance > 0)?;
    if lower == upper {
        return Some(Trips::Zero);
    }
    let (lower, upper) = (number(lower)?, number(upper)?);
    Some(match () {
        () if lower >= upper => Trips::Zero,
        () if lower + distance >= upper => Trips::One,
        () => Trips::Many,
    })
}

/// The loop that a `continue` or `break` belongs to.
pub(crate) fn target(module: &Module, jump: Op) -> Option<Op> {
    let mut around = module.body.parent_op(jump);
    while let Some(op) = around.filter(|&op| module.opcode(op) == Opcode::If) {
        around = module.body.parent_op(op);
    }
    around
}
