//! The format for humans: source lines, carets, notes and suggested fixes, drawn by `annotate-snippets`.

use crate::diagnostic::{Diagnostic, Label, Resolved, Severity, printable, printable_lines, shown_span};
use crate::excerpt::{Excerpt, excerpts};
use crate::place::Span;
use crate::source::{Position, Source};
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Origin, Renderer, Snippet};

/// Stands for a position in the drawn text until [`insert_positions`]; a private-use character that text loses before.
const MARK: char = '\u{e000}';

/// The diagnostic with its source lines, ending in a line end; `color` adds ANSI escapes.
///
/// Places whose text is not available (bytecode, debug locations in other files) are named instead of shown.
pub fn render_human(diagnostic: &Diagnostic, source: Option<&Source>, color: bool) -> String {
    let title =
        level(diagnostic.severity).primary_title(printable_lines(&diagnostic.message)).id(diagnostic.code.0);
    let mut positions = Vec::new();
    let group = title.elements(elements(diagnostic, source, &mut positions));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = insert_positions(&renderer.render(&[group]), &positions);
    text.push('\n');
    text
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
        Severity::Help => Level::HELP,
    }
}

fn elements<'a>(
    diagnostic: &'a Diagnostic,
    source: Option<&Source>,
    positions: &mut Vec<String>,
) -> Vec<Element<'a>> {
    let mut elements: Vec<Element<'a>> = unshown_position(diagnostic, source).into_iter().collect();
    if let Some(source) = source {
        for excerpt in ordered_excerpts(diagnostic, source) {
            positions.push(excerpt_position(&excerpt, diagnostic.primary(), source));
            elements.push(snippet(excerpt).into());
        }
    }
    let notes =
        unshown_notes(diagnostic, source).chain(diagnostic.notes.iter().map(|note| printable_lines(note)));
    elements.extend(notes.map(|note| Level::NOTE.message(note).into()));
    elements.extend(diagnostic.help.iter().map(|help| Level::HELP.message(printable_lines(help)).into()));
    elements
}

/// The ` --> file` line of a diagnostic whose main place no excerpt shows.
fn unshown_position(diagnostic: &Diagnostic, source: Option<&Source>) -> Option<Element<'static>> {
    let text = match diagnostic.primary() {
        Some(label) if is_shown(label, source) => return None,
        Some(label) => Resolved::new(&label.place, source).to_string(),
        None => source.map_or(String::new(), |source| printable(source.name())),
    };
    (!text.is_empty()).then(|| Origin::path(text).into())
}

fn is_shown(label: &Label, source: Option<&Source>) -> bool {
    source.is_some_and(|source| shown_span(&label.place, source).is_some())
}

/// The excerpts to draw: the one with the main place first, the others in the order of the lines.
fn ordered_excerpts<'a>(diagnostic: &'a Diagnostic, source: &Source) -> Vec<Excerpt<(Span, &'a Label)>> {
    let labels = diagnostic.labels.iter();
    let shown = labels.filter_map(|label| shown_span(&label.place, source).map(|span| (span, (span, label))));
    let mut cut = excerpts(source, shown.collect());
    let main = diagnostic.primary();
    cut.sort_by_key(|excerpt| !excerpt.labels.iter().any(|(_, (_, label))| is_same(label, main)));
    cut
}

fn is_same(label: &Label, other: Option<&Label>) -> bool {
    other.is_some_and(|other| std::ptr::eq(label, other))
}

/// Where the excerpt's main label is: the diagnostic's, else the excerpt's first primary one, else its first. Computed here
/// and not by the drawing library, because it only has the lines of the excerpt, which may have been cut.
fn excerpt_position(excerpt: &Excerpt<(Span, &Label)>, main: Option<&Label>, source: &Source) -> String {
    let rank = |label: &Label| (!is_same(label, main), !label.primary);
    let first = excerpt.labels.iter().map(|(_, label)| label).min_by_key(|(_, label)| rank(label));
    let position = first.map(|(span, _)| source.position(span.start));
    let Position { line, column } = position.unwrap_or(Position { line: excerpt.first_line, column: 1 });
    format!("{}:{line}:{column}", printable(source.name()))
}

fn snippet<'a>(excerpt: Excerpt<(Span, &'a Label)>) -> Snippet<'a, Annotation<'a>> {
    let annotations = excerpt.labels.into_iter().map(|(range, (_, label))| {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let text = (!label.text.is_empty()).then(|| printable(&label.text));
        kind.span(range).label(text)
    });
    let annotations: Vec<Annotation<'a>> = annotations.collect();
    // The replacement has as many bytes, so the labels still fit.
    let text = excerpt.text.replace(MARK, "\u{fffd}");
    Snippet::source(text)
        .path(MARK.to_string())
        .line_start(excerpt.first_line as usize)
        .annotations(annotations)
}

/// Puts each position where its mark was drawn, in place of the position that the library computed after the mark.
fn insert_positions(drawn: &str, positions: &[String]) -> String {
    let mut pieces = drawn.split(MARK);
    let mut text = String::from(pieces.next().unwrap_or_default());
    for (piece, position) in pieces.zip(positions) {
        text.push_str(position);
        text.push_str(piece.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit()));
    }
    text
}

/// Labels that no source line shows, as sentences.
fn unshown_notes<'a>(
    diagnostic: &'a Diagnostic,
    source: Option<&'a Source>,
) -> impl Iterator<Item = String> + 'a {
    diagnostic.labels.iter().filter(move |label| !is_shown(label, source)).filter_map(move |label| {
        // The position of the main place is in the line above.
        let is_main = is_same(label, diagnostic.primary());
        let place = if is_main { String::new() } else { Resolved::new(&label.place, source).to_string() };
        let separator = if place.is_empty() || label.text.is_empty() { "" } else { ": " };
        let text = format!("{place}{separator}{}", printable(&label.text));
        (!text.is_empty()).then_some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::place::Location;

    const TEXT: &str =
        "entry @k(%p: tile<ptr<f32>>) {\n  %a = iota : tile<4xi32>\n  %b = addf %a, %p : tile<4xf32>\n}\n";

    const ROUNDS: usize = 1500;

    fn error() -> Diagnostic {
        Diagnostic::error(Code("E0301"), "operand has the wrong type")
    }

    fn shown(diagnostic: &Diagnostic, text: &str) -> String {
        render_human(diagnostic, Some(&Source::new("k.mlir", text)), false)
    }

    #[test]
    fn two_places_in_one_snippet() {
        let diagnostic = error()
            .at(Span::new(69, 71), "is a tile of i32")
            .also(Span::new(33, 35), "defined here")
            .note("`addf` adds floats")
            .help("use `addi`");
        let expected = "\
error[E0301]: operand has the wrong type
 --> k.mlir:3:13
  |
2 |   %a = iota : tile<4xi32>
  |   -- defined here
3 |   %b = addf %a, %p : tile<4xf32>
  |             ^^ is a tile of i32
  |
  = note: `addf` adds floats
  = help: use `addi`
";
        assert_eq!(shown(&diagnostic, TEXT), expected);
    }

    #[test]
    fn a_span_over_lines_is_bracketed() {
        let expected = "\
error[E0301]: operand has the wrong type
 --> k.mlir:2:3
  |
2 | /   %a = iota : tile<4xi32>
3 | |   %b = addf %a, %p : tile<4xf32>
  | |________________________________^ both
";
        assert_eq!(shown(&error().at(Span::new(33, 89), "both"), TEXT), expected);
    }

    #[test]
    fn far_places_have_positions_of_their_own() {
        let mut text = String::from("first\n");
        text.push_str(&"\n".repeat(500));
        text.push_str("last\n");
        let diagnostic = error().at(Span::new(506, 510), "here").also(Span::new(0, 5), "");
        let expected = "\
error[E0301]: operand has the wrong type
   --> k.mlir:502:1
    |
502 | last
    | ^^^^ here
    |
   ::: k.mlir:1:1
    |
  1 | first
    | -----
";
        assert_eq!(shown(&diagnostic, &text), expected);
    }

    #[test]
    fn places_without_text_are_named() {
        let source = Source::new("k.tileirbc", "");
        let byte =
            error().at_byte(18, "this tag").also(Location::new("k.py", 3, 1), "made here").note("a fact");
        let expected = "\
error[E0301]: operand has the wrong type
--> k.tileirbc: byte 18 (0x12)
 = note: this tag
 = note: k.py:3:1: made here
 = note: a fact
";
        assert_eq!(render_human(&byte, Some(&source), false), expected);
        let expected = "error[E0301]: operand has the wrong type\n--> k.py:3:9\n";
        assert_eq!(
            render_human(&error().at(Location::new("k.py", 3, 9), ""), Some(&source), false),
            expected
        );
        assert_eq!(render_human(&error(), None, false), "error[E0301]: operand has the wrong type\n");
        let unknown = error().at(Span::new(3, 4), "here");
        assert_eq!(
            render_human(&unknown, None, false),
            "error[E0301]: operand has the wrong type\n |\n = note: here\n"
        );
    }

    #[test]
    fn a_location_in_the_source_is_shown() {
        let text = shown(&error().at(Location::new("k.mlir", 2, 8), "here"), TEXT);
        let expected = "\
error[E0301]: operand has the wrong type
 --> k.mlir:2:8
  |
2 |   %a = iota : tile<4xi32>
  |        ^ here
";
        assert_eq!(text, expected);
    }

    #[test]
    fn cut_lines_keep_their_true_column() {
        let text = format!("{}HERE{}", "a".repeat(5000), "b".repeat(5000));
        let drawn = shown(&error().at(Span::new(5000, 5004), "this"), &text);
        assert!(drawn.contains(" --> k.mlir:1:5001\n"), "{drawn}");
        assert!(drawn.lines().all(|line| line.len() < 200), "{drawn}");
        assert!(drawn.contains("HERE") && drawn.contains("^^^^ this"), "{drawn}");
    }

    #[test]
    fn the_end_of_the_input_has_a_caret() {
        let expected = "\
error[E0301]: operand has the wrong type
 --> k.mlir:2:1
  |
2 |
  | ^ the file ends here
";
        assert_eq!(shown(&error().at(Span::point(2), "the file ends here"), "a\n"), expected);
        assert_eq!(
            shown(&error().at(Span::new(9, 3), ""), ""),
            "error[E0301]: operand has the wrong type\n --> k.mlir:1:1\n  |\n1 |\n  | ^\n"
        );
    }

    #[test]
    fn colour_adds_escapes_only() {
        let diagnostic = error().at(Span::new(69, 71), "is a tile of i32");
        let source = Source::new("k.mlir", TEXT);
        let colored = render_human(&diagnostic, Some(&source), true);
        assert!(colored.contains("\u{1b}["));
        assert_eq!(without_escapes(&colored), render_human(&diagnostic, Some(&source), false));
    }

    fn without_escapes(text: &str) -> String {
        let mut pieces = text.split('\u{1b}');
        let mut plain = String::from(pieces.next().unwrap_or_default());
        plain.extend(pieces.map(|piece| piece.split_once('m').map_or("", |(_, rest)| rest)));
        plain
    }

    #[test]
    fn input_cannot_steer_the_terminal() {
        let name = "k\u{1b}[2J\u{e000}.mlir";
        let source = Source::new(name, "a \u{1b}[31m \0 \u{e000} b\r\n");
        let diagnostic = Diagnostic::error(Code("E0301"), "bad \u{1b}[31m\u{e000}")
            .at(Span::new(2, 7), "\u{1b}]0;title\u{7}")
            .note("\u{9b}31m")
            .help("\u{202e}");
        let drawn = render_human(&diagnostic, Some(&source), false);
        assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()), "{drawn:?}");
        assert!(!drawn.contains(['\u{e000}', '\u{202e}']), "{drawn:?}");
        assert!(drawn.contains(" --> k\u{241b}[2J\u{fffd}.mlir:1:3\n"), "{drawn:?}");
    }

    /// Every pair of offsets in small awkward texts, and far outside of them, in all three forms.
    #[test]
    fn hostile_spans_never_panic() {
        let long = "é\t".repeat(300);
        let texts = [
            "",
            "\n",
            "\r\n",
            "a",
            "é",
            "😀\n\0é",
            "\t\ta\r\n\r\n\u{feff}",
            "\u{301}x\u{200d}\n\n",
            "\r\r\n",
            &long,
        ];
        for text in texts {
            let source = Source::new("t", text);
            let far = [u32::MAX - 1, u32::MAX];
            let offsets = || (0..=text.len().min(12) as u32 + 2).chain(far);
            for (start, end) in offsets().flat_map(|start| offsets().map(move |end| (start, end))) {
                let diagnostic = error().at(Span::new(start, end), "a").also(Span::new(end, start), "b");
                assert!(render_human(&diagnostic, Some(&source), true).contains("operand"));
                assert!(crate::render_short(&diagnostic, Some(&source)).starts_with("t:"));
                assert!(crate::to_json(&diagnostic, Some(&source)).starts_with("{\"severity\":\"error\""));
            }
        }
    }

    /// Many overlapping labels over awkward characters and lines of all lengths; `xorshift` makes them up.
    #[test]
    fn overlapping_labels_never_panic() {
        let pieces = [
            "a", "\t", "\n", "\r\n", "é", "😀", "\u{301}", "\0", "\u{e000}", "  ", "{}", "中", "\r",
            "\u{200d}",
        ];
        let mut state = 88_172_645_463_325_252_u64;
        let mut next = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % bound as u64) as usize
        };
        for round in 0..ROUNDS {
            let mut text = String::new();
            for _ in 0..next(40) {
                text.push_str(
                    &pieces[next(pieces.len())].repeat(1 + next(if round % 50 == 0 { 500 } else { 4 })),
                );
            }
            let source = Source::new("t", text.as_str());
            let mut diagnostic = error();
            for _ in 0..next(7) {
                let span = Span::from(next(text.len() + 3)..next(text.len() + 3));
                let label = ["", "b", "two\nlines"][next(3)];
                diagnostic =
                    if next(2) == 0 { diagnostic.at(span, label) } else { diagnostic.also(span, label) };
            }
            let drawn = render_human(&diagnostic, Some(&source), round % 2 == 0);
            assert!(drawn.contains("operand has the wrong type") && drawn.ends_with('\n'));
            let position = crate::render_short(&diagnostic, Some(&source));
            let position = position.split(": error").next().unwrap_or_default();
            assert!(drawn.contains(position), "{position} is not in\n{drawn}");
        }
    }

    #[test]
    fn huge_lines_and_many_labels_stay_cheap() {
        let text = "x".repeat(4 << 20);
        let source = Source::new("t", text.as_str());
        let mut diagnostic = error().at(Span::new(0, 4 << 20), "whole");
        for k in 0..50 {
            diagnostic = diagnostic.also(Span::new(k * 80_000, k * 80_000 + 5), "part");
        }
        let drawn = render_human(&diagnostic, Some(&source), false);
        assert!(drawn.len() < 100_000, "{}", drawn.len());
    }
}
