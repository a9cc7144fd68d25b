//! Every pass of level 3.

mod requires;

use ir::pass::{Pass, PassOption, Pipeline, Settings, Unwatched};
use ir::transform;

use crate::attributes::ExecutionPath;
use crate::decisions::Decision;
use crate::options::Options;
use crate::semantics::Level3;
use crate::transform::pipeline::{Limits, decisions as copies_ahead, pipeline};
use crate::transform::{
    allocate_shared::{allocate_shared, decisions as allocations},
    assign_dot_layouts, assign_load_store_layouts, async_agents, attach_tma_desc_args, legalize_fma_dot,
    materialize_schedule, order_tile_blocks, place_barriers, plan_cta, remove_layout_conversions,
    room_for_buffers, schedule, slice_and_fuse, stage_dot_operands, stage_tiles, take_over_tiles,
};
use crate::{Module, TileAs, target};

/// The default passes of `tilewright opt`. Tiles stay in loops, where they are needed, because registers are few. Compiling
/// runs [`lowering`] instead.
pub const CLEAN_UP: &str = "canonicalize,cse,dce";

/// The passes between the conversion from level 2 and that to level 4, for a target and its limits.
pub fn lowering(options: &Options) -> String {
    let all: Vec<String> =
        steps(options).into_iter().map(|(name, settings)| name.to_owned() + &settings).collect();
    all.join(",")
}

/// The same one by one: the name of each pass, and its options in braces.
pub fn steps(options: &Options) -> Vec<(&'static str, String)> {
    let Options { warps, shared, stages, buffers, path, group, plan, warpgroups, .. } = options;
    let by_warps = if *warpgroups { String::new() } else { "{warpgroups=0}".to_owned() };
    let (none, buffers) = (String::new, || format!("{{buffers={buffers}}}"));
    let mut steps = vec![
        ("plan-cta", format!("{{warps={warps}}}")),
        ("assign-dot-layouts", by_warps),
        ("legalize-fma-dot", buffers()),
        ("stage-tiles", buffers()),
        ("assign-load-store-layouts", none()),
        ("remove-layout-conversions", none()),
        ("slice-and-fuse", buffers()),
        ("stage-dot-operands", buffers()),
        ("place-barriers", none()),
    ];
    // Passes for agents are at the place of their decision, so that the other passes are not affected.
    if *path != ExecutionPath::Universal {
        steps.splice(
            ..0,
            [
                ("generate-schedule", format!("{{plan={plan}}}")),
                ("order-tile-blocks", format!("{{group={group}}}")),
            ],
        );
        steps.extend([
            ("materialize-schedule", none()),
            ("take-over-tiles", none()),
            ("attach-tma-desc-args", none()),
        ]);
    }
    steps.extend([
        ("materialize-async", format!("{{shared={shared},stages={stages}}}")),
        ("allocate-shared", none()),
    ]);
    steps
}

/// The decisions that a pass of the lowering is about to make for a module, in the order of the program; empty for other passes.
pub fn decisions(pass: &str, module: &Module, options: &Options) -> Vec<Decision> {
    let buffers = room_for_buffers(module, options.buffers.into());
    match pass {
        "generate-schedule" => schedule::decisions(module, options.plan, &options.divisions),
        "order-tile-blocks" => order_tile_blocks::decisions(module, options.group),
        "plan-cta" => plan_cta::decisions(module, options.warps),
        "assign-dot-layouts" => assign_dot_layouts::decisions(module, options.warpgroups),
        "stage-tiles" => stage_tiles::decisions(module, buffers),
        "slice-and-fuse" => slice_and_fuse::decisions(module, buffers),
        "materialize-async" if target::capability(module).is_some_and(|capability| capability >= 80) => {
            copies_ahead(module, &Limits { shared: options.shared, stages: options.stages })
        }
        "allocate-shared" => allocations(module),
        _ => Vec::new(),
    }
}

/// The default number of warps.
const WARPS: PassOption = PassOption {
    name: "warps",
    summary: "number of warps if the tiles fit in their registers; a power of two",
    default: 4,
};
/// Whether warpgroups multiply without agents.
const WARPGROUPS: PassOption = PassOption {
    name: "warpgroups",
    summary: "whether warpgroups compute products without agents, on targets where they can; 0: only with agents",
    default: 1,
};
/// Shared memory that a thread block may have.
const SHARED: PassOption = PassOption {
    name: "shared",
    summary: "shared memory of a thread block, in bytes; 0: the maximum of the target",
    default: 0,
};
/// Shared memory that the buffers of an op may have.
const BUFFERS: PassOption = PassOption {
    name: "buffers",
    summary: "bytes for all buffers of an op; 0: the maximum of the target",
    default: 0,
};
/// The longest pipeline.
const STAGES: PassOption = PassOption {
    name: "stages",
    summary: "maximum number of loop iterations in flight; 1 disables pipelines",
    default: 4,
};

/// Rows of tiles in a group.
const GROUP: PassOption = PassOption {
    name: "group",
    summary: "rows of tiles in a group of thread blocks; 0: chosen to minimise loads, 1: launch order",
    default: 0,
};

/// The number of the plan that is used.
const PLAN: PassOption = PassOption {
    name: "plan",
    summary: "the number of the plan that agents get, as remarks count them; 0: the one that the model takes",
    default: 0,
};

/// The bytes of an option, or else those of the target.
fn bytes(module: &Module, settings: &Settings, option: &PassOption) -> u32 {
    match u32::try_from(settings.get(option)) {
        Ok(bytes) if bytes > 0 => bytes,
        Ok(_) | Err(_) => target::shared_limit(target::capability(module).unwrap_or(0)),
    }
}

/// The bytes for all buffers of an op.
fn buffers(module: &Module, settings: &Settings) -> u64 {
    room_for_buffers(module, bytes(module, settings, &BUFFERS).into())
}

/// The warps of an option: a power of two.
fn warps(settings: &Settings) -> u32 {
    (settings.get(&WARPS).clamp(1, 32) as u32).next_power_of_two()
}

/// Every pass of level 3, in alphabetical order.
pub static PASSES: &[Pass<TileAs>] = &[
    Pass {
        name: "allocate-shared",
        summary: "allocates shared memory for buffers and for the scratch of ops",
        requires: "a verified module; functions whose shared memory is allocated already are left alone",
        preserves: "everything but the attributes `offset`, `scratch` and `shared_bytes`; run it last: allocations depend on the order of ops",
        admits: None,
        options: &[],
        run: |module, _| allocate_shared(module),
    },
    Pass {
        name: "assign-dot-layouts",
        summary: "chooses the instruction of each matrix product and the fragment layouts of its tiles",
        requires: "a target, planned warps, shared memory that is not allocated; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::is_unallocated),
        options: &[WARPGROUPS],
        run: |module, settings| assign_dot_layouts::run(module, settings.get(&WARPGROUPS) != 0),
    },
    Pass {
        name: "assign-load-store-layouts",
        summary: "chooses layouts of loaded and stored tiles for efficient memory accesses",
        requires: "planned warps, axis info on accesses, shared memory that is not allocated; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::open_layouts),
        options: &[],
        run: |module, _| assign_load_store_layouts::run(module),
    },
    Pass {
        name: "attach-tma-desc-args",
        summary: "creates tensor maps, as kernel parameters, for memory that agents load or store",
        requires: "a target, shared memory that is not allocated; applies to agents that load tiles and store them in stages",
        preserves: "results, bit for bit",
        admits: Some(requires::may_have_agents),
        options: &[],
        run: |module, _| attach_tma_desc_args::run(module),
    },
    Pass {
        name: "canonicalize",
        summary: "removes redundant layout conversions, and the first of two consecutive ones",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level3),
    },
    Pass {
        name: "cse",
        summary: "eliminates common subexpressions; loads are not merged",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level3),
    },
    Pass {
        name: "dce",
        summary: "removes unused ops and unused loop-carried values",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level3),
    },
    Pass {
        name: "generate-schedule",
        summary: "plans agents: which warps copy and which multiply, and how many of each",
        requires: "a target, products whose instructions are not chosen, shared memory that is not allocated; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::has_open_products),
        options: &[PLAN],
        run: |module, settings| schedule::run(module, u32::try_from(settings.get(&PLAN)).unwrap_or(u32::MAX)),
    },
    Pass {
        name: "legalize-fma-dot",
        summary: "lowers products without a matrix instruction to element-wise products from shared memory",
        requires: "a target, products whose instructions are chosen, shared memory that is not allocated",
        preserves: "results, bit for bit",
        admits: Some(requires::is_unallocated),
        options: &[BUFFERS],
        run: |module, settings| legalize_fma_dot::run(module, buffers(module, settings)),
    },
    Pass {
        name: "licm",
        summary: "moves loop-invariant ops before the loop",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level3),
    },
    Pass {
        name: "materialize-async",
        summary: "prefetches operands of products in loops to shared memory by asynchronous copies; in agents, makes products and stores asynchronous too",
        requires: "a target, shared memory that is not allocated; applies to loads whose tiles are stored in buffers",
        preserves: "results, bit for bit",
        admits: Some(requires::may_have_agents),
        options: &[SHARED, STAGES],
        run: |module, settings| {
            let capability = target::capability(module).unwrap_or(0);
            let shared = bytes(module, settings, &SHARED);
            let stages = settings.get(&STAGES).clamp(1, 64) as u32;
            // Before sm_80 there are no asynchronous copies.
            let copies = capability >= 80 && pipeline(module, &Limits { shared, stages });
            async_agents::run(module) || copies
        },
    },
    Pass {
        name: "materialize-schedule",
        summary: "divides the loops of products between the agents that `generate-schedule` planned",
        requires: "a target, a schedule, layouts that are final, program order instead of tokens, shared memory that is not allocated",
        preserves: "results, bit for bit",
        admits: Some(requires::may_have_agents),
        options: &[],
        run: |module, _| materialize_schedule::run(module),
    },
    Pass {
        name: "order-tile-blocks",
        summary: "orders tile blocks so that concurrent thread blocks compute neighbouring tiles and share data in the L2 cache",
        requires: "a target, a schedule, products whose instructions are not chosen; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::has_open_products),
        options: &[GROUP],
        run: |module, settings| {
            order_tile_blocks::run(
                module,
                settings.get(&GROUP).clamp(0, order_tile_blocks::MOST_ROWS.into()) as u32,
            )
        },
    },
    Pass {
        name: "place-barriers",
        summary: "replaces tokens by program order, with barriers between accesses of different threads that may alias",
        requires: "layouts that are final; no agents",
        preserves: "results, bit for bit; tokens are gone",
        admits: Some(requires::no_agents),
        options: &[],
        run: |module, _| place_barriers::run(module),
    },
    Pass {
        name: "plan-cta",
        summary: "chooses the number of warps for a tile block",
        requires: "a target, products whose instructions are not chosen, shared memory that is not allocated; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::has_open_products),
        options: &[WARPS],
        run: |module, settings| plan_cta::run(module, warps(settings)),
    },
    Pass {
        name: "remove-layout-conversions",
        summary: "propagates layouts from ops that require them, so that few conversions remain",
        requires: "a verified module whose shared memory is not allocated; no agents",
        preserves: "results, bit for bit",
        admits: Some(requires::open_layouts),
        options: &[],
        run: |module, _| remove_layout_conversions::run(module),
    },
    Pass {
        name: "slice-and-fuse",
        summary: "chooses the number of slices for matrix products that do not fit in shared memory",
        requires: "products whose instructions are chosen, shared memory that is not allocated",
        preserves: "results, bit for bit",
        admits: Some(requires::is_unallocated),
        options: &[BUFFERS],
        run: |module, settings| slice_and_fuse::run(module, buffers(module, settings)),
    },
    Pass {
        name: "stage-dot-operands",
        summary: "stages operands of matrix instructions in shared memory",
        requires: "layouts that are final, shared memory that is not allocated",
        preserves: "results, bit for bit",
        admits: Some(requires::is_unallocated),
        options: &[BUFFERS],
        run: |module, settings| stage_dot_operands::run(module, buffers(module, settings)),
    },
    Pass {
        name: "stage-tiles",
        summary: "stages tiles that are joined or sliced in shared memory",
        requires: "a target, shared memory that is not allocated",
        preserves: "results, bit for bit",
        admits: Some(requires::is_unallocated),
        options: &[BUFFERS],
        run: |module, settings| stage_tiles::run(module, buffers(module, settings)),
    },
    Pass {
        name: "take-over-tiles",
        summary: "repeats agents for the tiles of thread blocks that have not started, as `generate-schedule` planned",
        requires: "a target, agents whose loads and products are not asynchronous yet",
        preserves: "results, bit for bit",
        admits: Some(requires::may_have_agents),
        options: &[],
        run: |module, _| take_over_tiles::run(module),
    },
];

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    pipeline.run(module, &mut Unwatched).expect("passes of a clean-up take every verified module")
}
