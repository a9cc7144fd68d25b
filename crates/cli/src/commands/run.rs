//! `tilewright run`: runs an entry.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::{Diagnostic, Source, to_json};
use launch::Grid;
use launch::arg::Bound;
use serde_json::{Map, Value, json};
use tilewright::driver::input::reason;
use tilewright::driver::run::{EngineKind, Failure, Prepared, Results, prepare};
use tilewright::driver::sanitize::Sanitized;

use super::expect::{self, Expectations};
use super::options::{interpret, notes, refused, request};
use super::printing::{Ran, printing};
use super::results::{Wanted, indented, show_counters};
use super::unwritten::Before;
use super::{load_valid, read, sanitize};
use crate::args::{DiagnosticsForm, RunArgs};
use crate::io::Io;
use crate::progress::Progress;
use crate::{Exit, Outcome, Stop, report};

type Module = tilewright::ir::Module<tilewright::CudaTile>;

/// The code of a step budget that is used up.
const STEP_BUDGET: &str = "E0561";

pub(crate) fn run(args: &RunArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    let cancel = Arc::new(AtomicBool::new(false));
    let mut request = request(args, &cancel, io.threads).map_err(|error| refused(error, form, io))?;
    let input = read(&args.launch.file, form, io)?;
    let mut module = load_valid(&input, &args.input, io)?;
    request.compat = interpret(&args.launch, &mut module);
    let read_file = |path: &str| std::fs::read(path).map_err(|error| reason(&error));
    // The reference interpreter runs the program as it is, and says where it goes wrong.
    let checked = request.chosen_engine() == EngineKind::Cpu && args.sanitize.is_none();
    let prepared = prepare(&module, &request, &read_file)
        .and_then(|prepared| if checked { prepared.check().map(|()| prepared) } else { Ok(prepared) });
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return Err(failed(*failure, form, input.source(), io)),
    };
    notes(prepared.notes(), form, io)?;
    // Names are checked before anything runs.
    let wanted =
        Wanted::new(&args.print, &args.output, prepared.bound()).map_err(|error| refused(error, form, io))?;
    let expected = Expectations::read(args, prepared.bound()).map_err(|error| refused(error, form, io))?;
    let outputs = prepared.outputs();
    let before = Before::new(&module, prepared.bound(), &outputs);
    let asked = Asked { args, wanted, expected, before, grid: request.grid };
    let ran = match args.sanitize {
        None => launch(prepared, args, &cancel, io)?.map(|results| (results, None)),
        Some(kinds) => {
            let ran = sanitize::launch(prepared, kinds, args, &cancel, io)?;
            ran.map(|Sanitized { results, report }| (results, Some(report)))
        }
    };
    match ran {
        Ok((results, None)) => finish(&asked, (&results, &module, input.source()), io),
        Ok((results, Some(found))) => {
            let whole = !found.ended;
            let exit = sanitize::show(&found, &module, args, input.source(), io)?;
            let results = (&results, &module, input.source());
            let finished = if whole { finish(&asked, results, io)? } else { Exit::Success };
            Ok(if finished == Exit::Success { exit } else { finished })
        }
        Err(failure) => Err(ended(*failure, &asked, &outputs, input.source(), io)?),
    }
}

/// The request for a run.
struct Asked<'a> {
    args: &'a RunArgs,
    wanted: Wanted<'a>,
    expected: Expectations<'a>,
    before: Before,
    grid: Grid,
}

/// Tells of a run that failed; a result that is asked for as JSON has the diagnostic in it.
fn ended(
    failure: Failure,
    asked: &Asked<'_>,
    outputs: &[usize],
    source: &Source,
    io: &mut Io<'_>,
) -> Result<Stop, Stop> {
    // The output of the program before the failure comes first.
    io.stdout.flush()?;
    let (args, form) = (asked.args, asked.args.input.diagnostics);
    let mut failure = with_budget(failure, args.steps);
    if is_trap(&failure.diagnostic) {
        let notes = asked.wanted.partial(outputs);
        failure.diagnostic = notes.into_iter().fold(failure.diagnostic, Diagnostic::note);
    }
    if args.json {
        let about = failure.argument.as_ref().unwrap_or(source);
        let error: Value =
            serde_json::from_str(&to_json(&failure.diagnostic, Some(about))).unwrap_or_default();
        writeln!(io.stdout, "{}", json!({ "error": error }))?;
        if form == DiagnosticsForm::Json {
            // The error has been printed.
            return Ok(Stop::Exit(exit_of(&failure.diagnostic)));
        }
    }
    Ok(failed(failure, form, source, io))
}

fn launch(
    prepared: Prepared<'_>,
    args: &RunArgs,
    cancel: &AtomicBool,
    io: &mut Io<'_>,
) -> Result<Ran<Results>, Stop> {
    let progress = Progress::new(io.watched && !args.quiet);
    let tell = |ended, blocks| progress.tell(ended, blocks);
    let (ran, printed) =
        printing(args, cancel, &progress, io, |output| prepared.launch(output, Some(&tell)))?;
    Ok(ran.map(|results| Results { printed, ..results }))
}

/// Whether the program itself went wrong: a trap, or a fault of the emulator.
fn is_trap(found: &Diagnostic) -> bool {
    ["E05", "E08"].iter().any(|chapter| found.code.0.starts_with(chapter))
}

/// A trap is the program's failure, everything else one of the command line.
fn exit_of(found: &Diagnostic) -> Exit {
    if is_trap(found) { Exit::Failure } else { Exit::Usage }
}

/// Shows why a run failed, and ends the command.
pub(super) fn failed(failure: Failure, form: DiagnosticsForm, source: &Source, io: &mut Io<'_>) -> Stop {
    let Failure { diagnostic, argument } = failure;
    let exit = exit_of(&diagnostic);
    report::refuse(diagnostic, argument.as_ref().unwrap_or(source), form, exit, io)
}

/// Says which option set the budget that was used up.
fn with_budget(mut failure: Failure, steps: Option<u64>) -> Failure {
    if let (STEP_BUDGET, Some(steps)) = (failure.diagnostic.code.0, steps) {
        let help = format!("`--steps {steps}` set the budget; give more if the program is to end");
        failure.diagnostic = failure.diagnostic.help(help);
    }
    failure
}

fn finish(
    asked: &Asked<'_>,
    (results, module, source): (&Results, &Module, &Source),
    io: &mut Io<'_>,
) -> Outcome {
    let counted = results.counted.as_ref();
    let Asked { args, wanted, expected, .. } = asked;
    if args.json {
        let mut object = json(args, results, wanted);
        if !expected.is_empty() {
            object["expected"] = expected.json(&results.bound);
        }
        if let Some(counted) = counted {
            object["counters"] = counted.report(module, source, |report| report.json());
        }
        writeln!(io.stdout, "{object}")?;
    } else {
        for (name, text) in args.show.iter().zip(&results.shown) {
            let text = text.as_deref().unwrap_or("never computed in this tile block");
            let name = value_name(name);
            writeln!(io.stdout, "{name} = {}", indented(text, &name))?;
        }
        wanted.show(&results.bound, io)?;
        if let (Some(counted), Some(form)) = (counted, args.counters) {
            let text = counted.report(module, source, |report| show_counters(report, form));
            io.stdout.write_all(text.as_bytes())?;
        }
    }
    wanted.write(&results.bound, args.input.diagnostics, io)?;
    judge(asked, &results.bound, io)
}

/// Compares results with what is expected, and says what the grid has left alone.
fn judge(asked: &Asked<'_>, bound: &Bound, io: &mut Io<'_>) -> Outcome {
    let form = asked.args.input.diagnostics;
    let about = expect::results();
    let machine = form == DiagnosticsForm::Json && asked.args.json;
    let differences = asked.expected.differences(bound);
    let exit = if differences.is_empty() { Exit::Success } else { Exit::Failure };
    if !machine {
        report::diagnostics(&differences, &about, form, io)?;
    }
    if form == DiagnosticsForm::Human && !asked.args.quiet {
        report::diagnostics(&asked.before.notes(bound, asked.grid), &about, form, io)?;
    }
    Ok(exit)
}

/// A name of `--show`, which may leave out the `%`.
fn value_name(name: &str) -> String {
    format!("%{}", name.trim_start_matches('%'))
}

fn json(args: &RunArgs, results: &Results, wanted: &Wanted<'_>) -> Value {
    let shown = args.show.iter().zip(&results.shown);
    let shown: Map<String, Value> = shown.map(|(name, text)| (value_name(name), json!(text))).collect();
    let buffers = wanted.json(&results.bound);
    json!({ "printed": results.printed, "shown": shown, "buffers": buffers, "steps": results.steps })
}
