//! Measurements and proofs: large counts and speed, outside the tests.
//!
//! `cargo xtask bench NAME` measures, with peers alternating with us in the same run; `cargo xtask campaign NAME` counts.

#![allow(clippy::disallowed_methods, reason = "measures, and runs other programs")]

pub mod clients;
pub mod codegen;
pub mod compiling;
pub mod cpu;
pub mod engines;
pub mod hostile;
pub mod language;
pub mod optimizer;
pub mod program;
pub mod proof;
pub mod ptx;
pub mod sanitizer;
pub mod schedules;
pub mod sweep;
pub mod table;
pub mod wild;
