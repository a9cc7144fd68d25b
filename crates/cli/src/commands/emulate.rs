//! `tilewright emulate`: runs a kernel of PTX on a GPU in software.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::{Diagnostic, Source};
use launch::arg::Bound;
use serde_json::json;
use tilewright::driver::codes;
use tilewright::driver::emulate::counters::Report;
use tilewright::driver::emulate::{
    CountedLaunch, Counters, Fault, Finding, Loaded, Outcome as Ended, Prepared, Refused, Request, load,
    prepare,
};
use tilewright::driver::input::reason;
use tilewright::driver::ptx;

use super::options::{notes, refused};
use super::results::{Wanted, show_counters};
use super::{read, refuse_kind};
use crate::args::{DiagnosticsForm, EmulateArgs};
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
    notes(prepared.notes(), form, io)?;
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
        perturb: args.perturb,
        threads: args.threads.or(io.threads),
        cancel: Some(Arc::new(AtomicBool::new(false))),
    }
}

/// The results of one order of warps.
struct Run {
    bound: Bound,
    printed: String,
    steps: u64,
    counters: Option<Counters>,
}

fn launch(
    args: &EmulateArgs,
    prepared: &Prepared<'_>,
    wanted: &Wanted<'_>,
    source: &Source,
    io: &mut Io<'_>,
) -> Outcome {
    let mut first: Option<Run> = None;
    for number in 0..u64::from(args.schedules) {
        // The first order is that of the warps' numbers, unless a seed is given.
        let seed = if number == 0 { args.seed } else { Some(number) };
        let Ok(run) = once(prepared, seed, args, source, io)? else { return Ok(Exit::Failure) };
        let Some(first) = &first else {
            first = Some(run);
            continue;
        };
        if let Some(name) = differing(&first.bound, &run.bound) {
            let message = format!(
                "buffer `{name}` differs between the first order of warps and that of `--seed {number}`"
            );
            let found = Diagnostic::error(codes::SCHEDULES, message)
                .help("`--checks` names the accesses that nothing orders");
            return Err(report::refuse(found, source, args.diagnostics, Exit::Failure, io));
        }
    }
    let Some(first) = first else { return Ok(Exit::Success) };
    let report = first.counters.as_ref().map(|counters| Report::new(prepared, source, counters));
    if args.json {
        let buffers = wanted.json(&first.bound);
        let mut object = json!({ "printed": first.printed, "buffers": buffers, "steps": first.steps });
        if let Some(report) = report {
            object["counters"] = report.json();
        }
        writeln!(io.stdout, "{object}")?;
    } else {
        io.stdout.write_all(first.printed.as_bytes())?;
        wanted.show(&first.bound, io)?;
        if let (Some(form), Some(report)) = (args.counters, report) {
            io.stdout.write_all(show_counters(&report, form).as_bytes())?;
        }
    }
    wanted.write(&first.bound, args.diagnostics, io)?;
    Ok(Exit::Success)
}

/// Nothing was found to continue with.
struct Found;

/// How a launch ended, what its checks found, and what was counted.
struct Launched {
    ended: Result<Ended, Box<Fault>>,
    findings: Vec<Finding>,
    counters: Option<Counters>,
}

fn launched(
    prepared: &Prepared<'_>,
    bound: &mut Bound,
    (seed, counts): (Option<u64>, bool),
    args: &EmulateArgs,
) -> Launched {
    let (mut findings, mut counters) = (Vec::new(), None);
    let ended = match args.checks {
        None if counts => prepared.count(bound, seed).map(|counted| {
            counters = Some(counted.counters);
            counted.outcome
        }),
        None => prepared.launch(bound, seed),
        Some(checks) => prepared.check(bound, seed).and_then(|checked| {
            findings = checked.findings;
            findings.retain(|finding| checks.has(finding.code));
            checked.ended
        }),
    };
    Launched { ended, findings, counters }
}

fn once(
    prepared: &Prepared<'_>,
    seed: Option<u64>,
    args: &EmulateArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<Result<Run, Found>, Stop> {
    let mut bound = prepared.bound.clone();
    // Only the first order is counted.
    let counts = args.counters.is_some() && seed == args.seed;
    let Launched { ended, findings, mut counters } = launched(prepared, &mut bound, (seed, counts), args);
    let mut found: Vec<Diagnostic> = findings.iter().map(|finding| prepared.finding(finding)).collect();
    if let Err(fault) = &ended {
        if fault.is_usage() {
            return Err(report::refuse(
                prepared.diagnostic(fault),
                source,
                args.diagnostics,
                Exit::Usage,
                io,
            ));
        }
        found.push(prepared.diagnostic(fault));
    }
    if let Some(seed) = seed.filter(|_| args.seed.is_none()) {
        found = found.into_iter().map(|found| found.note(format!("`--seed {seed}` shows it"))).collect();
    }
    let form = if args.json { DiagnosticsForm::Json } else { args.diagnostics };
    report::diagnostics(&found, source, form, io)?;
    if counts && args.checks.is_some() && found.is_empty() {
        // Checks and counters look at one launch each; both are the same.
        let again = prepared.count(&mut prepared.bound.clone(), seed);
        counters = again.ok().map(|CountedLaunch { counters, .. }| counters);
    }
    Ok(match ended {
        Ok(outcome) if found.is_empty() => {
            Ok(Run { bound, printed: outcome.printed, steps: outcome.steps, counters })
        }
        Ok(_) | Err(_) => Err(Found),
    })
}

/// The first buffer that two runs left different.
fn differing(one: &Bound, other: &Bound) -> Option<String> {
    let mut pairs = one.buffers.iter().zip(&other.buffers);
    let (found, _) = pairs.find(|(one, other)| one.buffer != other.buffer)?;
    Some(found.name.clone().unwrap_or_else(|| format!("argument {}", found.argument + 1)))
}
