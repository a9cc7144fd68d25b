//! Arguments of a run or an emulation: the files that they name, and notes on the interpretation of these files.

use diag::{Diagnostic, Source};
use launch::arg::Bound;

use crate::codes;

/// Returns the bytes of a file that an argument names.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// Notes on arguments, which `name` names.
pub(crate) fn notes(
    bound: &Bound,
    args: &[String],
    name: &dyn Fn(usize) -> Option<String>,
) -> Vec<(Diagnostic, Source)> {
    let note = |(position, text): &(usize, String)| {
        let called = name(*position).map(|name| format!(" ({name})")).unwrap_or_default();
        let argument = Source::new(
            format!("argument {}{called}", position + 1),
            args.get(*position).map_or("", String::as_str),
        );
        (Diagnostic::new(diag::Severity::Note, codes::ARGUMENT, text.clone()), argument)
    };
    bound.notes.iter().map(note).collect()
}
