//! Values that all agents use, which all warps compute before them.

use cranelift_entity::EntitySet;
use ir::{Op, Value, ValueDef};

use super::refusal::is_everywhere;
use crate::Module;
use crate::ops::fields;

/// The ops of a function's own block that compute numbers and memory of such alone: all agents use these.
pub(crate) fn shared_ops(module: &Module, func: Op) -> EntitySet<Op> {
    let mut shared = EntitySet::new();
    let Some(block) = module.block(func, fields::func::body) else { return shared };
    for op in module.body.block_ops(block) {
        let plain = module.body.regions(op).len() == 0 && module.effects(op).is_repeatable();
        let everywhere = module.body.results(op).iter().all(|value| is_everywhere(module.ty(value)));
        let known = |&value: &Value| match module.body.def(value) {
            ValueDef::Result(op, _) => shared.contains(op),
            ValueDef::Arg(..) => true,
        };
        if plain
            && everywhere
            && !module.body.results(op).is_empty()
            && module.body.operands(op).iter().all(known)
        {
            shared.insert(op);
        }
    }
    shared
}
