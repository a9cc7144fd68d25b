//! Analyses of a module, computed on demand. The storage does not keep them up to date: code that changes a module computes
//! them again, or changes it through a [`crate::rewrite::Rewriter`].

pub mod dominance;
pub mod effects;
pub mod live_ranges;

pub use dominance::Dominators;
pub use effects::EffectTable;
pub use live_ranges::{LiveRange, LiveRanges};

pub use crate::level::spec::Effects;
pub use crate::uses::{self, Uses};
