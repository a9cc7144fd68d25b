//! Shrinking a module while something about it stays true.
//!
//! [`reduce`] tries smaller and smaller edits: whole items, sequences of ops, single ops, branches in place of their `if`,
//! constants, optional attributes, unused parameters. An edit stays when the caller still finds the module interesting.
//! A removed op's results are replaced by earlier values of the same type or by fresh constants, so most edits keep a
//! valid module valid; whether validity matters is the caller's to say.

use cuda_tile::attrs::{Attr, Dense};
use cuda_tile::build::items_block;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::types::{Elem, FunctionType};
use cuda_tile::{CudaTile, Module, Type};
use ir::build::Builder;
use ir::spec::Trait;
use ir::walk::preorder;
use ir::{AttrSlot, Block, Op, TypeId, Value};

/// Shrinks `module` while `interesting` is true; it is assumed to be true for `module` itself.
pub fn reduce(module: &Module, interesting: &mut dyn FnMut(&Module) -> bool) -> Module {
    let mut best = module.clone();
    loop {
        let mut progress = remove_items(&mut best, interesting);
        progress |= remove_ops(&mut best, interesting);
        progress |= each_op(&mut best, interesting, inline_branch);
        progress |= each_op(&mut best, interesting, simplify_attrs);
        progress |= each_op(&mut best, interesting, drop_unused_params);
        if !progress {
            return best;
        }
    }
}

/// Keeps `candidate` when it is interesting.
fn accept(best: &mut Module, candidate: Module, interesting: &mut dyn FnMut(&Module) -> bool) -> bool {
    let yes = interesting(&candidate);
    if yes {
        *best = candidate;
    }
    yes
}

fn remove_items(best: &mut Module, interesting: &mut dyn FnMut(&Module) -> bool) -> bool {
    let items: Vec<Op> = best.body.block_ops(items_block(best)).collect();
    let mut progress = false;
    for item in items {
        let mut candidate = best.clone();
        candidate.body.detach(item);
        progress |= accept(best, candidate, interesting);
    }
    progress
}

/// Removes ops from the last to the first, in runs that halve in length.
fn remove_ops(best: &mut Module, interesting: &mut dyn FnMut(&Module) -> bool) -> bool {
    let mut progress = false;
    let mut length = removable(best).len().div_ceil(2).max(1);
    loop {
        let ops = removable(best);
        let mut end = ops.len();
        while end > 0 {
            let start = end.saturating_sub(length);
            let mut candidate = best.clone();
            let removed = ops[start..end].iter().rev().filter(|&&op| remove(&mut candidate, op)).count();
            progress |= removed > 0 && accept(best, candidate, interesting);
            end = start;
        }
        if length == 1 {
            return progress;
        }
        length = length.div_ceil(2);
    }
}

/// Ops in a body that are not terminators.
fn removable(module: &Module) -> Vec<Op> {
    let in_body = |&op: &Op| {
        let spec = module.spec(op);
        !spec.has(Trait::Terminator) && !spec.has(Trait::Definition)
    };
    preorder(&module.body, module.root).filter(in_body).collect()
}

/// Removes `op`; false when it is gone already or a result cannot be replaced.
fn remove(module: &mut Module, op: Op) -> bool {
    if module.body.parent_block(op).is_none() {
        return false;
    }
    let used = used_results(module, op);
    let mut replacements = Vec::new();
    for value in used {
        match stand_in(module, op, value) {
            Some(other) => replacements.push((value, other)),
            None => return false,
        }
    }
    replace_uses(module, &replacements);
    module.body.detach(op);
    true
}

fn used_results(module: &Module, op: Op) -> Vec<Value> {
    let results: Vec<Value> = module.body.results(op).iter().collect();
    let used = |value: &Value| {
        preorder(&module.body, module.root).any(|user| module.body.operands(user).contains(value))
    };
    results.into_iter().filter(used).collect()
}

fn replace_uses(module: &mut Module, replacements: &[(Value, Value)]) {
    if replacements.is_empty() {
        return;
    }
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    for op in ops {
        for operand in module.body.operands_mut(op) {
            if let Some((_, new)) = replacements.iter().find(|(old, _)| old == operand) {
                *operand = *new;
            }
        }
    }
}

/// A value that can stand for a result of `op`: an earlier one of its type, or a fresh constant or token.
fn stand_in(module: &mut Module, op: Op, value: Value) -> Option<Value> {
    let ty = module.body.ty(value);
    earlier(module, op, ty).or_else(|| fresh(module, op, ty))
}

fn earlier(module: &Module, op: Op, ty: TypeId) -> Option<Value> {
    let mut place = Some(op);
    while let Some(at) = place {
        let mut before = module.body.prev(at);
        while let Some(other) = before {
            let fitting = module.body.results(other).into_iter().find(|&v| module.body.ty(v) == ty);
            // A constant is only an improvement if the op itself is not a constant.
            if fitting.is_some() {
                return fitting;
            }
            before = module.body.prev(other);
        }
        let block = module.body.parent_block(at)?;
        if let Some(arg) = module.body.block_args(block).into_iter().find(|&v| module.body.ty(v) == ty) {
            return Some(arg);
        }
        place = module.body.parent_op(at).filter(|&parent| !module.spec(parent).has(Trait::Isolated));
    }
    None
}

fn fresh(module: &mut Module, op: Op, ty: TypeId) -> Option<Value> {
    // Replacing a constant by a constant is no progress.
    if matches!(module.opcode(op), Opcode::Constant | Opcode::MakeToken) {
        return None;
    }
    let zero = match module.types.get(ty) {
        Type::Token => return Some(Builder::before(module, op).make_token().result(ty).finish().value()),
        Type::Tile(tile) => match tile.elem() {
            Elem::Scalar(numerics::Scalar::I4) | Elem::Ptr(_) => return None,
            Elem::Scalar(scalar) => Dense::splat(ty, scalar, 0),
        },
        Type::Scalar(_)
        | Type::Ptr(_)
        | Type::TensorView(_)
        | Type::View(_)
        | Type::Function(_)
        | Type::Preview(_) => {
            return None;
        }
    };
    Some(Builder::before(module, op).constant().value(zero).result(ty).finish().value())
}

/// Tries `edit` on every op, one at a time.
fn each_op(
    best: &mut Module,
    interesting: &mut dyn FnMut(&Module) -> bool,
    edit: fn(&mut Module, Op) -> bool,
) -> bool {
    let ops: Vec<Op> = preorder(&best.body, best.root).collect();
    let mut progress = false;
    for op in ops {
        let mut candidate = best.clone();
        let stands = op == candidate.root || candidate.body.parent_block(op).is_some();
        progress |= stands && edit(&mut candidate, op) && accept(best, candidate, interesting);
    }
    progress
}

/// Puts the ops of a branch that ends in `yield` in place of its `if`.
fn inline_branch(module: &mut Module, op: Op) -> bool {
    if module.opcode(op) != Opcode::If {
        return false;
    }
    let Some(block) = module.block(op, fields::if_::thenRegion) else { return false };
    let Some(end) = module.body.last_op(block).filter(|&end| module.opcode(end) == Opcode::Yield) else {
        return false;
    };
    let results = module.body.results(op).into_iter();
    let replacements: Vec<(Value, Value)> = results.zip(module.body.operands(end).to_vec()).collect();
    let inside: Vec<Op> = module.body.block_ops(block).filter(|&inner| inner != end).collect();
    for inner in inside {
        module.body.detach(inner);
        module.body.insert_before(op, inner);
    }
    replace_uses(module, &replacements);
    module.body.detach(op);
    true
}

/// Drops optional attributes, extra attributes and names; makes constants all zero.
fn simplify_attrs(module: &mut Module, op: Op) -> bool {
    let mut changed = module.body.extra(op).is_some();
    module.body.set_extra(op, None);
    for (index, attr) in module.spec(op).attrs.iter().enumerate() {
        let slot = &mut module.body.attrs_mut(op)[index];
        // A scope belongs to its ordering, which is not optional.
        if attr.optional && slot.is_present() && attr.name != "memory_scope" {
            *slot = AttrSlot::ABSENT;
            changed = true;
        }
    }
    changed | zero_constant(module, op)
}

fn zero_constant(module: &mut Module, op: Op) -> bool {
    if module.opcode(op) != Opcode::Constant {
        return false;
    }
    let slot = module.attr(op, fields::constant::value).as_interned();
    let Some(Attr::Dense(dense)) = slot.map(|id| module.attrs.get(id).clone()) else { return false };
    let zero = Dense::splat(dense.ty, dense.elem(), 0);
    if zero == dense {
        return false;
    }
    let zero = module.attrs.intern(Attr::Dense(zero));
    module.set_attr(op, fields::constant::value, AttrSlot::interned(zero));
    true
}

/// Drops the parameters of an entry that nothing uses.
fn drop_unused_params(module: &mut Module, op: Op) -> bool {
    if module.opcode(op) != Opcode::Entry {
        return false;
    }
    let Some(block) = module.block(op, fields::entry::body) else { return false };
    let args: Vec<Value> = module.body.block_args(block).iter().collect();
    let kept: Vec<Value> = args.iter().copied().filter(|&arg| is_used(module, arg)).collect();
    if kept.len() == args.len() {
        return false;
    }
    let types: Vec<TypeId> = kept.iter().map(|&arg| module.body.ty(arg)).collect();
    set_params(module, op, block, &types);
    let new: Vec<Value> = module.body.block_args(block).iter().collect();
    replace_uses(module, &kept.into_iter().zip(new).collect::<Vec<_>>());
    true
}

fn is_used(module: &Module, value: Value) -> bool {
    preorder(&module.body, module.root).any(|user| module.body.operands(user).contains(&value))
}

fn set_params(module: &mut ir::Module<CudaTile>, entry: Op, block: Block, types: &[TypeId]) {
    let params = types.iter().map(|&id| module.types.get(id).clone()).collect();
    let function = Type::Function(FunctionType { params, results: Box::default() });
    let function = module.types.intern(function);
    let function = module.attrs.intern(Attr::Type(function));
    module.set_attr(entry, fields::entry::function_type, AttrSlot::interned(function));
    module.body.set_block_args(block, types);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, generate};

    fn count(module: &Module, opcode: Opcode) -> usize {
        preorder(&module.body, module.root).filter(|&op| module.opcode(op) == opcode).count()
    }

    #[test]
    fn what_matters_stays_and_the_rest_goes() {
        for seed in 0..20 {
            let options =
                Options { focus: vec![(Opcode::MmaF, numerics::Scalar::F16)], ops: 40, ..Options::default() };
            let module = generate(seed, &options);
            let mut tried = 0;
            let small = reduce(&module, &mut |candidate| {
                tried += 1;
                count(candidate, Opcode::MmaF) > 0
            });
            // The product, its three operands, the module, the entry and its return.
            let left = preorder(&small.body, small.root).count();
            assert!(
                left <= 8,
                "seed {seed}: {left} ops left of {}",
                preorder(&module.body, module.root).count()
            );
            assert!(tried < 20_000);
        }
    }
}
