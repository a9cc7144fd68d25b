//! `tilewright compile`: from a module of any level to PTX or machine code.

use diag::{Diagnostic, Source, Span};
use tilewright::driver::artefact::{self, Made};
use tilewright::driver::compile::{Emit, Options, Program, compile, target};
use tilewright::driver::remarks::{Filter, Remark, text, yaml};

use super::{program, read, write_result};
use crate::args::{CompileArgs, EmitName, RemarkArgs, RemarkForm};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CompileArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    if let Some(Err(wrong)) = args.target.as_deref().map(target) {
        return Err(wrong_target(*wrong, args, io));
    }
    let input = read(&args.file, form, io)?;
    let program = program(&input, &args.input, io)?;
    let wanted = filter(&args.remarks);
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
        keep_levels: args.print_after_all,
        remarks: !wanted.is_empty(),
    };
    let made = match program {
        Program::CudaTile(module) => artefact::compile(*module, &options, io.cache.as_ref()),
        program => compile(program, &options).map(Made::from),
    };
    match made {
        Ok(made) => {
            report::diagnostics(&made.warnings, input.source(), form, io)?;
            for (level, text) in &made.levels {
                write!(io.stderr, "// {level}\n{text}")?;
            }
            say(&made.remarks, &wanted, args, input.source(), io)?;
            write_result(Some(&args.output), &made.bytes, form, io)?;
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

fn filter(args: &RemarkArgs) -> Filter {
    let every = args.remarks.unwrap_or_default();
    Filter {
        passed: args.remarks_passed.unwrap_or(every),
        missed: args.remarks_missed.unwrap_or(every),
        failed: args.remarks_failed.unwrap_or(every),
        analysis: args.remarks_analysis.unwrap_or(every),
    }
}

fn say(
    remarks: &[Remark],
    wanted: &Filter,
    args: &CompileArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    match args.remarks.remark_format {
        RemarkForm::CommandLine => {
            write!(io.stderr, "{}", text(remarks, wanted, source))?;
            Ok(())
        }
        RemarkForm::Yaml => {
            let documents = yaml(remarks, wanted, source);
            write_result(
                Some(&args.remarks.remarks_output_file),
                documents.as_bytes(),
                args.input.diagnostics,
                io,
            )
        }
    }
}
