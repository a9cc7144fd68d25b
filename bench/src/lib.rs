//! Measurements and campaigns: speed and large counts, outside the tests.
//!
//! `cargo xtask bench NAME` measures Tilewright and its baselines alternately in the same run; `cargo xtask campaign NAME` runs
//! large counts of programs and says how many were wrong.

#![allow(clippy::disallowed_methods, reason = "measures, and runs other programs")]

pub mod campaign;
pub mod codegen;
pub mod corpus;
pub mod cpu;
pub mod document;
pub mod gpu_kit;
pub mod integrations;
pub mod language;
pub mod program;
pub mod ptx;
pub mod sanitizer;
mod store;
pub mod sweep;
pub mod table;
