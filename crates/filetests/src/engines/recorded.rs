//! Launches with what they must leave in memory, for machines that have no reference interpreter, such as those with a GPU.
//!
//! The rules are those of `super::compiled`: memory is equal bit for bit, but for what depends on the order of terms or on a
//! mathematical function; results of these functions on equal operands are close.

use reference::Reference;
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::driver::run::EngineKind;
use tilewright::ir::ValueDef;
use tilewright::launch::arg::NamedBuffer;
use tilewright::launch::{Argument, Options};
use tilewright::numerics::Scalar;

use super::exactness::Taint;
use super::facts::Facts;
use super::instrumented::{self, Probe};
use super::{Case, STEPS, ULPS, case};
use crate::{files, header};

/// A launch of a program, and what it must do.
pub struct Recorded {
    /// The words of the command that it is.
    pub command: String,
    /// The program.
    pub module: Module,
    /// Its entry.
    pub entry: String,
    /// Tile blocks along each axis.
    pub grid: [u32; 3],
    /// Its arguments.
    pub args: Vec<Argument>,
    /// Its buffers, by number.
    pub buffers: Vec<Memory>,
}

/// A buffer before a launch and after it.
pub struct Memory {
    /// The type of its elements.
    pub element: Scalar,
    /// Its bytes before.
    pub before: Vec<u8>,
    /// Its bytes after.
    pub after: Vec<u8>,
    /// How `after` is compared.
    pub rule: Rule,
    /// Elements that are compared, from the first on.
    pub compared: u64,
    /// Numbers of elements among them that may be anything.
    pub undefined: Vec<u64>,
}

/// How memory is compared. Of NaNs each engine has its own, so that any two are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Bit for bit.
    Exact,
    /// At most that many units of the last place apart; zeros are equal.
    Close(u64),
    /// Not at all: what is there depends on the engine.
    Open,
}

/// The launches of every command of a file, for any engine; with `probes`, every tile is written to memory if the program
/// has a meaning then.
///
/// # Errors
/// A file that is not a test.
pub fn of_file(path: &str, probes: bool) -> Result<Vec<Recorded>, String> {
    let Some((_, module)) = crate::property::valid_module(path)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for run in header::runs(&files::read(path)?)? {
        let mut words = vec!["tilewright".to_owned(), run.words[0].clone(), path.to_owned()];
        words.extend(run.words[1..].iter().cloned());
        let Some(request) = cli::run_request(&words) else { continue };
        if request.engine.is_some_and(|engine| engine != EngineKind::Reference) {
            continue;
        }
        let command = run.words.join(" ");
        let case = case(&module, &request)?;
        let written = if probes { with_probes(&command, &case)? } else { None };
        all.extend(match written {
            Some(recorded) => Some(recorded),
            None => record(&command, &case, &[])?,
        });
    }
    Ok(all)
}

fn with_probes(command: &str, case: &Case<'_>) -> Result<Option<Recorded>, String> {
    let blocks = case.grid.blocks();
    let Some((module, probes)) = instrumented::instrument(case.module, case.entry, blocks) else {
        return Ok(None);
    };
    let mut args = case.args.clone();
    args.extend(probes.iter().map(|probe| probe.argument(blocks)));
    record(command, &Case { module: &module, args, threads: Vec::new(), ..*case }, &probes)
}

/// Runs a program on the reference interpreter; none if it is undefined, or needs the memory of several devices.
fn record(command: &str, case: &Case<'_>, probes: &[Probe]) -> Result<Option<Recorded>, String> {
    let entry = case.entry_name();
    let mut facts = Facts::new(case.module, case.entry, [0; 3]);
    let before = case.bind()?;
    if before.buffers.iter().any(|buffer| buffer.buffer.is_multicast()) {
        return Ok(None);
    }
    let (mut after, mut printed) = (before.clone(), String::new());
    let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
    let engine = Reference::default();
    if engine.run(case.module, &mut after.launch(&entry, case.grid), &mut options, &mut facts).is_err() {
        return Ok(None);
    }
    let taint = Taint::new(case.module, case.entry, &facts, case.contending_blocks());
    let own = after.buffers.len() - probes.len();
    let memory = |number: usize| {
        let pair = (&before.buffers[number], &after.buffers[number]);
        match number.checked_sub(own) {
            Some(probe) => written_down(case.module, &taint, &facts, &probes[probe], pair),
            None => kept(&taint, pair),
        }
    };
    let buffers = (0..after.buffers.len()).map(memory).collect();
    let (module, grid, args) = (case.module.clone(), case.grid.axes(), before.args.clone());
    Ok(Some(Recorded { command: command.to_owned(), module, entry, grid, args, buffers }))
}

/// A buffer of the program's own.
fn kept(taint: &Taint, (before, after): (&NamedBuffer, &NamedBuffer)) -> Memory {
    let rule = if taint.parameter(after.argument) { Rule::Open } else { Rule::Exact };
    Memory { compared: after.buffer.view().len() as u64, ..of(before, after, rule) }
}

/// A tile that each block writes down; that of the first block is compared.
fn written_down(
    module: &Module,
    taint: &Taint,
    facts: &Facts<'_>,
    probe: &Probe,
    (before, after): (&NamedBuffer, &NamedBuffer),
) -> Memory {
    let expected = facts.tile(probe.value);
    let (first, folds) = match module.body.def(probe.value) {
        ValueDef::Result(op, _) => {
            let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
            (taint.is_first(module, op), folds)
        }
        ValueDef::Arg(..) => (false, false),
    };
    let rule = match expected {
        None => Rule::Open,
        Some(_) if taint.value(probe.value) && !first => Rule::Open,
        Some(_) if first => Rule::Close(ULPS),
        // The identity may take part or not, which decides the sign of a zero.
        Some(_) if folds => Rule::Close(0),
        Some(_) => Rule::Exact,
    };
    let undefined = expected.iter().flat_map(|tile| tile.undefined.iter());
    let undefined = (0..).zip(undefined).filter(|(_, undefined)| **undefined).map(|(index, _)| index);
    Memory { compared: probe.elements, undefined: undefined.collect(), ..of(before, after, rule) }
}

fn of(before: &NamedBuffer, after: &NamedBuffer, rule: Rule) -> Memory {
    Memory {
        element: after.buffer.element(),
        before: before.buffer.bytes().to_vec(),
        after: after.buffer.bytes().to_vec(),
        rule,
        compared: 0,
        undefined: Vec::new(),
    }
}
