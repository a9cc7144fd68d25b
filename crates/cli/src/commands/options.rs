//! Options of commands that launch: read into a request, or refused with the way out.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::{Diagnostic, Source};
use launch::{BlockId, Grid, Schedule};
use tilewright::driver::compile::ExecutionPath;
use tilewright::driver::run::{EngineKind, Request};
use tilewright::driver::{codes, compat};

use crate::args::{Compat, DiagnosticsForm, EngineName, LaunchArgs, RunArgs};
use crate::io::Io;
use crate::{Exit, Stop, report};

type Module = tilewright::ir::Module<tilewright::CudaTile>;

/// The launch that a command describes, if its options fit.
pub(crate) fn plain_request(args: &RunArgs) -> Option<Request> {
    request(args, &Arc::default(), None).ok()
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

/// An option that does not fit.
pub(super) fn refused(error: Diagnostic, form: DiagnosticsForm, io: &mut Io<'_>) -> Stop {
    report::refuse(error, &Source::new("command line", ""), form, Exit::Usage, io)
}

pub(super) fn misfit(message: String, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::OPTION, message).help(help)
}

/// The launch itself, with only its entry, grid, arguments and threads.
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

/// The request of `run`: the launch, and how it runs.
///
/// # Errors
/// Options that do not fit each other.
pub(super) fn request(
    args: &RunArgs,
    cancel: &Arc<AtomicBool>,
    threads: Option<NonZeroUsize>,
) -> Result<Request, Diagnostic> {
    let plain = plain(&args.launch, threads)?;
    Ok(Request {
        engine: engine(args)?,
        target: target(args)?,
        path: path(args)?,
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

/// How warps share the work, if the engine has warps.
fn path(args: &RunArgs) -> Result<Option<ExecutionPath>, Diagnostic> {
    if args.path.is_some() && args.engine != Some(EngineName::PtxEmu) {
        return Err(misfit(
            "`--path` needs the emulator of PTX".to_owned(),
            "write `--engine=ptx-emu` as well; `tilewright compile` takes it, too",
        ));
    }
    Ok(args.path.unwrap_or_default().into())
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
