//! `materialize-async` for agents: loads by threads and synchronous products become copies by tensor maps and products
//! in flight.
//!
//! - [`copies`]: a tile that is loaded and stored in a stage is copied there by the tensor map that
//!   `attach-tma-desc-args` has created.
//! - [`products`]: a loop that multiplies the contents of stages keeps one product in flight. The stage of an iteration
//!   is released when the product of the next one has started, so that the tensor cores never wait for the release.
//! - [`chain`]: in a loop with a chain of products, the last one is delayed by one iteration, and overlaps with the
//!   computation of its next operands.
//! - [`promotion`]: sums of 8-bit floats that need the full precision of `f32` are accumulated in registers.
//! - [`stores`]: a tile that `generate-schedule` has assigned to a tensor map is stored through shared memory,
//!   [`columns`]: slice by slice.

mod begin;
mod chain;
mod columns;
mod copies;
mod parts;
mod peel;
mod products;
mod promotion;
mod store_memory;
mod stores;
mod way;

use ir::rewrite::Rewriter;

use super::functions;
use super::relayout::dead_code;
use super::schedule::has_agents;
use crate::{Module, TileAs};

type Rewrite<'m> = Rewriter<'m, TileAs>;

/// Rewrites the agents of every function; true when something changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        if has_agents(module, func) {
            changed |= copies::run(module, func);
            changed |= promotion::run(module, func);
            changed |= products::run(module, func);
            changed |= stores::run(module, func);
            changed |= dead_code(module, func);
        }
    }
    changed
}
