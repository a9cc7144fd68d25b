//! The `tilewright` executable.

use std::io::{BufWriter, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // `run` turns a panic into an exit code and a sentence; the default message would only frighten.
    std::panic::set_hook(Box::new(|_| {}));
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut stdin = std::io::stdin().lock();
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    let mut stderr = std::io::stderr().lock();
    let mut io = cli::Io { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr, color };
    let exit = cli::run(std::env::args_os(), &mut io);
    // A closed pipe is not an error.
    let _ = stdout.flush();
    ExitCode::from(exit as u8)
}
