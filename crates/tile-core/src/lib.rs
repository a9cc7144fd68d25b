//! The dialect that levels 2 to 4 share.
//!
//! A level has an op table of its own, because what it works on differs: tiles, tiles with layouts, registers of a thread.
//! Most of its ops do not differ: a sum is a sum. These rows are written here once, as macros that hand them to the table
//! of each level ([`arith_rows!`]), and with them what follows from a row: the meaning of control flow ([`control`]), the
//! folding of known operands ([`fold`]), the spelling of numbers ([`number`]).
//!
//! - A shared row has the same fields in the same order on each level, so a field of [`arith::fields`] can be read on a
//!   module of any of them.
//! - The enums of attributes are those of level 1 ([`arith`]), because these ops say what level 1 says.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod arith;
pub mod control;
mod family;
pub mod fold;
pub mod number;
pub mod tiles;

pub use family::Shared;

/// Names that shared rows mention. A level's table has `use tile_core::rows::*`, because a row is expanded there.
pub mod rows {
    pub use cuda_tile::attrs::{
        AtomicRMWMode, ComparisonPredicate, IntegerOverflow, MemoryOrdering, MemoryScope,
        MultimemReductionKind, RoundingMode,
    };
    pub use ir::generic::{AttrKind as K, Constraint as C, Group};
    pub use ir::spec::{Effects, RowEffects as E, Rule::*, V13_1, attr, block, many, one, optional};

    pub use crate::tiles::effects::{LOAD, load_effects};
}
