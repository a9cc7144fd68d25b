//! PTX: detecting, reading, checking and formatting it.

use diag::{Diagnostic, Source};

use crate::input::{Content, Input};

/// The text of an input that is PTX: by the end of its name, or because it begins with `.version`.
pub fn source(input: &Input) -> Option<&Source> {
    let Content::Text(source) = &input.content else { return None };
    (input.name.ends_with(".ptx") || begins_with_version(source.text())).then_some(source)
}

/// Does a text begin with `.version`, after blank lines and comments?
fn begins_with_version(text: &str) -> bool {
    let lines = text.lines().map(str::trim);
    lines
        .into_iter()
        .find(|line| !line.is_empty() && !line.starts_with("//"))
        .is_some_and(|line| line.starts_with(".version"))
}

/// The errors of a file: syntax errors, or, if there are none, those of the verifier.
pub fn check(source: &Source) -> Vec<Diagnostic> {
    let parsed = ptx::parse(source);
    if !parsed.diagnostics.is_empty() {
        return parsed.diagnostics;
    }
    ptx::verify(&parsed.module, &parsed.map)
}

/// A file in canonical layout.
///
/// # Errors
/// The syntax errors.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let parsed = ptx::parse(source);
    if parsed.diagnostics.is_empty() { Ok(ptx::print(&parsed.module)) } else { Err(parsed.diagnostics) }
}
