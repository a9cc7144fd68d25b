//! Tiles and memory, which levels 2 and 3 share: rows, the types of memory, and rules.
//!
//! A level says what its types are ([`TileLevel`]); its tiles may have layouts, about which the level has rules of its own
//! beside the shared ones.

mod check;
pub(crate) mod effects;
pub mod folds;
pub mod memory;
mod rows;
pub mod shapes;
pub mod text;
mod types;
pub mod widths;

use crate::control::Structured;

pub use check::{Check, rule};
pub use rows::{TileOp, fields};
pub use types::{BlockTileType, Elem, MemrefType, admits};

/// A tile as every level sees it.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'t> {
    /// Extents.
    pub shape: &'t [u32],
    /// Element.
    pub elem: Elem,
}

impl Tile<'_> {
    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().map(|&extent| u64::from(extent)).product()
    }
}

/// A level of tiles: its table has the rows of [`TileOp`].
pub trait TileLevel: Structured {
    /// The op of the shared rows that an op is, if it is one.
    fn tile_op(opcode: Self::Opcode) -> Option<TileOp>;

    /// The tile that a type is, if it is one.
    fn tile(ty: &Self::Type) -> Option<Tile<'_>>;

    /// The memory that a type is, if it is not cut into tiles.
    fn memref(ty: &Self::Type) -> Option<&MemrefType>;

    /// The memory cut into tiles that a type is, if it is that.
    fn block_tile(ty: &Self::Type) -> Option<&BlockTileType>;
}
