//! The executable in the place of the closed tools: compared with them, and called by their clients.

use std::process::ExitCode;

fn main() -> ExitCode {
    const EXECUTABLE: &str = env!("CARGO_BIN_EXE_tilewright");
    let arguments = libtest_mimic::Arguments::from_args();
    let mut trials = filetests::closed::trials(EXECUTABLE);
    trials.extend(filetests::cutile::trials(EXECUTABLE));
    libtest_mimic::run(&arguments, trials).exit_code()
}
