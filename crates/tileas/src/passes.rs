//! Every pass of level 3.

use ir::pass::{Pass, PassOption, Pipeline, Unmet, Unwatched};
use ir::transform;
use ir::walk::preorder;

use crate::from_tileaa::Options;
use crate::semantics::Level3;
use crate::transform::{Limits, allocate_shared, is_allocated, pipeline};
use crate::{Module, Opcode, TileAs, target};

/// What `tilewright opt` runs by default. Tiles stay in loops, where they are needed, because registers are few. Compiling
/// runs [`lowering`] instead.
pub const CLEAN_UP: &str = "canonicalize,cse,dce";

/// The passes between the conversion from level 2 and that to level 4.
pub fn lowering(options: &Options) -> String {
    let Options { shared, stages, .. } = options;
    format!("materialize-async{{shared={shared},stages={stages}}},allocate-shared")
}

/// Shared memory that a thread block may have.
const SHARED: PassOption = PassOption {
    name: "shared",
    summary: "bytes of shared memory that a thread block may have; 0: what the target has",
    default: 0,
};
/// The longest pipeline.
const STAGES: PassOption = PassOption {
    name: "stages",
    summary: "iterations of a loop that may be in flight; 1 makes no pipelines",
    default: 4,
};

/// The module names a target.
fn has_target(module: &Module) -> Result<(), Unmet> {
    match target::capability(module) {
        Some(_) => Ok(()),
        None => Err(Unmet::new(
            "the module names no target",
            "write `<target = \"sm_80\">` behind the name of the module",
        )),
    }
}

/// The module names a target, and nothing has a place in shared memory yet.
fn is_unallocated(module: &Module) -> Result<(), Unmet> {
    has_target(module)?;
    let mut ops = preorder(&module.body, module.root);
    if ops.any(|op| module.opcode(op) == Opcode::Func && is_allocated(module, op)) {
        return Err(Unmet::new(
            "shared memory is already allocated, and this pass makes new buffers",
            "run it before `allocate-shared`",
        ));
    }
    Ok(())
}

/// Every pass of level 3, in alphabetical order.
pub static PASSES: &[Pass<TileAs>] = &[
    Pass {
        name: "allocate-shared",
        summary: "gives buffers, and the scratch of each op, their place in shared memory",
        requires: "a verified module; functions whose shared memory is allocated already are left alone",
        preserves: "everything but the attributes `offset`, `scratch` and `shared_bytes`; run it last, since allocations are for the order of ops that is there",
        admits: None,
        options: &[],
        run: |module, _| allocate_shared(module),
    },
    Pass {
        name: "canonicalize",
        summary: "removes conversions of layouts that change nothing, and the first of two",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level3),
    },
    Pass {
        name: "cse",
        summary: "replaces an op that computes what an earlier one has computed; loads stay",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level3),
    },
    Pass {
        name: "dce",
        summary: "removes ops and carried values that nobody uses",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level3),
    },
    Pass {
        name: "licm",
        summary: "moves what every iteration of a loop computes alike before the loop",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level3),
    },
    Pass {
        name: "materialize-async",
        summary: "copies what the products of a loop read to shared memory asynchronously, iterations ahead",
        requires: "a target, shared memory that is not allocated; finds loads whose tiles are stored in buffers",
        preserves: "results, bit for bit",
        admits: Some(is_unallocated),
        options: &[SHARED, STAGES],
        run: |module, settings| {
            let capability = target::capability(module).unwrap_or(0);
            let shared = match u32::try_from(settings.get(&SHARED)) {
                Ok(bytes) if bytes > 0 => bytes,
                Ok(_) | Err(_) => target::shared_limit(capability),
            };
            let stages = settings.get(&STAGES).clamp(1, 64) as u32;
            // Before sm_80 there are no asynchronous copies.
            capability >= 80 && pipeline(module, &Limits { shared, stages })
        },
    },
];

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    pipeline.run(module, &mut Unwatched).expect("passes of a clean-up take every verified module")
}
