//! What a launcher knows before a kernel runs: parameters, constants, and what is computed of these alone.

use cranelift_entity::EntitySet;
use ir::{Op, Value};

use crate::{Module, Opcode};

/// A value that is known only while the kernel runs: the op that gives it, or none for an argument of a loop or a body.
pub(crate) type Unknown = Option<Op>;

/// The first value among these, and what they are computed of, that a launcher does not know. What was `seen` is not looked at again.
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

/// Whether a launcher knows what an op gives if it knows the operands.
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

fn is_parameter(module: &Module, value: Value) -> bool {
    let block = module.body.def_block(value).filter(|_| module.body.def_op(value).is_none());
    let owner = block.and_then(|block| module.body.block_op(block));
    owner.is_some_and(|owner| module.opcode(owner) == Opcode::Func)
}
