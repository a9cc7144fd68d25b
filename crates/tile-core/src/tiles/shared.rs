//! Any op that a level of tiles shares with the others, and the fields that it has at every level.

use ir::generic::SharedFields;

use super::TileOp;
use crate::arith::{self, Arith};
use crate::control::{self, Control};

/// A shared op. From a level to the next it stays what it is: its shared fields are copied, because they have the same numbers
/// on both, and what else a level has is that level's to make or to drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    /// Control flow.
    Control(Control),
    /// Tiles and memory.
    Tile(TileOp),
    /// Arithmetic.
    Arith(Arith),
}

impl Shared {
    /// The fields that every level with the row has.
    pub fn fields(self) -> SharedFields {
        match self {
            Shared::Control(op) => control::SHARED[op as usize],
            Shared::Tile(op) => super::SHARED[op as usize],
            Shared::Arith(op) => arith::SHARED[op as usize],
        }
    }
}
