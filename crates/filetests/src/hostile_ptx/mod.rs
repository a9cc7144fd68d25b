//! Hostile PTX: text that was damaged, launched with hostile arguments. Nothing panics, hangs, or takes memory without a
//! bound; how a launch ends does not matter.
//!
//! A fuzz target calls [`ptx`]; a seeded slice of [`Count::one`] runs with the tests, ten minutes of it with `cargo xtask
//! campaign ptx`.

mod launching;
mod mutate;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use ptx_emu::Program;
use smith::Rng;
use tilewright::diag::{Diagnostic, Source, render_human, render_short};
use tilewright::ptx;

use crate::hostile::{self, MEMORY_LIMIT};
use launching::Ended;
pub use mutate::corpus;

/// Longest time that one input may take, on a machine that does other things too.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Tests that share the slice, so that they run on several cores.
const SLICES: u64 = 4;
/// Inputs of each test; more are for `cargo xtask campaign ptx`.
const INPUTS: u64 = 100;

/// Any bytes as PTX: read, print, verify, prepare, launch.
pub fn check(data: &[u8]) {
    let mut rng = Rng::new(hostile::seed(data));
    judged(&String::from_utf8_lossy(data), &mut rng, &mut Count::default());
}

/// Counts of the test.
#[derive(Default)]
pub struct Count {
    inputs: u64,
    refused: u64,
    not_executed: u64,
    ended: u64,
    /// By code.
    faults: BTreeMap<&'static str, u64>,
    longest: Duration,
    largest: usize,
    /// Seeds whose input panicked, or broke a bound.
    pub failures: Vec<u64>,
}

impl Count {
    /// The input of a seed, checked within its bounds. Memory is counted where [`hostile::Counting`] is installed.
    pub fn one(&mut self, corpus: &[String], seed: u64) {
        let mut rng = Rng::new(seed);
        let (text, other) = (&corpus[rng.below(corpus.len())], &corpus[rng.below(corpus.len())]);
        let text = mutate::mutated(text, other, &mut rng);
        let start = Instant::now();
        let checked = std::panic::AssertUnwindSafe(|| hostile::peak(|| judged(&text, &mut rng, self)));
        let peak = std::panic::catch_unwind(checked);
        let time = start.elapsed();
        match peak {
            Ok(peak) if peak <= MEMORY_LIMIT && time <= TIME_LIMIT => {
                (self.longest, self.largest) = (self.longest.max(time), self.largest.max(peak));
            }
            Ok(_) | Err(_) => self.failures.push(seed),
        }
        self.inputs += 1;
    }

    /// In words.
    pub fn report(&self) -> String {
        let faults: Vec<String> =
            self.faults.iter().map(|(code, count)| format!("{code}: {count}")).collect();
        format!(
            "inputs: {}\nrefused by parser or verifier: {}\nkernels not executed: {}\nlaunches that ended well: {}\n\
             launches that ended with a fault or finding: {}, {}\nlongest: {:.1} s\nlargest: {:.0} MB\n\
             seeds whose input panicked or broke a bound: {:?}\n",
            self.inputs,
            self.refused,
            self.not_executed,
            self.ended,
            self.faults.values().sum::<u64>(),
            faults.join(", "),
            self.longest.as_secs_f64(),
            self.largest as f64 / 1e6,
            self.failures
        )
    }
}

/// Everything that is done with a text.
fn judged(text: &str, rng: &mut Rng, count: &mut Count) {
    let source = Source::new("input", text);
    let parsed = ptx::parse(&source);
    rendered(&parsed.diagnostics, &source);
    ptx::print(&parsed.module);
    let found = ptx::verify(&parsed.module, &parsed.map);
    rendered(&found, &source);
    if !parsed.diagnostics.is_empty() || found.iter().any(Diagnostic::is_error) {
        count.refused += 1;
        return;
    }
    let names: Vec<&str> =
        parsed.module.entries().map(|id| parsed.module.functions[id].name.as_str()).collect();
    for name in names.iter().take(2) {
        match Program::prepare(&parsed.module, &parsed.map, name) {
            Err(found) => {
                rendered(&found, &source);
                count.not_executed += 1;
            }
            Ok(program) => match launching::launch(&program, &parsed.module, rng) {
                Ended::Well => count.ended += 1,
                Ended::Fault(code) => *count.faults.entry(code).or_default() += 1,
            },
        }
    }
}

fn rendered(found: &[Diagnostic], source: &Source) {
    for diagnostic in found.iter().take(20) {
        assert!(!diagnostic.message.is_empty());
        render_human(diagnostic, Some(source), false);
        render_short(diagnostic, None);
    }
}

/// The slice, and the fuzz target on the unchanged kernels.
pub fn trials() -> Vec<Trial> {
    let slice = |number: u64| {
        Trial::test(format!("hostile ptx, damaged kernels, slice {number}"), move || {
            let (corpus, mut count) = (corpus(), Count::default());
            (number * INPUTS..(number + 1) * INPUTS).for_each(|seed| count.one(&corpus, seed));
            if !count.failures.is_empty() || count.ended == 0 || count.faults.is_empty() {
                return Err(count.report().into());
            }
            Ok(())
        })
    };
    let mut trials: Vec<Trial> = (0..SLICES).map(slice).collect();
    trials.push(Trial::test("hostile ptx, kernels as bytes", || {
        for text in corpus().iter().step_by(7) {
            check(text.as_bytes());
            check(&text.as_bytes()[..text.len() / 2]);
        }
        Ok(())
    }));
    trials
}
