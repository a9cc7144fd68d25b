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

#[test]
fn printed_text_only_loses_blanks_that_say_nothing() {
    for seed in 0..60 {
        let module = smith::generate(seed, &smith::Options::default());
        let text = print(&module, &PrintOptions::default());
        let source = Source::new("printed", text.as_str());
        let formatted = format(&source, &FormatOptions::default()).expect("printed text can be read");
        assert_eq!(formatted, expected(&text));
        let renamed = format(&source, &FormatOptions { rename: true, ..FormatOptions::default() });
        assert_eq!(renamed.expect("printed text can be renamed"), formatted, "the names are canonical");
    }
}
