//! `tilewright check`: parse and verify.

use tilewright::diag::{Diagnostic, Source};
use tilewright::driver::input::{Content, Input};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::driver::{compile, ptx};
use tilewright::verify::{HintMode, VerifyOptions};

use super::read;
use crate::args::{CheckArgs, Hints};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CheckArgs, io: &mut Io<'_>) -> Outcome {
    let mut worst = Exit::Success;
    for file in &args.files {
        match check_file(file, args, io) {
            Ok(true) => {}
            Ok(false) => worst = if worst == Exit::Usage { worst } else { Exit::Failure },
            // One file that cannot be read does not hide what is wrong with the others.
            Err(Stop::Exit(exit)) => worst = if worst == Exit::Usage { worst } else { exit },
            Err(stop @ (Stop::Closed | Stop::Unwritable(_))) => return Err(stop),
        }
    }
    Ok(worst)
}

fn check_file(file: &str, args: &CheckArgs, io: &mut Io<'_>) -> Result<bool, Stop> {
    let input = read(file, args.input.diagnostics, io)?;
    if let Some((source, found)) = below(&input) {
        report::diagnostics(&found, source, args.input.diagnostics, io)?;
        report::summary(&found, &input.name, args.input.diagnostics, io)?;
        return Ok(found.is_empty());
    }
    let loaded = load(&input, &options(args));
    report::diagnostics(&loaded.diagnostics, input.source(), args.input.diagnostics, io)?;
    report::summary(&loaded.diagnostics, &input.name, args.input.diagnostics, io)?;
    Ok(!loaded.has_errors())
}

/// Text of a level below the language, and what is wrong with it.
fn below(input: &Input) -> Option<(&Source, Vec<Diagnostic>)> {
    if let Some(source) = ptx::source(input) {
        return Some((source, ptx::check(source)));
    }
    let Content::Text(source) = &input.content else { return None };
    compile::check(source).map(|found| (source, found))
}

fn options(args: &CheckArgs) -> LoadOptions {
    let mut verify = VerifyOptions { testing_ops: args.input.testing_ops, ..VerifyOptions::default() };
    if let Some(version) = args.version {
        verify.version = version;
    }
    verify.hints = match args.hints {
        Hints::Ignore => HintMode::Ignore,
        Hints::Warn => HintMode::Warn,
        Hints::Error => HintMode::Error,
    };
    LoadOptions {
        strict: args.input.strict,
        testing_ops: args.input.testing_ops,
        preview_simt: args.input.preview_simt(),
        verify: Some(verify),
        ..LoadOptions::default()
    }
}
