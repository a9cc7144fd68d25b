//! The command as a process: its streams, its terminal, its environment.

use std::ffi::OsString;
use std::io::{BufWriter, IsTerminal, LineWriter, Write};

use tilewright::driver::cache::Cache;

use crate::{Io, run};

/// Runs the command line on the streams of the process, the program's name first, and returns its exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
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
    let mut io = Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        color,
        watched,
        threads,
        cache: Cache::of_environment(),
        sarif: None,
    };
    run(args, &mut io).code()
}
