//! Tokens: redundant orderings are removed, and `make_token` orders nothing.

use cuda_tile::Module;
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::roles::{self, Access, Direction};
use ir::spec::Arity;
use ir::{Field, Op, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{Rw, defined_by, replace, result_type};

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    if module.opcode(op) == Opcode::JoinTokens {
        join(rw, op)
    } else if is_load(module, op) {
        load(rw, op)
    } else if roles::token(module.spec(op)).is_some() {
        ordered(rw, op)
    } else {
        false
    }
}

/// The maximum number of tokens that the search for predecessors of a token visits. It bounds the time for each op; where it is
/// reached, an order is kept that may not be needed.
const MAX_SEARCH: usize = 64;
/// Tokens that are joined in one op, at most, when joins are joined; and that are compared with each other. Comparing all
/// pairs is quadratic.
const MAX_JOINED: usize = 64;

fn join(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let operands = module.body.operands(op);
    let mut tokens: SmallVec<[Value; 4]> = SmallVec::new();
    let mut seen = FxHashSet::default();
    for &token in operands {
        // A join is replaced by its tokens; a token without dependences is dropped.
        let parts = match defined_by(module, token, Opcode::JoinTokens) {
            Some(inner) if module.body.operands(inner).len() + tokens.len() <= MAX_JOINED => {
                module.body.operands(inner)
            }
            None if defined_by(module, token, Opcode::MakeToken).is_some() => continue,
            Some(_) | None => std::slice::from_ref(&token),
        };
        for &part in parts {
            if seen.insert(part) {
                tokens.push(part);
            }
        }
    }
    if tokens.len() <= MAX_JOINED {
        drop_dominated(module, &mut tokens);
    }
    match tokens[..] {
        [] => replace_by_fresh(rw, op),
        [only] => replace(rw, op, only),
        _ if tokens[..] == *operands => false,
        _ => {
            rw.set_operands(op, &tokens, &[]);
            true
        }
    }
}

fn replace_by_fresh(rw: &mut Rw<'_>, op: Op) -> bool {
    let ty = result_type(rw.module(), op);
    let token = rw.build_before(op, op, |b| b.make_token().result(ty).finish().value());
    replace(rw, op, token)
}

/// Drops every token that another one comes after.
fn drop_dominated(module: &Module, tokens: &mut SmallVec<[Value; 4]>) {
    let mut index = 0;
    while index < tokens.len() {
        let before = tokens_before(module, tokens[index]);
        let kept = tokens[index];
        tokens.retain(|token| *token == kept || !before.contains(token));
        index = tokens.iter().position(|&token| token == kept).map_or(index, |at| at + 1);
    }
}

/// Tokens that `token` comes after, the nearest first.
fn tokens_before(module: &Module, token: Value) -> SmallVec<[Value; 8]> {
    let mut found: SmallVec<[Value; 8]> = SmallVec::new();
    let mut next = 0;
    let mut at = Some(token);
    while let Some(token) = at {
        if let Some(op) = module.body.def_op(token) {
            let room = MAX_SEARCH.saturating_sub(found.len());
            let new = ordering_operands(module, op).iter().filter(|token| !found.contains(token)).take(room);
            let new: SmallVec<[Value; 4]> = new.copied().collect();
            found.extend(new);
        }
        at = found.get(next).copied().filter(|_| next < MAX_SEARCH);
        next += 1;
    }
    found
}

/// The tokens that the token of an op comes after.
fn ordering_operands(module: &Module, op: Op) -> &[Value] {
    match roles::token(module.spec(op)) {
        Some(field) => module.operands(op, field),
        None if module.opcode(op) == Opcode::JoinTokens => module.body.operands(op),
        None => &[],
    }
}

fn is_load(module: &Module, op: Op) -> bool {
    Access::of(module.spec(op)).is_some_and(|access| access.direction == Direction::Load)
}

/// An op that comes after nothing needs no token.
fn ordered(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(field) = roles::token(module.spec(op)) else { return false };
    let Field::Operand(index) = field else { return false };
    let is_optional = module.spec(op).operands[index as usize].arity == Arity::Optional;
    let Some(token) = module.operand_opt(op, field).filter(|_| is_optional) else { return false };
    if defined_by(module, token, Opcode::MakeToken).is_none() {
        return false;
    }
    rw.drop_operands(op, field);
    true
}

/// A weak load whose tile has no use only passes its token on.
fn load(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (tile, token) = (module.body.result(op, 0), module.body.result(op, 1));
    if rw.uses().is_used(tile) || !rw.uses().is_used(token) || !cuda_tile::effects::is_weak_load(module, op) {
        return ordered(rw, op);
    }
    let before = roles::token(module.spec(op)).and_then(|field| module.operand_opt(op, field));
    let before = match before {
        Some(before) => before,
        None => {
            let ty = module.body.ty(token);
            rw.build_before(op, op, |b| b.make_token().result(ty).finish().value())
        }
    };
    rw.replace_value(token, before);
    rw.erase(op);
    true
}
