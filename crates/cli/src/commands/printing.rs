//! Output of a program, written to standard output or collected in a string.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use launch::{BlockId, Output};
use tilewright::driver::run::Failure;

use crate::Stop;
use crate::args::RunArgs;
use crate::io::Io;
use crate::progress::Progress;

/// The result of a launch, or why it failed.
pub(super) type Ran<T> = Result<T, Box<Failure>>;

/// Runs something that prints: into a text for JSON, else straight to standard output.
pub(super) fn printing<T>(
    args: &RunArgs,
    cancel: &AtomicBool,
    progress: &Progress,
    io: &mut Io<'_>,
    run: impl FnOnce(&mut dyn Output) -> T,
) -> Result<(T, String), Stop> {
    let mut printed = String::new();
    if args.json {
        let ran = run(&mut printed);
        return Ok((ran, printed));
    }
    let mut printer = Printer { stdout: io.stdout, cancel, progress, error: None };
    let ran = run(&mut printer);
    match printer.error {
        None => Ok((ran, printed)),
        Some(error) => Err(error.into()),
    }
}

/// Sends what the program prints straight to standard output; ends the run when that takes no more.
struct Printer<'a> {
    stdout: &'a mut dyn Write,
    cancel: &'a AtomicBool,
    progress: &'a Progress,
    error: Option<std::io::Error>,
}

impl Output for Printer<'_> {
    fn print(&mut self, _: BlockId, text: &str) {
        if self.error.is_some() {
            return;
        }
        let written = self.progress.aside(|| self.stdout.write_all(text.as_bytes()));
        if let Err(error) = written {
            self.error = Some(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}
