//! Left operands that are computed for each product, for example converted from another type, or scaled.
//!
//! They stay in the registers of the threads that multiply, as `a` of `wgmma`. The tiles that they are computed from have their
//! own stages, from which those threads load their fragments.

use cranelift_entity::EntitySet;
use ir::{Op, Value};

use super::nest::{is_made_early, is_unordered};
use super::operand::{Filling, Operand, Side, staging, tensor_map};
use super::refusal::{Refusal, named};
use crate::ops::fields;
use crate::{Module, Opcode};

/// A tile with at least 2^3 times fewer elements than the operand may be loaded by the threads that multiply, such as scales.
const SMALL: u32 = 3;

/// Whether the left factor of a product is computed in the block of that.
pub(super) fn is_computed(module: &Module, dot: Op) -> bool {
    let made = module.body.def_op(module.operand(dot, fields::dot::lhs));
    made.is_some_and(|op| {
        module.body.parent_block(op) == module.body.parent_block(dot)
            && !matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad)
    })
}

/// The tiles that the left factor of a product is computed of, as operands that threads read from stages.
///
/// # Errors
/// A load that no tensor map says.
pub(super) fn read_loads(module: &Module, func: Op, dot: Op) -> Result<Vec<Operand>, Refusal> {
    let lhs = module.operand(dot, fields::dot::lhs);
    let bits = |value: Value| module.ty(value).tile().map_or(0, |tile| tile.layout.shape().bits());
    let mut found = Vec::new();
    let mut seen: EntitySet<Op> = EntitySet::new();
    let mut open = vec![lhs];
    while let Some(value) = open.pop() {
        let made = module.body.def_op(value);
        let near = |&op: &Op| module.body.parent_block(op) == module.body.parent_block(dot);
        let Some(op) = made.filter(near).filter(|&op| seen.insert(op)) else { continue };
        let is_load = matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad);
        if !is_load {
            open.extend(module.body.operands(op));
        } else if bits(value) + SMALL > bits(lhs) {
            found.push(read(module, func, op)?);
        }
    }
    Ok(found)
}

fn read(module: &Module, func: Op, load: Op) -> Result<Operand, Refusal> {
    let refuse = |why: &str| {
        let load_name = named(module, load);
        Refusal::new(
            load,
            format!(
                "the left operand is computed of what {load_name} gives, which no tensor map brings: {why}"
            ),
        )
    };
    if module.opcode(load) != Opcode::TiledLoad || !module.flag(load, fields::tiled_load::boxes) {
        let reason = (module.opcode(load) == Opcode::TiledLoad)
            .then(|| module.get_opt(load, fields::tiled_load::no_boxes))
            .flatten()
            .map(|reason: tileaa::boxes::NoBoxes| reason.reason());
        return Err(refuse(reason.unwrap_or("it is loaded from addresses")));
    }
    let tiles = module.operand(load, fields::tiled_load::tiles);
    if !is_made_early(module, func, tiles) {
        return Err(refuse("its memory is made in a loop or branch"));
    }
    is_unordered(module, load)?;
    // It is loaded from its stage as it is, and stages have two dimensions.
    let ty = module.ty(tiles).block_tile().filter(|ty| ty.tile.len() == 2);
    let buffer = ty.and_then(|ty| staging(ty).filter(|buffer| tensor_map(ty, buffer).is_some()));
    let buffer = buffer.ok_or_else(|| refuse("its tile is no boxes of two dimensions"))?;
    Ok(Operand { load, order: [0, 1], side: Side::Left, buffer, filling: Filling::Boxes })
}
