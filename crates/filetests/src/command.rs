//! Running `tilewright` in process.

use std::ffi::OsString;

use cli::{Exit, Io};

/// The exit status, output and files of a command.
#[derive(Clone, Debug)]
pub struct Output {
    /// How it ended.
    pub exit: Exit,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `tilewright` with `words` and the given standard input. Relative paths are relative to the current directory,
/// which the test program sets to the repository.
pub fn tilewright(words: &[String], stdin: &[u8]) -> Output {
    let (mut stdout, mut stderr, mut stdin) = (Vec::new(), Vec::new(), stdin);
    let mut io = Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        color: false,
        watched: false,
        threads: None,
        cache: None,
        sarif: None,
    };
    let args = std::iter::once("tilewright").chain(words.iter().map(String::as_str)).map(OsString::from);
    let exit = cli::run(args, &mut io);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Output { exit, stdout: text(stdout), stderr: text(stderr) }
}
