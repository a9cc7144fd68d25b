//! The `tilewright` executable.

#![allow(clippy::disallowed_methods, reason = "a front door")]

use std::io::{BufWriter, IsTerminal, LineWriter, Write};
use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Keeps memory that was given back for the next to ask: the system's gives large pieces back to the kernel, and pages
/// that are fetched again cost more than reading a module into them. Threads do not wait for each other in it either.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // `run` turns a panic into an exit code and a sentence; the default message would only frighten.
    std::panic::set_hook(Box::new(|_| {}));
    let watched = std::io::stderr().is_terminal();
    let color = watched && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    // The variable that programs on all cores commonly obey.
    let threads = std::env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    let mut stdin = std::io::stdin().lock();
    let stdout = std::io::stdout().lock();
    // A person sees each line of a long run at once; a pipe gets large pieces.
    let mut stdout: Box<dyn Write> = match stdout.is_terminal() {
        true => Box::new(LineWriter::new(stdout)),
        false => Box::new(BufWriter::new(stdout)),
    };
    let mut stderr = std::io::stderr().lock();
    let mut io = cli::Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        color,
        watched,
        threads,
        cache: tilewright::driver::cache::Cache::of_environment(),
    };
    let exit = cli::run(std::env::args_os(), &mut io);
    ExitCode::from(exit.code())
}
