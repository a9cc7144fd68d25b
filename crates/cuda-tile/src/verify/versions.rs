//! Properties that only rules of later versions allow: a module with them cannot be a file of an older version,
//! although each of its ops could.

use ir::spec::{V13_4, Version};
use ir::{Field, Op};
use numerics::Scalar;

use super::convert::ftof_modes;
use super::rules::effect_free_since;
use crate::Module;
use crate::attrs::RoundingMode;
use crate::ops::{Opcode, fields};

/// A property of an op that only the rules of a later version than 13.1 allow, and that version.
pub(crate) fn newer_rule(module: &Module, op: Op) -> Option<(&'static str, Version)> {
    let spec = module.spec(op);
    let what = if spec.opcode == Opcode::Return && returns_from_loop(module, op) {
        "`return` inside a `loop`"
    } else if spec.opcode == Opcode::FToF && rounds_newly(module, op) {
        "the rounding mode of this conversion"
    } else if effect_free_since(spec) == Some(V13_4) && stands_in_body(module, op) {
        "an operation that may not be speculated, inside the body of a `reduce` or `scan`,"
    } else {
        return None;
    };
    Some((what, V13_4))
}

/// The enclosing ops, innermost first.
fn outer(module: &Module, op: Op) -> impl Iterator<Item = Opcode> + '_ {
    let parents = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    parents.map(|op| module.opcode(op))
}

fn returns_from_loop(module: &Module, op: Op) -> bool {
    outer(module, op).find(|&opcode| opcode != Opcode::If) == Some(Opcode::Loop)
}

fn stands_in_body(module: &Module, op: Op) -> bool {
    outer(module, op).any(|opcode| matches!(opcode, Opcode::Reduce | Opcode::Scan))
}

fn rounds_newly(module: &Module, op: Op) -> bool {
    let scalar = |ty: &crate::Type| ty.as_tile().and_then(|tile| tile.elem().scalar());
    let from = module.body.operands(op).first().and_then(|&value| scalar(module.ty(value)));
    let to = module.body.results(op).get(0).and_then(|value| scalar(module.ty(value)));
    let (Some(from), Some(to)) = (from, to) else { return false };
    let Some(mode) = RoundingMode::from_slot(module.attr(op, MODE)) else { return false };
    allows(from, to, mode, true) && !allows(from, to, mode, false)
}

const MODE: Field = fields::ftof::rounding_mode;

fn allows(from: Scalar, to: Scalar, mode: RoundingMode, wide: bool) -> bool {
    ftof_modes(from, to, wide).0.contains(&mode)
}
