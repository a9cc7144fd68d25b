//! Mod/ref analysis: which buffers of a launch a program may write.

use std::collections::{BTreeMap, BTreeSet};

use cuda_tile::Module;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::roles::Access;
use ir::{Op, Value, walk};

use crate::entry::Entry;

/// Parameters of the entry, by number, that a value may point into.
type Roots = BTreeSet<usize>;

/// The parameters whose memory an entry may write. A program that calls functions, or converts integers to pointers, may write
/// any.
pub(crate) fn written(module: &Module, entry: &Entry) -> BTreeSet<usize> {
    let ops: Vec<Op> = walk::preorder(&module.body, entry.op).collect();
    let opaque = |&op: &Op| matches!(module.opcode(op), Opcode::Call | Opcode::IntToPtr);
    let loads_pointers = |&op: &Op| {
        let loaded = Access::of(module.spec(op)).and_then(|access| access.loaded);
        loaded.is_some_and(|loaded| is_address(module, module.result(op, loaded)))
    };
    if ops.iter().any(|op| opaque(op) || loads_pointers(op)) {
        return (0..entry.params.len()).collect();
    }
    let roots = roots(module, entry, &ops);
    let targets = ops.iter().filter_map(|&op| target(module, op));
    targets.filter_map(|value| roots.get(&value.as_u32())).flatten().copied().collect()
}

/// The pointer or view through which an operation writes.
fn target(module: &Module, op: Op) -> Option<Value> {
    let access = Access::of(module.spec(op)).filter(Access::writes)?;
    Some(module.operand(op, access.at))
}

/// The parameters to which each pointer or view may point.
fn roots(module: &Module, entry: &Entry, ops: &[Op]) -> BTreeMap<u32, Roots> {
    let mut roots: BTreeMap<u32, Roots> = BTreeMap::new();
    if let Some(block) = module.block(entry.op, fields::entry::body) {
        let params = module.body.block_args(block).iter().enumerate();
        roots.extend(params.map(|(number, value)| (value.as_u32(), [number].into())));
    }
    // Loop-carried values return to the start of the loop: repeat until nothing is added.
    loop {
        let size = |roots: &BTreeMap<u32, Roots>| roots.values().map(Roots::len).sum::<usize>();
        let before = size(&roots);
        for &op in ops {
            flow(module, op, &mut roots);
        }
        if before == size(&roots) {
            return roots;
        }
    }
}

/// Results and arguments of regions may be any operand that goes in, of the operation itself or of the ends of its regions.
fn flow(module: &Module, op: Op, roots: &mut BTreeMap<u32, Roots>) {
    if op == module.root || module.opcode(op) == Opcode::Entry {
        return;
    }
    let ends = matches!(module.opcode(op), Opcode::Yield | Opcode::Continue | Opcode::Break);
    let incoming: Roots = module
        .body
        .operands(op)
        .iter()
        .filter_map(|value| roots.get(&value.as_u32()))
        .flatten()
        .copied()
        .collect();
    // Most ops handle no address.
    if incoming.is_empty() {
        return;
    }
    let mut owner = Some(op);
    // A `yield` in nested regions may leave several of them, so every op around it may receive the value.
    while let Some(receiver) = owner.filter(|&op| module.opcode(op) != Opcode::Entry) {
        let blocks =
            module.body.regions(receiver).flat_map(|region| module.body.region_blocks(region).to_vec());
        let args = blocks.flat_map(|block| module.body.block_args(block).iter().collect::<Vec<_>>());
        let values: Vec<Value> = module.body.results(receiver).into_iter().chain(args).collect();
        for value in values.into_iter().filter(|&value| is_address(module, value)) {
            roots.entry(value.as_u32()).or_default().extend(&incoming);
        }
        owner = module.body.parent_op(receiver).filter(|_| ends);
    }
}

/// Tiles of pointers, and views.
fn is_address(module: &Module, value: Value) -> bool {
    let ty = module.ty(value);
    match ty.as_tile() {
        Some(tile) => tile.elem().ptr().is_some(),
        None => ty.as_tensor_view().is_some() || ty.as_view().is_some(),
    }
}
