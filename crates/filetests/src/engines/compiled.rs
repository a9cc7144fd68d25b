//! Programs compiled for every target, and run by the emulator of PTX.
//!
//! What the reference interpreter fixes must come out bit for bit, NaN aside: of NaNs the hardware has one of its own. What
//! is not compiled yet is listed here, by program, with what the refusal says; a program that compiles after all fails the
//! test until it is taken off the list.

use libtest_mimic::{Failed, Trial};
use reference::Reference;
use tilewright::driver::engine::Compiled;
use tilewright::driver::run::EngineKind;
use tilewright::launch::Options;
use tilewright::launch::arg::Bound;
use tilewright::numerics::{Format, Scalar};

use super::exactness::Taint;
use super::facts::Facts;
use super::{Case, STEPS, case};
use crate::{files, header};

/// One target of each kind of machine code: mma.sync alone, with clusters, and the two of Blackwell.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// Instructions of all threads of a run.
const INSTRUCTIONS: u64 = 400_000_000;

/// What refusals say of what is not compiled yet.
const NOT_YET: &[&str] = &["is not compiled yet", "is not compiled: "];

/// What is not compiled yet.
const REFUSED: &[(&str, &str)] = &[
    ("tests/run/atomics/modes.mlir", "memory of the tile block"),
    ("tests/run/extension/functions.mlir", "memory of the tile block"),
    ("tests/run/memory/alloca.mlir", "memory of the tile block"),
    ("tests/run/words/seeds.mlir", "memory of the tile block"),
    ("tests/run/views/four_bits.mlir", "elements that share bytes of memory"),
];

/// One test a program and target.
pub(super) fn trials() -> Vec<Trial> {
    let paths: Vec<String> =
        files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir")).collect();
    let each = |target: &'static str| {
        paths
            .clone()
            .into_iter()
            .map(move |path| Trial::test(format!("compiled {target} {path}"), move || test(&path, target)))
    };
    TARGETS.into_iter().flat_map(each).collect()
}

/// Random programs of one test.
const RANDOM: u64 = 40;

/// Tests of random programs.
pub(super) fn random_trials() -> Vec<Trial> {
    let all = (0..8u64).map(|number| {
        let first = number * RANDOM;
        Trial::test(format!("compiled random {first}.."), move || Ok(random(first, RANDOM)?))
    });
    all.collect()
}

/// Compiles random programs, each for one target, and compares what they do. Most must compile.
fn random(first: u64, count: u64) -> Result<(), String> {
    let all = smith::foci();
    let mut refused = 0;
    for seed in first..first + count {
        let (version, focus) = super::focus(&all, seed);
        let module = smith::generate(seed, &smith::Options { version, focus, ..smith::Options::default() });
        let case = super::random_case(&module, version, vec![1]);
        let target = TARGETS[(seed / 4 % 4) as usize];
        match compare(&case, "", target) {
            Ok(()) => {}
            Err(error) if NOT_YET.iter().any(|text| error.contains(text)) => refused += 1,
            Err(error) => return Err(format!("seed {seed}, {target}: {error}")),
        }
    }
    if refused * 2 > count { Err(format!("{refused} of {count} do not compile")) } else { Ok(()) }
}

fn test(path: &str, target: &str) -> Result<(), Failed> {
    let Some((_, module)) = crate::property::valid_module(path)? else { return Ok(()) };
    for run in header::runs(&files::read(path)?)? {
        let mut words = vec!["tilewright".to_owned(), run.words[0].clone(), path.to_owned()];
        words.extend(run.words[1..].iter().cloned());
        let Some(request) = cli::run_request(&words) else { continue };
        if request.engine.is_some_and(|engine| engine != EngineKind::Reference) {
            continue;
        }
        let case = case(&module, &request)?;
        compare(&case, path, target).map_err(|error| format!("{}: {error}", run.words.join(" ")))?;
    }
    Ok(())
}

fn compare(case: &Case<'_>, path: &str, target: &str) -> Result<(), String> {
    let name = case.entry_name();
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    let mut expected = case.bind()?;
    let mut printed = String::new();
    {
        let mut launch = expected.launch(&name, case.grid);
        let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
        // A program without meaning may do anything.
        let ran = Reference::default().run(case.module, &mut launch, &mut options, &mut facts);
        if ran.is_err() {
            return Ok(());
        }
    }
    let listed = REFUSED.iter().find(|(listed, _)| *listed == path);
    let compiled = match (Compiled::new(case.module, &name, target), listed) {
        (Ok(compiled), None) => compiled,
        (Ok(_), Some(_)) => return Err("compiles by now: take it off the list".to_owned()),
        (Err(found), Some((_, why))) if found[0].message.contains(why) => return Ok(()),
        (Err(found), _) => return Err(format!("does not compile: {}", found[0].message)),
    };
    let mut found = case.bind()?;
    let mut output = String::new();
    let mut options = Options { step_budget: Some(INSTRUCTIONS), ..Options::new(&mut output) };
    let ran = compiled.launch(&mut found.launch(&name, case.grid), &mut options);
    ran.map_err(|error| format!("{target}: {error}"))?;
    let taint = Taint::new(case.module, case.entry, &facts, case.contending_blocks());
    if case.grid.blocks() == 1 && !taint.prints(case.module, case.entry) && output != printed {
        return Err(format!("prints {output:?} instead of {printed:?}"));
    }
    memory(&taint, &expected, &found)
}

fn memory(taint: &Taint, expected: &Bound, found: &Bound) -> Result<(), String> {
    for (expected, found) in expected.buffers.iter().zip(&found.buffers) {
        let (left, right) = (expected.buffer.view(), found.buffer.view());
        if taint.parameter(expected.argument) || expected.buffer.bytes() == found.buffer.bytes() {
            continue;
        }
        let element = expected.buffer.element();
        let differs = (0..left.len()).find(|&index| !same(element, left.get(index), right.get(index)));
        if let Some(index) = differs {
            return Err(format!(
                "element {index} of argument {} is {:x?} instead of {:x?}",
                expected.argument + 1,
                right.get(index),
                left.get(index),
            ));
        }
    }
    Ok(())
}

/// Equal bits, or both NaN.
fn same(element: Scalar, left: Option<u64>, right: Option<u64>) -> bool {
    let nan =
        |bits: Option<u64>| Format::of(element).zip(bits).is_some_and(|(format, bits)| format.is_nan(bits));
    left == right || (nan(left) && nan(right))
}
