//! A program compiled for a target and run by the emulator of PTX, compared with the reference interpreter.
//!
//! Results that the reference interpreter defines must be equal bit for bit, except for NaN: of NaNs the hardware has one of
//! its own.

use libtest_mimic::Failed;
use reference::sanitize::{self, Kind, Kinds, Settings};
use reference::{NoObserver, Reference};
use tilewright::cuda_tile::Module;
use tilewright::driver::engine::Compiled;
use tilewright::driver::run::EngineKind;
use tilewright::launch::Options;

use super::exactness::Taint;
use super::expected::{Wanted, memory};
use super::facts::Facts;
use super::instrumented::{self, Probe};
use super::{Case, STEPS, case};
use crate::{files, header};

/// Instructions of all threads of a run. Products without an instruction are added up element by element: those of
/// tests/run/agents/scaled.mlir take 511 million on sm_80 with constants in memory.
const INSTRUCTIONS: u64 = 800_000_000;
/// The same of a run of [`compare_checked`].
const CHECKED_INSTRUCTIONS: u64 = 2 * INSTRUCTIONS;
/// The target among those that are tested that reaches the memory of other devices, and how others refuse a program that does.
const REACHING: &str = "sm_100a";
const OUT_OF_REACH: &str = "does not compile: Incompatibility with architecture ";
/// Tile blocks of programs that tests check.
const MAX_TESTED_BLOCKS: u64 = 8;

/// The prefix of an error of [`compare`] when the compiler refuses a program.
pub(super) const REFUSED: &str = "does not compile: ";

/// How an entry of a module is compiled for a target; what is wrong begins with [`REFUSED`] when it is refused.
pub(super) type Compile = fn(&Module, &str, &str) -> Result<Compiled, String>;

/// The result of comparing the behaviour of a program for a target: false if it is undefined, an error with the differences.
pub(super) type Compared = Result<bool, String>;

/// Compares what a program does for each of these targets.
pub(super) type Compare = fn(&Case<'_>, &[&str]) -> Vec<Compared>;

/// As the engine `ptx-emu` does it.
pub(super) fn own(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    Compiled::new(module, entry, target).map_err(|found| format!("{REFUSED}{}", found[0].message))
}

/// Whether no token orders two accesses to the same memory: random slices sometimes overlap.
pub(super) fn is_racy(case: &Case<'_>) -> Result<bool, String> {
    let mut bound = case.bind()?;
    let mut printed = String::new();
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let name = case.entry_name();
    let mut launch = bound.launch(&name, case.grid);
    let settings = Settings { kinds: Kinds::NONE.with(Kind::Races), further_schedules: 0 };
    let engine = Reference::default();
    let report = sanitize::run(&engine, case.module, &mut launch, &mut options, &mut NoObserver, &settings);
    Ok(!report.map_err(|error| error.to_string())?.findings.is_empty())
}

/// Runs each command of a file under the emulator's checks, in `orders` orders of warps; an error is what they find.
pub(super) fn check_file_by(path: &str, target: &str, orders: u64, compile: Compile) -> Result<(), String> {
    let Some((_, module)) = crate::property::valid_module(path).map_err(|error| format!("{error:?}"))? else {
        return Ok(());
    };
    for run in header::runs(&files::read(path).map_err(|error| error.to_string())?)? {
        let mut words = vec!["tilewright".to_owned(), run.words[0].clone(), path.to_owned()];
        words.extend(run.words[1..].iter().cloned());
        let Some(request) = cli::run_request(&words) else { continue };
        if request.engine.is_some_and(|engine| engine != EngineKind::Reference) {
            continue;
        }
        let case = case(&module, &request)?;
        if case.grid.blocks() <= MAX_TESTED_BLOCKS && has_meaning(&case)? {
            match check(&case, target, orders, compile) {
                Err(error) if !is_out_of_reach(&error, target) => {
                    return Err(format!("{}: {error}", run.words.join(" ")));
                }
                Ok(()) | Err(_) => {}
            }
        }
    }
    Ok(())
}

pub(super) fn has_meaning(case: &Case<'_>) -> Result<bool, String> {
    let mut bound = case.bind()?;
    let mut printed = String::new();
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let name = case.entry_name();
    let mut launch = bound.launch(&name, case.grid);
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    Ok(Reference::default().run(case.module, &mut launch, &mut options, &mut facts).is_ok())
}

/// Checks a program in some orders of warps; an error is the first finding.
pub(super) fn check(case: &Case<'_>, target: &str, orders: u64, compile: Compile) -> Result<(), String> {
    let name = case.entry_name();
    let compiled = compile(case.module, &name, target)?;
    for seed in 0..orders {
        let mut bound = case.bind()?;
        let found = compiled.check(&mut bound.launch(&name, case.grid), seed, INSTRUCTIONS);
        let found = found.map_err(|error| format!("{target}, order {seed}: {error}"))?;
        if let Some(first) = found.first() {
            return Err(format!("{target}, order {seed}: {first}"));
        }
    }
    Ok(())
}

/// Compares what each command of a file does.
pub(super) fn compare_file(path: &str, target: &str, compare: Compare) -> Result<(), Failed> {
    let Some((_, module)) = crate::property::valid_module(path)? else { return Ok(()) };
    for run in header::runs(&files::read(path)?)? {
        let mut words = vec!["tilewright".to_owned(), run.words[0].clone(), path.to_owned()];
        words.extend(run.words[1..].iter().cloned());
        let Some(request) = cli::run_request(&words) else { continue };
        if request.engine.is_some_and(|engine| engine != EngineKind::Reference) {
            continue;
        }
        let case = case(&module, &request)?;
        for compared in compare(&case, &[target]) {
            match compared {
                Err(error) if !is_out_of_reach(&error, target) => {
                    return Err(format!("{}: {error}", run.words.join(" ")).into());
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    Ok(())
}

/// Whether a target refuses a program because it does not reach the memory of other devices.
pub(super) fn is_out_of_reach(error: &str, target: &str) -> bool {
    target != REACHING && error.starts_with(OUT_OF_REACH)
}

/// Runs a program under checks in some orders of warps, and compares memory in each. What has no meaning for the reference
/// interpreter is an error too.
pub(super) fn compare_checked(
    case: &Case<'_>,
    target: &str,
    orders: u64,
    compile: Compile,
) -> Result<(), String> {
    let name = case.entry_name();
    let compiled = compile(case.module, &name, target)?;
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    let bound = case.bind()?;
    let mut expected = bound.clone();
    let mut printed = String::new();
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let ran = Reference::default().run(
        case.module,
        &mut expected.launch(&name, case.grid),
        &mut options,
        &mut facts,
    );
    ran.map_err(|error| format!("reference: {error}"))?;
    let taint = Taint::new(case.module, case.entry, &facts, case.contending_blocks());
    for seed in 0..orders {
        let mut bound = bound.clone();
        let found = compiled.check(&mut bound.launch(&name, case.grid), seed, CHECKED_INSTRUCTIONS);
        let found = found.map_err(|error| format!("order {seed}: {error}"))?;
        if let Some(first) = found.first() {
            return Err(format!("order {seed}: {first}"));
        }
        memory(&taint, &expected.buffers, &bound.buffers)
            .map_err(|error| format!("order {seed}: {error}"))?;
    }
    Ok(())
}

/// Compares a program that writes its tiles to memory, or the unchanged program if that would be undefined.
pub(super) fn compare(case: &Case<'_>, targets: &[&str], compile: Compile) -> Vec<Compared> {
    let blocks = case.grid.blocks();
    let compared = instrumented::instrument(case.module, case.entry, blocks).and_then(|(module, probes)| {
        let mut args = case.args.clone();
        args.extend(probes.iter().map(|probe| probe.argument(blocks)));
        let instrumented = Case { module: &module, args, threads: Vec::new(), ..*case };
        compare_written(&instrumented, targets, compile, &probes).transpose()
    });
    let compared = match compared {
        Some(compared) => compared,
        None => compare_written(case, targets, compile, &[])
            .map(|compared| compared.unwrap_or_else(|| vec![Ok(false); targets.len()])),
    };
    compared.unwrap_or_else(|error| vec![Err(error); targets.len()])
}

/// Compares memory and prints for each target; none when the program has no meaning.
pub(super) fn compare_written(
    case: &Case<'_>,
    targets: &[&str],
    compile: Compile,
    probes: &[Probe],
) -> Result<Option<Vec<Compared>>, String> {
    let name = case.entry_name();
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    let bound = case.bind()?;
    let mut expected = bound.clone();
    let mut printed = String::new();
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let ran = Reference::default().run(
        case.module,
        &mut expected.launch(&name, case.grid),
        &mut options,
        &mut facts,
    );
    // A program without meaning may do anything.
    if ran.is_err() {
        return Ok(None);
    }
    let taint = Taint::new(case.module, case.entry, &facts, case.contending_blocks());
    let wanted = Wanted { case, probes, facts: &facts, taint, expected: &expected, printed: &printed };
    let on = |&target: &&str| {
        let compiled = compile(case.module, &name, target)?;
        let mut found = bound.clone();
        let mut output = String::new();
        let mut options = Options { step_budget: Some(INSTRUCTIONS), ..Options::new(&mut output) };
        let ran = compiled.launch(&mut found.launch(&name, case.grid), &mut options);
        ran.map_err(|error| format!("{target}: {error}"))?;
        wanted.compare(&found, &output)?;
        Ok(true)
    };
    Ok(Some(targets.iter().map(on).collect()))
}
