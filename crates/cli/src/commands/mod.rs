//! One module per command.

pub(crate) mod assemble;
mod baseline;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod completions;
pub(crate) mod disassemble;
pub(crate) mod emulate;
mod expect;
pub(crate) mod explain_code;
pub(crate) mod fmt;
pub(crate) mod man;
pub(crate) mod opt;
pub(crate) mod options;
pub(crate) mod passes;
mod printing;
pub(crate) mod reduce;
mod results;
pub(crate) mod run;
pub(crate) mod said;
pub(crate) mod sanitize;
pub(crate) mod smith;
pub(crate) mod targets;
mod unwritten;

use diag::{Diagnostic, Source};
use tilewright::driver::codes;
use tilewright::driver::compile::{self as levels, Program};
use tilewright::driver::input::{Content, Input, reason};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::driver::ptx;
use tilewright::verify::VerifyOptions;

use crate::args::{DiagnosticsForm, InputArgs};
use crate::io::Io;
use crate::{Exit, Stop, report};

/// Reads an input; a failure is reported and ends the command.
pub(crate) fn read(path: &str, form: DiagnosticsForm, io: &mut Io<'_>) -> Result<Input, Stop> {
    match Input::read(path, io.stdin) {
        Ok(input) => Ok(input),
        Err(error) => {
            // An unreadable file is a usage error; a readable file that is not a program is an error of the input.
            let unread = [codes::UNREADABLE, codes::TOO_LARGE].contains(&error.code);
            let exit = if unread { Exit::Usage } else { Exit::Failure };
            let name = if path == "-" { "<stdin>" } else { path };
            Err(report::refuse(*error, &Source::new(name, ""), form, exit, io))
        }
    }
}

/// Loads a module that must be valid; findings are reported, errors end the command.
pub(crate) fn load_valid(
    input: &Input,
    args: &InputArgs,
    io: &mut Io<'_>,
) -> Result<tilewright::ir::Module<tilewright::CudaTile>, Stop> {
    load_with_lines(input, false, args, io)
}

/// As [`load_valid`]; where `own_lines` asks for it, the lines of a text are the locations of its ops.
pub(crate) fn load_with_lines(
    input: &Input,
    own_lines: bool,
    args: &InputArgs,
    io: &mut Io<'_>,
) -> Result<tilewright::ir::Module<tilewright::CudaTile>, Stop> {
    if let Some(stop) = no_program(input, args.diagnostics, io) {
        return Err(stop);
    }
    let rules = VerifyOptions { testing_ops: args.testing_ops, ..VerifyOptions::default() };
    let options = LoadOptions {
        strict: args.strict,
        testing_ops: args.testing_ops,
        preview_simt: args.preview_simt(),
        own_lines,
        verify: Some(rules),
        ..LoadOptions::default()
    };
    let loaded = load(input, &options);
    report::diagnostics(&loaded.diagnostics, input.source(), args.diagnostics, io)?;
    match loaded.module {
        Some(module) => Ok(module),
        None => {
            report::summary(&loaded.diagnostics, &input.name, args.diagnostics, io)?;
            Err(Stop::Exit(Exit::Failure))
        }
    }
}

/// The module of whatever level the input is.
pub(crate) fn program(
    input: &Input,
    own_lines: bool,
    args: &InputArgs,
    io: &mut Io<'_>,
) -> Result<Program, Stop> {
    if let Content::Text(source) = &input.content {
        match levels::read(source) {
            Ok(Some(mut program)) => {
                if own_lines {
                    program.locate(source);
                }
                return Ok(program);
            }
            Ok(None) => {}
            Err(found) => {
                report::diagnostics(&found, source, args.diagnostics, io)?;
                report::summary(&found, &input.name, args.diagnostics, io)?;
                return Err(Stop::Exit(Exit::Failure));
            }
        }
    }
    Ok(Program::CudaTile(Box::new(load_with_lines(input, own_lines, args, io)?)))
}

/// Refuses PTX and text of levels 2 to 4 where a tile program is wanted.
pub(crate) fn no_program(input: &Input, form: DiagnosticsForm, io: &mut Io<'_>) -> Option<Stop> {
    if ptx::source(input).is_some() {
        return Some(no_tile_program(input, form, io));
    }
    let Content::Text(source) = &input.content else { return None };
    let level = levels::level(source.text())?;
    let message = format!("`{}` is text of level `{level}`, not a tile program", input.name);
    let help = "`tilewright check`, `opt` and `compile` read it; `compile --emit=ptx` makes what `tilewright emulate` runs";
    Some(refuse_kind(input, message, help, form, io))
}

/// Refuses PTX where a tile program is wanted.
fn no_tile_program(input: &Input, form: DiagnosticsForm, io: &mut Io<'_>) -> Stop {
    let message = format!("`{}` is PTX, not a tile program", input.name);
    refuse_kind(
        input,
        message,
        "`tilewright emulate` runs PTX; `tilewright check` and `tilewright fmt` read it too",
        form,
        io,
    )
}

/// Refuses an input of the wrong kind.
pub(crate) fn wrong_kind(input: &Input, help: &str, form: DiagnosticsForm, io: &mut Io<'_>) -> Stop {
    let kind = match input.content {
        Content::Text(_) if ptx::source(input).is_some() => return no_tile_program(input, form, io),
        Content::Text(_) => "text, not bytecode",
        Content::Bytecode(_) => "bytecode, not text",
    };
    refuse_kind(input, format!("`{}` is {kind}", input.name), help, form, io)
}

fn refuse_kind(input: &Input, message: String, help: &str, form: DiagnosticsForm, io: &mut Io<'_>) -> Stop {
    let error = Diagnostic::error(codes::WRONG_KIND, message).help(help);
    // No line of the input is to blame.
    report::refuse(error, &Source::new(input.name.as_str(), ""), form, Exit::Usage, io)
}

/// Writes a result to a file, or to standard output for `-` or none.
pub(crate) fn write_result(
    path: Option<&str>,
    bytes: &[u8],
    form: DiagnosticsForm,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let Some(path) = path.filter(|&path| path != "-") else { return Ok(io.stdout.write_all(bytes)?) };
    std::fs::write(path, bytes).map_err(|error| {
        let error = unwritable(path, &error);
        report::refuse(error, &Source::new(path, ""), form, Exit::Usage, io)
    })
}

/// Says why a file cannot be written.
pub(crate) fn unwritable(path: &str, error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        // The kinds are an open list.
        _ => reason(error),
    };
    Diagnostic::error(codes::UNWRITABLE, format!("cannot write `{path}`: {why}"))
        .help("give a path in a folder that exists and may be written")
}
