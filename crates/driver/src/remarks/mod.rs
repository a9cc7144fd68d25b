//! Remarks: applied and missed optimisations, and their reasons.
//!
//! Kinds, the categories `memory` and `tensorcore`, and the names of remarks about accesses and products are those of the
//! closed compiler, so that its clients can read them. A [`Remark`] is data; [`text`], [`lines`], [`yaml`] and [`json`] are its
//! formats.

mod advice;
mod decisions;
mod remark;
mod render;
mod resources;
mod tiles;
mod types;

pub(crate) use advice::{name_spilled, of_accesses, of_live_tiles, of_occupancy};
pub(crate) use decisions::{ADVISING_PASSES, of_decisions, of_loops, of_slices, of_swaps};
pub use remark::{Category, Filter, Kind, Remark, Wanted};
pub use render::{json, lines, text, yaml};
pub use resources::Pressure;
pub(crate) use resources::{PRESSURE, SPILLED, of_kernels, of_registers, pressure};
pub(crate) use tiles::{of_hints, of_tiles};
pub(crate) use types::of_types;
