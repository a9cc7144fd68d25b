//! Small random changes that make most programs invalid: a result of another type, an operand with another value, another case
//! of an attribute. The verdicts of two verifiers about the same mutant can be compared.

use cuda_tile::attrs::AttrKind;
use cuda_tile::types::{Elem, TileType};
use cuda_tile::{Module, Type};
use ir::{AttrSlot, Op, TypeId, Value};
use numerics::Scalar;

use crate::Rng;

/// The kind of change by a mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The type of a result.
    Result(Op),
    /// An operand.
    Operand(Op),
    /// An attribute.
    Attribute(Op),
}

/// Changes one thing in `module`; `None` when the dice found nothing to change. Operands become values that are defined
/// before the op, so the structure stays sound.
pub fn mutate(module: &mut Module, rng: &mut Rng) -> Option<Changed> {
    // The module and its entry come first and are not changed.
    let ops: Vec<Op> = ir::walk::preorder(&module.body, module.root).skip(2).collect();
    if ops.is_empty() {
        return None;
    }
    let op = rng.pick(&ops);
    match rng.below(3) {
        0 => change_result(module, op, rng).map(|()| Changed::Result(op)),
        1 => change_operand(module, op, rng).map(|()| Changed::Operand(op)),
        _ => change_attribute(module, op, rng).map(|()| Changed::Attribute(op)),
    }
}

fn change_result(module: &mut Module, op: Op, rng: &mut Rng) -> Option<()> {
    let results: Vec<Value> = module.body.results(op).into_iter().collect();
    if results.is_empty() {
        return None;
    }
    let value = rng.pick(&results);
    let nearby = if rng.one_in(3) { similar(module.ty(value), rng) } else { None };
    let ty = match nearby {
        Some(ty) => module.types.intern(ty),
        None => {
            let of_values = |ty: &Type| {
                !matches!(ty, Type::Scalar(_) | Type::Ptr(_) | Type::Function(_) | Type::Preview(_))
            };
            let pool: Vec<TypeId> =
                module.types.iter().filter(|(_, ty)| of_values(ty)).map(|(id, _)| id).collect();
            rng.pick(&pool)
        }
    };
    module.body.set_ty(value, ty);
    Some(())
}

/// A tile type that differs in shape, element type or both.
fn similar(ty: &Type, rng: &mut Rng) -> Option<Type> {
    let tile = ty.as_tile()?;
    let mut shape: Vec<i64> = tile.shape().iter().map(|&extent| extent.into()).collect();
    match rng.below(4) {
        0 => shape.push(1),
        1 => shape.truncate(shape.len().saturating_sub(1)),
        2 if !shape.is_empty() => {
            let dim = rng.below(shape.len());
            shape[dim] *= 2;
        }
        _ => {}
    }
    let elem = if rng.one_in(2) { Elem::Scalar(rng.pick(&Scalar::ALL)) } else { tile.elem() };
    TileType::new(&shape, elem).ok().map(Type::Tile)
}

fn change_operand(module: &mut Module, op: Op, rng: &mut Rng) -> Option<()> {
    let count = module.body.operands(op).len();
    let block = module.body.parent_block(op)?;
    let earlier = std::iter::successors(module.body.prev(op), |&op| module.body.prev(op));
    let mut values: Vec<Value> = earlier.flat_map(|op| module.body.results(op)).collect();
    values.extend(module.body.block_args(block));
    if count == 0 || values.is_empty() {
        return None;
    }
    let index = rng.below(count);
    module.body.operands_mut(op)[index] = rng.pick(&values);
    Some(())
}

fn change_attribute(module: &mut Module, op: Op, rng: &mut Rng) -> Option<()> {
    let spec = module.spec(op);
    let is_small = |&index: &usize| module.body.attrs(op)[index].as_small().is_some();
    let small: Vec<usize> = (0..spec.attrs.len()).filter(is_small).collect();
    if small.is_empty() {
        return None;
    }
    let index = rng.pick(&small);
    let cases = if matches!(spec.attrs[index].kind, AttrKind::Flag | AttrKind::Bool) { 2 } else { 9 };
    module.body.attrs_mut(op)[index] = AttrSlot::small(rng.below(cases) as u32);
    Some(())
}
