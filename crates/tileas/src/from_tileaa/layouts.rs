//! Which layout tiles of a shape have by default.
//!
//! One layout for each shape of a function: coalesced along the last dimension, with vectors as wide as the narrowest
//! element allows that memory of this shape is accessed with. So ops between elements need no conversions at all.

use ir::Op;
use ir::walk::preorder;
use rustc_hash::FxHashMap;
use tileaa::Opcode::{Load, Store, TiledLoad, TiledStore};
use tileaa::ops::fields::{store, tiled_store};
use tileaa::types::TileType as From;

use crate::layout::{RegisterLayout, Shape};
use crate::types::TileType;

/// Elements of tiles that are never in memory count as so many bits.
const BITS: u32 = 32;

/// The layouts of a function.
#[derive(Default)]
pub(super) struct Layouts {
    warp_bits: u32,
    /// Bits of the narrowest element in memory, by shape.
    narrowest: FxHashMap<Vec<u32>, u32>,
}

impl Layouts {
    /// Looks at what a function reads and writes.
    pub(super) fn of(module: &tileaa::Module, func: Op, warp_bits: u32) -> Layouts {
        let mut narrowest: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for op in preorder(&module.body, func) {
            let opcode = module.opcode(op);
            let accessed = if matches!(opcode, Load | TiledLoad) {
                module.body.results(op).get(0)
            } else if opcode == Store {
                Some(module.operand(op, store::value))
            } else if opcode == TiledStore {
                Some(module.operand(op, tiled_store::value))
            } else {
                None
            };
            let Some(tile) = accessed.and_then(|value| module.ty(value).tile()) else { continue };
            let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
            let entry = narrowest.entry(tile.shape.to_vec()).or_insert(bits);
            *entry = bits.min(*entry);
        }
        Layouts { warp_bits, narrowest }
    }

    /// Binary logarithm of the number of warps.
    pub(super) fn warp_bits(&self) -> u32 {
        self.warp_bits
    }

    /// The layout of a shape.
    pub(super) fn of_shape(&self, extents: &[u32]) -> RegisterLayout {
        let shape = Shape::new(extents).expect("extents are powers of two");
        if extents.is_empty() {
            return RegisterLayout::replicated(&shape, 0);
        }
        let bits = self.narrowest.get(extents).copied().unwrap_or(BITS).max(8);
        RegisterLayout::coalesced_rows(&shape, bits, self.warp_bits)
    }

    /// A tile of level 2 in its layout.
    pub(super) fn tile(&self, tile: &From) -> TileType {
        TileType::new(tile.elem, self.of_shape(&tile.shape))
    }
}
