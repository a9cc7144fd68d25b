//! Constant folding: results of ops on known operands, bit for bit as the program would compute them.
//!
//! - Element-wise ops are folded by the functions of their rows ([`elementwise`]); the others have an arm, in [`movement`]
//!   (elements moved) or [`matrix`]. The arithmetic is that of `numerics`.
//! - Undefined results are never folded: the op is kept, and the engine decides.
//! - If all elements are equal, one is computed. Otherwise at most [`constant::MAX_ELEMENTS`] are folded.

mod elementwise;
mod matrix;
mod movement;

use cuda_tile::attrs::Attr;
use cuda_tile::elementwise::Elementwise;
use cuda_tile::ops::Opcode;
use cuda_tile::{CudaTile, Dense, Module};
use ir::Op;
use ir::rewrite::Rewriter;
use smallvec::SmallVec;

use crate::constant;

/// Replaces an op of known operands by a constant.
pub(crate) fn fold(rewriter: &mut Rewriter<'_, CudaTile>, op: Op) -> bool {
    let module = rewriter.module();
    let body = &module.body;
    if body.results(op).len() != 1 || body.regions(op).len() > 0 || module.opcode(op) == Opcode::Constant {
        return false;
    }
    if !body.operands(op).iter().all(|&value| constant::dense(module, value).is_some()) {
        return false;
    }
    let cost = cost(module, op);
    if !rewriter.spend(cost) {
        return false;
    }
    let Some(folded) = evaluate_known(rewriter.module(), op) else { return false };
    let value = constant::build(rewriter, op, folded);
    rewriter.replace_op(op, &[value]);
    true
}

/// The only result of an op whose operands are all known.
fn evaluate_known(module: &Module, op: Op) -> Option<Dense> {
    let operands: Option<SmallVec<[&Dense; 4]>> =
        module.body.operands(op).iter().map(|&value| constant::dense(module, value)).collect();
    evaluate(module, op, &operands?)
}

/// How many elements folding computes, about.
fn cost(module: &Module, op: Op) -> usize {
    let values = module.body.operands(op).iter().copied();
    if module.spec(op).compute.is_product() {
        return matrix::cost(module, op);
    }
    let written = values
        .filter_map(|value| constant::dense(module, value))
        .map(|dense| constant::elements(dense).len());
    written.max().unwrap_or(1).min(constant::MAX_ELEMENTS)
}

/// The only result of `op` for the given operands.
fn evaluate(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    if let Some(function) = Elementwise::of(module, op) {
        return elementwise::evaluate(module, op, function, operands);
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "what is not folded runs, which is never wrong")]
    match module.opcode(op) {
        Opcode::Broadcast => movement::broadcast(module, op, operands[0]),
        Opcode::Cat => movement::cat(module, op, operands[0], operands[1]),
        Opcode::Extract => movement::extract(module, op, operands[0], &operands[1..]),
        Opcode::Insert => movement::insert(module, op, operands[0], operands[1], &operands[2..]),
        Opcode::Iota => movement::iota(module, op),
        Opcode::Pack => movement::pack(module, op, operands[0]),
        Opcode::Unpack => movement::unpack(module, op, operands[0]),
        Opcode::Permute => movement::permute(module, op, operands[0]),
        Opcode::Reshape => movement::reshape(module, op, operands[0]),
        Opcode::MmaF => matrix::float(module, op, operands),
        Opcode::MmaI => matrix::integer(module, op, operands),
        Opcode::MmaFScaled => matrix::scaled(module, op, operands),
        // Views, tokens and positions are known at run time; `assume` and barriers are there to stay; ops with effects run;
        // ops with regions have simplifications of their own.
        _ => None,
    }
}

/// The attribute of a field that is interned.
fn attr(module: &Module, op: Op, field: ir::Field) -> Option<&Attr> {
    module.attr(op, field).as_interned().map(|id| module.attrs.get(id))
}
