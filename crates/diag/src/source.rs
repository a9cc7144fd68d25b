//! The text that a module was read from, with an index of its lines.
//!
//! Lines end at `\n`; a `\r` before it belongs to the line end. Columns count characters, a tab counts one. A
//! look-up is a binary search over lines plus at most [`BLOCK`] bytes of counting, whatever the length of the line.

use crate::place::{Location, Span};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Distance in bytes between two recorded character counts.
const BLOCK: usize = 4096;

/// A line and a column, both 1-based; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A named text. Cheap to clone; the line index is built at the first look-up.
///
/// For a module read from bytecode the text is empty and only the name matters.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    index: OnceLock<Arc<LineIndex>>,
    expressions: Option<Arc<Expressions>>,
}

/// The expressions of a text, so that a recorded location, which has no end, shows as the whole expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expressions {
    /// The first column as the producer of the locations counts: 0 or 1. Its columns count bytes.
    pub first_column: u32,
    /// One for each first byte, in order.
    pub spans: Vec<Span>,
}

#[derive(Debug)]
struct LineIndex {
    /// Byte offset of the first byte of each line; never empty.
    starts: Vec<u32>,
    /// Characters that begin before byte `k * BLOCK`.
    characters: Vec<u32>,
}

impl Source {
    /// A source from its name (as shown to the user) and its text.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into(), index: OnceLock::new(), expressions: None }
    }

    /// The same, with its expressions: recorded locations of this file are looked up among them.
    #[must_use]
    pub fn with_expressions(self, mut expressions: Expressions) -> Source {
        expressions.spans.sort_unstable();
        Source { expressions: Some(Arc::new(expressions)), ..self }
    }

    /// Are the expressions of the text known?
    pub(crate) fn has_expressions(&self) -> bool {
        self.expressions.is_some()
    }

    /// The name shown before positions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// Line and column of a byte; offsets past the end mean the end, offsets inside a character its start.
    pub fn position(&self, offset: u32) -> Position {
        let index = self.index();
        let offset = self.clamp(offset as usize);
        let line = index.starts.partition_point(|&start| start as usize <= offset) - 1;
        let column = self.characters_before(offset) - self.characters_before(index.starts[line] as usize);
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The byte where a recorded location points, if the line exists; a column past the line means its end.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let range = self.line_range(line)?;
        let text = &self.text[range.clone()];
        let skip = column.saturating_sub(1) as usize;
        let inside = text.char_indices().nth(skip).map_or(text.len(), |(at, _)| at);
        Some((range.start + inside) as u32)
    }

    /// Bytes of a line (1-based) without its line end.
    pub fn line_range(&self, line: u32) -> Option<Range<usize>> {
        let starts = &self.index().starts;
        let index = (line as usize).checked_sub(1)?;
        let start = *starts.get(index)? as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize - 1);
        let text = &self.text[start..end];
        Some(start..end - usize::from(text.ends_with('\r') && end < self.text.len()))
    }

    /// Number of lines; a text that ends in a line end has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.index().starts.len() as u32
    }

    /// The nearest span that is in the text, on character borders and not reversed.
    pub fn clamp_span(&self, span: Span) -> Span {
        let start = self.clamp(span.start as usize);
        let end = self.clamp(span.end as usize).max(start);
        Span::from(start..end)
    }

    /// Where a location of this very file is in the text.
    pub(crate) fn span_of(&self, location: &Location) -> Option<Span> {
        if *location.file != *self.name {
            return None;
        }
        match &self.expressions {
            None => self.offset(location.line, location.column).map(Span::point),
            Some(expressions) => self.expression_at(expressions, location),
        }
    }

    /// The expression that a location is about; a point where none begins there.
    fn expression_at(&self, expressions: &Expressions, location: &Location) -> Option<Span> {
        let line = self.line_range(location.line)?;
        let first = expressions.first_column;
        // Producers do not count alike in all places: cuTile counts from 1 for functions, from 0 for everything else.
        let starts = [first, 1 - first.min(1)].map(|first| {
            let inside = location.column.saturating_sub(first) as usize;
            (line.start + inside).min(line.end) as u32
        });
        let spans = &expressions.spans;
        let found = starts.iter().find_map(|start| {
            let at = spans.partition_point(|span| span.start < *start);
            spans.get(at).filter(|span| span.start == *start)
        });
        Some(self.clamp_span(found.copied().unwrap_or_else(|| Span::point(starts[0]))))
    }

    fn clamp(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len()).min(u32::MAX as usize);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..offset];
        self.index().characters[block] as usize + count_characters(rest)
    }

    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| Arc::new(LineIndex::new(&self.text)))
    }
}

impl LineIndex {
    fn new(text: &str) -> LineIndex {
        let indexed = &text.as_bytes()[..text.len().min(u32::MAX as usize)];
        let ends = indexed.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect();
        let mut characters = vec![0];
        let mut total = 0;
        for block in indexed.chunks(BLOCK) {
            total += count_characters(block) as u32;
            characters.push(total);
        }
        LineIndex { starts, characters }
    }
}

/// Characters that begin in these bytes: every byte but the continuation bytes of UTF-8.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_expressions_where_those_are_known() {
        let text = "def f():\n    \u{e4} = g(h(x))\n";
        let spans = [(0, 7), (13, 25), (18, 25), (20, 24)];
        let spans = spans.map(|(start, end)| Span::new(start, end)).to_vec();
        let at = |first_column, line, column| {
            let expressions = Expressions { first_column, spans: spans.clone() };
            let source = Source::new("k.py", text).with_expressions(expressions);
            let span = source.span_of(&Location::new("k.py", line, column))?;
            Some(&text[span.range()])
        };
        assert_eq!(at(0, 2, 4), Some("\u{e4} = g(h(x))"));
        assert_eq!(at(0, 2, 9), Some("g(h(x))"));
        assert_eq!(at(0, 2, 11), Some("h(x)"));
        assert_eq!(at(1, 2, 10), Some("g(h(x))"), "columns from 1");
        assert_eq!(at(0, 1, 1), Some("def f()"), "a function, counted from 1 among others");
        assert_eq!(at(0, 2, 13), Some(""), "no expression begins there");
        assert_eq!(at(0, 2, 400), Some(""));
        assert_eq!(at(0, 9, 1), None);
    }

    fn at(source: &Source, offset: u32) -> (u32, u32) {
        let position = source.position(offset);
        (position.line, position.column)
    }

    #[test]
    fn lines_and_columns_are_one_based() {
        let source = Source::new("t", "ab\n\tc\n\nd");
        assert_eq!(at(&source, 0), (1, 1));
        assert_eq!(at(&source, 2), (1, 3));
        assert_eq!(at(&source, 3), (2, 1));
        assert_eq!(at(&source, 4), (2, 2), "a tab counts one");
        assert_eq!(at(&source, 6), (3, 1));
        assert_eq!(at(&source, 8), (4, 2));
        assert_eq!(source.line_count(), 4);
    }

    #[test]
    fn crlf_belongs_to_the_line_end() {
        let source = Source::new("t", "ab\r\ncd\r\n");
        assert_eq!(source.line_range(1), Some(0..2));
        assert_eq!(source.line_range(2), Some(4..6));
        assert_eq!(source.line_range(3), Some(8..8));
        assert_eq!(source.line_range(4), None);
        assert_eq!(at(&source, 4), (2, 1));
        assert_eq!(Source::new("t", "a\r").line_range(1), Some(0..2), "a last lone CR is text");
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("t", "é∑x\n😀y");
        assert_eq!(at(&source, 2), (1, 2));
        assert_eq!(at(&source, 5), (1, 3));
        assert_eq!(at(&source, 3), (1, 2), "inside a character means its start");
        assert_eq!(at(&source, 11), (2, 2));
        assert_eq!(source.offset(2, 2), Some(11));
        assert_eq!(source.offset(2, 99), Some(12));
        assert_eq!(source.offset(0, 1), None);
        assert_eq!(source.offset(3, 1), None);
    }

    #[test]
    fn offsets_outside_mean_the_end() {
        let source = Source::new("t", "ab\n");
        assert_eq!(at(&source, 3), (2, 1));
        assert_eq!(at(&source, u32::MAX), (2, 1));
        assert_eq!(at(&Source::new("t", ""), 7), (1, 1));
        assert_eq!(source.clamp_span(Span::new(9, 1)), Span::new(3, 3));
    }

    #[test]
    fn long_lines_agree_with_plain_counting() {
        let text = "aé∑".repeat(5000);
        let source = Source::new("t", text.as_str());
        for offset in [0, 1, 4095, 4096, 4097, 8192, 29_999, 30_000] {
            let clamped = source.clamp(offset);
            let expected = text[..clamped].chars().count() as u32 + 1;
            assert_eq!(at(&source, offset as u32), (1, expected), "offset {offset}");
        }
    }

    #[test]
    fn locations_of_this_file_have_a_span() {
        let source = Source::new("k.mlir", "ab\ncd\n");
        assert_eq!(source.span_of(&Location::new("k.mlir", 2, 2)), Some(Span::point(4)));
        assert_eq!(source.span_of(&Location::new("other", 2, 2)), None);
        assert_eq!(source.span_of(&Location::new("k.mlir", 0, 0)), None);
    }
}
