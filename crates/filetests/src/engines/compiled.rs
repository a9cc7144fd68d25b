//! Programs compiled for every target, and run by the emulator of PTX.
//!
//! Results that the reference interpreter defines must be equal bit for bit, except for NaN: of NaNs the hardware has one of
//! its own.

use libtest_mimic::{Failed, Trial};
use reference::sanitize::{self, Kind, Kinds, Settings};
use reference::{NoObserver, Reference};
use tilewright::Version;
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::driver::engine::Compiled;
use tilewright::driver::run::EngineKind;
use tilewright::launch::Options;
use tilewright::numerics::Scalar;

use super::exactness::Taint;
use super::expected::{Wanted, memory};
use super::facts::Facts;
use super::instrumented::{self, Probe};
use super::{Case, STEPS, agents, case, clusters, opaque_constants};
use crate::{files, header};

/// One target of each kind of machine code: mma.sync alone, with clusters, and the two of Blackwell.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// Instructions of all threads of a run. Products without an instruction are added up element by element: those of
/// tests/run/agents/scaled.mlir take 511 million on sm_80 with constants in memory.
const INSTRUCTIONS: u64 = 800_000_000;
/// The same of a run of [`compare_checked`].
const CHECKED_INSTRUCTIONS: u64 = 2 * INSTRUCTIONS;

/// Orders of warps that a test checks each program in; the campaign `compile` takes more.
const ORDERS: u64 = 1;
/// The same for programs that are designed to mislead a compiler, or that request clusters, which are checked on every target.
const TRAP_ORDERS: u64 = 4;
/// Where these are.
const TRAPS: [&str; 3] = ["tests/run/traps/", "tests/run/clusters/", "tests/run/multimem/"];
/// The target among these that reaches the memory of other devices, and how others refuse a program that does.
const REACHING: &str = "sm_100a";
const OUT_OF_REACH: &str = "does not compile: Incompatibility with architecture ";
/// The target for which programs with added cluster hints are checked: the first one with clusters.
const CLUSTERED: &str = "sm_90a";
/// Orders of warps for these. Each executes the whole program again, so tests use the smallest number of different ones.
const CLUSTER_ORDERS: u64 = 2;
/// Tile blocks of programs that tests check.
const MAX_TESTED_BLOCKS: u64 = 8;

/// The result of a program on a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It does what the reference interpreter does.
    Equal,
    /// The reference interpreter stopped it, or it has a data race.
    Undefined,
    /// It was refused, and why.
    Refused(String),
}

/// The prefix of an error of [`compare`] when the compiler refuses a program.
pub(super) const REFUSED: &str = "does not compile: ";

/// How an entry of a module is compiled for a target; what is wrong begins with [`REFUSED`] when it is refused.
pub(super) type Compile = fn(&Module, &str, &str) -> Result<Compiled, String>;

/// The result of comparing the behaviour of a program for a target: false if it is undefined, an error with the differences.
pub(super) type Compared = Result<bool, String>;

/// Compares what a program does for each of these targets.
pub(super) type Compare = fn(&Case<'_>, &[&'static str]) -> Vec<Compared>;

/// As the engine `ptx-emu` does it.
pub(super) fn own(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    Compiled::new(module, entry, target).map_err(|found| format!("{REFUSED}{}", found[0].message))
}

/// A number that depends on the text alone.
fn hash(text: &str) -> usize {
    text.bytes().fold(0, |hash: usize, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
}

/// One test a program and target.
pub(super) fn trials() -> Vec<Trial> {
    let paths: Vec<String> =
        files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir")).collect();
    // Unknown constants are tried for one target each; the campaign `compile` tries all. The target follows from the path,
    // so that a new file changes the test of no other.
    let each = |number: usize| {
        let target = TARGETS[number];
        paths.clone().into_iter().map(move |path| {
            let compare = if hash(&path) % TARGETS.len() == number { compare_both } else { compare_own };
            Trial::test(format!("compiled {target} {path}"), move || compare_file(&path, target, compare))
        })
    };
    let checks = |path: String, target: &'static str, orders: u64| {
        let name = format!("compiled and checked {target} {path}");
        Trial::test(name, move || Ok(check_file(&path, target, orders)?))
    };
    let in_clusters = |path: String| {
        let name = format!("compiled in clusters and checked {CLUSTERED} {path}");
        Trial::test(name, move || Ok(check_file_by(&path, CLUSTERED, CLUSTER_ORDERS, clusters::compile)?))
    };
    let clustered: Vec<Trial> = paths.iter().cloned().map(in_clusters).collect();
    let (traps, others): (Vec<String>, Vec<String>) =
        paths.iter().cloned().partition(|path| TRAPS.iter().any(|folder| path.starts_with(folder)));
    let checked = others.into_iter().map(|path| checks(path, TARGETS[0], ORDERS));
    let of_traps = |path: String| TARGETS.map(|target| checks(path.clone(), target, TRAP_ORDERS));
    let trapped = traps.into_iter().flat_map(of_traps);
    (0..TARGETS.len())
        .flat_map(each)
        .chain(checked)
        .chain(trapped)
        .chain(clustered)
        .chain(agents::trials())
        .collect()
}

/// Targets that campaigns compile for.
pub fn targets() -> [&'static str; 4] {
    TARGETS
}

/// The random program of a seed, with what it was asked to hold.
pub fn random_program(seed: u64) -> (Module, Version, Vec<(Opcode, Scalar)>) {
    let (version, focus) = super::focus(&smith::foci(), seed);
    let options = smith::Options { version, focus: focus.clone(), ..smith::Options::default() };
    (smith::generate(seed, &options), version, focus)
}

/// Compiles a random program for each of these targets, and compares what it does; an error is what differs.
pub fn compare_random(
    module: &Module,
    version: Version,
    targets: &[&'static str],
) -> Vec<Result<Outcome, String>> {
    compare_random_by(module, version, targets, compare_both)
}

/// As [`compare_random`], compiled in another way.
pub(super) fn compare_random_by(
    module: &Module,
    version: Version,
    targets: &[&'static str],
    compare: Compare,
) -> Vec<Result<Outcome, String>> {
    let case = super::random_case(module, version, vec![1]);
    let outcome = |compared: Compared| match compared {
        Ok(true) => Ok(Outcome::Equal),
        Ok(false) => Ok(Outcome::Undefined),
        Err(error) => match error.strip_prefix(REFUSED) {
            Some(why) => Ok(Outcome::Refused(why.to_owned())),
            None if is_racy(&case)? => Ok(Outcome::Undefined),
            None => Err(error),
        },
    };
    compare(&case, targets).into_iter().map(outcome).collect()
}

/// Runs a random program that writes down its tiles under the emulator's checks, in `orders` orders of warps; an error is what
/// they find.
pub fn check_module(
    module: &Module,
    version: Version,
    target: &'static str,
    orders: u64,
) -> Result<Outcome, String> {
    let plain = super::random_case(module, version, vec![1]);
    let Some((module, probes)) = instrumented::instrument(plain.module, plain.entry, plain.grid.blocks())
    else {
        return check_case(&plain, target, orders);
    };
    let written = probes.iter().map(|probe| probe.argument(plain.grid.blocks()));
    let args = plain.args.iter().cloned().chain(written).collect();
    check_case(&Case { module: &module, args, threads: Vec::new(), ..plain }, target, orders)
}

fn check_case(case: &Case<'_>, target: &'static str, orders: u64) -> Result<Outcome, String> {
    if !has_meaning(case)? {
        return Ok(Outcome::Undefined);
    }
    match check(case, target, orders, own) {
        Ok(()) => Ok(Outcome::Equal),
        Err(error) => match error.strip_prefix(REFUSED) {
            Some(why) => Ok(Outcome::Refused(why.to_owned())),
            None if is_racy(case)? => Ok(Outcome::Undefined),
            None => Err(error),
        },
    }
}

/// Whether no token orders two accesses to the same memory: random slices sometimes overlap.
fn is_racy(case: &Case<'_>) -> Result<bool, String> {
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

/// Files that campaigns check.
pub fn checked_files() -> Vec<String> {
    files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir")).collect()
}

/// Runs each command of a file under the emulator's checks, in `orders` orders of warps.
///
/// # Errors
/// The findings.
pub fn check_file(path: &str, target: &str, orders: u64) -> Result<(), String> {
    check_file_by(path, target, orders, own)
}

/// As [`check_file`], compiled in another way.
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

fn has_meaning(case: &Case<'_>) -> Result<bool, String> {
    let mut bound = case.bind()?;
    let mut printed = String::new();
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let name = case.entry_name();
    let mut launch = bound.launch(&name, case.grid);
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    Ok(Reference::default().run(case.module, &mut launch, &mut options, &mut facts).is_ok())
}

fn check(case: &Case<'_>, target: &str, orders: u64, compile: Compile) -> Result<(), String> {
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

/// Random programs of one test.
const RANDOM: u64 = 40;

/// Tests of random programs.
pub(super) fn random_trials() -> Vec<Trial> {
    let all = (0..8u64).map(|number| {
        let first = number * RANDOM;
        Trial::test(format!("compiled random {first}.."), move || Ok(random(first, RANDOM, compare_both)?))
    });
    all.collect()
}

/// Compiles random programs, each for one target, and compares what they do. All of them must compile.
pub(super) fn random(first: u64, count: u64, compare: Compare) -> Result<(), String> {
    for seed in first..first + count {
        let (module, version, _) = random_program(seed);
        let target = TARGETS[(seed / 4 % 4) as usize];
        let what = |error: String| format!("seed {seed}, {target}: {error}");
        for outcome in compare_random_by(&module, version, &[target], compare) {
            if let Outcome::Refused(why) = outcome.map_err(what)?
                && !is_out_of_reach(&format!("{REFUSED}{why}"), target)
            {
                return Err(what(format!("{REFUSED}{why}")));
            }
        }
    }
    Ok(())
}

/// Compares what each command of a file does.
pub(super) fn compare_file(path: &str, target: &'static str, compare: Compare) -> Result<(), Failed> {
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
fn is_out_of_reach(error: &str, target: &str) -> bool {
    target != REACHING && error.starts_with(OUT_OF_REACH)
}

/// Compares what a program does for every target.
///
/// # Errors
/// The first difference.
pub fn compare_targets(case: &Case<'_>) -> Result<(), String> {
    for (target, compared) in TARGETS.iter().zip(compare_own(case, &TARGETS)) {
        compared.map_err(|error| format!("compiled for {target}: {error}"))?;
    }
    Ok(())
}

fn compare_own(case: &Case<'_>, targets: &[&'static str]) -> Vec<Compared> {
    compare(case, targets, own)
}

/// Compares a program unchanged, with constants that the compiler does not know, and in clusters if the target has them;
/// false when it has no meaning.
fn compare_both(case: &Case<'_>, targets: &[&'static str]) -> Vec<Compared> {
    let mut all = compare_own(case, targets);
    if let Some(module) = opaque_constants::with_opaque_constants(case.module, case.entry) {
        let opaque = Case { module: &module, args: case.args.clone(), threads: Vec::new(), ..*case };
        also(&mut all, compare(&opaque, targets, own), "with constants in memory");
    }
    let with_clusters: Vec<&'static str> =
        targets.iter().copied().filter(|&target| target != TARGETS[0]).collect();
    let clustered = compare_in_clusters(case, &with_clusters);
    let places = all.iter_mut().zip(targets).filter(|(_, target)| **target != TARGETS[0]);
    also(places.map(|(place, _)| place), clustered, "in clusters");
    all
}

/// Adds what came of another way to compile the same program: what is wrong with it, where nothing was wrong so far.
fn also<'a>(all: impl IntoIterator<Item = &'a mut Compared>, further: Vec<Compared>, how: &str) {
    for (compared, further) in all.into_iter().zip(further) {
        if let (Ok(_), Err(error)) = (&compared, further) {
            *compared = Err(if error.starts_with(REFUSED) { error } else { format!("{how}, {error}") });
        }
    }
}

fn compare_in_clusters(case: &Case<'_>, targets: &[&'static str]) -> Vec<Compared> {
    if case.grid.blocks() > 1 {
        return compare(case, targets, clusters::compile);
    }
    let module = clusters::weakened(case.module);
    let weak = Case { module: &module, args: case.args.clone(), threads: Vec::new(), ..*case };
    let judged = |compared: Compared| match compared {
        Err(error) if !error.starts_with(REFUSED) && is_racy(&weak)? => Ok(false),
        compared => compared,
    };
    compare(&weak, targets, clusters::compile).into_iter().map(judged).collect()
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
pub(super) fn compare(case: &Case<'_>, targets: &[&'static str], compile: Compile) -> Vec<Compared> {
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
    targets: &[&'static str],
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
    let on = |&target: &&'static str| {
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
