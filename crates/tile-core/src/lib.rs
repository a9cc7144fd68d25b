//! The dialect that levels 2 to 4 share.
//!
//! Each level has its own op table, because its ops work on different types: tiles, tiles with layouts, registers of a thread.
//! Most ops are nevertheless the same: a sum is a sum. Their rows are written here once, as macros that insert them into the
//! table of each level ([`arith_rows!`]), together with the code that depends on rows: the semantics of control flow
//! ([`control`]), the folding of known operands ([`fold`]), the spelling of numbers ([`number`]).
//!
//! - A shared row has the same fields in the same order on each level, so a field of [`arith::fields`] can be read on a module
//!   of any level.
//! - The enums of attributes are those of level 1 ([`arith`]), because these ops have the same meaning as at level 1.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod arith;
pub mod control;
mod family;
pub mod fold;
pub mod number;
pub mod tiles;

pub use tiles::Shared;

/// Names that shared rows mention. A level's table has `use tile_core::rows::*`, because a row is expanded there.
pub mod rows {
    pub use cuda_tile::attrs::{
        AtomicRMWMode, ComparisonPredicate, IntegerOverflow, MemoryOrdering, MemoryScope,
        MultimemReductionKind, RoundingMode,
    };
    pub use ir::generic::{AttrKind as K, Constraint as C, Group};
    pub use ir::spec::{Effects, RowEffects as E, Rule::*, V13_1, attr, block, many, one, optional};

    pub use crate::control::flow::division;
    pub use crate::tiles::effects::{LOAD, load_effects};
}
