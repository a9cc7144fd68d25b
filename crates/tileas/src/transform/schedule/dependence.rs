//! The values that are computed from others, in any iteration.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Block, Op, Value};

use crate::ops::fields;
use crate::{Module, Opcode};

/// The values in an op that depend on some values, with these.
pub(crate) fn dependent(module: &Module, root: Op, sources: &[Value]) -> EntitySet<Value> {
    let mut found: EntitySet<Value> = EntitySet::new();
    sources.iter().for_each(|&value| _ = found.insert(value));
    let ops: Vec<Op> = preorder(&module.body, root).filter(|&op| op != root).collect();
    // Values are carried by loops, so this is repeated until no further value is found.
    while ops.iter().filter(|&&op| follow(module, op, &mut found)).count() > 0 {}
    found
}

/// Adds the values that an op computes from found ones; true if there were more.
fn follow(module: &Module, op: Op, found: &mut EntitySet<Value>) -> bool {
    let body = &module.body;
    let owner = body.parent_op(op);
    let is_in = |opcode: Opcode| owner.filter(|&owner| module.opcode(owner) == opcode);
    let operands = body.operands(op).iter().copied().enumerate();
    let operands: Vec<(usize, Value)> = operands.filter(|&(_, value)| found.contains(value)).collect();
    let mut more = false;
    match (module.opcode(op), is_in(Opcode::For), is_in(Opcode::If)) {
        (Opcode::For, ..) => {
            let inits = module.operand_range(op, fields::for_::inits);
            for (at, _) in operands.into_iter().filter(|(at, _)| inits.contains(at)) {
                more |= carry(module, op, at - inits.start, found);
            }
        }
        (Opcode::If, ..) => {}
        (Opcode::Continue, Some(loop_), _) => {
            for (at, _) in operands {
                more |= carry(module, loop_, at, found);
            }
        }
        (Opcode::Yield, _, Some(branch)) => {
            for (at, _) in operands {
                more |= found.insert(body.result(branch, at));
            }
        }
        _ if operands.is_empty() => {}
        _ => {
            for result in body.results(op) {
                more |= found.insert(result);
            }
        }
    }
    more
}

/// Adds a value that a loop carries.
fn carry(module: &Module, loop_: Op, at: usize, found: &mut EntitySet<Value>) -> bool {
    let block: Block = module.block(loop_, fields::for_::body).expect("a loop has a body");
    let argument = module.body.block_args(block).get(at + 1).expect("a loop has an argument for each value");
    let is_new = found.insert(argument);
    found.insert(module.body.result(loop_, at)) || is_new
}
