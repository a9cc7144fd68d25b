//! The source lines that a diagnostic shows, bounded so that rendering is cheap for any source.
//!
//! An excerpt is a sequence of whole lines, each cut to [`MAX_LINE`] bytes around its first label. Labels that are far apart
//! get separate excerpts; a label over very many lines is shown by its first line.

use crate::place::Span;
use crate::source::Source;
use std::ops::Range;

/// Longest line that is shown whole, in bytes.
const MAX_LINE: usize = 400;
/// Columns that are kept before the first label of a longer line.
const LEAD: usize = 60;
/// Labels further apart than this many lines are drawn apart.
const MAX_GAP: u32 = 200;
/// An excerpt of more lines than this takes no more labels, so that many labels stay cheap to draw.
const MAX_EXCERPT: u32 = 2000;
/// A label over more lines than this is shown by its first line.
const MAX_LINES: u32 = 60;

/// Consecutive lines with the labels that are in them.
#[derive(Debug)]
pub(crate) struct Excerpt<T> {
    /// Number of the first line.
    pub(crate) first_line: u32,
    /// The lines, each with a line end.
    pub(crate) text: String,
    /// A range of bytes of `text`, and its message.
    pub(crate) labels: Vec<(Range<usize>, T)>,
}

/// A label with the lines that it covers.
struct Placed<T> {
    span: Span,
    first: u32,
    last: u32,
    payload: T,
}

/// Cuts the excerpts that show these spans, in the order of the lines.
pub(crate) fn excerpts<T>(source: &Source, labels: Vec<(Span, T)>) -> Vec<Excerpt<T>> {
    let mut placed: Vec<Placed<T>> =
        labels.into_iter().map(|(span, payload)| place(source, span, payload)).collect();
    placed.sort_by_key(|label| label.first);
    let mut groups: Vec<Vec<Placed<T>>> = Vec::new();
    let (mut first_line, mut last_line) = (0, 0);
    for label in placed {
        let near =
            label.first.saturating_sub(last_line) <= MAX_GAP && label.first - first_line <= MAX_EXCERPT;
        last_line = last_line.max(label.last);
        match groups.last_mut() {
            Some(group) if near => group.push(label),
            _ => {
                first_line = label.first;
                groups.push(vec![label]);
            }
        }
    }
    groups.into_iter().map(|group| cut(source, group)).collect()
}

fn place<T>(source: &Source, span: Span, payload: T) -> Placed<T> {
    let span = source.clamp_span(span);
    let first = source.position(span.start).line;
    // The end is exclusive: a span that ends at the start of a line does not cover that line.
    let last = source.position(span.end.saturating_sub(1).max(span.start)).line;
    if last - first < MAX_LINES {
        return Placed { span, first, last, payload };
    }
    let end = source.line_range(first).map_or(span.start, |line| line.end as u32).max(span.start);
    Placed { span: Span::new(span.start, end), first, last: first, payload }
}

/// One line of an excerpt: the range of bytes of the source that it keeps, and its offset in the excerpt.
struct Line {
    whole: Range<usize>,
    kept: Range<usize>,
    at: usize,
}

fn cut<T>(source: &Source, group: Vec<Placed<T>>) -> Excerpt<T> {
    let first_line = group.iter().map(|label| label.first).min().unwrap_or(1);
    let last_line = group.iter().map(|label| label.last).max().unwrap_or(1);
    let mut starts: Vec<usize> = group.iter().map(|label| label.span.start as usize).collect();
    starts.sort_unstable();
    let mut text = String::new();
    let mut lines = Vec::new();
    for whole in (first_line..=last_line).filter_map(|line| source.line_range(line)) {
        let label = starts.get(starts.partition_point(|&start| start < whole.start));
        let kept = kept_part(source.text(), &whole, label.copied());
        push_marker(&mut text, kept.start > whole.start);
        let at = text.len();
        text.push_str(&source.text()[kept.clone()]);
        push_marker(&mut text, kept.end < whole.end);
        text.push('\n');
        lines.push(Line { whole, kept, at });
    }
    let labels = group.into_iter().map(|label| (moved(&lines, label.span), label.payload)).collect();
    Excerpt { first_line, text, labels }
}

fn push_marker(text: &mut String, is_cut: bool) {
    if is_cut {
        text.push_str("...");
    }
}

fn kept_part(text: &str, whole: &Range<usize>, label: Option<usize>) -> Range<usize> {
    if whole.len() <= MAX_LINE {
        return whole.clone();
    }
    let label = label.filter(|label| whole.contains(label)).unwrap_or(whole.start);
    let mut start = label.saturating_sub(LEAD).max(whole.start);
    let mut end = (start + MAX_LINE).min(whole.end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    start..end
}

/// Where a span of the source is in the excerpt; the parts that were cut away shrink to the cut.
fn moved(lines: &[Line], span: Span) -> Range<usize> {
    let start = moved_offset(lines, span.start as usize);
    if span.is_empty() {
        return start..start;
    }
    // The end moves with the last byte that it covers, so that it stays on that byte's line.
    start..moved_end(lines, span.end as usize).max(start)
}

fn line_of(lines: &[Line], offset: usize) -> Option<&Line> {
    let index = lines.partition_point(|line| line.whole.start <= offset);
    lines.get(index.saturating_sub(1))
}

fn moved_offset(lines: &[Line], offset: usize) -> usize {
    line_of(lines, offset)
        .map_or(0, |line| line.at + offset.clamp(line.kept.start, line.kept.end) - line.kept.start)
}

fn moved_end(lines: &[Line], end: usize) -> usize {
    line_of(lines, end - 1)
        .map_or(0, |line| line.at + end.clamp(line.kept.start, line.kept.end) - line.kept.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_stay_whole() {
        let source = Source::new("t", "one\ntwo\r\nthree\nfour\n");
        let cut = excerpts(&source, vec![(Span::new(9, 14), 'b'), (Span::new(4, 7), 'a')]);
        assert_eq!(cut.len(), 1);
        assert_eq!(cut[0].first_line, 2);
        assert_eq!(cut[0].text, "two\nthree\n");
        assert_eq!(cut[0].labels, [(0..3, 'a'), (4..9, 'b')]);
    }

    #[test]
    fn far_labels_are_drawn_apart() {
        let source = Source::new("t", "x\n".repeat(1000));
        let cut = excerpts(&source, vec![(Span::new(1600, 1601), ()), (Span::new(0, 1), ())]);
        let lines: Vec<u32> = cut.iter().map(|excerpt| excerpt.first_line).collect();
        assert_eq!(lines, [1, 801]);
    }

    #[test]
    fn excerpts_stop_growing() {
        let source = Source::new("t", "x\n".repeat(100_000));
        let labels = (0..1000).map(|k| (Span::new(200 * k, 200 * k + 1), ())).collect();
        let cut = excerpts(&source, labels);
        assert!(cut.len() > 40 && cut.iter().all(|excerpt| excerpt.text.len() < 5000), "{}", cut.len());
    }

    #[test]
    fn long_lines_are_cut_around_the_label() {
        let mut text = "é".repeat(50_000);
        text.push_str("HERE");
        text.push_str(&"é".repeat(50_000));
        let source = Source::new("t", text);
        let cut = excerpts(&source, vec![(Span::new(100_000, 100_004), ()), (Span::new(0, 2), ())]);
        assert_eq!(cut.len(), 1);
        assert!(cut[0].text.len() < 500, "{}", cut[0].text.len());
        let only = excerpts(&source, vec![(Span::new(100_000, 100_004), ())]);
        let range = only[0].labels[0].0.clone();
        assert_eq!(&only[0].text[range], "HERE");
        assert!(only[0].text.starts_with("...é") && only[0].text.ends_with("é...\n"));
    }

    #[test]
    fn very_long_spans_show_their_first_line() {
        let source = Source::new("t", "abc\n".repeat(10_000));
        let cut = excerpts(&source, vec![(Span::new(1, 40_000), ())]);
        assert_eq!(cut[0].text, "abc\n");
        assert_eq!(cut[0].labels[0].0, 1..3);
    }

    #[test]
    fn the_end_of_the_text_has_a_line() {
        let source = Source::new("t", "ab\n");
        let cut = excerpts(&source, vec![(Span::point(3), ())]);
        assert_eq!((cut[0].first_line, cut[0].text.as_str()), (2, "\n"));
        assert_eq!(cut[0].labels[0].0, 0..0);
    }
}
