//! Products in flight: permitted uses of registers that an instruction has not written yet.
//!
//! - A value in flight is in registers that exist once: it is used exactly once, by an op that accumulates onto it or waits for
//!   it.
//! - A wait that leaves products in flight returns a tile only if the tile's own product is not one of them.

use std::collections::VecDeque;

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::Uses;
use ir::{Block, Op, Value};
use rustc_hash::FxHashMap;

use super::flow::{Found, carried, positions};
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Checks a module by its products and waits, which are among these ops in the order of the program.
pub(super) fn check(module: &Module, uses: &Uses, ops: &[Op], found: &mut Found) {
    taken_once(module, uses, ops, found);
    ended(module, ops, found);
}

fn is_pending(module: &Module, value: Value) -> bool {
    matches!(module.ty(value), Type::Pending(_))
}

/// A value in flight is used once, also if it is loop-carried.
fn taken_once(module: &Module, uses: &Uses, ops: &[Op], found: &mut Found) {
    let is_product =
        |op: Op| matches!(module.opcode(op), Opcode::AsyncDot | Opcode::DotBegin | Opcode::DotWait);
    let products = ops.iter().filter(|&&op| is_product(op));
    let results = products.map(|&op| (op, module.body.result(op, 0)));
    let mut next: VecDeque<(Op, Value)> = results.filter(|&(_, value)| is_pending(module, value)).collect();
    let mut seen: EntitySet<Value> = EntitySet::new();
    while let Some((origin, value)) = next.pop_front() {
        if !seen.insert(value) {
            continue;
        }
        let users = uses.users(&module.body, value);
        let count: usize = users.iter().map(|&user| positions(module, user, value).count()).sum();
        if count > 1 {
            found.push((origin, "gives what is in flight to more than one op; wait for it first".to_owned()));
        } else if users.iter().any(|&user| is_repeated(module, user, value)) {
            found.push((origin, "gives what is in flight to a loop that does not carry it".to_owned()));
        }
        for &user in &users {
            for index in positions(module, user, value) {
                next.extend(carried(module, user, index).into_iter().map(|value| (origin, value)));
            }
        }
    }
}

/// Whether a loop around the user, and not around the value, runs the user again.
fn is_repeated(module: &Module, user: Op, value: Value) -> bool {
    let (wanted, mut at) = (module.body.def_block(value), user);
    while module.body.parent_block(at) != wanted {
        let Some(outer) = module.body.parent_op(at) else { return false };
        if matches!(module.opcode(outer), Opcode::For | Opcode::Loop) {
            return true;
        }
        at = outer;
    }
    false
}

/// A wait returns a tile if at least as many products were started after its own as may be in flight: in one block, of which the
/// bodies of reads are part.
fn ended(module: &Module, ops: &[Op], found: &mut Found) {
    let mut begun: FxHashMap<Block, i64> = FxHashMap::default();
    let mut number: SecondaryMap<Op, i64> = SecondaryMap::new();
    for &op in ops {
        let Some(block) = block_around(module, op) else { continue };
        if module.opcode(op) == Opcode::AsyncDot {
            let count = begun.entry(block).or_insert(0);
            *count += 1;
            number[op] = *count;
        } else if module.opcode(op) == Opcode::DotWait && !is_pending(module, module.body.result(op, 0)) {
            let count = module.int(op, fields::dot_wait::pending).unwrap_or(0);
            let made = begun_by(module, module.body.operands(op)[0]);
            let near = made.filter(|&made| number[made] > 0 && block_around(module, made) == Some(block));
            let behind = near.map_or(0, |made| begun.get(&block).map_or(0, |all| all - number[made]));
            if behind < count {
                found.push((op, format!(
                    "returns a tile while {count} products may be in flight, but fewer were started after this one"
                )));
            }
        }
    }
}

/// The block of an op, or that around the reads it is in.
fn block_around(module: &Module, op: Op) -> Option<Block> {
    let mut block = module.body.parent_block(op)?;
    while let Some(owner) =
        module.body.block_op(block).filter(|&op| module.opcode(op) == Opcode::PipelineRead)
    {
        block = module.body.parent_block(owner)?;
    }
    Some(block)
}

/// The op that defines a value, also in the body of a read that returns it.
fn begun_by(module: &Module, value: Value) -> Option<Op> {
    let mut value = value;
    loop {
        let made = module.body.def_op(value)?;
        if module.opcode(made) != Opcode::PipelineRead {
            return Some(made);
        }
        let place = module.body.results(made).iter().position(|result| result == value)?;
        let body = module.block(made, fields::pipeline_read::body)?;
        let end = module.body.last_op(body)?;
        value = *module.body.operands(end).get(place.checked_sub(1)?)?;
    }
}
