//! Every pass of level 1.

use cuda_tile::CudaTile;
use ir::pass::Pass;
use ir::transform;

use crate::{Level1, fuse_fma, loop_split};

/// The pipeline of [`crate::clean_up`] and the default of `tilewright opt`.
pub const CLEAN_UP: &str = "fixpoint(canonicalize,cse,licm,dce)";

/// Every pass of level 1, in alphabetical order.
pub static PASSES: &[Pass<CudaTile>] = &[
    Pass {
        name: "canonicalize",
        summary: "folds constants and simplifies every op",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level1),
    },
    Pass {
        name: "cse",
        summary: "eliminates common subexpressions; loads are not merged",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level1),
    },
    Pass {
        name: "dce",
        summary: "removes unused ops and unused loop-carried values",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level1),
    },
    Pass {
        name: "fuse-fma",
        summary: "fuses a product and a sum into one fma, which rounds once instead of twice",
        requires: "a verified module; finds more in a canonical one",
        preserves: "everything but the bits of what it fuses",
        admits: None,
        options: &[],
        run: |module, _| fuse_fma::fuse_fma(module),
    },
    Pass {
        name: "licm",
        summary: "moves loop-invariant ops before the loop",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level1),
    },
    Pass {
        name: "loop-split",
        summary: "splits a `for` at an `if` that compares the counter, so that neither loop has the `if`",
        requires: "a verified module; finds more in a canonical one",
        preserves: "results, bit for bit",
        admits: None,
        options: &[loop_split::THRESHOLD],
        run: |module, settings| loop_split::loop_split(module, settings.get(&loop_split::THRESHOLD)),
    },
];
