//! Errors in arguments, with their position and a suggested fix.

use std::fmt;
use std::ops::Range;

/// The most characters of an argument that a message repeats. A message stays on one line of a terminal.
const MAX_SHOWN: usize = 60;

/// A mistake in the arguments of a run; prints as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// Which argument, from 0; `None` when their number is wrong.
    pub argument: Option<usize>,
    /// The argument as written.
    pub text: String,
    /// The bytes of the argument that are wrong.
    pub span: Range<usize>,
    /// The error, and the expected text.
    pub message: String,
    /// The suggested text.
    pub help: String,
}

/// A mistake in one argument, before it is known which one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

impl Mistake {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Mistake {
        Mistake { span, message: message.into(), help: help.into() }
    }

    pub(super) fn of(self, argument: usize, text: &str) -> ArgumentError {
        let Mistake { span, message, help } = self;
        ArgumentError { argument: Some(argument), text: text.to_owned(), span, message, help }
    }
}

impl ArgumentError {
    /// The character of the argument where the mistake begins, from 1.
    pub fn character(&self) -> usize {
        self.text.get(..self.span.start).map_or(1, |before| before.chars().count() + 1)
    }
}

impl fmt::Display for ArgumentError {
    /// ``argument 2 (`f32[4]=zero`), character 8: message; help``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(argument) = self.argument {
            write!(
                f,
                "argument {} (`{}`), character {}: ",
                argument + 1,
                shown(&self.text),
                self.character()
            )?;
        }
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for ArgumentError {}

/// Text from the user, short and without control characters.
pub(super) fn shown(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(MAX_SHOWN).map(clean).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        short.push_str("...");
    }
    short
}
