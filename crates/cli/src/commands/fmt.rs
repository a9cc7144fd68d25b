//! `tilewright fmt`: canonical layout.

use diag::Diagnostic;
use tilewright::driver::input::{Content, Input};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::driver::ptx;
use tilewright::text::{FormatOptions, Names, ParseOptions, PrintOptions, Style, format, print};

use super::{no_program, read, write_result, wrong_kind};
use crate::args::FmtArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &FmtArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    let input = read(&args.file, form, io)?;
    if matches!(input.content, Content::Bytecode(_)) {
        return Err(wrong_kind(&input, "print it as text with `tilewright dis`", form, io));
    }
    let set = if let Some(source) = ptx::source(&input) {
        ptx::format(source)
    } else if let Some(stop) = no_program(&input, form, io) {
        return Err(stop);
    } else if args.generic || args.locations {
        reprinted(&input, args)
    } else {
        formatted(&input, args)
    };
    let text = set.map_err(|found| failed(&found, &input, args, io))?;
    if args.check {
        return check(&input, &text, io);
    }
    let target = if args.write { Some(args.file.as_str()) } else { args.output.as_deref() };
    write_result(target, text.as_bytes(), form, io)?;
    Ok(Exit::Success)
}

fn check(input: &Input, text: &str, io: &mut Io<'_>) -> Outcome {
    if input.source().text() == text {
        return Ok(Exit::Success);
    }
    writeln!(
        io.stderr,
        "{}: not in canonical layout; `tilewright fmt` prints it so, with `-w` into the file",
        input.name
    )?;
    Ok(Exit::Failure)
}

fn parse_options(args: &FmtArgs) -> ParseOptions {
    let (strict, testing_ops) = (args.input.strict, args.input.testing_ops);
    ParseOptions { strict, testing_ops, ..ParseOptions::default() }
}

/// The same tokens in canonical layout.
fn formatted(input: &Input, args: &FmtArgs) -> Result<String, Vec<Diagnostic>> {
    format(input.source(), &FormatOptions { parse: parse_options(args), rename: args.rename })
}

/// The module printed again, without its comments.
fn reprinted(input: &Input, args: &FmtArgs) -> Result<String, Vec<Diagnostic>> {
    let ParseOptions { strict, testing_ops, .. } = parse_options(args);
    let loaded = load(
        input,
        &LoadOptions {
            strict,
            testing_ops,
            preview_simt: args.input.preview_simt(),
            ..LoadOptions::default()
        },
    );
    let Some(module) = &loaded.module else { return Err(loaded.diagnostics) };
    let options = PrintOptions {
        style: if args.generic { Style::Generic } else { Style::Canonical },
        locations: args.locations,
        names: if args.rename { Names::Canonical } else { Names::Keep },
        ..PrintOptions::default()
    };
    Ok(print(module, &options))
}

fn failed(found: &[Diagnostic], input: &Input, args: &FmtArgs, io: &mut Io<'_>) -> Stop {
    let shown = report::diagnostics(found, input.source(), args.input.diagnostics, io)
        .and_then(|()| report::summary(found, &input.name, args.input.diagnostics, io));
    shown.err().unwrap_or(Stop::Exit(Exit::Failure))
}
