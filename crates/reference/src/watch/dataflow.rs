//! Data flow between a load and a store: whether the store writes, element by element, values that were computed from
//! the loaded elements.
//!
//! The analysis is static: values are followed backwards through operations whose n-th element depends on the n-th
//! element of an operand, and through the results and carried values of `if`, `for` and `loop`.

use cuda_tile::compute::Compute;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::roles::{self, Access, Direction};
use cuda_tile::{Module, Type};
use ir::{Block, Op, Value, ValueDef, walk};
use rustc_hash::FxHashSet;

/// True when `store` writes to the addresses that `load` reads, each element computed from the one that stood there.
pub(crate) fn updates(module: &Module, load: Op, store: Op) -> bool {
    let body = &module.body;
    let Some(value) = stored(module, store) else { return false };
    let same_place = match (addresses(module, load), addresses(module, store)) {
        (Some(one), Some(other)) => {
            one.len() == other.len() && one.into_iter().zip(other).all(|(a, b)| same(module, a, b))
        }
        (_, None) | (None, _) => false,
    };
    same_place && comes_from(module, value, body.result(load, 0))
}

/// The value that a store writes.
fn stored(module: &Module, op: Op) -> Option<Value> {
    let access = Access::of(module.spec(op)).filter(|access| access.direction == Direction::Store)?;
    Some(module.operand(op, access.stored?))
}

/// The operands that determine the address of a load or store.
fn addresses(module: &Module, op: Op) -> Option<Vec<Value>> {
    let access = Access::of(module.spec(op)).filter(|access| access.direction != Direction::Update)?;
    let index = access.index.map_or(&[][..], |index| module.operands(op, index));
    Some([&[module.operand(op, access.at)], index].concat())
}

/// True when two values are computed in the same way from the same values.
fn same(module: &Module, one: Value, other: Value) -> bool {
    let body = &module.body;
    let mut open = vec![(one, other)];
    let mut seen = FxHashSet::default();
    while let Some((one, other)) = open.pop() {
        // A pair that was seen is not compared again: operands that are used several times would make the walk
        // exponential.
        if one == other || !seen.insert((one, other)) {
            continue;
        }
        let (ValueDef::Result(a, i), ValueDef::Result(b, j)) = (body.def(one), body.def(other)) else {
            return false;
        };
        // An op that depends on memory may have another result the second time.
        let alike = module.effects(a).is_repeatable()
            && i == j
            && body.opcode(a) == body.opcode(b)
            && body.ty(one) == body.ty(other)
            && body.attrs(a) == body.attrs(b)
            && body.segments(a) == body.segments(b)
            && body.operands(a).len() == body.operands(b).len()
            && body.regions(a).len() == 0;
        if !alike {
            return false;
        }
        open.extend(body.operands(a).iter().copied().zip(body.operands(b).iter().copied()));
    }
    true
}

/// True when element n of `value` depends on element n of `source`.
fn comes_from(module: &Module, value: Value, source: Value) -> bool {
    let mut open = vec![value];
    let mut seen = FxHashSet::default();
    while let Some(value) = open.pop() {
        if value == source {
            return true;
        }
        if seen.insert(value) {
            match module.body.def(value) {
                ValueDef::Result(op, index) => open.extend(operands(module, op, index as usize)),
                ValueDef::Arg(block, index) => open.extend(carried(module, block, index as usize)),
            }
        }
    }
    false
}

/// True when `token` is `given`, or there is a path of tokens between them.
pub(crate) fn leads_to(module: &Module, token: Value, given: Value) -> bool {
    let mut open = vec![given];
    let mut seen = FxHashSet::default();
    while let Some(value) = open.pop() {
        if value == token {
            return true;
        }
        // Only tokens order memory; values of other types end the search.
        if *module.ty(value) == Type::Token && seen.insert(value) {
            match module.body.def(value) {
                ValueDef::Arg(block, index) => open.extend(carried(module, block, index as usize)),
                ValueDef::Result(op, index) => {
                    open.extend(operands(module, op, index as usize));
                    open.extend(module.body.operands(op));
                }
            }
        }
    }
    false
}

/// The values whose n-th element the n-th element of a result depends on.
fn operands(module: &Module, op: Op, index: usize) -> Vec<Value> {
    if let Compute::Elementwise(_) | Compute::Extern = module.spec(op).compute {
        return module.body.operands(op).to_vec();
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops move, combine or load elements")]
    match module.opcode(op) {
        Opcode::Assume | Opcode::OptimizationBarrier | Opcode::Reshape => module.body.operands(op).to_vec(),
        // A product mixes elements of its factors, but adds to the accumulator element by element.
        _ if module.spec(op).compute.is_product() => vec![module.operand(op, roles::ACCUMULATOR)],
        Opcode::If => ends(module, op, &[Opcode::Yield], index),
        Opcode::Loop => ends(module, op, &[Opcode::Break], index),
        Opcode::For => {
            let mut values = ends(module, op, &[Opcode::Continue], index);
            // A loop that does not run passes its initial value on.
            values.extend(module.operands(op, fields::for_::initValues).get(index));
            values
        }
        _ => Vec::new(),
    }
}

/// The result of `op` that becomes `value` when a region of it ends with it.
#[allow(clippy::wildcard_enum_match_arm, reason = "three ops hand values on")]
pub(crate) fn handed_on(module: &Module, op: Op, value: Value) -> Option<Value> {
    let ender = match module.opcode(op) {
        Opcode::If => Opcode::Yield,
        Opcode::Loop => Opcode::Break,
        Opcode::For => Opcode::Continue,
        _ => return None,
    };
    let mut results = module.body.results(op).iter().enumerate();
    results.find(|&(index, _)| ends(module, op, &[ender], index).contains(&value)).map(|(_, result)| result)
}

/// The values that are passed to an argument of a block.
#[allow(clippy::wildcard_enum_match_arm, reason = "two ops carry values")]
fn carried(module: &Module, block: Block, index: usize) -> Vec<Value> {
    let Some(op) = module.body.block_op(block) else { return Vec::new() };
    let (inits, index) = match module.opcode(op) {
        Opcode::For if index > 0 => (module.operands(op, fields::for_::initValues), index - 1),
        Opcode::Loop => (module.operands(op, fields::loop_::initValues), index),
        _ => return Vec::new(),
    };
    let mut values = ends(module, op, &[Opcode::Continue], index);
    values.extend(inits.get(index));
    values
}

/// The `index`-th operand of the operations that end a region of `op`, or continue it.
fn ends(module: &Module, op: Op, enders: &[Opcode], index: usize) -> Vec<Value> {
    let body = &module.body;
    let is_loop = |op: Op| matches!(module.opcode(op), Opcode::For | Opcode::Loop);
    let belongs = |end: Op| {
        let mut inside = body.parent_op(end);
        // A yield belongs to the operation around it, break and continue to the innermost loop.
        while let Some(parent) = inside.filter(|&parent| parent != op && is_loop(op) && !is_loop(parent)) {
            inside = body.parent_op(parent);
        }
        inside == Some(op)
    };
    let below = walk::preorder(body, op).skip(1);
    let found = below.filter(|&end| enders.contains(&module.opcode(end)) && belongs(end));
    found.filter_map(|end| body.operands(end).get(index).copied()).collect()
}
