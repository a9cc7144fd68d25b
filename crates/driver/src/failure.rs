//! Failures of a run as diagnostics: wrong arguments, traps, unsupported features of an engine.

use cuda_tile::Module;
use diag::{Code, Diagnostic, Source, Span};
use launch::arg::{ArgumentError, Param};
use launch::{EngineError, LaunchError, Site, Trap};
use reference::site_op;

use crate::codes;

/// Why a run failed.
#[derive(Debug)]
pub struct Failure {
    /// The error.
    pub diagnostic: Diagnostic,
    /// The argument that it refers to; otherwise it refers to the module.
    pub argument: Option<Source>,
}

impl From<Diagnostic> for Box<Failure> {
    fn from(diagnostic: Diagnostic) -> Box<Failure> {
        Box::new(Failure { diagnostic, argument: None })
    }
}

/// An argument's mistake, with the argument as the text to point at.
pub(crate) fn misfit(error: ArgumentError, params: &[Param]) -> Box<Failure> {
    let diagnostic = Diagnostic::error(codes::ARGUMENT, error.message).help(error.help);
    let Some(position) = error.argument else { return diagnostic.into() };
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span::new(place(error.span.start), place(error.span.end));
    let name = match params.get(position).and_then(|param| param.name.as_deref()) {
        Some(name) => format!("argument {} (%{name})", position + 1),
        None => format!("argument {}", position + 1),
    };
    let argument = Some(Source::new(name, error.text));
    Box::new(Failure { diagnostic: diagnostic.at(span, ""), argument })
}

/// A failed launch as a diagnostic.
pub(crate) fn failed(module: &Module, error: LaunchError) -> Diagnostic {
    match error {
        LaunchError::Trap(trap) => trapped(module, *trap),
        LaunchError::Engine(EngineError::Cancelled) => {
            Diagnostic::error(codes::CANCELLED, "the run was interrupted; nothing was written")
        }
        LaunchError::Engine(error) => Diagnostic::error(codes::LAUNCH, error.to_string()),
    }
}

fn trapped(module: &Module, trap: Trap) -> Diagnostic {
    let place = |site: Site| module.place(site_op(site));
    let mut diagnostic = Diagnostic::error(Code(trap.code), trap.to_string());
    if let Some(place) = trap.site.and_then(place) {
        diagnostic = diagnostic.at(place, "");
    }
    for (site, text) in trap.related {
        diagnostic = match place(site) {
            Some(place) => diagnostic.also(place, text),
            None => diagnostic.note(text),
        };
    }
    trap.notes.into_iter().fold(diagnostic, Diagnostic::note)
}
