//! Suggested fixes for errors with messages of the reference tools, which state the error but often not the fix.
//!
//! The crates of the levels suggest fixes where they have more information. This module contains general advice for Tile IR,
//! and for users who come from MLIR, Triton or cuTile. It changes neither errors nor their codes and messages.

mod phrases;

use cuda_tile::ops::{OPS, Opcode};
use diag::{Diagnostic, Place, Source};

use crate::op_form;

/// Gives errors without a remedy one, where one is known.
pub fn complete(diagnostics: &mut [Diagnostic], source: Option<&Source>) {
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
        if let Some(better) = phrases::better(&diagnostic.message) {
            diagnostic.help = vec![better.to_owned()];
        }
        let around = source.and_then(|source| Around::of(diagnostic, source));
        if let Some(help) = around.as_ref().and_then(|around| around.remedy(diagnostic)) {
            diagnostic.help = vec![help];
        }
        if diagnostic.help.is_empty() {
            diagnostic.help.extend(phrases::of(&diagnostic.message).map(str::to_owned));
        }
        if diagnostic.help.is_empty() {
            diagnostic.help.extend(around.and_then(|around| around.form(diagnostic)));
        }
    }
}

/// The text around an error.
struct Around<'a> {
    text: &'a str,
    /// Where the error is.
    start: usize,
    end: usize,
}

impl<'a> Around<'a> {
    fn of(diagnostic: &Diagnostic, source: &'a Source) -> Option<Around<'a>> {
        let Place::Span(span) = diagnostic.primary()?.place else { return None };
        let (start, end) = (span.start as usize, span.end as usize);
        let text = source.text();
        (text.is_char_boundary(start) && text.is_char_boundary(end)).then_some(Around { text, start, end })
    }

    /// A remedy that only the text determines.
    fn remedy(&self, diagnostic: &Diagnostic) -> Option<String> {
        let token = self.text.get(self.start..self.end)?;
        let after = self.text.get(self.end..)?;
        match diagnostic.code.0 {
            "E0101" if after.starts_with(';') || token.starts_with(';') => {
                Some("nothing ends an op but the next one: remove the `;`".to_owned())
            }
            "E0104" if after.trim_start().starts_with('=') && !token.contains('.') => {
                Some(format!("names of values begin with `%`: `%{token} = ..`"))
            }
            "E0104" if diagnostic.help.is_empty() => Some(foreign(token)),
            "E0105" => {
                let defined = self.text.split('\n').any(|line| {
                    line.trim_start()
                        .strip_prefix(token)
                        .is_some_and(|rest| rest.trim_start().starts_with(['=', ',']))
                });
                defined.then(|| {
                    format!(
                        "{token} is defined in a region that ends before this: let the loop carry it (`iter_values`, `continue`), or the branch yield it"
                    )
                })
            }
            _ => None,
        }
    }

    /// The syntax of the op with the missing or misspelt part.
    fn form(&self, diagnostic: &Diagnostic) -> Option<String> {
        if !matches!(diagnostic.code.0, "E0102" | "E0111") {
            return None;
        }
        let before = self.text.get(..self.end)?;
        // An op may span a few lines.
        let lines = before.rsplit('\n').take(3);
        let opcode = lines.filter_map(op_of_line).next()?;
        let spec = OPS.iter().find(|spec| spec.opcode == opcode)?;
        Some(format!("it is written `{}`", op_form::of(spec)))
    }
}

/// The op that a line begins with, after its results.
fn op_of_line(line: &str) -> Option<Opcode> {
    let line = line
        .split_once(" = ")
        .filter(|(results, _)| results.trim_start().starts_with('%'))
        .map_or(line, |(_, op)| op);
    let mnemonic = line.split_whitespace().next()?;
    let mnemonic = mnemonic.strip_prefix("cuda_tile.").unwrap_or(mnemonic);
    OPS.iter().find(|spec| spec.mnemonic == mnemonic).map(|spec| spec.opcode)
}

/// The replacement for a name that is an op of another language.
fn foreign(name: &str) -> String {
    let bare = name.rsplit_once('.').map_or(name, |(_, bare)| bare);
    if let Some(instead) = phrases::instead_of(bare) {
        return format!("Tile IR writes {instead}");
    }
    if name.contains('.') {
        return match OPS.iter().find(|spec| spec.mnemonic == bare) {
            Some(_) => format!("ops of other dialects cannot be used; Tile IR's own is `{bare}`"),
            None => "ops of other dialects cannot be used; docs/reference lists those of Tile IR".to_owned(),
        };
    }
    "docs/reference lists the ops of Tile IR".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_elsewhere_are_translated() {
        for (name, says) in [
            ("arith.addf", "`addf`"),
            ("tt.dot", "`mmaf`"),
            ("program_id", "get_tile_block_id"),
            ("affine.apply", "docs/reference"),
            ("frobnicate", "docs/reference"),
        ] {
            assert!(foreign(name).contains(says), "{name}: {}", foreign(name));
        }
    }

    #[test]
    fn the_op_of_a_line_is_found() {
        assert_eq!(op_of_line("  %a, %b = cmpi less_than %n"), Some(Opcode::CmpI));
        assert_eq!(op_of_line("cuda_tile.return"), Some(Opcode::Return));
        assert_eq!(op_of_line("    %a = "), None);
    }
}
