//! Every pass of level 3.

use ir::pass::{Pass, Pipeline, Unwatched};
use ir::transform;

use crate::semantics::Level3;
use crate::{Module, TileAs};

/// What `tilewright opt` runs by default. Tiles stay in loops, where they are needed: registers are few. Compiling does not run
/// it: [`lower`](crate::from_tileaa::lower) converts each tile once and sweeps up what nobody uses itself.
pub const CLEAN_UP: &str = "canonicalize,cse,dce";

/// Every pass of level 3, in alphabetical order.
pub static PASSES: &[Pass<TileAs>] = &[
    Pass {
        name: "canonicalize",
        summary: "removes conversions of layouts that change nothing, and the first of two",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level3),
    },
    Pass {
        name: "cse",
        summary: "replaces an op that computes what an earlier one has computed; loads stay",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::cse(module, &Level3),
    },
    Pass {
        name: "dce",
        summary: "removes ops and carried values that nobody uses",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::dce(module, &Level3),
    },
    Pass {
        name: "licm",
        summary: "moves what a loop computes anew in every run in front of it",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::licm(module, &Level3),
    },
];

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    match pipeline.run(module, &mut Unwatched) {
        Ok(changed) => changed,
        Err(never) => match never {},
    }
}
