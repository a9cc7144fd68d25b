//! `tilewright opt`: runs passes on a module of any level that has passes.

use diag::Source;
use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::driver::compile::Program;
use tilewright::driver::input::Input;
use tilewright::driver::optimize::{Failure, Passes, Request, Shown, Timing, optimize};
use tilewright::ir::generic::GenericLevel;
use tilewright::text::{Names, PrintOptions, print};

use super::{program, read, write_result};
use crate::args::OptArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

type Module = tilewright::ir::Module<tilewright::CudaTile>;

pub(crate) fn run(args: &OptArgs, io: &mut Io<'_>) -> Outcome {
    let input = read(&args.file, args.input.diagnostics, io)?;
    match program(&input, false, &args.input, io)? {
        Program::CudaTile(mut module) => {
            passes(&mut *module, args, &input, io)?;
            write(&module, args, input.source(), io)
        }
        Program::TileAa(module) => plain(*module, args, &input, io),
        Program::TileAs(module) => plain(*module, args, &input, io),
        Program::Nvvm(module) => plain(*module, args, &input, io),
    }
}

/// Runs what is asked for, and says what that took.
fn passes<L: Passes>(
    module: &mut tilewright::ir::Module<L>,
    args: &OptArgs,
    input: &Input,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let mut shown = Ok(());
    let ran = optimize(module, &request(args), &mut |what| {
        if shown.is_ok() {
            shown = show(&what, io);
        }
    });
    shown?;
    let timings = ran.map_err(|failure| failed(failure, args, input.source(), io))?;
    if args.timings { show_timings(&timings, io) } else { Ok(()) }
}

/// A module of a level with uniform text, which has no bytecode.
fn plain<L: Passes + GenericLevel>(
    mut module: tilewright::ir::Module<L>,
    args: &OptArgs,
    input: &Input,
    io: &mut Io<'_>,
) -> Outcome {
    if args.bytecode || args.bytecode_version.is_some() {
        let message =
            format!("`{}` is text of level {}, and only level 1 has bytecode", input.name, L::NUMBER);
        return Err(report::usage(io, &message, "leave out `--bytecode` and `--bytecode-version`"));
    }
    passes(&mut module, args, input, io)?;
    let text = tilewright::ir::generic::print(&module, args.locations);
    write_result(args.output.as_deref(), text.as_bytes(), args.input.diagnostics, io)?;
    Ok(Exit::Success)
}

fn request(args: &OptArgs) -> Request {
    Request {
        passes: args.passes.clone(),
        print_before: args.print_before.clone(),
        print_after: args.print_after.clone(),
        print_after_all: args.print_after_all,
        verify_each: args.verify_each,
        testing_ops: args.input.testing_ops,
    }
}

fn show(what: &Shown<'_>, io: &mut Io<'_>) -> Result<(), Stop> {
    match what {
        Shown::Module { title, text } => write!(io.stderr, "// ---- {title}\n{text}")?,
        Shown::Unchanged(pass) => writeln!(io.stderr, "// ---- after {pass}: no change")?,
    }
    Ok(())
}

fn show_timings(timings: &[Timing], io: &mut Io<'_>) -> Result<(), Stop> {
    writeln!(io.stderr, "      time  runs  changes  pass")?;
    for Timing { pass, runs, changes, time } in timings {
        let milliseconds = time.as_secs_f64() * 1e3;
        writeln!(io.stderr, "{milliseconds:7.3} ms {runs:5} {changes:8}  {pass}")?;
    }
    Ok(())
}

fn failed(failure: Failure, args: &OptArgs, source: &Source, io: &mut Io<'_>) -> Stop {
    let form = args.input.diagnostics;
    match failure {
        Failure::Request(diagnostic, about) => report::refuse(*diagnostic, &about, form, Exit::Usage, io),
        Failure::Broken(pass, found) => {
            let said = report::diagnostics(&found, source, form, io).and_then(|()| {
                writeln!(
                    io.stderr,
                    "error: internal error: the pass `{pass}` left a module that is not valid\n\
                     help: this is a bug; please report it with the input and `--passes`"
                )?;
                Ok(())
            });
            said.err().unwrap_or(Stop::Exit(Exit::Internal))
        }
    }
}

fn write(module: &Module, args: &OptArgs, source: &Source, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    // A version names a form of bytecode, so it asks for bytecode.
    if !args.bytecode && args.bytecode_version.is_none() {
        let options =
            PrintOptions { names: Names::Keep, locations: args.locations, ..PrintOptions::default() };
        write_result(args.output.as_deref(), print(module, &options).as_bytes(), form, io)?;
        return Ok(Exit::Success);
    }
    let options = EncodeOptions {
        version: args.bytecode_version,
        testing_ops: args.input.testing_ops,
        preview_simt: args.input.preview_simt(),
        ..EncodeOptions::default()
    };
    match encode(module, &options) {
        Ok(bytes) => {
            write_result(args.output.as_deref(), &bytes, form, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, source, form, io)?;
            report::summary(&found, &args.file, form, io)?;
            Ok(Exit::Failure)
        }
    }
}
