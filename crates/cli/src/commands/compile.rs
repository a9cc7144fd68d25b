//! `tilewright compile`: from a module of any level to PTX or machine code.

use diag::{Diagnostic, Source, Span};
use tilewright::driver::compile::{Emit, Options, compile, target};

use super::{program, read, write_result};
use crate::args::{CompileArgs, EmitName};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CompileArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    if let Some(Err(wrong)) = args.target.as_deref().map(target) {
        return Err(wrong_target(*wrong, args, io));
    }
    let input = read(&args.file, form, io)?;
    let program = program(&input, &args.input, io)?;
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

/// A target that is none is a matter of the command line, not of the program.
fn wrong_target(wrong: Diagnostic, args: &CompileArgs, io: &mut Io<'_>) -> Stop {
    let name = args.target.clone().unwrap_or_default();
    let wrong = wrong.at(Span { start: 0, end: name.len() as u32 }, "");
    report::refuse(wrong, &Source::new("--target", name), args.input.diagnostics, Exit::Usage, io)
}
