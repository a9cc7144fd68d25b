//! `materialize-async`, for agents: what they load by threads and multiply at once becomes copies by tensor maps and products in
//! flight.
//!
//! - [`copies`]: a tile that is loaded and stored in a stage is copied there by the tensor map that `attach-tma-desc-args` has made.
//! - [`products`]: a loop that multiplies what it reads of a stage keeps one product in flight. The stage of an iteration is
//!   released when the product of the next one has begun, so that the tensor cores never wait for the handover.
//! - [`chain`]: of a loop with a chain of products, the last one falls an iteration behind, and is multiplied while threads compute
//!   what it is to multiply next.
//! - [`promotion`]: sums of 8-bit floats that keep all bits of `f32` are added up in registers.
//! - [`stores`]: a tile that `generate-schedule` has given to a tensor map goes to memory by way of shared memory.

mod chain;
mod copies;
mod peel;
mod products;
mod promotion;
mod stores;

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
