//! Random programs: passes keep them valid, of the same version, and what they compute the same, bit for bit.

mod judge;

use cuda_tile::Module;
use ir::Version;
use ir::pass::{Pipeline, Unwatched};
use judge::same_after;
use smith::{expressions, foci, generate};

#[test]
fn clean_up_changes_no_result() {
    let (mut compared, mut changed) = (0, 0);
    // Every seventh, which is every op all the same: there are more types than that to most.
    for (seed, (opcode, scalar, version)) in foci().into_iter().enumerate().step_by(7) {
        let options = smith::Options { version, focus: vec![(opcode, scalar)], ..smith::Options::default() };
        let module = generate(seed as u64, &options);
        let (better, ran) = same_after(&module, version, seed as u64, clean_up_once);
        compared += u32::from(ran);
        changed += u32::from(better);
    }
    assert!(compared > 100, "only {compared} programs ran to their end");
    assert!(changed > 100, "only {changed} programs changed");
}

/// Cleans up; a clean module has nothing left to do.
fn clean_up_once(module: &mut Module) -> bool {
    let changed = opt::clean_up(module);
    assert!(!opt::clean_up(&mut module.clone()), "a clean module changes again");
    changed
}

#[test]
fn rewrites_of_expressions_are_exact() {
    for seed in 0..150 {
        let module = expressions::generate(seed, 40);
        let (changed, ran) = same_after(&module, Version::LATEST, seed, clean_up_once);
        assert!(changed && ran, "seed {seed}");
    }
}

#[test]
fn every_pass_alone_changes_no_result() {
    for pass in opt::PASSES.iter().filter(|pass| pass.name != "fuse-fma") {
        for seed in 0..15 {
            let alone = |module: &mut Module| {
                let pipeline = Pipeline::parse(pass.name, opt::PASSES).expect("the name of a pass");
                pipeline.run(module, &mut Unwatched).expect("takes every verified module")
            };
            same_after(&expressions::generate(seed, 40), Version::LATEST, seed, alone);
        }
    }
}
