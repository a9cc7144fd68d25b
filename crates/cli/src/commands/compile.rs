//! `tilewright compile`: from a module of any level to PTX or machine code.

use tilewright::driver::compile::{Emit, Options, Program, compile, read as read_level};
use tilewright::driver::input::{Content, Input};

use super::{load_valid, read, write_result};
use crate::args::{CompileArgs, EmitName};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CompileArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    let input = read(&args.file, form, io)?;
    let program = program(&input, args, io)?;
    let options = Options {
        target: args.target.clone(),
        emit: match args.emit {
            EmitName::Tileaa => Emit::TileAa,
            EmitName::Tileas => Emit::TileAs,
            EmitName::Nvvm => Emit::Nvvm,
            EmitName::Ptx => Emit::Ptx,
            EmitName::Metadata => Emit::Metadata,
            EmitName::Cubin => Emit::Cubin,
        },
        level: args.opt_level,
        warps: args.warps,
        line_info: args.lineinfo,
    };
    match compile(program, &options) {
        Ok(compiled) => {
            report::diagnostics(&compiled.remarks, input.source(), form, io)?;
            if args.print_after_all {
                for (level, text) in &compiled.levels {
                    write!(io.stderr, "// {level}\n{text}")?;
                }
            }
            write_result(Some(&args.output), &compiled.bytes, form, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, input.source(), form, io)?;
            report::summary(&found, &input.name, form, io)?;
            Ok(Exit::Failure)
        }
    }
}

/// The module of whatever level the input is.
fn program(input: &Input, args: &CompileArgs, io: &mut Io<'_>) -> Result<Program, Stop> {
    if let Content::Text(source) = &input.content {
        match read_level(source) {
            Ok(Some(program)) => return Ok(program),
            Ok(None) => {}
            Err(found) => {
                report::diagnostics(&found, source, args.input.diagnostics, io)?;
                report::summary(&found, &input.name, args.input.diagnostics, io)?;
                return Err(Stop::Exit(Exit::Failure));
            }
        }
    }
    Ok(Program::CudaTile(Box::new(load_valid(input, &args.input, io)?)))
}
