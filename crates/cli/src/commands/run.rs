//! `tilewright run`: runs an entry.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use diag::{Diagnostic, Source};
use launch::{BlockId, Grid, Output, Schedule};
use serde_json::{Map, Value, json};
use tilewright::driver::emulate::counters::Report;
use tilewright::driver::input::reason;
use tilewright::driver::run::{EngineKind, Failure, Prepared, Request, Results, prepare};
use tilewright::driver::sanitize::Sanitized;
use tilewright::driver::{codes, compat};

use super::results::{Wanted, indented};
use super::{load_valid, read, sanitize};
use crate::args::{Compat, CountersForm, DiagnosticsForm, EngineName, LaunchArgs, RunArgs};
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
    let outputs = prepared.outputs();
    let ran = match args.sanitize {
        None => launch(prepared, args, &cancel, io)?.map(|results| (results, None)),
        Some(kinds) => {
            let ran = sanitize::launch(prepared, kinds, args, &cancel, io)?;
            ran.map(|Sanitized { results, report }| (results, Some(report)))
        }
    };
    match ran {
        Ok((results, None)) => finish(args, &wanted, (&results, &module, input.source()), io),
        Ok((results, Some(found))) => {
            let whole = !found.ended;
            let exit = sanitize::show(&found, &module, args, input.source(), io)?;
            let results = (&results, &module, input.source());
            if whole { finish(args, &wanted, results, io).map(|_| exit) } else { Ok(exit) }
        }
        Err(failure) => {
            // What the program printed before it failed comes first.
            io.stdout.flush()?;
            let mut failure = with_budget(*failure, args.steps);
            if is_trap(&failure.diagnostic) {
                failure.diagnostic =
                    wanted.partial(&outputs).into_iter().fold(failure.diagnostic, Diagnostic::note);
            }
            Err(failed(failure, form, input.source(), io))
        }
    }
}

/// Makes a program mean what it relies on, as the options say, or by itself where cuTile made it.
pub(super) fn interpret(args: &LaunchArgs, module: &mut Module) -> bool {
    let compat = match args.compat {
        Some(Compat::Cutile) => true,
        Some(Compat::None) => false,
        None => compat::is_of_cutile(module),
    };
    if compat {
        compat::interpret(module);
    }
    compat
}

/// Says how arguments were read, where a user may not expect it.
pub(super) fn notes(
    notes: Vec<(Diagnostic, Source)>,
    form: DiagnosticsForm,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    notes.into_iter().try_for_each(|(note, argument)| report::diagnostics(&[note], &argument, form, io))
}

/// The launch that a command describes, if its options fit.
pub(crate) fn plain_request(args: &RunArgs) -> Option<Request> {
    request(args, &Arc::default(), None).ok()
}

/// What became of a launch.
pub(super) type Ran<T> = Result<T, Box<Failure>>;

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

/// Runs something that prints: into a text for JSON, else straight to standard output.
pub(super) fn printing<T>(
    args: &RunArgs,
    cancel: &AtomicBool,
    progress: &Progress,
    io: &mut Io<'_>,
    run: impl FnOnce(&mut dyn Output) -> T,
) -> Result<(T, String), Stop> {
    let mut printed = String::new();
    if args.json {
        let ran = run(&mut printed);
        return Ok((ran, printed));
    }
    let mut printer = Printer { stdout: io.stdout, cancel, progress, error: None };
    let ran = run(&mut printer);
    match printer.error {
        None => Ok((ran, printed)),
        Some(error) => Err(error.into()),
    }
}

/// Sends what the program prints straight to standard output; ends the run when that takes no more.
struct Printer<'a> {
    stdout: &'a mut dyn Write,
    cancel: &'a AtomicBool,
    progress: &'a Progress,
    error: Option<std::io::Error>,
}

impl Output for Printer<'_> {
    fn print(&mut self, _: BlockId, text: &str) {
        if self.error.is_some() {
            return;
        }
        let written = self.progress.aside(|| self.stdout.write_all(text.as_bytes()));
        if let Err(error) = written {
            self.error = Some(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether the program itself went wrong: a trap, or a fault of the emulator.
fn is_trap(found: &Diagnostic) -> bool {
    ["E05", "E08"].iter().any(|chapter| found.code.0.starts_with(chapter))
}

/// A trap is the program's failure, everything else one of the command line.
pub(super) fn failed(failure: Failure, form: DiagnosticsForm, source: &Source, io: &mut Io<'_>) -> Stop {
    let Failure { diagnostic, argument } = failure;
    let exit = if is_trap(&diagnostic) { Exit::Failure } else { Exit::Usage };
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

/// An option that does not fit.
pub(super) fn refused(error: Diagnostic, form: DiagnosticsForm, io: &mut Io<'_>) -> Stop {
    report::refuse(error, &Source::new("command line", ""), form, Exit::Usage, io)
}

pub(super) fn misfit(message: String, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::OPTION, message).help(help)
}

/// The launch itself, with nothing but its entry, grid, arguments and threads.
pub(super) fn plain(args: &LaunchArgs, threads: Option<NonZeroUsize>) -> Result<Request, Diagnostic> {
    Ok(Request {
        threads: args.threads.or(threads),
        // A symbol is written with `@` in the text.
        entry: args.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
        grid: grid(&args.grid)?,
        args: args.args.clone(),
        ..Request::default()
    })
}

fn request(
    args: &RunArgs,
    cancel: &Arc<AtomicBool>,
    threads: Option<NonZeroUsize>,
) -> Result<Request, Diagnostic> {
    let plain = plain(&args.launch, threads)?;
    Ok(Request {
        engine: engine(args)?,
        target: target(args)?,
        // A text that is collected need not come at once.
        ordered_output: args.ordered_output || args.json,
        steps: args.steps,
        schedule: args.schedule.map_or(Schedule::InOrder, Schedule::Seeded),
        show: args.show.clone(),
        block: block(&args.block, plain.grid)?,
        count: counts(args)?,
        cancel: Some(Arc::clone(cancel)),
        ..plain
    })
}

/// Whether the emulator counts.
fn counts(args: &RunArgs) -> Result<bool, Diagnostic> {
    if args.counters.is_some() && args.engine != Some(EngineName::PtxEmu) {
        return Err(misfit(
            "`--counters` needs the emulator of PTX".to_owned(),
            "write `--engine=ptx-emu` as well; `tilewright bench` counts bytes and operations of the program itself",
        ));
    }
    Ok(args.counters.is_some())
}

/// The target that was asked for, if the engine has one.
fn target(args: &RunArgs) -> Result<Option<String>, Diagnostic> {
    if args.target.is_some() && args.engine != Some(EngineName::PtxEmu) {
        return Err(misfit(
            "`--target` needs an engine that compiles".to_owned(),
            "write `--engine=ptx-emu` as well",
        ));
    }
    Ok(args.target.clone())
}

/// The engine that was asked for, if it does what else was asked for.
fn engine(args: &RunArgs) -> Result<Option<EngineKind>, Diagnostic> {
    let reference_only = match (args.sanitize, args.schedule) {
        (Some(_), _) => Some("--sanitize"),
        (None, Some(_)) => Some("--schedule"),
        (None, None) => None,
    };
    match (args.engine, reference_only) {
        (Some(EngineName::PtxEmu), Some("--schedule")) => Ok(Some(EngineKind::PtxEmu)),
        (Some(EngineName::Cpu | EngineName::PtxEmu | EngineName::Cuda), Some(option)) => Err(misfit(
            format!("`{option}` needs the reference interpreter"),
            "leave out `--engine`, or write `--engine=reference`",
        )),
        (engine, _) => Ok(engine.map(EngineName::kind)),
    }
}

fn grid(text: &str) -> Result<Grid, Diagnostic> {
    text.parse().map_err(|error: launch::GridError| {
        let error = error.to_string();
        let (message, help) = error.split_once("; ").unwrap_or((&error, "write for example 16,8"));
        misfit(format!("`--grid {text}`: {message}"), help)
    })
}

fn block(text: &str, grid: Grid) -> Result<BlockId, Diagnostic> {
    let block = coordinates(text).ok_or_else(|| {
        let message = format!("`--block {text}`: expected the coordinates of a tile block");
        misfit(message, "write for example `--block 0` or `--block 3,1,0`")
    })?;
    if grid.number(block).is_some() {
        return Ok(block);
    }
    let [x, y, z] = grid.axes();
    let message = format!("`--block {text}`: there is no such tile block in a grid of {x} x {y} x {z}");
    let help = format!("blocks are counted from 0; the last is {},{},{}", x - 1, y - 1, z - 1);
    Err(misfit(message, help))
}

/// `I[,J[,K]]`.
fn coordinates(text: &str) -> Option<BlockId> {
    let mut block = [0; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > block.len() {
        return None;
    }
    for (axis, part) in block.iter_mut().zip(parts) {
        *axis = part.trim().parse().ok()?;
    }
    Some(block)
}

fn finish(
    args: &RunArgs,
    wanted: &Wanted<'_>,
    (results, module, source): (&Results, &Module, &Source),
    io: &mut Io<'_>,
) -> Outcome {
    let counted = results.counted.as_ref();
    if args.json {
        let mut object = json(args, results, wanted);
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
    Ok(Exit::Success)
}

/// Counters in the form that is asked for.
pub(super) fn show_counters(report: &Report<'_>, form: CountersForm) -> String {
    match form {
        CountersForm::Table => report.table(),
        CountersForm::Listing => report.listing(),
        CountersForm::Json => format!("{}\n", report.json()),
    }
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
