//! From level 2 to level 3: the path of each kernel, the parts of its tile blocks, and the passes of level 3.

use diag::Diagnostic;
use tileaa::swap_operands::{self, Instruction};
use tileas::attributes::ExecutionPath;
use tileas::from_tileaa::NoRoom;
use tileas::transform::{picks_rows, swaps_operands};

use super::{Compiled, Emit, Options};
use crate::clusters::Clusters;
use crate::remarks;
use crate::targets::TargetRow;
use crate::watch::{Recorder, Shown};
use crate::{path, trial};

/// Iterations of a loop whose loads are in flight at most.
const STAGES: u32 = 4;

/// From level 2 to level 3, with everything that its passes decide; kernels that were refused get no agents.
pub(super) fn tiles_of_threads(
    module: &mut tileaa::Module,
    target: (&TargetRow, &[NoRoom]),
    options: &Options,
    compiled: &mut Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<tileas::Module, Vec<Diagnostic>> {
    recorder.clean_up(module);
    let how = parts(module, target, options, compiled, recorder)?;
    if options.remarks {
        compiled.remarks.extend(remarks::of_accesses(module));
        compiled.remarks.extend(remarks::of_live_tiles(module));
    }
    let convert = |module: &_| Ok::<_, Vec<Diagnostic>>(tileas::from_tileaa::convert(module, &how));
    let mut made = recorder.converted(module, convert, Shown::level())?;
    path::admits(&made, options.path)?;
    path::has_plan(&made, &how)?;
    for (pass, settings) in tileas::passes::steps(&how) {
        if options.remarks && (!options.advice_only || remarks::ADVISING_PASSES.contains(&pass)) {
            let decisions = tileas::passes::decisions(pass, &made, &how);
            compiled.remarks.extend(remarks::of_decisions(pass, &made, &decisions));
        }
        recorder.pipeline(&format!("{pass}{settings}"), &mut made)?;
    }
    Ok(made)
}

/// Chooses the path of each kernel, and cuts tile blocks into parts, where they are for clusters or too large, and products that
/// are too deep; gives how level 3 is made.
fn parts(
    module: &mut tileaa::Module,
    (row, refused): (&TargetRow, &[NoRoom]),
    options: &Options,
    compiled: &mut Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<tileas::from_tileaa::Options, Vec<Diagnostic>> {
    let mut how = with_layouts((row, refused), options);
    let [clusters, slices, loops] = tileaa::passes::parts(how.capability, how.shared);
    let mut changed = false;
    let wanted = path::Wanted { path: options.path, emits_ptx: options.emit != Emit::Llvm };
    if path::may_have_agents(module, &how, wanted) {
        changed = recorder.pipeline(tileaa::passes::NEST_EXITS, module)?;
        if changed {
            recorder.clean_up(module);
        }
    }
    changed |= recorder.pipeline(&clusters, module)?;
    (how.path, how.divisions) = path::choose(module, &how, wanted);
    if trial::has_padded_streams(module) && recorder.pipeline(tileaa::passes::MASK_PADDING, module)? {
        recorder.clean_up(module);
    }
    if trial::may_have_batches(module) && recorder.pipeline(tileaa::passes::SPLIT_BATCHES, module)? {
        recorder.clean_up(module);
    }
    if picks_rows(how.capability) && recorder.pipeline(tileaa::passes::RAISE_GATHERS, module)? {
        recorder.clean_up(module);
    }
    if swaps_operands(how.capability) {
        if options.remarks {
            let instruction = Instruction::of_capability(how.capability.into());
            compiled.remarks.extend(remarks::of_swaps(module, &swap_operands::decide(module, instruction)));
        }
        changed |= recorder.pipeline(&tileaa::passes::swap_operands(how.capability), module)?;
    }
    if options.remarks {
        compiled.remarks.extend(remarks::of_hints(module, &Clusters::of(module, row, &how.divisions)));
    }
    // The part of a thread block of a cluster may still be too large for one thread block.
    if tileaa::split::has_clusters(module) && recorder.pipeline(tileaa::passes::SPLIT_TILE_BLOCKS, module)? {
        changed = true;
        recorder.clean_up(module);
    }
    if options.remarks {
        let found = tileaa::split::decide_slices(module, how.shared.into());
        compiled.remarks.extend(remarks::of_slices(module, &found));
    }
    changed |= recorder.pipeline(&slices, module)?;
    if options.remarks {
        let found = tileaa::slice_loops::decide(module, how.shared.into());
        compiled.remarks.extend(remarks::of_loops(module, how.shared.into(), &found));
    }
    changed |= recorder.pipeline(&loops, module)?;
    if changed {
        recorder.clean_up(module);
    }
    Ok(how)
}

/// How level 3 is made for a target, before the path is chosen.
fn with_layouts((row, refused): (&TargetRow, &[NoRoom]), options: &Options) -> tileas::from_tileaa::Options {
    let capability = row.target().map_or(0, |target| target.number.into());
    let shared = tileas::target::shared_limit(capability);
    tileas::from_tileaa::Options {
        target: row.name.to_owned(),
        capability,
        warps: options.warps,
        shared,
        stages: STAGES,
        path: ExecutionPath::Universal,
        required: options.path.is_some_and(|path| path != ExecutionPath::Universal),
        buffers: shared,
        warpgroups: options.emit != Emit::Llvm,
        group: options.tile_group,
        plan: options.plan,
        divisions: Vec::new(),
        refused: refused.to_vec(),
    }
}
