//! Constant folding: what an op computes from operands that are known, bit for bit as the program would compute it.
//!
//! - Every op without effects has an arm, in [`lanes`] (one element at a time), [`movement`] (elements moved) or
//!   [`matrix`]; the arithmetic is that of `numerics`.
//! - What would be undefined is never folded: the op stays, and whoever runs the program decides.
//! - All elements equal: one is computed. Else at most [`constant::MAX_ELEMENTS`] are written out.

mod lanes;
mod matrix;
mod modes;
mod movement;

use cuda_tile::attrs::Attr;
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
    if matrix::is_product(module.opcode(op)) {
        return matrix::cost(module, op);
    }
    let written = values
        .filter_map(|value| constant::dense(module, value))
        .map(|dense| constant::elements(dense).len());
    written.max().unwrap_or(1).min(constant::MAX_ELEMENTS)
}

/// The only result of `op` for the given operands.
fn evaluate(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    use Opcode::*;
    match module.opcode(op) {
        AbsF | AbsI | AddF | AddI | AndI | Atan2 | Ceil | CmpF | CmpI | Cos | Cosh | DivF | DivI | Exp
        | Exp2 | ExtI | FPowI | FToF | FToI | Floor | Fma | IToF | Log | Log2 | MaxF | MaxI | MinF | MinI
        | MulF | MulI | MulhiI | NegF | NegI | OrI | Pow | RemF | RemI | Rsqrt | Select | ShlI | ShrI
        | Sin | Sinh | Sqrt | SubF | SubI | Tan | Tanh | TruncI | XorI | Bitcast => {
            lanes::evaluate(module, op, operands)
        }
        Broadcast => movement::broadcast(module, op, operands[0]),
        Cat => movement::cat(module, op, operands[0], operands[1]),
        Extract => movement::extract(module, op, operands[0], &operands[1..]),
        Insert => movement::insert(module, op, operands[0], operands[1], &operands[2..]),
        Iota => movement::iota(module, op),
        Pack => movement::pack(module, op, operands[0]),
        Unpack => movement::unpack(module, op, operands[0]),
        Permute => movement::permute(module, op, operands[0]),
        Reshape => movement::reshape(module, op, operands[0]),
        MmaF => matrix::float(module, op, operands),
        MmaI => matrix::integer(module, op, operands),
        MmaFScaled => matrix::scaled(module, op, operands),
        // Pointers, views, tokens and positions are known at run time; facts and barriers stay.
        Assume
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | IntToPtr
        | JoinTokens
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | Offset
        | PtrToInt
        | PtrToPtr
        | OptimizationBarrier
        | ExternElementwise => None,
        // Effects stay, and so do ops with regions, which have simplifications of their own.
        Alloca
        | Assert
        | AtomicCasTko
        | AtomicRedViewTko
        | AtomicRmwTko
        | Break
        | Call
        | Constant
        | Continue
        | Entry
        | For
        | Func
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | Generate
        | Global
        | If
        | LoadPtrTko
        | LoadViewTko
        | Loop
        | MemoryFenceAliasTko
        | Opcode::Module
        | PrintTko
        | Reduce
        | Return
        | Scan
        | StorePtrTko
        | StoreViewTko
        | TestEvolution
        | TestFunc
        | TestNewAttribute
        | Yield => None,
    }
}

/// The attribute of a field that is interned.
fn attr(module: &Module, op: Op, field: ir::Field) -> Option<&Attr> {
    module.attr(op, field).as_interned().map(|id| module.attrs.get(id))
}
