//! Facts about a module, computed on demand. Nothing here is kept up to date by the storage: whoever changes a module
//! computes them again, or changes it through a [`crate::rewrite::Rewriter`].

pub mod dominance;
pub mod effects;
pub mod live_ranges;
pub mod uses;

pub use dominance::Dominators;
pub use effects::EffectTable;
pub use live_ranges::{LiveRange, LiveRanges};
pub use uses::Uses;

pub use crate::spec::Effects;
