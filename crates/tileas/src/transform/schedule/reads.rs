//! Operands that are computed for each product, for example converted from another type, or scaled.
//!
//! The tiles that they are computed from have their own stages, which threads read. A left operand stays in the
//! registers of these threads, as `a` of `wgmma` or as fragments of `mma.sync`. What an instruction reads from shared
//! memory alone, threads write into a stage of its own: a right operand of `wgmma`, and both of `tcgen05`.

use cranelift_entity::EntitySet;
use ir::{Op, Value};

use super::map_memory::is_made_early;
use super::memory_order::is_unordered;
use super::operand::{Filling, Operand};
use super::refusal::{Refusal, named};
use super::skeleton::is_of_few;
use super::stage::{Side, stage_along, staging, tensor_map};
use crate::ops::fields;
use crate::types::BufferType;
use crate::{Module, Opcode};

/// A tile with at least 2^3 times fewer elements than the operand may be loaded by threads from global memory, such as
/// scales.
const MIN_REDUCTION_BITS: u32 = 3;

/// Whether a factor of a product is computed in the block of that, and from no product.
pub(super) fn is_computed(module: &Module, dots: &[Op], (dot, side): (Op, Side)) -> bool {
    let made = module.body.def_op(module.operand(dot, side.field()));
    made.is_some_and(|op| {
        module.body.parent_block(op) == module.body.parent_block(dot)
            && !matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad)
    }) && !follows_from_product(module, dots, (dot, side))
}

/// The memory of a factor that threads compute, contiguous along the inner dimension.
///
/// # Errors
/// If no matrix descriptor describes it.
pub(crate) fn stage_of_computed(module: &Module, dot: Op, side: Side) -> Result<BufferType, Refusal> {
    let tile = module.ty(module.operand(dot, side.field())).tile().expect("a product is of tiles");
    let extents = [tile.shape()[0], tile.shape()[1]];
    let inner = 1 - side.rows();
    let buffer = tile.elem.scalar().and_then(|elem| stage_along(module, (extents, elem), inner, side));
    buffer.ok_or_else(|| {
        let side = side.name();
        let reason =
            format!("no matrix descriptor says its {side} operand of {extents:?}, which threads compute");
        Refusal::new(dot, reason)
    })
}

/// The refusal of a product whose operands are computed of tiles that are loaded outside of its branch or loop, so that nothing
/// there waits for a stage.
pub(super) fn computed_elsewhere(module: &Module, dot: Op) -> Refusal {
    let around = module.body.parent_op(dot).map_or_else(String::new, |op| named(module, op));
    let reason =
        format!("its operands are computed inside of {around}, of tiles that are loaded outside of it");
    Refusal::new(dot, reason)
        .help("compute the operands where their tiles are loaded, or load these tiles beside the product")
}

/// The tiles that a factor of a product is computed of, as operands that threads read from stages.
///
/// # Errors
/// A load that no tensor map says, or an op that moves elements to other threads through shared memory.
pub(super) fn read_loads(
    module: &Module,
    func: Op,
    (dot, side): (Op, Side),
) -> Result<Vec<Operand>, Refusal> {
    let factor = module.operand(dot, side.field());
    let bits = |value: Value| module.ty(value).tile().map_or(0, |tile| tile.layout.shape().bits());
    let mut found = Vec::new();
    let mut seen: EntitySet<Op> = EntitySet::new();
    let mut open = vec![factor];
    while let Some(value) = open.pop() {
        let made = module.body.def_op(value);
        let near = |&op: &Op| module.body.parent_block(op) == module.body.parent_block(dot);
        let Some(op) = made.filter(near).filter(|&op| seen.insert(op)) else { continue };
        if is_joined_or_cut(module, op) {
            let (side, named) = (side.name(), named(module, op));
            let reason = format!(
                "the {side} operand is computed by {named}, which takes a buffer and barriers of all threads"
            );
            return Err(Refusal::new(op, reason));
        }
        let is_load = matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad);
        if !is_load {
            open.extend(module.body.operands(op));
        } else if bits(value) + MIN_REDUCTION_BITS > bits(factor) {
            found.push(read(module, func, (op, side))?);
        }
    }
    Ok(found)
}

/// Whether an op moves elements of a tile to other threads: `stage-tiles` makes accesses to shared memory of it, in which the
/// loads of a factor are no longer found.
fn is_joined_or_cut(module: &Module, op: Op) -> bool {
    let is_cut = module.opcode(op) == Opcode::ExtractSlice;
    matches!(module.opcode(op), Opcode::Cat | Opcode::InsertSlice) || is_cut && !is_of_few(module, op)
}

fn read(module: &Module, func: Op, (load, side): (Op, Side)) -> Result<Operand, Refusal> {
    let refuse = |why: &str| {
        let (load_name, side) = (named(module, load), side.name());
        Refusal::new(
            load,
            format!(
                "the {side} operand is computed of what {load_name} gives, which no tensor map brings: {why}"
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
    Ok(Operand { load, order: [0, 1], side, buffer, filling: Filling::Boxes, is_halved: false })
}

/// Whether a factor of a product is computed of what another product of the same block gives.
pub(super) fn follows_from_product(module: &Module, dots: &[Op], (dot, side): (Op, Side)) -> bool {
    let block = module.body.parent_block(dot);
    let mut seen: cranelift_entity::EntitySet<Value> = cranelift_entity::EntitySet::new();
    let mut open = vec![module.operand(dot, side.field())];
    while let Some(value) = open.pop() {
        let made = module.body.def_op(value).filter(|&op| module.body.parent_block(op) == block);
        let Some(op) = made.filter(|_| seen.insert(value)) else { continue };
        if dots.contains(&op) {
            return true;
        }
        open.extend(module.body.operands(op));
    }
    false
}
