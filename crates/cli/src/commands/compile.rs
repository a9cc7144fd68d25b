//! `tilewright compile`: from a module of any level to PTX or machine code.

use std::time::Duration;

use diag::{Diagnostic, Source, Span};
use tilewright::driver::artefact::{self, Made};
use tilewright::driver::compile::{self as levels, Abi, Compiled, Emit, Options, Program, compile, target};
use tilewright::driver::fatbin::{self, Image};
use tilewright::driver::run::entries;
use tilewright::driver::watch::{self, Seen, Time, Watch};
use tilewright::driver::{codes, ptx_version};

use super::said::{Said, say};
use super::{program, read, write_result};
use crate::args::{AbiName, CompileArgs, EmitName};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &CompileArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    // Before the input is read: a wrong target is a mistake of the command line.
    for name in &args.target {
        if let Err(wrong) = target(name) {
            return Err(wrong_target(*wrong, name, args, io));
        }
    }
    fits_together(args, io)?;
    let watch = watch(args, io)?;
    let input = read(&args.file, form, io)?;
    let program = program(&input, args.lineinfo, &args.input, io)?;
    let no_kernels = no_kernels(&program, args.emit);
    let wanted = Said::of(&args.remarks, args.emit);
    let made = if args.emit == EmitName::Fatbin {
        fat_binary(&program, args, (&wanted, &watch), io)?
    } else {
        let options = options(args, args.target.first(), &wanted);
        make(program, &options, &watch, io)?.and_then(|made| in_version(made, args))
    };
    match made {
        Ok(made) => {
            report::diagnostics(no_kernels.as_slice(), input.source(), form, io)?;
            report::diagnostics(&made.warnings, input.source(), form, io)?;
            say(&made.remarks, &wanted, args, input.source(), io)?;
            write_result(Some(&args.output), &made.bytes, form, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, input.source(), form, io)?;
            report::summary(&found, &input.name, form, io)?;
            // An option that is missing on the command line is not a mistake of the program.
            let unnamed = args.target.is_empty() && found.iter().any(|found| found.code == codes::TARGET);
            Ok(if unnamed { Exit::Usage } else { Exit::Failure })
        }
    }
}

/// A warning about code without kernels, which no launcher can use.
fn no_kernels(program: &Program, emit: EmitName) -> Option<Diagnostic> {
    let is_code = matches!(emit, EmitName::Ptx | EmitName::Cubin | EmitName::Fatbin);
    let Program::CudaTile(module) = program else { return None };
    let warning = || {
        Diagnostic::warning(codes::ENTRY, "the module has no entry, so the result has no kernel")
            .help("declare the function to launch by `entry`")
    };
    (is_code && entries(module).is_empty()).then(warning)
}

/// Refuses options that have no meaning together.
fn fits_together(args: &CompileArgs, io: &mut Io<'_>) -> Result<(), Stop> {
    if args.target.len() > 1 && args.emit != EmitName::Fatbin {
        let message = "several targets are named, and only a fat binary holds code for several";
        return Err(report::usage(io, message, "write `--emit=fatbin`, or compile for one target at a time"));
    }
    if args.target.is_empty() && args.emit == EmitName::Fatbin {
        let message = "`--emit=fatbin` needs the targets that the file is to hold code for";
        return Err(report::usage(io, message, "name them: `--target sm_80,sm_90a --emit=fatbin`"));
    }
    if args.ptx_version.is_some() && args.emit != EmitName::Ptx {
        let message = "`--ptx-version` is about PTX, which is not what is made";
        return Err(report::usage(io, message, "write `--emit=ptx`, or leave the option out"));
    }
    Ok(())
}

fn options(args: &CompileArgs, target: Option<&String>, wanted: &Said) -> Options {
    Options {
        target: target.cloned(),
        emit: match args.emit {
            EmitName::Tileaa => Emit::TileAa,
            EmitName::Tileas => Emit::TileAs,
            EmitName::Nvvm => Emit::Nvvm,
            EmitName::Llvm => Emit::Llvm,
            EmitName::Ptx => Emit::Ptx,
            EmitName::Metadata => Emit::Metadata,
            EmitName::Cubin | EmitName::Fatbin => Emit::Cubin,
        },
        level: args.opt_level,
        warps: args.warps,
        abi: match args.abi {
            AbiName::Launcher => Abi::Launcher,
            AbiName::DropIn => Abi::DropIn,
        },
        path: args.path.into(),
        tile_group: args.tile_group.unwrap_or(0),
        plan: args.plan.unwrap_or(0),
        line_info: args.lineinfo,
        memcheck: false,
        keep_levels: false,
        remarks: !wanted.is_silent(),
        advice_only: matches!(wanted, Said::Advice),
        ptxas: None,
    }
}

/// The compiled program, or its errors.
type Attempt = Result<Made, Vec<Diagnostic>>;

fn make(program: Program, options: &Options, watch: &Watch, io: &mut Io<'_>) -> Result<Attempt, Stop> {
    Ok(match program {
        // A result from the cache would lack the output of the passes.
        program if !watch.is_empty() => watched(program, options, watch, io)?.map(Made::from),
        Program::CudaTile(module) => artefact::compile(*module, options, io.cache.as_ref()),
        program => compile(program, options).map(Made::from),
    })
}

/// Machine code for every target, in one file.
fn fat_binary(
    program: &Program,
    args: &CompileArgs,
    (wanted, watch): (&Said, &Watch),
    io: &mut Io<'_>,
) -> Result<Attempt, Stop> {
    let mut all = Made::default();
    let mut images: Vec<Image> = Vec::new();
    for name in &args.target {
        // Names are known by now; the same target twice is one image.
        let Ok(row) = target(name) else { continue };
        if images.iter().any(|image| image.target == row) {
            continue;
        }
        match make(program.clone(), &options(args, Some(name), wanted), watch, io)? {
            Ok(made) => {
                all.warnings.extend(made.warnings);
                all.remarks.extend(made.remarks);
                images.push(Image { target: row, cubin: made.bytes });
            }
            Err(found) => return Ok(Err(found)),
        }
    }
    Ok(match fatbin::make(&images) {
        Ok(bytes) => Ok(Made { bytes, ..all }),
        Err(why) => Err(vec![*why]),
    })
}

/// Refuses PTX that needs a newer version than the command line allows.
fn in_version(made: Made, args: &CompileArgs) -> Attempt {
    let Some(most) = args.ptx_version else { return Ok(made) };
    match ptx_version::fits(&String::from_utf8_lossy(&made.bytes), most) {
        Ok(()) => Ok(made),
        Err(why) => Err(vec![*why]),
    }
}

/// The levels and passes to print.
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
fn wrong_target(wrong: Diagnostic, name: &str, args: &CompileArgs, io: &mut Io<'_>) -> Stop {
    let wrong = wrong.at(Span { start: 0, end: name.len() as u32 }, "");
    report::refuse(wrong, &Source::new("--target", name), args.input.diagnostics, Exit::Usage, io)
}
