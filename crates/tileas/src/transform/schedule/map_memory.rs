//! Memory that a tensor map can describe: it is known before the kernel runs, and made outside of all loops and
//! branches.

use ir::{Op, Value};

use super::memory_order::is_unordered;
use super::refusal::{Refusal, named};
use super::shared_ops::shared_ops;
use crate::launched::{beyond_maps, unknown};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The memory of a load is known before the kernel runs, and not written by it before the load.
pub(super) fn is_settled(module: &Module, func: Op, load: Op) -> Result<(), Refusal> {
    has_map(module, func, load)?;
    is_unordered(module, load)
}

/// The memory of a load is known before the kernel runs, as tensor maps need it.
pub(super) fn has_map(module: &Module, func: Op, load: Op) -> Result<(), Refusal> {
    let tiles = module.operand(load, fields::tiled_load::tiles);
    let Some(cut) = made_outside(module, func, tiles) else {
        return Err(Refusal::new(
            load,
            "its memory is created in a loop or branch, where no tensor map can be created",
        ));
    };
    let memref = module.operand(cut, fields::block_tile::memref);
    if let Some(made) = unknown(module, &[memref], &mut cranelift_entity::EntitySet::new()) {
        let by = made.map_or("a loop or a body".to_owned(), |op| named(module, op));
        return Err(Refusal::new(
            made.unwrap_or(load),
            format!("its memory depends on {by}, which a launcher does not know"),
        ));
    }
    if let Some(made) = beyond_maps(module, memref) {
        let by = named(module, made);
        let reason = format!(
            "its memory is described by {by}, and tensor maps take parameters, constants, and sums, differences and products of these; \
             pass what it gives as a parameter"
        );
        return Err(Refusal::new(made, reason));
    }
    Ok(())
}

/// The op that divides memory into tiles, outside of all loops and branches.
fn made_outside(module: &Module, func: Op, tiles: Value) -> Option<Op> {
    let shared = shared_ops(module, func);
    module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile && shared.contains(op))
}

/// Whether the memory of tiles is known before the kernel runs, as tensor maps need it.
pub(crate) fn is_made_early(module: &Module, func: Op, tiles: Value) -> bool {
    made_outside(module, func, tiles).is_some_and(|cut| {
        let memref = module.operand(cut, fields::block_tile::memref);
        unknown(module, &[memref], &mut cranelift_entity::EntitySet::new()).is_none()
            && beyond_maps(module, memref).is_none()
    })
}
