//! Offsets of rows that are loaded by their numbers: terms, and the one that multiplies numbers of rows by a stride.

use ir::Value;
use numerics::Scalar;
use smallvec::SmallVec;

use super::linear::{Analysis, split};
use crate::ops::fields;
use crate::{Module, Opcode};

/// Terms of an offset, and comparisons of a mask, at most.
pub(super) const MOST_PARTS: usize = 8;
/// Ops in a row that only change the shape of a tile.
pub(super) const MOST_SHAPES: u32 = 16;

/// A value with the dimension of the loaded tile that each of its own dimensions is.
pub(super) type Placed = (Value, SmallVec<[Option<usize>; 4]>);

/// The dimensions of a loaded matrix itself.
pub(super) fn top() -> SmallVec<[Option<usize>; 4]> {
    SmallVec::from_slice(&[Some(0), Some(1)])
}

/// The single address that a tile of addresses starts from, and the terms of the offset, in elements.
pub(super) fn address(analysis: &Analysis<'_>, pointers: Value, elem: Scalar) -> Option<(Value, Vec<Value>)> {
    let module = analysis.module;
    let (mut value, mut terms) = (pointers, Vec::new());
    loop {
        if let Some(base) = single(module, value) {
            return Some((base, terms));
        }
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddPtr)?;
        let bytes = i64::from(elem.storage_bits() / 8);
        if module.int(op, fields::addptr::bytes) != Some(bytes) {
            return None;
        }
        add_terms(analysis, module.operand(op, fields::addptr::offset), &mut terms)?;
        value = module.operand(op, fields::addptr::base);
    }
}

/// The terms of a sum that does not wrap, or wraps at 64 bits as addresses do.
fn add_terms(analysis: &Analysis<'_>, value: Value, terms: &mut Vec<Value>) -> Option<()> {
    let module = analysis.module;
    if terms.len() >= MOST_PARTS {
        return None;
    }
    let value = extended(analysis, value);
    let sum = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddI);
    match sum.filter(|&op| analysis.is_exact(op, fields::addi::overflow)) {
        Some(op) => module.body.operands(op).iter().try_for_each(|&part| add_terms(analysis, part, terms)),
        None => {
            terms.push(value);
            Some(())
        }
    }
}

/// A number before it was extended with its sign, or without one that it does not have.
fn extended(analysis: &Analysis<'_>, value: Value) -> Value {
    let module = analysis.module;
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI);
    let kept = op.filter(|&op| {
        let source = module.operand(op, fields::exti::source);
        module.flag(op, fields::exti::signed) || analysis.fact(source).range.0 >= 0
    });
    kept.map_or(value, |op| module.operand(op, fields::exti::source))
}

/// The only number or address of a tile all of whose elements are the same.
pub(super) fn single(module: &Module, value: Value) -> Option<Value> {
    let mut value = value;
    for _ in 0..MOST_SHAPES {
        if module.ty(value).tile()?.shape.is_empty() {
            return Some(value);
        }
        let op = module.body.def_op(value)?;
        if !matches!(module.opcode(op), Opcode::Broadcast | Opcode::View) {
            return None;
        }
        value = module.body.operands(op)[0];
    }
    None
}

/// The value below ops that only change the shape of a tile.
pub(super) fn below(module: &Module, (mut value, mut dims): Placed) -> Option<Placed> {
    for _ in 0..MOST_SHAPES {
        let Some(op) = module.body.def_op(value) else { break };
        let opcode = module.opcode(op);
        if !matches!(opcode, Opcode::Broadcast | Opcode::View) || dims.len() <= 1 {
            break;
        }
        let source = module.body.operands(op)[0];
        if opcode == Opcode::View {
            let [from, to] = [source, value].map(|value| module.ty(value).tile().map(|tile| &tile.shape));
            let (from, to) = (from?, to?);
            let mut inner = SmallVec::from_elem(None, from.len());
            for (dim, part) in split(from, to)?.into_iter().enumerate() {
                if let Some((at, _)) = part {
                    (from[at] == to[dim]).then(|| inner[at] = dims[dim])?;
                }
            }
            dims = inner;
        }
        value = source;
    }
    Some((value, dims))
}

/// The numbers of rows, one for each row of a loaded tile, if a value repeats these along its rows. Numbers of 32 bits may be extended:
/// a negative one is outside of the memory with and without a sign. One of fewer bits would not be.
pub(super) fn numbers(module: &Module, placed: Placed) -> Option<Value> {
    let (mut value, mut dims) = below(module, placed)?;
    let extended = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI);
    let source = extended.map(|op| module.operand(op, fields::exti::source));
    if let Some(source) = source.filter(|&source| module.ty(source).scalar() == Some(Scalar::I32)) {
        (value, dims) = below(module, (source, dims))?;
    }
    (dims[..] == [Some(0)] && module.ty(value).tile()?.shape.len() == 1).then_some(value)
}

/// Numbers of rows, and the stride that they are multiplied by. The product does not wrap, or wraps at 64 bits.
pub(super) fn scaled(analysis: &Analysis<'_>, placed: Placed) -> Option<(Value, Value)> {
    let module = analysis.module;
    let (value, dims) = below(module, placed)?;
    let (value, dims) = below(module, (extended(analysis, value), dims))?;
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::MulI)?;
    if !analysis.is_exact(op, fields::muli::overflow) {
        return None;
    }
    let [lhs, rhs] = [0, 1].map(|at| module.body.operands(op)[at]);
    let by =
        |rows: Value, stride: Value| Some((numbers(module, (rows, dims.clone()))?, single(module, stride)?));
    by(lhs, rhs).or_else(|| by(rhs, lhs))
}
