//! Runs the files of `tests/verify`: what must be reported stands after the line that it is reported for.

use std::fmt::Write as _;
use std::path::Path;

use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::{HintMode, VerifyOptions, verify};
use diag::{Diagnostic, Severity, Source};

fn options(first_line: &str) -> (ParseOptions, VerifyOptions) {
    let (mut parsing, mut verifying) = (ParseOptions::default(), VerifyOptions::default());
    for word in first_line.trim_start_matches("// RUN: check").split_whitespace() {
        match word {
            "--strict" => {
                parsing.strict = true;
                verifying.extensions = false;
            }
            "--testing-ops" => {
                parsing.testing_ops = true;
                verifying.testing_ops = true;
            }
            "--hints=warn" => verifying.hints = HintMode::Warn,
            "--hints=error" => verifying.hints = HintMode::Error,
            _ => {
                let version = word.strip_prefix("--version=").expect("an option");
                let known = ir::Version::ALL.iter().find(|v| v.to_string() == version);
                verifying.version = *known.expect("a version");
            }
        }
    }
    (parsing, verifying)
}

fn line_of(diagnostic: &Diagnostic, source: &Source) -> u32 {
    match diagnostic.primary().map(|label| &label.place) {
        Some(diag::Place::Span(span)) => source.position(span.start).line,
        _ => 0,
    }
}

fn check(path: &Path, report: &mut String) {
    let text = std::fs::read_to_string(path).expect("readable");
    let source = Source::new(path.file_name().expect("a name").to_string_lossy(), text.clone());
    let (parsing, verifying) = options(text.lines().next().unwrap_or(""));
    let parsed = parse(&source, &parsing);
    let mut found = parsed.diagnostics;
    if let Some(module) = &parsed.module {
        found.extend(verify(module, &verifying).diagnostics);
    }
    let mut wanted = Vec::new();
    let mut current = 0;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let kinds = [
            ("// ERROR: ", Severity::Error),
            ("// WARNING: ", Severity::Warning),
            ("// NOTE: ", Severity::Note),
        ];
        match kinds.iter().find_map(|(prefix, kind)| Some((line.strip_prefix(prefix)?, *kind))) {
            Some((message, kind)) => wanted.push((current, kind, message)),
            None if line.is_empty() => {}
            None => current = number as u32 + 1,
        }
    }
    let mut left: Vec<Option<&Diagnostic>> = found.iter().map(Some).collect();
    for (line, kind, message) in wanted {
        let hit = left.iter_mut().find(|d| {
            d.is_some_and(|d| {
                d.severity == kind && d.message.contains(message) && line_of(d, &source) == line
            })
        });
        match hit {
            Some(d) => *d = None,
            None => writeln!(report, "{}:{line}: MISSING {message}", path.display()).expect("a string"),
        }
    }
    for d in left.into_iter().flatten() {
        writeln!(report, "{}:{}: EXTRA {d}", path.display(), line_of(d, &source)).expect("a string");
    }
}

#[test]
fn files_report_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verify");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut report = String::new();
    for path in paths {
        check(&path, &mut report);
    }
    assert!(report.is_empty(), "\n{report}");
}
