//! The sanitizer: runs a program with a shadow memory and reports its undefined behaviour.
//!
//! The interpreter executes a launch as it always does, one operation after the other; a
//! `watch::Watch` observes each access and each token (the module `watch` explains the model). Findings other than races are the interpreter's faults (`crate::fault`), reported where the execution can continue
//! instead of ending it.

use cuda_tile::Module;
use launch::{DiscardOutput, EngineError, Launch, LaunchError, Options, Schedule};

use crate::engine::{Reference, Session, Statistics};
use crate::observe::{NoObserver, Observer};
use crate::watch::Watch;

pub use crate::watch::{Finding, Kind, Kinds, Other, UnknownKind};

/// The checks to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Kinds of findings.
    pub kinds: Kinds,
    /// Schedules that are tried after the first one, as long as nothing is found: seeds from 1 on.
    pub further_schedules: u32,
}

/// The findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings, in the order in which they came up.
    pub findings: Vec<Finding>,
    /// Something was forgotten, because there was no room for it, that a race may have been found by.
    pub missed: bool,
    /// The run ended early: at the last finding. Buffers hold what was written before.
    pub ended: bool,
    /// Schedules that were run.
    pub schedules: u32,
    /// Statistics of the first run.
    pub statistics: Statistics,
}

/// Part of the memory limit that sets of events may take, and so may what waits to be thrown away. An eighth, because
/// most of the limit is for the program's tiles and buffers.
const PART: u64 = 8;

/// Runs a launch and reports everything undefined that it does. The buffers hold the results of the first schedule.
///
/// # Errors
/// An unsupported feature of the engine; errors of the program are in the report.
pub fn run(
    engine: &Reference,
    module: &Module,
    launch: &mut Launch<'_>,
    options: &mut Options<'_>,
    observer: &mut dyn Observer,
    settings: &Settings,
) -> Result<Report, EngineError> {
    // Each schedule starts from the same memory; the caller gets that of the first.
    let before = bytes(launch, settings);
    let mut report = one_schedule(engine, module, launch, options, observer, settings)?;
    report.schedules = 1;
    let after = bytes(launch, settings);
    for seed in 1..=u64::from(settings.further_schedules) {
        if !report.findings.is_empty() {
            break;
        }
        restore(launch, &before);
        // The program has printed in the first schedule; a second time would confuse.
        let mut silent = DiscardOutput;
        let mut options = Options {
            step_budget: options.step_budget,
            schedule: Schedule::Seeded(seed),
            cancel: options.cancel,
            ..Options::new(&mut silent)
        };
        let next = one_schedule(engine, module, launch, &mut options, &mut NoObserver, settings);
        // Before the error is handled, since the buffers belong to the caller in either case.
        restore(launch, &after);
        let next = next?;
        report.findings = next.findings;
        report.missed |= next.missed;
        report.schedules += 1;
    }
    Ok(report)
}

/// A copy of the buffers, if they must be restored.
fn bytes(launch: &Launch<'_>, settings: &Settings) -> Vec<Vec<u8>> {
    match settings.further_schedules {
        0 => Vec::new(),
        _ => launch.buffers.iter().map(|buffer| buffer.bytes().to_vec()).collect(),
    }
}

fn restore(launch: &mut Launch<'_>, bytes: &[Vec<u8>]) {
    for (buffer, bytes) in launch.buffers.iter_mut().zip(bytes) {
        buffer.bytes_mut().copy_from_slice(bytes);
    }
}

fn one_schedule(
    engine: &Reference,
    module: &Module,
    launch: &mut Launch<'_>,
    options: &mut Options<'_>,
    observer: &mut dyn Observer,
    settings: &Settings,
) -> Result<Report, EngineError> {
    let schedule = options.schedule;
    let watch = Watch::new(settings.kinds, schedule, engine.memory_limit / PART);
    let Session { ended, watch } =
        engine.session(module, launch, options, observer, Some(Box::new(watch)))?;
    let mut report = Report::default();
    if let Some(watch) = watch {
        report.findings = watch.found;
        report.missed = watch.shadow.missed;
    }
    match ended {
        Ok(statistics) => report.statistics = statistics,
        Err(LaunchError::Engine(error)) => return Err(error),
        // A fault that the run cannot survive is a finding like the others, the last one.
        Err(LaunchError::Trap(trap)) => {
            report.findings.push(Finding::of_trap(*trap, schedule, module));
            report.ended = true;
        }
    }
    Ok(report)
}
