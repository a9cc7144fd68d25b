//! `tilewright run --sanitize`: what the sanitizer found, for people and for scripts.

use std::sync::atomic::AtomicBool;

use diag::{Place, Source};
use launch::{BlockId, Schedule};
use serde_json::{Value, json};
use tilewright::CudaTile;
use tilewright::driver::run::{Prepared, Results};
use tilewright::driver::sanitize::{Finding, Kinds, Report, Sanitized, Settings, diagnostic};
use tilewright::ir::{Module, Op};

use super::printing::{Ran, printing};
use crate::args::{DiagnosticsForm, RunArgs};
use crate::io::Io;
use crate::progress::Progress;
use crate::{Exit, Stop, report};

/// Runs with the sanitizer.
pub(super) fn launch(
    prepared: Prepared<'_>,
    kinds: Kinds,
    args: &RunArgs,
    cancel: &AtomicBool,
    io: &mut Io<'_>,
) -> Result<Ran<Sanitized>, Stop> {
    let settings = Settings { kinds, further_schedules: args.schedules - 1 };
    let (ran, printed) =
        printing(args, cancel, &Progress::new(false), io, |output| prepared.sanitize(output, &settings))?;
    Ok(ran.map(|Sanitized { results, report }| Sanitized { results: Results { printed, ..results }, report }))
}

/// Shows the findings; returns how the command ends.
pub(super) fn show(
    found: &Report,
    module: &Module<CudaTile>,
    args: &RunArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<Exit, Stop> {
    // The output of the program comes first.
    io.stdout.flush()?;
    for finding in &found.findings {
        if args.json {
            writeln!(io.stdout, "{}", object(finding, module, source))?;
        } else {
            report::diagnostics(&[diagnostic(module, finding)], source, args.input.diagnostics, io)?;
        }
    }
    if args.json {
        writeln!(io.stdout, "{}", conclusion(found))?;
    }
    if args.input.diagnostics == DiagnosticsForm::Human {
        writeln!(io.stderr, "sanitizer: {}", summary(found))?;
    }
    Ok(if found.findings.is_empty() { Exit::Success } else { Exit::Failure })
}

fn summary(found: &Report) -> String {
    let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let mut text = match found.findings.len() as u64 {
        0 => format!("no findings in {}", plural(found.schedules.into(), "schedule")),
        count => plural(count, "finding"),
    };
    if found.missed {
        text.push_str("; there was more to remember than there is room for, so a race may have been missed");
    }
    text
}

/// The conclusion about the whole run.
fn conclusion(found: &Report) -> Value {
    json!({
        "findings": found.findings.len(),
        "schedules": found.schedules,
        "missed": found.missed,
        "ended": found.ended,
    })
}

/// A finding as a JSON object.
fn object(finding: &Finding, module: &Module<CudaTile>, source: &Source) -> Value {
    let others = finding.others.iter().map(|other| {
        let mut object = place(module, Some(other.op), other.block, source);
        object["text"] = json!(other.text);
        object
    });
    let seed = match finding.schedule {
        Schedule::InOrder => None,
        Schedule::Seeded(seed) => Some(seed),
    };
    json!({
        "kind": finding.kind.name(),
        "code": finding.code,
        "soft": finding.is_soft(),
        "message": finding.message,
        "at": place(module, finding.op, Some(finding.block), source),
        "element": finding.element,
        "others": others.collect::<Vec<_>>(),
        "notes": finding.notes,
        "fix": finding.fix,
        "seed": seed,
    })
}

/// Where an operation is, and which tile block executed it.
fn place(module: &Module<CudaTile>, op: Option<Op>, block: Option<BlockId>, source: &Source) -> Value {
    let mut object =
        json!({ "op": null, "file": null, "line": null, "column": null, "byte": null, "block": block });
    let Some(op) = op else { return object };
    object["op"] = json!(module.spec(op).mnemonic);
    match module.place(op) {
        None => {}
        Some(Place::Span(span)) => {
            let position = source.position(span.start);
            object["file"] = json!(source.name());
            object["line"] = json!(position.line);
            object["column"] = json!(position.column);
        }
        Some(Place::Byte(offset)) => {
            object["file"] = json!(source.name());
            object["byte"] = json!(offset);
        }
        Some(Place::Location(location)) => {
            object["file"] = json!(&*location.file);
            object["line"] = json!(location.line);
            object["column"] = json!(location.column);
        }
    }
    object
}
