//! Operands whose fragments threads keep in registers during a loop: tiles that are loaded once, outside of the loop of
//! their products, such as the queries of attention.
//!
//! Warps load fragments from the stage of such a tile. It stays there during the loop, so a warp may load them in each
//! iteration again, or once before the loop, if they fit beside everything else that a thread holds. Warpgroups and
//! tensor memory multiply stages of shared memory itself.

use ir::{Field, Op};

use super::fitting::demand;
use super::multiplies::Unit;
use super::nest::Nest;
use super::product::Factor;
use super::warps::left_registers;
use crate::Module;
use crate::types::TileType;

/// The operands of a function with planned agents and final layouts whose fragments are kept, by their numbers: in the
/// order of the program, as many as fit.
pub(crate) fn kept_operands(module: &Module, func: Op, nest: &Nest) -> Vec<usize> {
    if Unit::of(module) != Some(Unit::Warps) || nest.is_stream() {
        return Vec::new();
    }
    let staying = nest.groups.iter().filter(|group| !group.is_inner).flat_map(|group| &group.operands);
    // Packed elements are loaded for a product alone.
    let staying = staying.filter(|&&number| !nest.operands[number].buffer.packed);
    let mut left = left_registers(module, func, &demand(module, func, nest));
    let mut kept = Vec::new();
    for &number in staying {
        let registers = fragments(module, nest, number).iter().map(|tile| registers(tile)).sum::<u64>();
        if registers > 0 && registers <= left {
            left -= registers;
            kept.push(number);
        }
    }
    kept
}

/// The different layouts in which products multiply an operand.
fn fragments<'m>(module: &'m Module, nest: &Nest, number: usize) -> Vec<&'m TileType> {
    let mut found = Vec::new();
    for product in &nest.products {
        let own = product.sources().filter(|&(_, factor)| factor == Factor::Loaded(number));
        let tiles = own
            .filter_map(|(field, _): (Field, Factor)| module.ty(module.operand(product.dot, field)).tile());
        tiles.for_each(|tile| {
            if !found.contains(&tile) {
                found.push(tile);
            }
        });
    }
    found
}

/// Registers of a thread that hold its part of a tile.
fn registers(tile: &TileType) -> u64 {
    let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
    (tile.layout.registers() * u64::from(bits)).div_ceil(32)
}
