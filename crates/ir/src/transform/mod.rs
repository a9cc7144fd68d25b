//! Transforms that all levels share. The [`Semantics`] of a level describe its ops to them.
//!
//! Each transform keeps a verified module valid, keeps the locations of unchanged ops, and gives a new op the location of the
//! op that it replaces.

pub mod canonicalize;
pub mod cse;
pub mod dce;
pub mod licm;

pub use canonicalize::canonicalize;
pub use cse::cse;
pub use dce::dce;
pub use licm::licm;

pub use crate::semantics::{Regions, Semantics, present};
