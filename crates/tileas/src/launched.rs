//! Values that a launcher knows before a kernel runs: parameters, constants, and expressions over these.

use cranelift_entity::EntitySet;
use ir::{Op, Value};

use crate::{Module, Opcode};

/// A value that is only known while the kernel runs: its op, or none for an argument of a loop or a body.
pub(crate) type Unknown = Option<Op>;

/// The first value among these and their operands that a launcher does not know. Values in `seen` are not visited again.
pub(crate) fn unknown(module: &Module, values: &[Value], seen: &mut EntitySet<Value>) -> Option<Unknown> {
    let mut next: Vec<Value> = values.to_vec();
    while let Some(value) = next.pop() {
        if !seen.insert(value) {
            continue;
        }
        let made = module.body.def_op(value);
        match made.filter(|&op| is_known(module.opcode(op))) {
            Some(op) => next.extend(module.body.operands(op)),
            None if is_parameter(module, value) => {}
            None => return Some(made),
        }
    }
    None
}

/// Whether a launcher knows the result of an op if it knows the operands.
fn is_known(opcode: Opcode) -> bool {
    opcode.arith().is_some()
        || matches!(
            opcode,
            Opcode::BlockTile
                | Opcode::Constant
                | Opcode::GetGlobal
                | Opcode::GetNumPrograms
                | Opcode::GetSize
                | Opcode::GetTileCount
                | Opcode::MakeMemref
        )
}

/// The maximum number of parameters and constants from which a number of a tensor map is computed.
const MOST_NUMBERS: u32 = 16;

/// Why memory gets no tensor map, although a launcher could compute its address and extents: a map takes parameters of the kernel,
/// constants, sums, differences and products of these, and a base at a constant distance from a parameter. Returns the op
/// that computes something else.
pub(crate) fn beyond_maps(module: &Module, memref: Value) -> Option<Op> {
    use crate::ops::fields::make_memref as f;
    let made = module.body.def_op(memref)?;
    if module.opcode(made) != Opcode::MakeMemref {
        return Some(made);
    }
    let base = Some(module.operand(made, f::base)).filter(|&base| !is_near_parameter(module, base));
    let numbers = [f::sizes, f::strides].into_iter().flat_map(|field| module.operands(made, field));
    let number = numbers.copied().find(|&number| !is_number(module, number, &mut MOST_NUMBERS.clone()));
    base.or(number).map(|value| module.body.def_op(value).unwrap_or(made))
}

fn is_near_parameter(module: &Module, base: Value) -> bool {
    use crate::ops::fields::addptr as f;
    let mut base = base;
    while let Some(op) = module.body.def_op(base).filter(|&op| module.opcode(op) == Opcode::AddPtr) {
        if !is_constant(module, module.operand(op, f::offset)) {
            return false;
        }
        base = module.operand(op, f::base);
    }
    is_parameter(module, base)
}

/// A number of a tensor map, computed from at most `left` parameters and constants.
fn is_number(module: &Module, number: Value, left: &mut u32) -> bool {
    if is_parameter(module, number) || is_constant(module, number) {
        let is_left = *left > 0;
        *left = left.saturating_sub(1);
        return is_left;
    }
    let Some(op) = module.body.def_op(number) else { return false };
    let operands = module.body.operands(op);
    #[allow(clippy::wildcard_enum_match_arm, reason = "launchers compute a few ops alone")]
    match module.opcode(op) {
        Opcode::ExtI | Opcode::TruncI | Opcode::AddI | Opcode::SubI | Opcode::MulI => {
            operands.iter().all(|&operand| is_number(module, operand, left))
        }
        Opcode::ShlI => is_constant(module, operands[1]) && is_number(module, operands[0], left),
        _ => false,
    }
}

fn is_constant(module: &Module, value: Value) -> bool {
    module.body.def_op(value).is_some_and(|op| module.opcode(op) == Opcode::Constant)
}

fn is_parameter(module: &Module, value: Value) -> bool {
    let block = module.body.def_block(value).filter(|_| module.body.def_op(value).is_none());
    let owner = block.and_then(|block| module.body.block_op(block));
    owner.is_some_and(|owner| module.opcode(owner) == Opcode::Func)
}
