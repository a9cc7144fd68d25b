//! Printed text, laid out.

use cuda_tile::text::{FormatOptions, PrintOptions, format, print};
use diag::Source;

/// Printed text as it is set: a rounding that is not printed leaves no blank, and the arguments of a fold stand on the line
/// of its op.
fn expected(printed: &str) -> String {
    let mut text = String::new();
    for line in printed.lines() {
        let words = line.trim_start();
        if words.starts_with('(') {
            text.truncate(text.trim_end().len());
            text.push(' ');
        } else {
            text.push_str(&line[..line.len() - words.len()]);
        }
        text.push_str(&words.replace("  ", " "));
        text.push('\n');
    }
    text
}

/// A text whose long signatures are whole again.
fn joined(formatted: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in formatted.lines() {
        let words = line.trim_start();
        match inside {
            false => text.push_str(line),
            true => text.push_str(words),
        }
        inside = line.ends_with('(') || (inside && !words.starts_with(')'));
        match inside {
            true if line.ends_with(',') => text.push(' '),
            true => {}
            false => text.push('\n'),
        }
    }
    text
}

#[test]
fn printed_text_only_loses_blanks_that_say_nothing() {
    for seed in 0..60 {
        let module = smith::generate(seed, &smith::Options::default());
        let text = print(&module, &PrintOptions::default());
        let source = Source::new("printed", text.as_str());
        let formatted = format(&source, &FormatOptions::default()).expect("printed text can be read");
        assert_eq!(joined(&formatted), expected(&text));
        let again = format(&Source::new("formatted", formatted.as_str()), &FormatOptions::default());
        assert_eq!(again.expect("the layout can be read"), formatted, "twice is once");
        let renamed = format(&source, &FormatOptions { rename: true, ..FormatOptions::default() });
        assert_eq!(renamed.expect("printed text can be renamed"), formatted, "the names are canonical");
    }
}
