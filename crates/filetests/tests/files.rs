//! The files of `tests/`, one test each.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Test files and transcripts name paths relative to the repository.
    std::env::set_current_dir(filetests::files::root()).expect("the repository is there");
    let arguments = libtest_mimic::Arguments::from_args();
    libtest_mimic::run(&arguments, filetests::trials()).exit_code()
}
