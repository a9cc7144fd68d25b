//! What the shared transforms must know of control flow.

use ir::analysis::Effects;
use ir::transform::Regions;
use ir::{Field, Module, Op, Value};
use numerics::int;

use super::Structured;

/// Effects that a loop, a branch or a function keeps to itself.
pub fn absorbs<L: Structured>(module: &Module<L>, op: Op) -> Effects {
    let (rows, opcode) = (L::ROWS, module.opcode(op));
    if opcode == rows.for_ || opcode == rows.loop_ {
        Effects::JUMP
    } else if opcode == rows.if_ {
        Effects::YIELD
    } else if opcode == rows.func {
        Effects::RETURN
    } else {
        Effects::NONE
    }
}

/// How often the regions of an op run.
pub fn regions<L: Structured>(module: &Module<L>, op: Op) -> Regions {
    let (rows, opcode) = (L::ROWS, module.opcode(op));
    if opcode == rows.for_ {
        Regions::Loop { certain: runs(module, op) }
    } else if opcode == rows.loop_ {
        Regions::Loop { certain: true }
    } else {
        Regions::Once
    }
}

/// True when the first run of a `for` is certain.
fn runs<L: Structured>(module: &Module<L>, op: Op) -> bool {
    let rows = L::ROWS;
    let signed = !module.flag(op, rows.for_unsigned);
    let number = |field: Field| {
        let value = module.operand(op, field);
        Some(int::value(L::scalar(module.ty(value))?, L::known(module, value)?, signed))
    };
    matches!((number(rows.for_lower), number(rows.for_upper)), (Some(first), Some(end)) if first < end)
}

/// Effects of a division or a remainder of integers: a zero divisor is undefined, and a compiler may rely on there being
/// none.
pub fn division<L: Structured>(module: &Module<L>, op: Op) -> Effects {
    let rows = L::ROWS;
    let signed = if module.opcode(op) == rows.divi { rows.divi_signed } else { rows.remi_signed };
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
    while let Some(outer) = around.filter(|&outer| module.opcode(outer) == L::ROWS.if_) {
        around = module.body.parent_op(outer);
    }
    around
}

/// The result and the block argument that operand `index` becomes.
pub fn carried<L: Structured>(module: &Module<L>, op: Op, index: usize) -> [Option<Value>; 2] {
    let (rows, opcode) = (L::ROWS, module.opcode(op));
    let result = |op: Op, index: usize| module.body.results(op).get(index);
    let arg = |op: Op, index: usize| {
        let block = module.body.region_blocks(module.body.region(op, 0)).first();
        block.and_then(|&block| module.body.block_args(block).get(index))
    };
    // The first argument of the body of a `for` is its counter, and its first operands say how it counts.
    let of_for = |op: Op, index: usize| [result(op, index), arg(op, index + 1)];
    if opcode == rows.for_ {
        index.checked_sub(3).map_or([None, None], |index| of_for(op, index))
    } else if opcode == rows.loop_ {
        [None, arg(op, index)]
    } else if opcode == rows.continue_ {
        match around(module, op) {
            Some(target) if module.opcode(target) == rows.for_ => of_for(target, index),
            Some(target) => [None, arg(target, index)],
            None => [None, None],
        }
    } else if opcode == rows.break_ {
        [around(module, op).and_then(|target| result(target, index)), None]
    } else if opcode == rows.yield_ {
        let parent = module.body.parent_op(op).filter(|&parent| module.opcode(parent) == rows.if_);
        [parent.and_then(|parent| result(parent, index)), None]
    } else {
        [None, None]
    }
}
