//! One module per command.

pub(crate) mod assemble;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod disassemble;
pub(crate) mod explain_code;
pub(crate) mod fmt;
pub(crate) mod reduce;
pub(crate) mod run;
pub(crate) mod smith;

use std::io::Write;

use tilewright::driver::input::Input;
use tilewright::driver::load::{LoadOptions, Loaded, load};

use crate::args::{DiagnosticsForm, InputArgs};
use crate::io::Io;
use crate::{Exit, Stop, report};

/// Reads an input; a failure is reported and ends the command.
pub(crate) fn read(path: &str, form: DiagnosticsForm, io: &mut Io<'_>) -> Result<Input, Stop> {
    match Input::read(path, io.stdin) {
        Ok(input) => Ok(input),
        Err(error) => {
            report::diagnostics(&[*error], None, form, io)?;
            Err(Stop::Exit(Exit::Usage))
        }
    }
}

/// Reads and loads a module that must be valid; findings are reported, errors end the command.
pub(crate) fn valid_module(
    path: &str,
    args: &InputArgs,
    io: &mut Io<'_>,
) -> Result<(Input, Loaded, tilewright::ir::Module<tilewright::CudaTile>), Stop> {
    let input = read(path, args.diagnostics, io)?;
    let options =
        LoadOptions { strict: args.strict, testing_ops: args.testing_ops, ..LoadOptions::verified() };
    let mut loaded = load(&input, &options);
    report::diagnostics(&loaded.diagnostics, input.source(), args.diagnostics, io)?;
    match loaded.module.take() {
        Some(module) => Ok((input, loaded, module)),
        None => {
            report::summary(&loaded.diagnostics, &input.name, args.diagnostics, io)?;
            Err(Stop::Exit(Exit::Failure))
        }
    }
}

/// Writes a result to a file, or to standard output for `-` or none.
pub(crate) fn write_result(path: Option<&str>, bytes: &[u8], io: &mut Io<'_>) -> Result<(), Stop> {
    match path {
        None | Some("-") => Ok(io.stdout.write_all(bytes)?),
        Some(path) => {
            std::fs::File::create(path).and_then(|mut file| file.write_all(bytes)).map_err(|error| {
                report::usage(
                    io,
                    &format!("cannot write `{path}`: {error}"),
                    "give a path in a folder that exists and may be written",
                )
            })
        }
    }
}
