//! The sink of parser diagnostics: bounded, and sorted at the end.

use diag::{Diagnostic, Place};

use super::code;

/// A diagnostic was reported; the current construct cannot be read further.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// The result of reading a construct.
pub type Parse<T> = Result<T, Failed>;

/// Most errors of one run. One mistake can cause an error on every line; the first ones are the ones that are read.
pub const MAX_ERRORS: usize = 100;
/// Most notes of one run. As for errors.
pub const MAX_NOTES: usize = 100;

/// Diagnostics so far.
#[derive(Default)]
pub struct Sink {
    list: Vec<Diagnostic>,
    errors: usize,
    notes: usize,
}

impl Sink {
    /// Takes a diagnostic, unless there are too many.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.errors += 1;
            if self.errors <= MAX_ERRORS {
                self.list.push(diagnostic);
            }
        } else {
            self.notes += 1;
            if self.notes <= MAX_NOTES {
                self.list.push(diagnostic);
            }
        }
    }

    /// Takes what was given on the rest of the text.
    pub fn append(&mut self, rest: Sink) {
        let (errors, notes) = (self.errors + rest.errors, self.notes + rest.notes);
        rest.list.into_iter().for_each(|diagnostic| self.push(diagnostic));
        (self.errors, self.notes) = (errors, notes);
    }

    /// True once no further error is kept.
    pub fn is_full(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    /// True when there was an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there were.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many diagnostics were given.
    pub fn count(&self) -> usize {
        self.errors + self.notes
    }

    /// Everything, in the order of the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| match diagnostic.primary().map(|label| &label.place) {
            Some(Place::Span(span)) => span.start,
            Some(Place::Byte(_) | Place::Location(_)) | None => 0,
        });
        if self.is_full() {
            let last =
                Diagnostic::error(code::TOO_MANY, format!("too many errors: stopped after {MAX_ERRORS}"))
                    .help("mend the first ones and run again");
            self.list.push(last);
        }
        self.list
    }
}
