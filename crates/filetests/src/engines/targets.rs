//! Tests of programs compiled for every target: files, and random programs, which campaigns use as well.

use libtest_mimic::Trial;
use tilewright::Version;
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::numerics::Scalar;

use super::compiled::{
    Compare, Compared, REFUSED, check, check_file_by, compare, compare_file, has_meaning, is_out_of_reach,
    is_racy, own,
};
use super::{Case, agents, clusters, instrumented, opaque_constants};
use crate::files;

/// One target of each kind of machine code: mma.sync alone, with clusters, and the two of Blackwell.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// Orders of warps that a test checks each program in; the campaign `compile` takes more.
const ORDERS: u64 = 1;
/// The same for programs that are designed to mislead a compiler, or that request clusters, which are checked on every target.
const TRAP_ORDERS: u64 = 4;
/// Where these are.
const TRAPS: [&str; 3] = ["tests/run/traps/", "tests/run/clusters/", "tests/run/multimem/"];
/// The target for which programs with added cluster hints are checked: the first one with clusters.
const CLUSTERED: &str = "sm_90a";
/// Orders of warps for these. Each executes the whole program again, so tests use the smallest number of different ones.
const CLUSTER_ORDERS: u64 = 2;
/// Random programs of one test.
const RANDOM: u64 = 40;

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
pub fn compare_random(module: &Module, version: Version, targets: &[&str]) -> Vec<Result<Outcome, String>> {
    compare_random_by(module, version, targets, compare_both)
}

/// As [`compare_random`], compiled in another way.
fn compare_random_by(
    module: &Module,
    version: Version,
    targets: &[&str],
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
pub fn check_module(module: &Module, version: Version, target: &str, orders: u64) -> Result<Outcome, String> {
    let plain = super::random_case(module, version, vec![1]);
    let Some((module, probes)) = instrumented::instrument(plain.module, plain.entry, plain.grid.blocks())
    else {
        return check_case(&plain, target, orders);
    };
    let written = probes.iter().map(|probe| probe.argument(plain.grid.blocks()));
    let args = plain.args.iter().cloned().chain(written).collect();
    check_case(&Case { module: &module, args, threads: Vec::new(), ..plain }, target, orders)
}

/// Runs a program under the emulator's checks, in `orders` orders of warps; an error is what they find.
pub(crate) fn check_case(case: &Case<'_>, target: &str, orders: u64) -> Result<Outcome, String> {
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

fn compare_own(case: &Case<'_>, targets: &[&str]) -> Vec<Compared> {
    compare(case, targets, own)
}

/// Compares a program unchanged, with constants that the compiler does not know, and in clusters if the target has them;
/// false when it has no meaning.
fn compare_both(case: &Case<'_>, targets: &[&str]) -> Vec<Compared> {
    let mut all = compare_own(case, targets);
    if let Some(module) = opaque_constants::with_opaque_constants(case.module, case.entry) {
        let opaque = Case { module: &module, args: case.args.clone(), threads: Vec::new(), ..*case };
        also(&mut all, compare(&opaque, targets, own), "with constants in memory");
    }
    let with_clusters: Vec<&str> = targets.iter().copied().filter(|&target| target != TARGETS[0]).collect();
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

fn compare_in_clusters(case: &Case<'_>, targets: &[&str]) -> Vec<Compared> {
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
