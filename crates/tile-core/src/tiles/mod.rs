//! Tiles and memory, which levels 2 and 3 share: rows, the types of memory, and rules.
//!
//! A level defines its types ([`TileLevel`]); its tiles may have layouts, for which the level has its own rules in addition to
//! the shared ones.

mod check;
pub(crate) mod effects;
pub mod folds;
pub mod memory;
mod rows;
pub mod shapes;
mod shared;
pub mod text;
mod types;
pub mod widths;

use crate::control::Structured;

pub use check::{Check, rule};
pub use rows::{SHARED, TileOp, fields};
pub use shared::Shared;
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

    /// The level's row of an op of the shared rows.
    fn of_tile_op(op: TileOp) -> Self::Opcode;

    /// The shared op that an op is, if it is one.
    fn shared(opcode: Self::Opcode) -> Option<Shared> {
        let control = Self::control(opcode).map(Shared::Control);
        control
            .or_else(|| Self::tile_op(opcode).map(Shared::Tile))
            .or_else(|| Self::arith(opcode).map(Shared::Arith))
    }

    /// The level's row of a shared op.
    fn of_shared(op: Shared) -> Self::Opcode {
        match op {
            Shared::Control(op) => Self::of_control(op),
            Shared::Tile(op) => Self::of_tile_op(op),
            Shared::Arith(op) => Self::of_arith(op),
        }
    }

    /// The tile that a type is, if it is one.
    fn tile(ty: &Self::Type) -> Option<Tile<'_>>;

    /// The memory that a type is, if it is not cut into tiles.
    fn memref(ty: &Self::Type) -> Option<&MemrefType>;

    /// The memory cut into tiles that a type is, if it is that.
    fn block_tile(ty: &Self::Type) -> Option<&BlockTileType>;
}
