//! `tilewright man`: a page of the manual.

use clap_mangen::Man;
use diag::suggest::before;

use crate::args::{self, ManArgs};
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &ManArgs, io: &mut Io<'_>) -> Outcome {
    let mut command = args::command();
    command.build();
    let page = match &args.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let message = format!("there is no command `{name}`");
                let known = command.get_subcommands().map(clap::Command::get_name);
                let help = before(name, known, "`tilewright --help` lists the commands");
                return Err(report::usage(io, &message, &help));
            }
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    io.stdout.write_all(&text)?;
    Ok(Exit::Success)
}
