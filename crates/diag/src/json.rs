//! One JSON object per line, with a fixed set of keys.

use crate::diagnostic::{Code, Diagnostic, Resolved, Severity};
use crate::source::{Position, Source};
use serde::Serialize;

/// A diagnostic with its location in printable form, and everything else as lines.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    pub(crate) severity: Severity,
    pub(crate) code: Code,
    pub(crate) message: &'a str,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
    pub(crate) end_line: Option<u32>,
    pub(crate) end_column: Option<u32>,
    pub(crate) notes: Vec<String>,
}

impl Record<'_> {
    /// The message, and below it the notes.
    pub(crate) fn text(&self) -> String {
        std::iter::once(self.message)
            .chain(self.notes.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The diagnostic as one JSON object on one line, without a line end.
///
/// Keys: `severity`, `code`, `message`, `file`, `line`, `column`, `end_line`, `end_column`, `notes`. Lines and columns are
/// 1-based, columns count characters, the end is exclusive; unknown values are `null`. `notes` holds, in this order, the
/// text of the primary label, the other labels with their positions in front, the notes, and the remedies (`help: …`).
pub fn to_json(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    serde_json::to_string(&record(diagnostic, source)).expect("strings and numbers always serialise")
}

pub(crate) fn record<'a>(diagnostic: &'a Diagnostic, source: Option<&Source>) -> Record<'a> {
    let place = diagnostic.primary().map(|label| Resolved::new(&label.place, source));
    let position = |pick: fn(&Resolved) -> Option<Position>| place.as_ref().and_then(pick);
    let (start, end) = (position(|place| place.start), position(|place| place.end));
    let file = match &place {
        Some(place) => place.file.clone(),
        None => source.map(|source| source.name().to_owned()),
    };
    Record {
        severity: diagnostic.severity,
        code: diagnostic.code,
        message: &diagnostic.message,
        file,
        line: start.map(|position| position.line),
        column: start.map(|position| position.column),
        end_line: end.map(|position| position.line),
        end_column: end.map(|position| position.column),
        notes: notes(diagnostic, source, place.and_then(|place| place.byte)),
    }
}

fn notes(diagnostic: &Diagnostic, source: Option<&Source>, byte: Option<u64>) -> Vec<String> {
    let mut notes: Vec<String> = byte.map(|byte| format!("at byte {byte} ({byte:#x})")).into_iter().collect();
    notes.extend(diagnostic.primary().map(|label| label.text.clone()).filter(|text| !text.is_empty()));
    for label in diagnostic.others() {
        let place = Resolved::new(&label.place, source).to_string();
        let text = label.text.as_str();
        let separator = if place.is_empty() || text.is_empty() { "" } else { ": " };
        notes.push(format!("{place}{separator}{text}"));
    }
    notes.extend(diagnostic.notes.iter().cloned());
    notes.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Span;

    #[test]
    fn all_keys_in_order() {
        let source = Source::new("k.mlir", "ab\ncd");
        let diagnostic = Diagnostic::error(Code("E0001"), "bad \"x\"")
            .at(Span::new(1, 4), "here")
            .also(Span::new(3, 5), "defined here")
            .note("a fact")
            .help("a remedy");
        let expected = concat!(
            r#"{"severity":"error","code":"E0001","message":"bad \"x\"","file":"k.mlir","line":1,"column":2,"#,
            r#""end_line":2,"end_column":2,"notes":["here","k.mlir:2:1: defined here","a fact","help: a remedy"]}"#
        );
        assert_eq!(to_json(&diagnostic, Some(&source)), expected);
    }

    #[test]
    fn unknown_is_null_and_one_line() {
        let diagnostic = Diagnostic::warning(Code("W0001"), "two\nlines\0").at_byte(16, "");
        let expected = concat!(
            r#"{"severity":"warning","code":"W0001","message":"two\nlines\u0000","file":null,"line":null,"#,
            r#""column":null,"end_line":null,"end_column":null,"notes":["at byte 16 (0x10)"]}"#
        );
        assert_eq!(to_json(&diagnostic, None), expected);
    }
}
