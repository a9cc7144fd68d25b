//! `tilewright emulate`: runs a kernel of PTX on a GPU in software.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::{Diagnostic, Source};
use launch::arg::Bound;
use serde_json::json;
use tilewright::driver::emulate::{Loaded, Prepared, Refused, Request, load, prepare};
use tilewright::driver::input::reason;
use tilewright::driver::ptx;

use super::results::Wanted;
use super::run::refused;
use super::{read, refuse_kind};
use crate::args::EmulateArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &EmulateArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.diagnostics;
    let input = read(&args.file, form, io)?;
    let Some(source) = ptx::source(&input) else {
        let message = format!("`{}` is no PTX", input.name);
        return Err(refuse_kind(&input, message, "`tilewright run` executes tile programs", form, io));
    };
    let loaded = match load(source) {
        Ok(loaded) => loaded,
        Err(found) => {
            report::diagnostics(&found, source, form, io)?;
            report::summary(&found, &input.name, form, io)?;
            return Ok(Exit::Failure);
        }
    };
    let request = request(args, &loaded, io);
    let read_file = |path: &str| std::fs::read(path).map_err(|error| reason(&error));
    let prepared = match prepare(&loaded, &request, &read_file) {
        Ok(prepared) => prepared,
        Err(Refused { diagnostics, argument }) => {
            report::diagnostics(&diagnostics, argument.as_ref().unwrap_or(source), form, io)?;
            return Ok(Exit::Usage);
        }
    };
    let wanted =
        Wanted::new(&args.print, &args.output, &prepared.bound).map_err(|error| refused(error, form, io))?;
    launch(args, &prepared, &wanted, source, io)
}

fn request(args: &EmulateArgs, loaded: &Loaded, io: &Io<'_>) -> Request {
    let demanded = || loaded.demanded_block(args.entry.as_deref());
    Request {
        entry: args.entry.clone(),
        grid: args.grid,
        block: args.block.or_else(demanded).unwrap_or([1; 3]),
        cluster: args.cluster,
        shared: args.smem,
        buffers: args.buffer.clone(),
        args: args.args.clone(),
        steps: args.steps,
        threads: args.threads.or(io.threads),
        cancel: Some(Arc::new(AtomicBool::new(false))),
    }
}

/// What one order of warps left behind.
struct Run {
    bound: Bound,
    printed: String,
    steps: u64,
}

fn launch(
    args: &EmulateArgs,
    prepared: &Prepared<'_>,
    wanted: &Wanted<'_>,
    source: &Source,
    io: &mut Io<'_>,
) -> Outcome {
    let first = match once(prepared, args.seed, args, source, io)? {
        Ok(run) => run,
        Err(exit) => return Ok(exit),
    };
    for seed in 1..u64::from(args.schedules) {
        let other = match once(prepared, Some(seed), args, source, io)? {
            Ok(run) => run,
            Err(exit) => return Ok(exit),
        };
        if let Some(name) = differing(&first.bound, &other.bound) {
            let message = format!(
                "buffer `{name}` differs between the first order of warps and that of `--seed {seed}`"
            );
            let found = Diagnostic::error(tilewright::driver::codes::SCHEDULES, message);
            return Err(report::refuse(found, source, args.diagnostics, Exit::Failure, io));
        }
    }
    if args.json {
        let buffers = wanted.json(&first.bound);
        writeln!(
            io.stdout,
            "{}",
            json!({ "printed": first.printed, "buffers": buffers, "steps": first.steps })
        )?;
    } else {
        io.stdout.write_all(first.printed.as_bytes())?;
        wanted.show(&first.bound, io)?;
    }
    wanted.write(&first.bound, args.diagnostics, io)?;
    Ok(Exit::Success)
}

fn once(
    prepared: &Prepared<'_>,
    seed: Option<u64>,
    args: &EmulateArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<Result<Run, Exit>, Stop> {
    let mut bound = prepared.bound.clone();
    match prepared.launch(&mut bound, seed) {
        Ok(outcome) => Ok(Ok(Run { bound, printed: outcome.printed, steps: outcome.steps })),
        Err(fault) => {
            let mut diagnostic = prepared.diagnostic(&fault);
            if let Some(seed) = seed.filter(|_| args.seed.is_none()) {
                diagnostic = diagnostic.note(format!("`--seed {seed}` shows it"));
            }
            let exit = if fault.is_usage() { Exit::Usage } else { Exit::Failure };
            report::diagnostics(&[diagnostic], source, args.diagnostics, io)?;
            Ok(Err(exit))
        }
    }
}

/// The first buffer that two runs left different.
fn differing(one: &Bound, other: &Bound) -> Option<String> {
    let mut pairs = one.buffers.iter().zip(&other.buffers);
    let (found, _) = pairs.find(|(one, other)| one.buffer != other.buffer)?;
    Some(found.name.clone().unwrap_or_else(|| format!("argument {}", found.argument + 1)))
}
