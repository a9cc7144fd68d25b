//! `tilewright fmt`: canonical layout.

use tilewright::driver::input::{Content, Input};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::text::{FormatOptions, Names, ParseOptions, PrintOptions, Style, format, print};

use super::{read, write_result};
use crate::args::FmtArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &FmtArgs, io: &mut Io<'_>) -> Outcome {
    let input = read(&args.file, args.input.diagnostics, io)?;
    let text = if args.generic || args.locations {
        reprinted(&input, args, io)?
    } else {
        formatted(&input, args, io)?
    };
    if args.check {
        let same = input.source().is_some_and(|source| source.text() == text);
        if !same {
            writeln!(io.stderr, "{}: not in canonical layout; `tilewright fmt -w` writes it", input.name)?;
        }
        return Ok(if same { Exit::Success } else { Exit::Failure });
    }
    let target = if args.write { Some(args.file.as_str()) } else { args.output.as_deref() };
    write_result(target, text.as_bytes(), io)?;
    Ok(Exit::Success)
}

fn formatted(input: &Input, args: &FmtArgs, io: &mut Io<'_>) -> Result<String, Stop> {
    let (Content::Text(_), Some(source)) = (&input.content, input.source()) else {
        return Err(report::usage(
            io,
            &format!("`{}` is bytecode, which has no layout", input.name),
            "print it as text with `tilewright dis`",
        ));
    };
    let parse = ParseOptions { strict: args.input.strict, testing_ops: args.input.testing_ops };
    format(source, &FormatOptions { parse, rename: args.rename })
        .map_err(|found| failed(&found, input, args, io))
}

fn reprinted(input: &Input, args: &FmtArgs, io: &mut Io<'_>) -> Result<String, Stop> {
    let options =
        LoadOptions { strict: args.input.strict, testing_ops: args.input.testing_ops, verify: None };
    let loaded = load(input, &options);
    let Some(module) = &loaded.module else {
        return Err(failed(&loaded.diagnostics, input, args, io));
    };
    let options = PrintOptions {
        style: if args.generic { Style::Generic } else { Style::Canonical },
        locations: args.locations,
        names: if args.rename { Names::Canonical } else { Names::Keep },
        ..PrintOptions::default()
    };
    Ok(print(module, &options))
}

fn failed(found: &[diag::Diagnostic], input: &Input, args: &FmtArgs, io: &mut Io<'_>) -> Stop {
    let shown = report::diagnostics(found, input.source(), args.input.diagnostics, io)
        .and_then(|()| report::summary(found, &input.name, args.input.diagnostics, io));
    shown.err().unwrap_or(Stop::Exit(Exit::Failure))
}
