//! Whole programs at level 2: every valid file of `tests/`, the programs of the seeds where they are, and what cuTile Python
//! writes where its package is. Each is lowered as it is and cleaned up; the result verifies and reads back, and so it does
//! when the passes of level 2 have run.

#![allow(clippy::disallowed_methods, reason = "its tests are files")]

mod golden;
mod sources;

use cuda_tile::Module;
use diag::{Source, render_short};
use tileaa::{TileAa, from_cuda_tile};

/// Checks all and fails with all complaints at once; gives how many there were.
fn check_all(programs: impl IntoIterator<Item = (String, Module)>) -> usize {
    let mut count = 0;
    let mut complaints = Vec::new();
    for (name, module) in programs {
        count += 1;
        let mut clean = module.clone();
        opt::clean_up(&mut clean);
        for module in [&module, &clean] {
            if let Err(complaint) = lowers(module) {
                complaints.push(format!("{name}: {complaint}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
    count
}

fn lowers(module: &Module) -> Result<(), String> {
    let lowered = match from_cuda_tile::lower(module, Some("sm_90a")) {
        Ok(lowered) => lowered,
        // Functions that only the caller can supply, and parameters that no launch can pass.
        Err(found) if found.iter().all(|diagnostic| diagnostic.code == from_cuda_tile::REFUSED) => {
            return Ok(());
        }
        Err(found) => return Err(found[0].message.clone()),
    };
    reads_back(&lowered)?;
    let _ = tileaa::axis_info::AxisAnalysis::of(&lowered);
    let mut clean = lowered;
    tileaa::passes::clean_up(&mut clean);
    reads_back(&clean)
}

/// The module verifies, and its text reads back as the same.
fn reads_back(module: &tileaa::Module) -> Result<(), String> {
    let text = ir::generic::print(module, false);
    if let Some(first) = ir::generic::verify(module).first() {
        return Err(format!("{}\n{text}", render_short(first, None)));
    }
    let source = Source::new("level 2", text.clone());
    let parsed = ir::generic::parse::<TileAa>(&source);
    let Some(again) = parsed.module else {
        return Err(format!("{}\n{text}", render_short(&parsed.diagnostics[0], Some(&source))));
    };
    if let Some(first) = ir::generic::verify(&again).first() {
        return Err(format!("read back: {}\n{text}", render_short(first, Some(&source))));
    }
    if ir::generic::print(&again, false) == text {
        Ok(())
    } else {
        Err(format!("reads back as another:\n{text}"))
    }
}

#[test]
fn every_valid_file_lowers() {
    let count = check_all(sources::files());
    assert!(count > 150, "only {count} programs");
}

#[test]
fn programs_of_the_seeds_lower() {
    if let Some(programs) = sources::seeds() {
        let count = check_all(programs);
        assert!(count >= 20, "only {count} programs");
    }
}

#[test]
fn what_cutile_writes_lowers() {
    if let Some(programs) = sources::cutile() {
        let count = check_all(programs);
        assert!(count >= 60, "only {count} kernels");
    }
}
