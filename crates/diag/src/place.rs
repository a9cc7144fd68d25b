//! Locations: a span of the source, a byte of a bytecode file, or a location recorded in the module.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A half-open range of bytes in the one [`Source`](crate::Source) of a module.
///
/// Nothing checks that a span is inside the text; renderings clamp it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, but not including, `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty span before byte `offset`.
    pub const fn point(offset: u32) -> Span {
        Span { start: offset, end: offset }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Number of bytes; 0 for a reversed span.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True when the span covers no byte.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The span as a range of `usize`, for slicing text that it is known to be in.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    /// Saturates at 4 GiB, where sources end.
    fn from(range: Range<usize>) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: clamp(range.start), end: clamp(range.end) }
    }
}

/// A position recorded in a module's debug information: the text of that file need not be available.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// File name as recorded.
    pub file: Arc<str>,
    /// Line, 1-based; 0 when unknown.
    pub line: u32,
    /// Column in characters, 1-based; 0 when unknown.
    pub column: u32,
}

impl Location {
    /// A location from its parts.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Location {
        Location { file: file.into(), line, column }
    }
}

impl fmt::Display for Location {
    /// `file:line:column`, without the parts that are unknown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.file),
            (line, 0) => write!(f, "{}:{line}", self.file),
            (line, column) => write!(f, "{}:{line}:{column}", self.file),
        }
    }
}

/// The source location of a label of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Bytes of the source text.
    Span(Span),
    /// A byte offset in the bytecode file that is the source.
    Byte(u64),
    /// A location from the module's debug information.
    Location(Location),
}

impl From<Span> for Place {
    fn from(span: Span) -> Place {
        Place::Span(span)
    }
}

impl From<Location> for Place {
    fn from(location: Location) -> Place {
        Place::Location(location)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_join_and_measure() {
        let joined = Span::new(4, 6).to(Span::new(10, 12));
        assert_eq!(joined, Span::new(4, 12));
        assert_eq!(joined.len(), 8);
        assert_eq!(joined.range(), 4..12);
        assert!(Span::new(9, 3).is_empty());
        assert_eq!(Span::from(3..usize::MAX), Span::new(3, u32::MAX));
    }

    #[test]
    fn locations_print_what_is_known() {
        assert_eq!(Location::new("k.py", 3, 7).to_string(), "k.py:3:7");
        assert_eq!(Location::new("k.py", 3, 0).to_string(), "k.py:3");
        assert_eq!(Location::new("k.py", 0, 0).to_string(), "k.py");
    }
}
