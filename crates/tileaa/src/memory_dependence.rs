//! Memory-dependence elimination: tokens between accesses that cannot alias are removed.
//!
//! A token that a plain load or store takes from another access orders the two. If they cannot alias ([`Access::is_apart`]), or
//! both only read, the access takes the token of the access before that one instead; later accesses are still ordered after
//! both. Nothing moves across an access that takes part in synchronisation, across a fence, or out of a branch or loop: the
//! analysis only looks through plain accesses and joins.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};

use crate::alias::Access;
use crate::axis_info::AxisAnalysis;
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAa};

/// The maximum number of tokens that are visited for one access, because chains can be long.
const MAX_TOKENS: usize = 64;

/// The operand token and the result token of a plain load or store.
fn tokens(module: &Module, op: Op) -> Option<(Field, Value)> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops are no plain loads or stores")]
    Some(match module.opcode(op) {
        Opcode::Load => (fields::load::token, module.result(op, fields::load::result_token)),
        Opcode::Store => (fields::store::token, module.result(op, fields::store::result_token)),
        Opcode::TiledLoad => (fields::tiled_load::token, module.result(op, fields::tiled_load::result_token)),
        Opcode::TiledStore => {
            (fields::tiled_store::token, module.result(op, fields::tiled_store::result_token))
        }
        _ => return None,
    })
}

/// Unties what can be; true when the module changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let facts = AxisAnalysis::of(module);
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops {
        let module = rewriter.module();
        let Some((field, after)) = tokens(module, op) else { continue };
        let Some(token) = module.operand_opt(op, field) else { continue };
        if let Some(kept) = earlier(module, &facts, op, token) {
            take(&mut rewriter, op, (field, token), &kept, after);
        }
    }
    rewriter.changed()
}

/// The tokens that an access must follow, instead of one token; none if nothing can be skipped.
fn earlier(module: &Module, facts: &AxisAnalysis, op: Op, token: Value) -> Option<Vec<Value>> {
    let own = Access::of(module, op)?;
    let mut looked_through = false;
    let mut kept = Vec::new();
    let mut open = vec![token];
    for _ in 0..MAX_TOKENS {
        let Some(token) = open.pop() else { break };
        match step(module, facts, &own, token) {
            Some((before, is_access)) => {
                looked_through |= is_access;
                open.extend(before);
            }
            None if kept.contains(&token) => {}
            None => kept.push(token),
        }
    }
    kept.extend(open);
    looked_through.then_some(kept)
}

/// The tokens before a token, if an access need not be ordered after the op that gave it, and whether that op is an access.
fn step(module: &Module, facts: &AxisAnalysis, own: &Access<'_>, token: Value) -> Option<(Vec<Value>, bool)> {
    let other = module.body.def_op(token)?;
    if module.opcode(other) == Opcode::JoinTokens {
        return Some((module.body.operands(other).to_vec(), false));
    }
    let (field, _) = tokens(module, other)?;
    let access = Access::of(module, other)?;
    let free = (!own.writes && !access.writes) || own.is_apart(module, facts, &access);
    free.then(|| (module.operand_opt(other, field).into_iter().collect(), true))
}

/// Gives an access earlier tokens; ops after it are still ordered after the old one.
fn take(
    rewriter: &mut Rewriter<'_, TileAa>,
    op: Op,
    (field, old): (Field, Value),
    kept: &[Value],
    after: Value,
) {
    let ty = rewriter.module().body.ty(old);
    let joined = |rewriter: &mut Rewriter<'_, TileAa>, at: Op, tokens: &[Value]| {
        rewriter.build_before(at, op, |b| b.join_tokens().tokens(tokens).result(ty).finish().value())
    };
    match *kept {
        [] => rewriter.drop_operands(op, field),
        _ => {
            let token = if let [one] = *kept { one } else { joined(rewriter, op, kept) };
            let index = rewriter.module().operand_range(op, field).start;
            rewriter.set_operand(op, index, token);
        }
    }
    let next = rewriter.module().body.next(op);
    if let Some(next) = next.filter(|_| !rewriter.users(after).is_empty()) {
        let both = joined(rewriter, next, &[old, old]);
        rewriter.replace_value(after, both);
        let join = rewriter.module().body.def_op(both).expect("an op gave it");
        rewriter.set_operand(join, 0, after);
    }
}
