//! `tilewright compile`: from a module of any level to PTX or machine code.

use std::time::Duration;

use diag::{Diagnostic, Source, Span};
use tilewright::driver::artefact::{self, Made};
use tilewright::driver::codes;
use tilewright::driver::compile::{self as levels, Abi, Compiled, Emit, Options, Program, compile, target};
use tilewright::driver::remarks::{Filter, Remark, Wanted, json, lines, text, yaml};
use tilewright::driver::watch::{self, Seen, Time, Watch};

use super::{program, read, write_result};
use crate::args::{AbiName, CompileArgs, EmitName, RemarkArgs, RemarkForm};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CompileArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    // Before the input is read: a wrong target is a mistake of the command line.
    if let Some(Err(wrong)) = args.target.as_deref().map(target) {
        return Err(wrong_target(*wrong, args, io));
    }
    let watch = watch(args, io)?;
    let input = read(&args.file, form, io)?;
    let program = program(&input, args.lineinfo, &args.input, io)?;
    let wanted = Said::of(&args.remarks, args.emit);
    let options = Options {
        target: args.target.clone(),
        emit: match args.emit {
            EmitName::Tileaa => Emit::TileAa,
            EmitName::Tileas => Emit::TileAs,
            EmitName::Nvvm => Emit::Nvvm,
            EmitName::Llvm => Emit::Llvm,
            EmitName::Ptx => Emit::Ptx,
            EmitName::Metadata => Emit::Metadata,
            EmitName::Cubin => Emit::Cubin,
        },
        level: args.opt_level,
        warps: args.warps,
        abi: match args.abi {
            AbiName::Launcher => Abi::Launcher,
            AbiName::DropIn => Abi::DropIn,
        },
        path: args.path.into(),
        line_info: args.lineinfo,
        memcheck: false,
        keep_levels: false,
        remarks: !matches!(&wanted, Said::Chosen(filter) if filter.is_empty()),
        ptxas: None,
    };
    let made = match program {
        // What is shown of the passes would be missing if the result came from the cache.
        program if !watch.is_empty() => watched(program, &options, &watch, io)?.map(Made::from),
        Program::CudaTile(module) => artefact::compile(*module, &options, io.cache.as_ref()),
        program => compile(program, &options).map(Made::from),
    };
    match made {
        Ok(made) => {
            report::diagnostics(&made.warnings, input.source(), form, io)?;
            say(&made.remarks, &wanted, args, input.source(), io)?;
            write_result(Some(&args.output), &made.bytes, form, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, input.source(), form, io)?;
            report::summary(&found, &input.name, form, io)?;
            // What the command line left out is no mistake of the program.
            let unnamed = args.target.is_none() && found.iter().any(|found| found.code == codes::TARGET);
            Ok(if unnamed { Exit::Usage } else { Exit::Failure })
        }
    }
}

/// What is to be seen on the way.
fn watch(args: &CompileArgs, io: &mut Io<'_>) -> Result<Watch, Stop> {
    for name in &args.print_ir {
        if let Err(wrong) = watch::known(name) {
            let wrong = wrong.at(Span { start: 0, end: name.len() as u32 }, "");
            let about = Source::new("--print-ir", name.as_str());
            return Err(report::refuse(wrong, &about, args.input.diagnostics, Exit::Usage, io));
        }
    }
    Ok(Watch {
        before_all: args.print_before_all,
        after_all: args.print_after_all,
        named: args.print_ir.clone(),
        time: args.time_passes,
    })
}

/// Compiles, and shows what is to be seen while that continues.
pub(crate) fn watched(
    program: Program,
    options: &Options,
    watch: &Watch,
    io: &mut Io<'_>,
) -> Result<Result<Compiled, Vec<Diagnostic>>, Stop> {
    let mut shown = Ok(());
    let made = levels::watched(program, options, watch, &mut |seen| {
        if shown.is_ok() {
            shown = show(&seen, io);
        }
    });
    shown?;
    Ok(made)
}

fn show(seen: &Seen, io: &mut Io<'_>) -> Result<(), Stop> {
    match seen {
        Seen::Module { title, level: _, text } => write!(io.stderr, "// ---- {title}\n{text}")?,
        Seen::Unchanged(title) => writeln!(io.stderr, "// ---- {title}: no change")?,
        Seen::Times(times) => show_times(times, io)?,
    }
    Ok(())
}

fn show_times(times: &[Time], io: &mut Io<'_>) -> Result<(), Stop> {
    let total = times.iter().map(|time| time.time).sum::<Duration>().as_secs_f64();
    writeln!(io.stderr, "        time   share  runs  level      pass")?;
    let mut line = |seconds: f64, runs: u32, level: &str, step: &str| {
        let (milliseconds, share) = (seconds * 1e3, if total > 0.0 { seconds / total * 100.0 } else { 0.0 });
        writeln!(io.stderr, "{milliseconds:9.3} ms {share:5.1} % {runs:5}  {level:9}  {step}")
    };
    for Time { step, level, runs, time } in times {
        line(time.as_secs_f64(), *runs, level, step)?;
    }
    let runs = times.iter().map(|time| time.runs).sum();
    line(total, runs, "", "total")?;
    Ok(())
}

/// A target that is none is a matter of the command line, not of the program.
fn wrong_target(wrong: Diagnostic, args: &CompileArgs, io: &mut Io<'_>) -> Stop {
    let name = args.target.clone().unwrap_or_default();
    let wrong = wrong.at(Span { start: 0, end: name.len() as u32 }, "");
    report::refuse(wrong, &Source::new("--target", name), args.input.diagnostics, Exit::Usage, io)
}

/// Which remarks are given.
enum Said {
    /// Nothing was asked for: what is slower than it could be, with the remedy.
    Advice,
    /// Those that options name.
    Chosen(Filter),
}

impl Said {
    fn of(args: &RemarkArgs, emit: EmitName) -> Said {
        let given = [
            args.remarks,
            args.remarks_passed,
            args.remarks_missed,
            args.remarks_failed,
            args.remarks_analysis,
        ];
        // Who looks at a level on the way has not asked for fast code.
        let code = matches!(emit, EmitName::Ptx | EmitName::Cubin | EmitName::Llvm);
        if code && given.iter().all(Option::is_none) {
            return Said::Advice;
        }
        let every = args.remarks.unwrap_or_default();
        Said::Chosen(Filter {
            passed: args.remarks_passed.unwrap_or(every),
            missed: args.remarks_missed.unwrap_or(every),
            failed: args.remarks_failed.unwrap_or(every),
            analysis: args.remarks_analysis.unwrap_or(every),
        })
    }
}

fn say(
    remarks: &[Remark],
    wanted: &Said,
    args: &CompileArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let (form, file) = (args.remarks.remark_format, args.remarks.remarks_output_file.as_deref());
    let advice: Vec<Remark>;
    let (remarks, filter) = match wanted {
        Said::Chosen(filter) => (remarks, *filter),
        Said::Advice => {
            advice = remarks.iter().filter(|remark| remark.is_advice()).cloned().collect();
            (&advice[..], Filter::every(Wanted::All))
        }
    };
    let (text, file) = match (form, wanted) {
        (RemarkForm::CommandLine, Said::Advice) => (lines(remarks, source), None),
        (RemarkForm::CommandLine, Said::Chosen(_)) => (text(remarks, &filter, source), None),
        (RemarkForm::Json, _) => (json(remarks, &filter, source), file),
        (RemarkForm::Yaml, _) => {
            (yaml(remarks, &filter, source), Some(file.unwrap_or(crate::names::remarks::DEFAULT_FILE)))
        }
    };
    match file {
        None => Ok(write!(io.stderr, "{text}")?),
        Some(file) => write_result(Some(file), text.as_bytes(), args.input.diagnostics, io),
    }
}
