//! `tilewright completions`: a shell's completion script.

use crate::args::{self, CompletionsArgs};
use crate::io::Io;
use crate::{Exit, Outcome};

pub(crate) fn run(args: &CompletionsArgs, io: &mut Io<'_>) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "tilewright", &mut script);
    io.stdout.write_all(&script)?;
    Ok(Exit::Success)
}
