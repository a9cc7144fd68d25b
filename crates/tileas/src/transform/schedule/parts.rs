//! Tiles of which slices can be computed by themselves: values beside a sum, such as a bias for each column, a tile to
//! add, or a mask.

use cranelift_entity::EntitySet;
use ir::{Op, Value};

use super::memory_order::may_wait;
use crate::ops::fields;
use crate::transform::axis_info::is_multimem;
use crate::transform::layout_classes::is_elementwise;
use crate::types::Type;
use crate::{Module, Opcode};

/// The loads behind tiles whose slices can be computed by themselves, in the block of `near`; none if a tile comes from
/// elsewhere, or from an op that does not compute elements one by one.
pub(crate) fn loads_of_parts(module: &Module, values: &[Value], near: Op) -> Option<Vec<Op>> {
    let block = module.body.parent_block(near);
    let (mut open, mut loads) = (values.to_vec(), Vec::new());
    let mut seen: EntitySet<Value> = EntitySet::new();
    while let Some(value) = open.pop() {
        if !is_divided(module, value) || !seen.insert(value) {
            continue;
        }
        let op = module.body.def_op(value).filter(|&op| is_divisible(module, op))?;
        if matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad) {
            if module.body.parent_block(op) != block {
                return None;
            }
            loads.push(op);
        }
        open.extend(module.body.operands(op));
    }
    Some(loads)
}

/// Whether a value is a tile of several elements, which slices divide.
pub(crate) fn is_divided(module: &Module, value: Value) -> bool {
    module.ty(value).tile().is_some_and(|tile| tile.layout.shape().bits() > 0)
}

/// Whether a slice of the result follows from slices of the operands.
fn is_divisible(module: &Module, op: Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops move elements, or compute them together")]
    match module.opcode(op) {
        Opcode::Constant => module.number(op, fields::constant::value).is_some(),
        Opcode::Broadcast | Opcode::MakeRange => true,
        Opcode::View => {
            let shape = |value: Value| {
                let shape = module.ty(value).tile().map_or(&[][..], |tile| tile.shape());
                shape.iter().copied().filter(|&extent| extent > 1).collect::<Vec<u32>>()
            };
            shape(module.body.operands(op)[0]) == shape(module.body.result(op, 0))
        }
        Opcode::Load => !may_wait(module, op),
        Opcode::TiledLoad => {
            let tiles = module.ty(module.operand(op, fields::tiled_load::tiles)).block_tile();
            let is_picked = tiles.is_none_or(|ty| ty.gather.is_some());
            !may_wait(module, op) && !is_picked && !is_multimem(module, op)
        }
        _ => is_elementwise(module, op) && module.body.results(op).len() == 1,
    }
}

/// Whether an op writes to global memory.
pub(crate) fn writes(module: &Module, op: Op) -> bool {
    matches!(
        module.opcode(op),
        Opcode::Store
            | Opcode::TiledStore
            | Opcode::TiledAtomicRed
            | Opcode::AtomicRmw
            | Opcode::AtomicCas
            | Opcode::TmaStore
    )
}

/// Whether slices of a load may be read after other slices of a store were written: the program does not order the two,
/// or they are of the same tile.
pub(crate) fn may_follow(module: &Module, load: Op, store: Op) -> bool {
    let tokens = module.operands(store, fields::tiled_store::token);
    !is_ordered_after(module, tokens, load) || is_same_tile(module, load, store)
}

/// Whether tokens are made after an op.
fn is_ordered_after(module: &Module, tokens: &[Value], op: Op) -> bool {
    let mut open = tokens.to_vec();
    let mut seen: EntitySet<Value> = EntitySet::new();
    while let Some(value) = open.pop() {
        if *module.ty(value) != Type::Token || !seen.insert(value) {
            continue;
        }
        let Some(maker) = module.body.def_op(value) else { continue };
        // Ops inside of a loop or a branch may be ordered after any op before it.
        if maker == op || module.body.regions(maker).len() > 0 {
            return true;
        }
        open.extend(module.body.operands(maker));
    }
    false
}

/// Whether a load and a store are of the same tile of the same memory.
fn is_same_tile(module: &Module, load: Op, store: Op) -> bool {
    if module.opcode(load) != Opcode::TiledLoad {
        return false;
    }
    let tiles =
        [module.operand(load, fields::tiled_load::tiles), module.operand(store, fields::tiled_store::tiles)];
    let memory = tiles.map(|tiles| {
        let op = module.body.def_op(tiles)?;
        Some(module.operand(op, fields::block_tile::memref))
    });
    let step = tiles.map(|tiles| module.ty(tiles).block_tile().map(|ty| (&ty.tile, &ty.step, &ty.dims)));
    let index = [
        module.operands(load, fields::tiled_load::index),
        module.operands(store, fields::tiled_store::index),
    ];
    memory[0].is_some() && memory[0] == memory[1] && step[0] == step[1] && index[0] == index[1]
}
