//! How the warps of a kernel share its work, where the caller says it.

use diag::Diagnostic;
use tileas::attributes::ExecutionPath;
use tileas::ops::fields;
use tileas::transform::{Refusal, refusals};

use crate::codes;

/// Whether a path can be asked for at all.
///
/// # Errors
/// Why not.
pub(crate) fn known(path: ExecutionPath) -> Result<(), Vec<Diagnostic>> {
    match path {
        ExecutionPath::Universal | ExecutionPath::Agents => Ok(()),
        ExecutionPath::Unspecialized => {
            let error = Diagnostic::error(codes::PATH, "the path `unspecialized` is not implemented yet");
            Err(vec![error.help("`--path=agents` gives warps roles, `--path=universal` none")])
        }
    }
}

/// Whether every kernel of a module whose layouts are not chosen yet can run as it is asked for.
///
/// # Errors
/// The op that is in the way, of each kernel that cannot.
pub(crate) fn admits(module: &tileas::Module, path: ExecutionPath) -> Result<(), Vec<Diagnostic>> {
    if path != ExecutionPath::Agents {
        return Ok(());
    }
    let wrong = refusals(module).into_iter().map(|(func, Refusal { op, reason })| {
        let name = module.string(func, fields::func::sym_name).map(|name| module.text(name).into_owned());
        let message = format!("`{}` cannot run by agents: {reason}", name.unwrap_or_default());
        let error = Diagnostic::error(codes::PATH, message);
        let error = match module.place(op).or_else(|| module.place(func)) {
            Some(place) => error.at(place, ""),
            None => error,
        };
        error.help("`--path=universal` compiles every kernel; docs/agents.md says what agents are made of")
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Text of level 3 and 4 has its path already.
///
/// # Errors
/// When one is asked for.
pub(crate) fn is_chosen(path: ExecutionPath) -> Result<(), Vec<Diagnostic>> {
    if path == ExecutionPath::Universal {
        return Ok(());
    }
    let message = format!(
        "a program of level 3 or 4 has its agents already, and the path `{}` makes none",
        path.name()
    );
    Err(vec![Diagnostic::error(codes::PATH, message).help("leave out `--path`")])
}
