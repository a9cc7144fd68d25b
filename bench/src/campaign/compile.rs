//! Random programs compiled for every target and run by the emulator, and files under its checks in many orders of warps.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use filetests::engines::targets::{self, Outcome};
use filetests::seeds;
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::ir::walk;
use tilewright::numerics::Scalar;

use super::on_threads;

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Targets that each module and file was compiled for.
    targets: Vec<String>,
    /// Modules made.
    pub modules: u64,
    /// Modules times targets that do what the reference interpreter does (under checks: in which nothing is found), and that
    /// have no meaning.
    pub equal: [u64; 2],
    /// How often each op, type and target was asked for in a program that compiled, by name.
    pub combinations: BTreeMap<String, u64>,
    /// Refusals, by what they say.
    pub refused: BTreeMap<String, u64>,
    /// Files or modules, times targets, under checks.
    pub checked: u64,
    /// The first few failures.
    pub failures: Vec<String>,
    /// How many things went wrong.
    pub failed: u64,
    /// How long it took.
    pub time: Duration,
}

/// Modules between two lines of progress: a line every minute or so on two cores.
const TOLD: u64 = 500;
/// Files between two lines of progress; a file runs in many orders of warps, so it takes longer than a module.
const TOLD_FILES: u64 = 20;

/// Says on the standard error how far it is.
fn told(start: &Instant, what: &str, done: u64, of: u64) {
    let seconds = start.elapsed().as_secs();
    let _ = writeln!(std::io::stderr(), "{what}: {done} of {of}, {seconds} s");
}

/// What a campaign compiles for.
pub struct Selection<'a> {
    /// Only modules that have an op of this name.
    pub op: Option<&'a str>,
    /// One target instead of one of each kind.
    pub target: Option<&'a str>,
}

impl<'a> Selection<'a> {
    fn targets(&self) -> Vec<&'a str> {
        self.target.map_or_else(|| targets::targets().to_vec(), |target| vec![target])
    }
}

/// Compiles modules of `modules` seeds from `first` on for the selected targets; then checks every file of `tests/run` and
/// `examples`, and the seeds' programs, in `orders` orders of warps. How far it is goes to the standard error.
pub fn compile(
    first: u64,
    modules: u64,
    selection: &Selection<'_>,
    orders: u64,
    threads: NonZeroUsize,
) -> Count {
    let start = Instant::now();
    let all = selection.targets();
    let count = Mutex::new(Count::of(&all));
    on_threads(threads, modules, |number| {
        let (module, version, focus) = targets::random_program(first + number);
        if selection.op.is_some_and(|op| !has(&module, op)) {
            return;
        }
        let outcomes = targets::compare_random(&module, version, &all);
        // The lock is held for counting only, not while a module compiles.
        let done = {
            let mut count = count.lock().expect("no thread panics");
            count.module(first + number, &focus, outcomes);
            count.modules
        };
        if done % TOLD == 0 {
            told(&start, "modules", done, modules);
        }
    });
    if orders > 0 {
        files(&count, &all, orders, threads);
    }
    let mut count = count.into_inner().expect("no thread panics");
    count.time = start.elapsed();
    count
}

/// Checks every file of `tests/run` and `examples`, and the seeds' programs, where these are present.
fn files(count: &Mutex<Count>, all: &[&str], orders: u64, threads: NonZeroUsize) {
    let start = Instant::now();
    let (paths, seeds) = (targets::checked_files(), seeds::names());
    let total = paths.len() + seeds.len();
    on_threads(threads, total as u64, |number| {
        let at = number as usize;
        for target in all {
            let (name, checked) = match paths.get(at) {
                Some(path) => (path.as_str(), targets::check_file(path, target, orders).map(|()| 1)),
                None => {
                    let name = seeds[at - paths.len()];
                    (name, seeds::check(name, target, orders))
                }
            };
            let mut count = count.lock().expect("no thread panics");
            match checked {
                Ok(programs) => count.checked += programs as u64,
                Err(error) => count.fail(format!("{name}: {error}")),
            }
        }
        if (number + 1) % TOLD_FILES == 0 {
            told(&start, "files", number + 1, total as u64);
        }
    });
}

/// Whether an op of a name is in a module.
fn has(module: &Module, name: &str) -> bool {
    walk::preorder(&module.body, module.root).any(|op| module.spec(op).mnemonic == name)
}

/// Runs modules of `modules` seeds from `first` on under the emulator's checks, for the selected targets, each in `orders` orders
/// of warps.
pub fn check(
    first: u64,
    modules: u64,
    selection: &Selection<'_>,
    orders: u64,
    threads: NonZeroUsize,
) -> Count {
    let start = Instant::now();
    let all = selection.targets();
    let count = Mutex::new(Count::of(&all));
    on_threads(threads, modules, |number| {
        let (module, version, focus) = targets::random_program(first + number);
        if selection.op.is_some_and(|op| !has(&module, op)) {
            return;
        }
        let outcomes =
            all.iter().map(|target| targets::check_module(&module, version, target, orders)).collect();
        let mut count = count.lock().expect("no thread panics");
        count.module(first + number, &focus, outcomes);
        count.checked += all.len() as u64;
        if count.modules.is_multiple_of(TOLD) {
            told(&start, "modules under checks", count.modules, modules);
        }
    });
    let mut count = count.into_inner().expect("no thread panics");
    count.time = start.elapsed();
    count
}

impl Count {
    fn of(targets: &[&str]) -> Count {
        let targets = targets.iter().map(|&target| target.to_owned()).collect();
        Count { targets, ..Count::default() }
    }

    /// Counts the results of a module on each target.
    fn module(&mut self, seed: u64, focus: &[(Opcode, Scalar)], outcomes: Vec<Result<Outcome, String>>) {
        self.modules += 1;
        for (target, outcome) in self.targets.clone().iter().zip(outcomes) {
            match outcome {
                Ok(Outcome::Refused(why)) => *self.refused.entry(why).or_default() += 1,
                Ok(outcome) => {
                    self.equal[usize::from(outcome == Outcome::Undefined)] += 1;
                    for (opcode, scalar) in focus {
                        let name = format!("{} {scalar} {target}", opcode.spec().mnemonic);
                        *self.combinations.entry(name).or_default() += 1;
                    }
                }
                Err(error) => self.fail(format!("seed {seed}, {target}: {error}")),
            }
        }
    }

    fn fail(&mut self, what: String) {
        self.failed += 1;
        if self.failures.len() < 20 {
            self.failures.push(what);
        }
    }

    /// The count in words.
    pub fn report(&self) -> String {
        let fewest = self.combinations.iter().min_by_key(|(_, n)| **n);
        let fewest = fewest.map_or("none".to_owned(), |(name, n)| format!("{n} ({name})"));
        let refused: u64 = self.refused.values().sum();
        let mut text = format!(
            "modules: {}, each for {} targets\nthat do what they should: {}\nthat the reference interpreter stopped, or that have a data race: {}\n\
             combinations of op, type and target: {}, the rarest {fewest} times\nrefused: {refused}\n\
             runs of programs under checks: {}\nseconds: {:.0}\nfailures: {}\n",
            self.modules,
            self.targets.len(),
            self.equal[0],
            self.equal[1],
            self.combinations.len(),
            self.checked,
            self.time.as_secs_f64(),
            self.failed,
        );
        for (why, times) in &self.refused {
            text.push_str(&format!("  refused {times} times: {why}\n"));
        }
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}
