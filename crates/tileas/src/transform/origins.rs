//! Origins of scalars: the ops that compute them.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Op, Value, ValueDef};

use crate::ops::fields;
use crate::{Module, Opcode};

/// The ops from which values are computed. For branches, and for loops that may end anywhere, these include all ops in
/// them.
pub(crate) fn origins(module: &Module, values: &[Value]) -> Vec<Op> {
    let mut found = Vec::new();
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut open = values.to_vec();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let (op, number) = match module.body.def(value) {
            ValueDef::Result(op, number) => (Some(op), Some(number as usize)),
            ValueDef::Arg(block, number) => (module.body.block_op(block), (number as usize).checked_sub(1)),
        };
        let Some(op) = op.filter(|&op| module.opcode(op) != Opcode::Func) else { continue };
        found.push(op);
        if module.opcode(op) == Opcode::For {
            open.extend(of_loop(module, op, number));
        } else {
            let inside: Vec<Op> = preorder(&module.body, op).collect();
            found.extend(&inside[1..]);
            open.extend(inside.into_iter().flat_map(|op| module.body.operands(op).to_vec()));
        }
    }
    found
}

/// The sources of the induction variable of a loop, or of a loop-carried value.
fn of_loop(module: &Module, op: Op, carried: Option<usize>) -> Vec<Value> {
    use fields::for_ as f;
    let mut from = [f::lower, f::upper, f::step].map(|field| module.operand(op, field)).to_vec();
    if let Some(number) = carried {
        let end = module.block(op, f::body).and_then(|body| module.body.last_op(body));
        let next = end.and_then(|end| module.body.operands(end).get(number));
        from.extend(module.operands(op, f::inits).get(number).into_iter().chain(next));
    }
    from
}

/// Whether values are the same in all thread blocks of a cluster.
pub(crate) fn is_same_in_cluster(module: &Module, values: &[Value]) -> bool {
    origins(module, values).into_iter().all(|op| module.opcode(op) != Opcode::GetCtaRank)
}
