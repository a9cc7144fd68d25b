//! Hostile input: text that was damaged, launched with hostile arguments. Nothing panics, hangs, or takes memory without a
//! bound; how a launch ends does not matter.
//!
//! A seeded slice runs with the tests; `cargo xtask prove ptx` runs ten minutes of it.

#![allow(
    clippy::disallowed_methods,
    reason = "reads kernels, measures how long an input takes, and prints what was counted"
)]

mod launching;
mod mutate;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use diag::{Diagnostic, Source, render_human, render_short};
use launching::{Count, Ended};
use mutate::Rng;
use ptx_emu::Program;

/// Most memory that one input may cost.
const MEMORY_LIMIT: usize = 256 << 20;
/// Longest time that one input may take, on a machine that does other things too.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// How long the proof takes.
const PROOF: Duration = Duration::from_secs(600);
/// Inputs of the slice.
const SLICE: u64 = 400;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counting.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[allow(unsafe_code, reason = "a global allocator is unsafe by its trait; it only counts and forwards")]
// SAFETY: every call is forwarded to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Everything that is done with a text: read, print, verify, prepare, launch.
fn check(text: &str, rng: &mut Rng, count: &mut Count) {
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

/// The input of a seed, checked within its bounds.
fn one(corpus: &[(String, String)], seed: u64, count: &mut Count) {
    let mut rng = Rng::new(seed);
    let (name, text) = &corpus[rng.below(corpus.len())];
    let text = mutate::mutated(text, &corpus[rng.below(corpus.len())].1, &mut rng);
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let start = Instant::now();
    check(&text, &mut rng, count);
    let (time, peak) = (start.elapsed(), PEAK.load(Relaxed).saturating_sub(before));
    assert!(peak <= MEMORY_LIMIT, "seed {seed}, from {name}: {peak} bytes of memory");
    assert!(time <= TIME_LIMIT, "seed {seed}, from {name}: {time:?}");
    (count.longest, count.largest) = (count.longest.max(time), count.largest.max(peak));
    count.inputs += 1;
}

/// A seed whose input panicked.
fn failed(corpus: &[(String, String)], seed: u64, count: &mut Count) -> bool {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one(corpus, seed, count)));
    result.is_err()
}

#[test]
fn a_slice_of_hostile_inputs() {
    let corpus = mutate::corpus();
    let mut count = Count::default();
    let wrong: Vec<u64> = (0..SLICE).filter(|&seed| failed(&corpus, seed, &mut count)).collect();
    assert_eq!(wrong, Vec::<u64>::new(), "seeds whose input panicked");
    assert!(count.ended > 0 && !count.faults.is_empty(), "something runs, and something does not");
}

#[test]
#[ignore = "ten minutes: `cargo xtask prove ptx`"]
fn ten_minutes_of_hostile_inputs() {
    let corpus = mutate::corpus();
    let (start, mut count, mut wrong) = (Instant::now(), Count::default(), Vec::new());
    for seed in SLICE.. {
        if start.elapsed() > PROOF || wrong.len() > 20 {
            break;
        }
        if failed(&corpus, seed, &mut count) {
            wrong.push(seed);
        }
    }
    let report = format!("{}seeds whose input panicked: {wrong:?}\n", count.report());
    std::io::Write::write_all(&mut std::io::stdout(), report.as_bytes()).expect("standard output is open");
    assert!(wrong.is_empty(), "{wrong:?}");
}
