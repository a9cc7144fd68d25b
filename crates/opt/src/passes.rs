//! Every pass of level 1.

use cuda_tile::CudaTile;
use ir::pass::Pass;
use ir::transform;

use crate::Level1;

/// The pipeline of [`crate::clean_up`] and of `tilewright opt` when nothing else is asked for.
pub const CLEAN_UP: &str = "fixpoint(canonicalize,cse,licm,dce)";

/// Every pass of level 1, in alphabetical order.
pub static PASSES: &[Pass<CudaTile>] = &[
    Pass {
        name: "canonicalize",
        summary: "folds constants and brings every op into its simplest form",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level1),
    },
    Pass {
        name: "cse",
        summary: "replaces an op that computes what an earlier one has computed; loads stay",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::cse(module, &Level1),
    },
    Pass {
        name: "dce",
        summary: "removes ops and carried values that nobody uses",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::dce(module, &Level1),
    },
    Pass {
        name: "licm",
        summary: "moves what a loop computes anew in every run in front of it",
        requires: "a verified module",
        preserves: "results, bit for bit",
        options: &[],
        run: |module, _| transform::licm(module, &Level1),
    },
];
