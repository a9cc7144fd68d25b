//! Options that other compilers have, and the ones that do the same here.

use clap::CommandFactory;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Arguments;

/// Options of `nvcc`, `tileiras`, Triton, and MLIR's tools, next to the name of ours.
const SPELLINGS: &[(&[&str], &str)] = &[
    (&["--gpu-name", "--gpu-architecture", "--arch", "--gpu"], "target"),
    (&["--num-warps"], "warps"),
    (&["--num-stages"], "plan"),
    (&["-p", "--pass-pipeline", "--pass"], "passes"),
    (&["--mlir-print-ir-after-all", "--print-ir-after-all"], "print-after-all"),
    (&["--mlir-print-ir-before-all", "--print-ir-before-all"], "print-before-all"),
    (&["--mlir-timing"], "timings"),
    (&["--mlir-timing", "--timings"], "time-passes"),
    (&["--emit-bytecode"], "bytecode"),
    (&["--engines", "--backend", "--device"], "engine"),
];

/// An error about an unknown option, with a tip that leads on: the option that does the same, or where options are listed. The
/// tip of `clap` is to pass the option as a file, which no user of an option wants.
pub(crate) fn with_tip(mut error: clap::Error, words: &[std::ffi::OsString]) -> clap::Error {
    let is_unknown =
        error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::SuggestedArg).is_none();
    let Some(ContextValue::String(option)) =
        error.get(ContextKind::InvalidArg).filter(|_| is_unknown).cloned()
    else {
        return error;
    };
    let commands = Arguments::command();
    let command = words.get(1).and_then(|word| commands.find_subcommand(word));
    let same = command.and_then(|command| same(command, &option));
    let tip = match (same, command) {
        (Some((name, help)), _) => format!("`--{name}` does this: {help}"),
        (None, Some(command)) => format!("`tilewright {} --help` lists the options", command.get_name()),
        (None, None) => "options follow a command, as in `tilewright check --help`".to_owned(),
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    error
}

/// The option of a command that does what this one does elsewhere, with its help.
fn same(command: &clap::Command, option: &str) -> Option<(&'static str, String)> {
    SPELLINGS.iter().filter(|(others, _)| others.contains(&option)).find_map(|&(_, name)| {
        let ours = command.get_arguments().find(|argument| argument.get_long() == Some(name))?;
        Some((name, ours.get_help()?.to_string()))
    })
}
