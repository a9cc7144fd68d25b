//! The optimiser of level 1, `cuda_tile`.
//!
//! [`clean_up`] is the pipeline that engines and lowerings run first: canonicalization with constant folding, common
//! subexpressions, loop-invariant code and dead code, until nothing changes. [`passes`] lists every pass.
//!
//! Invariants of every pass:
//! - a verified module stays verified, in the same version of the language;
//! - ops keep their locations, and a new op has the location of the op that it replaces;
//! - results stay the same bit for bit, except for `fuse-fma`. Undefined behaviour may become defined, never the other way
//!   round: an op that may be undefined as a whole is not moved to a path on which it was not executed;
//! - passes are deterministic.

#![warn(clippy::wildcard_enum_match_arm)]

mod constant;
mod control;
mod fold;
mod fuse_fma;
mod loop_split;
pub mod passes;
mod semantics;
mod simplify;

use cuda_tile::{CudaTile, Module};
use ir::pass::{Pipeline, Unwatched};

pub use passes::{CLEAN_UP, PASSES};
pub use semantics::Level1;

/// Passes of level 1 in order.
pub type Level1Pipeline = Pipeline<CudaTile>;

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    pipeline.run(module, &mut Unwatched).expect("passes of a clean-up take every verified module")
}
