//! The sanitizer: runs a program with a shadow memory and reports its undefined behaviour.
//!
//! # Model
//!
//! The interpreter executes a launch as it always does, one operation after the other. Next to memory there is a
//! `shadow::Shadow`, which remembers who touched each element; next to tokens there is their content.
//!
//! - An *event* is one execution of one memory operation in one tile block: (block, column, number), where a column is
//!   an operation and the number counts its executions in that block (`history::Event`). There is no program order
//!   inside of a tile block, so two events of one block are ordered only if tokens order them.
//! - A token holds the set of events that happen before it (`history::Token`, `history::History`). The set of one
//!   block is a few intervals of executions (`events::Events`), those of other blocks are a persistent tree
//!   (`blocks::Blocks`). `join_tokens` is a union; a memory operation gives its input's set and its own event.
//! - A release stores its token's set, and itself, as the *message* of the element that it writes; a read-modify-write
//!   passes the message on, any other write ends it; an acquire that reads the element adds the message to its own set,
//!   if both reach each other by scope (`history::Message`).
//! - A race is two events that touch one element, one of them writing, neither in the set of the other, and not both
//!   non-weak, of one size and in each other's scope (`class::Class`).
//!
//! # Invariants
//!
//! - Sets are closed downwards: what happens before a member is a member. So an access may be forgotten when a later
//!   one that happens after it stands for everything that it can race with (`class::Class::replaces`).
//! - A cell remembers a bounded number of accesses, and sets of events are bounded: long ones hold more than they
//!   should, and those of messages are let go when all of them take too much memory; then everything up to that time is
//!   taken to be among them. When a race could have been lost that way, [`Report::missed`] says so. What is reported is
//!   never wrong for that reason.
//! - All of it counts against the memory limit of the engine.
//! - The order of execution decides only what values are read; which of two unordered events ran first does not matter.
//! - While nothing is sanitized, tokens are empty and every access pays one test.
//!
//! Findings other than races are the interpreter's faults (`crate::fault`), reported where the execution can continue
//! instead of ending it.

mod blocks;
mod cells;
mod class;
mod dataflow;
mod events;
mod finding;
mod fix;
mod history;
mod kind;
mod links;
mod race;
mod shadow;
mod waiting;

use cuda_tile::Module;
use ir::Op;
use launch::{BlockId, DiscardOutput, EngineError, Launch, LaunchError, Options, Schedule};

use rustc_hash::FxHashSet;

use crate::block::trap;
use crate::engine::{Reference, Session, Statistics};
use crate::fault::{Fault, What};
use crate::machine::Machine;
use crate::observe::{NoObserver, Observer};

pub use finding::{Finding, Other};
pub use kind::{Kind, Kinds, UnknownKind};

pub(crate) use cells::Element;
pub(crate) use class::Route;
pub(crate) use history::Token;
pub(crate) use shadow::{Ask, Contact, Race, Shadow, Verb};
pub(crate) use waiting::{Rounds, Snapshot, Wait, endless};

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

/// The observer of a run.
pub(crate) struct Watch {
    pub(crate) shadow: Shadow,
    kinds: Kinds,
    schedule: Schedule,
    found: Vec<Finding>,
    /// Blocks may be waiting for an event that never happens: changes of memory are counted.
    pub(crate) attentive: bool,
    /// Changes of memory.
    pub(crate) changes: u64,
    /// The latest access.
    last: Option<(u32, Wait)>,
    /// The reported faults: the case, the operation, and the origin of the poison.
    known: FxHashSet<(&'static str, Op, Option<Op>)>,
}

impl Watch {
    fn new(kinds: Kinds, schedule: Schedule, limit: u64) -> Watch {
        let shadow = Shadow::new(kinds.has(Kind::Fences), limit);
        Watch {
            shadow,
            kinds,
            schedule,
            found: Vec::new(),
            attentive: false,
            changes: 0,
            last: None,
            known: FxHashSet::default(),
        }
    }

    /// An operation touches an element; true when there is nothing more to know about it.
    #[inline]
    pub(crate) fn touch(&mut self, write: bool, element: Element) -> bool {
        if self.attentive {
            let (block, op) = self.shadow.running();
            self.last = Some((block, Wait { op, element: Some(element) }));
        }
        self.shadow.touch(write, element)
    }

    /// The condition that `block` waits for, if it waits, at the end of a round that `op` ends.
    pub(crate) fn waits(&self, block: u32, op: Op) -> Wait {
        match self.last {
            Some((last, wait)) if last == block => wait,
            Some(_) | None => Wait { op, element: None },
        }
    }

    /// Makes a finding of a fault that the run survives: the first of its kind at this operation.
    pub(crate) fn note(&mut self, fault: Fault, op: Op, block: BlockId, machine: &Machine<'_, '_>) {
        let (case, origin) = match &fault.what {
            What::Case(case, _) => (*case, None),
            What::Poison(poison, _) => {
                let origin = machine.origins.origin(*poison);
                // Values that were lost in a fault were reported with it.
                if !origin.case.makes_poison() {
                    return;
                }
                (origin.case, Some(origin.op))
            }
        };
        let code = case.code();
        if Kind::of(code).is_some_and(|kind| self.kinds.has(kind)) && self.known.insert((code, op, origin)) {
            let trap = trap(fault, op, machine, block);
            self.found.push(Finding::of_trap(trap, self.schedule, machine.module));
        }
    }
}
