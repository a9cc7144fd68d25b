//! `for` and `loop`.

use cuda_tile::Module;
use cuda_tile::ops::{Opcode, fields};
use ir::walk::preorder;
use ir::{Block, Field, Op, Value};
use smallvec::SmallVec;

use super::Rw;
use crate::control::{Trips, target, trips};

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::For => counted(rw, op),
        Opcode::Loop => endless(rw, op),
        _ => false,
    }
}

/// The jumps of a kind that belong to a loop.
fn jumps(module: &Module, op: Op, opcode: Opcode) -> SmallVec<[Op; 2]> {
    let inside = preorder(&module.body, op).filter(|&inner| module.opcode(inner) == opcode);
    inside.filter(|&jump| target(module, jump) == Some(op)).collect()
}

fn inits(module: &Module, op: Op, field: Field) -> SmallVec<[Value; 4]> {
    module.operands(op, field).into()
}

fn counted(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(block) = module.block(op, fields::for_::region) else { return false };
    let inits = inits(module, op, fields::for_::initValues);
    match trips(module, op) {
        Some(Trips::Zero) => {
            rw.replace_op(op, &inits);
            true
        }
        Some(Trips::One) if once(rw, op, block, &inits) => true,
        Some(Trips::One | Trips::Many) | None => unchanged_values(rw, op, block, 1, &inits),
    }
}

/// Puts the body of a loop that runs once in its place, unless it continues from more than one place.
fn once(rw: &mut Rw<'_>, op: Op, block: Block, inits: &[Value]) -> bool {
    let module = rw.module();
    let [end] = jumps(module, op, Opcode::Continue)[..] else { return false };
    if module.body.parent_block(end) != Some(block) {
        return false;
    }
    let counter = module.operand(op, fields::for_::lowerBound);
    let args: Vec<Value> = module.body.block_args(block).iter().collect();
    let given = std::iter::once(counter).chain(inits.iter().copied());
    args.into_iter().zip(given).for_each(|(arg, value)| rw.replace_value(arg, value));
    finish(rw, op, block)
}

/// Puts the ops of a body in place of its loop; the operands of its last op replace the results.
fn finish(rw: &mut Rw<'_>, op: Op, block: Block) -> bool {
    let end = rw.splice_before(block, op);
    let values: SmallVec<[Value; 4]> = rw.module().body.operands(end).into();
    rw.replace_op(op, &values);
    true
}

/// A carried value that every iteration passes on unchanged is its initial value; the `first` arguments of the body are others.
fn unchanged_values(rw: &mut Rw<'_>, op: Op, block: Block, first: usize, inits: &[Value]) -> bool {
    let module = rw.module();
    let continues = jumps(module, op, Opcode::Continue);
    let args: Vec<Value> = module.body.block_args(block).iter().skip(first).collect();
    let is_counted = module.opcode(op) == Opcode::For;
    let mut changed = false;
    for (index, (&init, arg)) in inits.iter().zip(args).enumerate() {
        let module = rw.module();
        let kept = |&jump: &Op| [init, arg].contains(&module.body.operands(jump)[index]);
        if !continues.iter().all(kept) {
            continue;
        }
        let result = module.body.results(op).get(index).filter(|_| is_counted);
        for value in result.into_iter().chain([arg]) {
            if rw.uses().is_used(value) {
                rw.replace_value(value, init);
                changed = true;
            }
        }
    }
    changed
}

fn endless(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(block) = module.block(op, fields::loop_::region) else { return false };
    let inits = inits(module, op, fields::loop_::initValues);
    let end = module.body.last_op(block);
    let breaks = jumps(module, op, Opcode::Break);
    if end.is_some() && breaks[..] == end.as_slice()[..] && jumps(module, op, Opcode::Continue).is_empty() {
        let args: Vec<Value> = module.body.block_args(block).iter().collect();
        args.into_iter().zip(inits).for_each(|(arg, init)| rw.replace_value(arg, init));
        return finish(rw, op, block);
    }
    same_results(rw, op, &breaks) | unchanged_values(rw, op, block, 0, &inits)
}

/// A result that every way out gives alike, from outside of the loop, is that value.
fn same_results(rw: &mut Rw<'_>, op: Op, breaks: &[Op]) -> bool {
    let results: Vec<Value> = rw.module().body.results(op).iter().collect();
    let mut changed = false;
    for (index, result) in results.into_iter().enumerate() {
        let module = rw.module();
        let given = |&jump: &Op| module.body.operands(jump)[index];
        let Some(value) = breaks.first().map(given) else { return false };
        let alike = breaks.iter().all(|jump| given(jump) == value);
        if alike && rw.uses().is_used(result) && super::branch::is_outside(module, op, value) {
            rw.replace_value(result, value);
            changed = true;
        }
    }
    changed
}
