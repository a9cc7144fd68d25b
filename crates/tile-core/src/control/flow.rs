//! Properties of control flow for the shared transforms.

use ir::analysis::Effects;
use ir::transform::Regions;
use ir::{Field, Module, Op, Value};
use numerics::int;

use super::{Control, Structured, fields};
use crate::arith::{Arith, fields as arith};

/// Effects that a loop, a branch or a function has for itself.
pub fn absorbs<L: Structured>(module: &Module<L>, op: Op) -> Effects {
    let opcode = module.opcode(op);
    match L::control(opcode) {
        Some(Control::For | Control::Loop) => Effects::JUMP,
        Some(Control::If) => Effects::YIELD,
        None if opcode == L::FUNC => Effects::RETURN,
        Some(Control::Return | Control::Yield | Control::Continue | Control::Break) | None => Effects::NONE,
    }
}

/// How often the regions of an op run.
pub fn regions<L: Structured>(module: &Module<L>, op: Op) -> Regions {
    match L::control(module.opcode(op)) {
        Some(Control::For) => Regions::Loop { certain: runs(module, op) },
        Some(Control::Loop) => Regions::Loop { certain: true },
        Some(Control::If | Control::Return | Control::Yield | Control::Continue | Control::Break) | None => {
            Regions::Once
        }
    }
}

/// True when the first iteration of a `for` is certain.
fn runs<L: Structured>(module: &Module<L>, op: Op) -> bool {
    let signed = !module.flag(op, fields::for_::unsigned);
    let number = |field: Field| {
        let value = module.operand(op, field);
        Some(int::value(L::scalar(module.ty(value))?, L::known(module, value)?, signed))
    };
    matches!((number(fields::for_::lower), number(fields::for_::upper)), (Some(first), Some(end)) if first < end)
}

/// Effects of a division or a remainder of integers: a zero divisor is undefined, and a compiler may rely on there being
/// none.
pub fn division<L: Structured>(module: &Module<L>, op: Op) -> Effects {
    let quotient = L::arith(module.opcode(op)) == Some(Arith::DivI);
    let signed = if quotient { arith::divi::signed } else { arith::remi::signed };
    let divisor = module.body.operands(op)[1];
    let (Some(bits), Some(scalar)) = (L::known(module, divisor), L::scalar(module.ty(divisor))) else {
        return Effects::GUARDED;
    };
    // One number that no dividend has trouble with is neither 0 nor, for signed operands, -1.
    let safe = bits != 0 && !(module.flag(op, signed) && bits == int::mask(scalar));
    if safe { Effects::NONE } else { Effects::GUARDED }
}

/// The op around an op that is no `if`: for a `continue` or `break`, the loop that it belongs to.
pub fn around<L: Structured>(module: &Module<L>, op: Op) -> Option<Op> {
    let mut around = module.body.parent_op(op);
    while let Some(outer) = around.filter(|&outer| L::control(module.opcode(outer)) == Some(Control::If)) {
        around = module.body.parent_op(outer);
    }
    around
}

/// The result and the block argument that operand `index` becomes.
pub fn carried<L: Structured>(module: &Module<L>, op: Op, index: usize) -> [Option<Value>; 2] {
    let result = |op: Op, index: usize| module.body.results(op).get(index);
    let arg = |op: Op, index: usize| {
        let block = module.body.region_blocks(module.body.region(op, 0)).first();
        block.and_then(|&block| module.body.block_args(block).get(index))
    };
    // The first argument of the body of a `for` is its counter, and its first operands say how it counts.
    let of_for = |op: Op, index: usize| [result(op, index), arg(op, index + 1)];
    match L::control(module.opcode(op)) {
        Some(Control::For) => index.checked_sub(3).map_or([None, None], |index| of_for(op, index)),
        Some(Control::Loop) => [None, arg(op, index)],
        Some(Control::Continue) => match around(module, op) {
            Some(target) if L::control(module.opcode(target)) == Some(Control::For) => of_for(target, index),
            Some(target) => [None, arg(target, index)],
            None => [None, None],
        },
        Some(Control::Break) => [around(module, op).and_then(|target| result(target, index)), None],
        Some(Control::Yield) => {
            let is_if = |parent: &Op| L::control(module.opcode(*parent)) == Some(Control::If);
            let parent = module.body.parent_op(op).filter(is_if);
            [parent.and_then(|parent| result(parent, index)), None]
        }
        Some(Control::If | Control::Return) | None => [None, None],
    }
}
