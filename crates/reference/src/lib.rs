//! Oracle of level 1, `cuda_tile`: executes a verified module literally as the language says, one element at a time.
//!
//! [`Reference`] is an [`Engine`]. What it does with undefined behaviour is documented in `docs/undefined.md` and, case
//! by case, in [`CODES`]:
//!
//! - An element whose value is undefined is *poison*: it flows through pure operations and harms nothing until it
//!   matters, that is, until it decides something outside of its own lane: memory written by a store lane that is not
//!   masked off, an address, a mask, an index, a branch, the bounds of a loop, an atomic operation, `print_tko`,
//!   `assert`. There the run traps, and the trap names where the poison was made as well.
//! - Errors that do not concern a single element trap at once: accesses outside of memory, false promises, indices out
//!   of range.
//!
//! Behaviour that the language leaves open is fixed here, so that every run gives the same bytes: reductions and scans
//! go from the first element to the last (a reverse scan from the last to the first) and start with the identity;
//! matrix products sum along k in ascending order; atomic lanes execute in row-major order; tile blocks take turns in
//! an order that [`launch::Schedule`] fixes. Token-ordered operations execute in the order of the program.
//!
//! [`sanitize`] runs the same interpreter with a shadow memory next to it and finds data races too.
//!
//! Modules in the order of their dependence: `tile`, `memory` and `machine` are what instructions work on, `watch`
//! observes it, `steps` are the instructions, `program` lists them, `prepare` makes programs, `block` executes them,
//! `engine` launches them.
//!
//! Deliberately absent: vectorisation.

#![warn(clippy::wildcard_enum_match_arm)]

mod block;
mod cause;
mod codes;
mod collide;
mod engine;
mod fault;
mod machine;
mod memory;
mod meter;
mod observe;
mod poison;
mod prepare;
mod program;
pub mod sanitize;
mod schedule;
mod site;
mod slot;
mod steps;
mod tile;
mod waiting;
mod watch;

pub use codes::CODES;
pub use engine::{Reference, Statistics, entry_params, find_entry};
pub use observe::{NoObserver, Observed, Observer};
pub use site::site_op;

pub use launch::{Engine, ExternFn, Externs};
