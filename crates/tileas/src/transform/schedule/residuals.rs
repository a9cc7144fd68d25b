//! Tiles that are loaded for the sums of products, for example to be added before the sum is stored.
//!
//! A tile in the shape of a sum that a tensor map can describe is copied into its own stage while the product is
//! computed. If threads loaded it, each of its elements would need an address and a condition in registers next to the
//! sum, which are not available.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Op, Value};

use super::exits::loop_around;
use super::map_memory::is_made_early;
use super::operand::{Filling, Operand};
use super::stage::{Side, staging, tensor_map};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The loads of a function whose tiles are like a sum, outside of the loops of products.
pub(super) fn residual_loads(module: &Module, func: Op, dots: &[Op], operands: &[Operand]) -> Vec<Operand> {
    use fields::tiled_load as f;
    let shape = |value: Value| module.ty(value).tile().map(|tile| tile.shape());
    let mut loops: EntitySet<Op> = EntitySet::new();
    loops.extend(dots.iter().filter_map(|&dot| loop_around(module, dot)));
    let mut found = Vec::new();
    for load in preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TiledLoad) {
        let is_operand = operands.iter().any(|operand| operand.load == load);
        let like_sum = dots
            .iter()
            .any(|&dot| shape(module.body.result(dot, 0)) == shape(module.result(load, f::result)));
        let mut around = std::iter::successors(module.body.parent_op(load), |&op| module.body.parent_op(op));
        if is_operand || !module.flag(load, f::boxes) || !like_sum || around.any(|op| loops.contains(op)) {
            continue;
        }
        let tiles = module.operand(load, f::tiles);
        let buffer = module
            .ty(tiles)
            .block_tile()
            .and_then(|ty| staging(ty).filter(|buffer| tensor_map(ty, buffer).is_some()));
        if let Some(buffer) = buffer.filter(|_| is_made_early(module, func, tiles)) {
            let (side, filling) = (Side::Left, Filling::Boxes);
            found.push(Operand { load, order: [0, 1], side, buffer, filling, is_halved: false });
        }
    }
    found
}
