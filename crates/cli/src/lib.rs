//! Front door: the command line.
//!
//! [`run`] is the whole program: arguments in, exit code out, everything else through [`Io`]. Text for people goes to
//! standard error, results to standard output. Exit codes: 0 success, 1 the input is wrong (invalid, a trap, a
//! finding), 2 usage or input and output, 3 an internal error.

#![allow(clippy::disallowed_methods, reason = "a front door")]

mod args;
mod checks;
mod commands;
mod io;
mod names;
mod process;
mod progress;
mod report;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;
use tilewright::driver::run::Request;

pub use args::command;
pub use io::Io;
pub use names::{ClosedOption, closed_options};
pub use process::main;

use args::{Arguments, Command};

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything is well.
    Success,
    /// The input is wrong.
    Failure,
    /// Wrong usage, or a file cannot be read or written.
    Usage,
    /// A bug of ours.
    Internal,
    /// The exit code of the closed tool under whose name the program runs.
    Foreign(u8),
}

impl Exit {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
            Exit::Foreign(code) => code,
        }
    }
}

/// Why a command stops early.
enum Stop {
    /// It has printed its messages.
    Exit(Exit),
    /// Standard output or error is closed: no process reads it any more.
    Closed,
    /// Standard output or error takes no more, for example because the disk is full.
    Unwritable(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Stop::Closed,
            // The kinds are an open list, and all the others mean that results are lost.
            _ => Stop::Unwritable(error),
        }
    }
}

type Outcome = Result<Exit, Stop>;

/// Runs the program with the given arguments, the program's name first.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> Exit {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some((tool, words)) = names::tool(&args) {
        return guarded(io, |io| tool.run(words, io));
    }
    match Arguments::try_parse_from(&args) {
        Ok(arguments) => guarded(io, |io| dispatch(&arguments.command, io)),
        Err(error) => usage(&args::with_tip(error, &args), io),
    }
}

/// Runs a command. A panic is a bug of ours; the user sees one sentence and the way to report it.
fn guarded(io: &mut Io<'_>, command: impl FnOnce(&mut Io<'_>) -> Outcome) -> Exit {
    let outcome = catch_unwind(AssertUnwindSafe(|| command(io)));
    let flushed = report::log(io).and_then(|()| io.stdout.flush()).map_err(Stop::from);
    match outcome {
        Ok(Ok(exit) | Err(Stop::Exit(exit))) => flushed.map_or_else(|stop| stopped(stop, io), |()| exit),
        Ok(Err(stop)) => stopped(stop, io),
        Err(_) => internal_error(io),
    }
}

/// The launch that a `run` command describes, for tools that run it in other ways; `None` for every other command.
pub fn run_request(args: &[String]) -> Option<Request> {
    match Arguments::try_parse_from(args).ok()?.command {
        Command::Run(args) => commands::options::plain_request(&args),
        _ => None,
    }
}

fn stopped(stop: Stop, io: &mut Io<'_>) -> Exit {
    match stop {
        Stop::Exit(exit) => exit,
        // A reader that closes the pipe has what it wanted.
        Stop::Closed => Exit::Success,
        Stop::Unwritable(error) => {
            let why = tilewright::driver::input::reason(&error);
            let _ = writeln!(io.stderr, "error: cannot write standard output: {why}");
            Exit::Usage
        }
    }
}

fn internal_error(io: &mut Io<'_>) -> Exit {
    let _ = writeln!(
        io.stderr,
        "error: internal error: tilewright failed on this input\n\
         help: this is a bug; please report it with the command line and the input file"
    );
    Exit::Internal
}

fn usage(error: &clap::Error, io: &mut Io<'_>) -> Exit {
    let text = error.render();
    let wanted =
        matches!(error.kind(), clap::error::ErrorKind::DisplayHelp | clap::error::ErrorKind::DisplayVersion);
    if wanted {
        let _ = write!(io.stdout, "{text}");
        Exit::Success
    } else {
        let _ = write!(io.stderr, "{text}");
        Exit::Usage
    }
}

fn dispatch(command: &Command, io: &mut Io<'_>) -> Outcome {
    match command {
        Command::Check(args) => commands::check::run(args, io),
        Command::Fmt(args) => commands::fmt::run(args, io),
        Command::As(args) => commands::assemble::run(args, io),
        Command::Dis(args) => commands::disassemble::run(args, io),
        Command::Opt(args) => commands::opt::run(args, io),
        Command::Passes(args) => commands::passes::run(args, io),
        Command::Compile(args) => commands::compile::run(args, io),
        Command::Targets(_) => commands::targets::run(io),
        Command::Run(args) => commands::run::run(args, io),
        Command::Emulate(args) => commands::emulate::run(args, io),
        Command::Bench(args) => commands::bench::run(args, io),
        Command::Smith(args) => commands::smith::run(args, io),
        Command::Reduce(args) => commands::reduce::run(args, io),
        Command::ExplainCode(args) => commands::explain_code::run(args, io),
        Command::Completions(args) => commands::completions::run(args, io),
        Command::Man(args) => commands::man::run(args, io),
    }
}
