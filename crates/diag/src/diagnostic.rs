//! Diagnostics: the error, its location, the expectation, and a suggested fix.

use crate::place::{Place, Span};
use crate::source::{Position, Source};
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used but is probably not what the author meant.
    Warning,
    /// Additional information.
    Note,
    /// A suggested change.
    Help,
}

impl Severity {
    /// The word that is printed before the message.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Help => "help",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The documented, stable code of a kind of diagnostic: a letter and four digits, `E0123`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A source location and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The source location of the label.
    pub place: Place,
    /// The message; may be empty.
    pub text: String,
    /// True for the location of the mistake, false for a location that explains it.
    pub primary: bool,
}

/// One message to the user, built by chaining.
///
/// The first primary label is the position of the diagnostic in the short and JSON forms.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its documented code.
    pub code: Code,
    /// The message, without a full stop.
    pub message: String,
    /// The labels, in the order in which they were added.
    pub labels: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// Remedies.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An empty diagnostic of any severity.
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { severity, code, message, labels: Vec::new(), notes: Vec::new(), help: Vec::new() }
    }

    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// A note of its own, for example that a spelling has a standard form.
    pub fn remark(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, message)
    }

    /// Labels the place where the mistake is.
    pub fn at(self, place: impl Into<Place>, text: impl Into<String>) -> Diagnostic {
        self.label(place.into(), text.into(), true)
    }

    /// Labels another place that explains the mistake.
    pub fn also(self, place: impl Into<Place>, text: impl Into<String>) -> Diagnostic {
        self.label(place.into(), text.into(), false)
    }

    /// Labels a byte of a bytecode file as the place of the mistake.
    pub fn at_byte(self, offset: u64, text: impl Into<String>) -> Diagnostic {
        self.label(Place::Byte(offset), text.into(), true)
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a remedy.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    fn label(mut self, place: Place, text: String, primary: bool) -> Diagnostic {
        self.labels.push(Label { place, text, primary });
        self
    }

    /// True for [`Severity::Error`].
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The first primary label, or the first label when none is primary.
    pub fn primary(&self) -> Option<&Label> {
        self.labels.iter().find(|label| label.primary).or(self.labels.first())
    }

    /// The file and the position of the primary label, as far as they are known.
    pub fn place(&self, source: Option<&Source>) -> (Option<String>, Option<Position>) {
        match self.primary() {
            Some(label) => {
                let resolved = Resolved::new(&label.place, source);
                (resolved.file, resolved.start)
            }
            None => (source.map(|source| source.name().to_owned()), None),
        }
    }

    /// For every other label: the file and the position as far as they are known, and the message.
    pub fn other_places(
        &self,
        source: Option<&Source>,
    ) -> impl Iterator<Item = (Option<String>, Option<Position>, &str)> {
        self.others().map(move |label| {
            let resolved = Resolved::new(&label.place, source);
            (resolved.file, resolved.start, label.text.as_str())
        })
    }

    /// All labels but the one that [`Diagnostic::primary`] returns.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Label> {
        let primary = self.primary().map(std::ptr::from_ref);
        self.labels.iter().filter(move |label| Some(std::ptr::from_ref(*label)) != primary)
    }
}

impl fmt::Display for Diagnostic {
    /// `error[E0123]: message`, without a position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// A source location in printable form: the file, and start and end as far as they are known.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Resolved {
    pub(crate) file: Option<String>,
    pub(crate) start: Option<Position>,
    pub(crate) end: Option<Position>,
    pub(crate) byte: Option<u64>,
}

impl Resolved {
    pub(crate) fn new(place: &Place, source: Option<&Source>) -> Resolved {
        let name = || source.map(|source| source.name().to_owned());
        match place {
            Place::Span(span) => {
                let span = source.map(|source| source.clamp_span(*span));
                let position = |offset: u32| source.map(|source| source.position(offset));
                let start = span.and_then(|span| position(span.start));
                let end = span.and_then(|span| position(span.end));
                Resolved { file: name(), start, end, byte: None }
            }
            Place::Byte(offset) => Resolved { file: name(), start: None, end: None, byte: Some(*offset) },
            Place::Location(location) => {
                let known = source.filter(|source| source.has_expressions());
                if let Some((source, span)) =
                    known.and_then(|source| Some((source, source.span_of(location)?)))
                {
                    return Resolved::new(&Place::Span(span), Some(source));
                }
                let position = Position { line: location.line, column: location.column.max(1) };
                let start = (location.line > 0).then_some(position);
                Resolved { file: Some(location.file.to_string()), start, end: start, byte: None }
            }
        }
    }
}

impl fmt::Display for Resolved {
    /// `file:line:column`, `file: byte 12 (0xc)`, or as much of it as is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            f.write_str(&printable(file))?;
        }
        let separator = if self.file.is_some() { ":" } else { "" };
        match (self.start, self.byte) {
            (Some(Position { line, column }), _) => write!(f, "{separator}{line}:{column}"),
            (None, Some(byte)) if self.file.is_some() => write!(f, ": byte {byte} ({byte:#x})"),
            (None, Some(byte)) => write!(f, "byte {byte} ({byte:#x})"),
            (None, None) => Ok(()),
        }
    }
}

/// The span of the source that a place shows, when its text is available.
pub(crate) fn shown_span(place: &Place, source: &Source) -> Option<Span> {
    match place {
        Place::Span(span) => Some(source.clamp_span(*span)),
        Place::Byte(_) => None,
        Place::Location(location) => source.span_of(location),
    }
}

/// Text from the input in a form that is safe for a terminal: control characters become visible symbols, line ends become spaces.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { ' ' } else { visible(c) }).collect()
}

/// Like [`printable`], but line ends stay.
pub(crate) fn printable_lines(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { visible(c) }).collect()
}

fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).expect("control pictures are characters"),
        '\x7f' => '\u{2421}',
        // C1 controls, the characters that reorder what follows them, and the renderer's own mark.
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e000}' => '\u{fffd}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Location;

    const CODE: Code = Code("E0001");

    #[test]
    fn the_first_primary_label_is_the_position() {
        let diagnostic = Diagnostic::error(CODE, "m")
            .also(Span::new(0, 1), "a")
            .at(Span::new(2, 3), "b")
            .at(Span::new(4, 5), "c");
        assert_eq!(diagnostic.primary().map(|l| l.text.as_str()), Some("b"));
        let others: Vec<&str> = diagnostic.others().map(|l| l.text.as_str()).collect();
        assert_eq!(others, ["a", "c"]);
        assert_eq!(diagnostic.to_string(), "error[E0001]: m");
    }

    #[test]
    fn places_resolve_as_far_as_known() {
        let source = Source::new("k", "ab\ncd");
        let text = |place: Place, source: Option<&Source>| Resolved::new(&place, source).to_string();
        assert_eq!(text(Span::new(3, 4).into(), Some(&source)), "k:2:1");
        assert_eq!(text(Span::new(3, 4).into(), None), "");
        assert_eq!(text(Place::Byte(18), Some(&source)), "k: byte 18 (0x12)");
        assert_eq!(text(Place::Byte(18), None), "byte 18 (0x12)");
        assert_eq!(text(Location::new("x.py", 7, 0).into(), None), "x.py:7:1");
        assert_eq!(text(Location::new("x.py", 0, 0).into(), None), "x.py");
    }

    #[test]
    fn terminal_controls_become_visible() {
        assert_eq!(printable("a\x1b[31m\nb\0\t"), "a\u{241b}[31m b\u{2400} ");
        assert_eq!(printable_lines("a\n\u{202e}b"), "a\n\u{fffd}b");
    }
}
