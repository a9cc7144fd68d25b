//! Every pass of level 2.

use ir::pass::{Pass, PassOption, Pipeline, Unwatched};
use ir::transform;

use crate::semantics::Level2;
use crate::{
    Module, TileAa, early_views, mask_padding, memory_dependence, nest_exits, pointer_analysis, slice_loops,
    split, swap_operands, swap_operands::Instruction, unbatch,
};

/// The passes between lowering and level 3.
pub const CLEAN_UP: &str = "fixpoint(canonicalize,cse,licm,dce),untie-tokens,canonicalize,\
    raise-pointers,untie-tokens,fixpoint(canonicalize,cse,licm,dce)";

/// Replaces early exits around products by branches, which agents need. Its output needs a clean-up.
pub const NEST_EXITS: &str = "nest-exits";

/// Loads tiles of loops with zeros out of bounds, as tensor maps do, in kernels with agents and without products. Its output needs a
/// clean-up.
pub const MASK_PADDING: &str = "mask-padding";

/// Computes batches of products one matrix at a time, if their kernel has agents. Its output needs a clean-up.
pub const SPLIT_BATCHES: &str = "split-batches";

/// Loads rows by their numbers from memory of known extents, if their kernel has agents, for targets whose tensor maps pick rows. Its
/// output needs a clean-up.
pub const RAISE_GATHERS: &str = "raise-gathers";

/// Computes products of few rows transposed, if their kernel has agents, for a compute capability such as `90`. Its output needs a
/// clean-up.
pub fn swap_operands(capability: u32) -> String {
    format!("swap-operands{{capability={capability}}}")
}

/// Divides tile blocks among the thread blocks of planned clusters, before slices are planned. Its output needs a clean-up.
pub const SPLIT_TILE_BLOCKS: &str = "split-tile-blocks";

/// The passes that divide tile blocks, among the thread blocks of clusters or into a loop, for a compute capability such as
/// `90`. Their output needs a clean-up. A thread block may have `shared` bytes of shared memory.
///
/// The pipelines run one after the other; the decisions of the second and third can be queried before them.
pub fn parts(capability: u32, shared: u32) -> [String; 3] {
    [
        format!("plan-clusters{{capability={capability}}}"),
        format!("plan-slices{{shared={shared}}},split-tile-blocks"),
        format!("slice-loops{{shared={shared}}}"),
    ]
}

/// The properties of the target that level 2 uses.
const CAPABILITY: PassOption = PassOption {
    name: "capability",
    summary: "compute capability of the target; clusters need 90",
    default: 90,
};

/// Shared memory, for the stages of a loop and for elements that move between threads.
const SHARED: PassOption =
    PassOption { name: "shared", summary: "shared memory of a thread block, in bytes", default: 99 << 10 };

/// Every pass of level 2, in alphabetical order.
pub static PASSES: &[Pass<TileAa>] = &[
    Pass {
        name: "canonicalize",
        summary: "simplifies ops that lowering adds: shape maps, extents, tokens",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level2),
    },
    Pass {
        name: "cse",
        summary: "eliminates common subexpressions; loads are not merged",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level2),
    },
    Pass {
        name: "dce",
        summary: "removes unused ops and unused loop-carried values",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level2),
    },
    Pass {
        name: "licm",
        summary: "moves loop-invariant ops before the loop, and divisions of memory out of branches",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level2) | early_views::run(module),
    },
    Pass {
        name: "mask-padding",
        summary: "replaces padding other than zero by a mask, in kernels with agents and without products",
        requires: "a verified module whose kernels for agents are marked",
        preserves: "results and effects",
        admits: None,
        options: &[],
        run: |module, _| mask_padding::run(module),
    },
    Pass {
        name: "nest-exits",
        summary: "replaces early exits of kernels and of `for` iterations by branches, in functions with products in loops",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| nest_exits::run(module),
    },
    Pass {
        name: "plan-clusters",
        summary: "chooses how many thread blocks of a cluster share a tile block, in kernels that request clusters",
        requires: "a verified module; plans more in one that is cleaned up",
        preserves: "results, bit for bit",
        admits: None,
        options: &[CAPABILITY],
        run: |module, settings| {
            split::plan_clusters(module, u32::try_from(settings.get(&CAPABILITY)).unwrap_or(0))
        },
    },
    Pass {
        name: "plan-slices",
        summary: "chooses the number of slices for tiles that do not fit in the registers of a thread block",
        requires: "a verified module whose clusters are planned; plans more in one that is cleaned up",
        preserves: "results, bit for bit",
        admits: None,
        options: &[SHARED],
        run: |module, settings| split::plan_slices(module, u64::try_from(settings.get(&SHARED)).unwrap_or(0)),
    },
    Pass {
        name: "raise-gathers",
        summary: "replaces loads of rows by their numbers through addresses by loads of gather views, in kernels with agents",
        requires: "a verified module whose kernels for agents are marked; finds more in one that is cleaned up",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| pointer_analysis::gathers::run(module),
    },
    Pass {
        name: "raise-pointers",
        summary: "replaces accesses through tiles of addresses with constant strides by accesses to tiles of memory",
        requires: "a verified module; finds more in a canonical one",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| pointer_analysis::run(module),
    },
    Pass {
        name: "slice-loops",
        summary: "splits iterations of product loops that are too deep for a pipeline into several shorter ones",
        requires: "a verified module; finds more in one that is cleaned up",
        preserves: "results; sums are added to in the same order",
        admits: None,
        options: &[SHARED],
        run: |module, settings| slice_loops::run(module, u64::try_from(settings.get(&SHARED)).unwrap_or(0)),
    },
    Pass {
        name: "split-batches",
        summary: "computes batches of products one matrix at a time, in kernels with agents",
        requires: "a verified module whose kernels for agents are marked; finds more in one that is cleaned up",
        preserves: "results, but for the order in which parts are written",
        admits: None,
        options: &[],
        run: |module, _| {
            let changed = split::split_batches(module);
            unbatch::run(module) || changed
        },
    },
    Pass {
        name: "split-tile-blocks",
        summary: "divides tiles among the thread blocks of a cluster, the iterations of a loop or ops side by side, as `plan-clusters` and `plan-slices` chose",
        requires: "a verified module whose clusters and slices are planned",
        preserves: "results, but for the order in which parts are written",
        admits: None,
        options: &[],
        run: |module, _| split::split(module),
    },
    Pass {
        name: "swap-operands",
        summary: "transposes products of few rows and many columns, in kernels with agents",
        requires: "a verified module whose kernels for agents are marked; finds more in one that is cleaned up",
        preserves: "results; sums are added to in the same order",
        admits: None,
        options: &[CAPABILITY],
        run: |module, settings| {
            swap_operands::run(module, Instruction::of_capability(settings.get(&CAPABILITY)))
        },
    },
    Pass {
        name: "untie-tokens",
        summary: "removes ordering between plain loads and stores that cannot alias",
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
