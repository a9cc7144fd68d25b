//! Every pass of level 2.

use ir::pass::{Pass, PassOption, Pipeline, Unwatched};
use ir::transform;

use crate::semantics::Level2;
use crate::{Module, TileAa, memory_dependence, pointer_analysis, split};

/// What runs between lowering and level 3.
pub const CLEAN_UP: &str = "fixpoint(canonicalize,cse,licm,dce),untie-tokens,canonicalize,\
    raise-pointers,untie-tokens,fixpoint(canonicalize,cse,licm,dce)";

/// What shares tile blocks out to the thread blocks of clusters, for a compute capability such as `90`. What it changes is to be
/// cleaned up.
pub fn clusters(capability: u32) -> String {
    format!("plan-clusters{{capability={capability}}},split-tile-blocks")
}

/// The target, as far as level 2 must know it.
const CAPABILITY: PassOption = PassOption {
    name: "capability",
    summary: "compute capability of the target; before 90 there are no clusters",
    default: 90,
};

/// Every pass of level 2, in alphabetical order.
pub static PASSES: &[Pass<TileAa>] = &[
    Pass {
        name: "canonicalize",
        summary: "brings what lowering adds into its simplest form: maps of shapes, extents, tokens",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level2),
    },
    Pass {
        name: "cse",
        summary: "replaces an op that computes what an earlier one has computed; loads stay",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level2),
    },
    Pass {
        name: "dce",
        summary: "removes ops and carried values that nobody uses",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level2),
    },
    Pass {
        name: "licm",
        summary: "moves what every iteration of a loop computes alike before the loop",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level2),
    },
    Pass {
        name: "plan-clusters",
        summary: "decides how many thread blocks of a cluster share a tile block, where a kernel asks for clusters",
        requires: "a verified module; plans more in one that is cleaned up",
        preserves: "results, bit for bit",
        admits: None,
        options: &[CAPABILITY],
        run: |module, settings| {
            split::plan_clusters(module, u32::try_from(settings.get(&CAPABILITY)).unwrap_or(0))
        },
    },
    Pass {
        name: "raise-pointers",
        summary: "makes accesses through addresses that lie in equal steps accesses of tiles of memory",
        requires: "a verified module; finds more in a canonical one",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| pointer_analysis::run(module),
    },
    Pass {
        name: "split-tile-blocks",
        summary: "cuts tiles into parts for the thread blocks of a cluster, as `plan-clusters` has decided",
        requires: "a verified module whose clusters are planned",
        preserves: "results, but for the order in which thread blocks write",
        admits: None,
        options: &[],
        run: |module, _| split::split(module),
    },
    Pass {
        name: "untie-tokens",
        summary: "drops the order of plain loads and stores that cannot meet in memory",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| memory_dependence::run(module),
    },
];

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    pipeline.run(module, &mut Unwatched).expect("passes of a clean-up take every verified module")
}
