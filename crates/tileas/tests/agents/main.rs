//! Agents, pipelines, tensor maps and tensor cores: programs that are right, and broken in one place.

mod limits;
mod rules;

use diag::Diagnostic;
use ir::generic::{parse, verify};
use tileas::TileAs;

const HOPPER: &str = include_str!("../../../../tests/tileas/agents_hopper.mlir");

/// The program below the golden text, which is in comments.
fn source(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("//")).map(|line| format!("{line}\n")).collect()
}

fn findings(text: &str) -> Vec<String> {
    let parsed = parse::<TileAs>(&diag::Source::new("test", text.to_owned()));
    let Some(module) = parsed.module else {
        return parsed.diagnostics.iter().map(Diagnostic::to_string).collect();
    };
    verify(&module).iter().map(Diagnostic::to_string).collect()
}

/// A text is wrong as the phrase says.
#[track_caller]
fn finds(text: &str, phrase: &str) {
    let found = findings(text);
    assert!(found.iter().any(|text| text.contains(phrase)), "expected {phrase:?}, found {found:#?}");
}

/// A program with `old` once replaced by `new` is wrong as the phrase says.
#[track_caller]
fn breaks(program: &str, old: &str, new: &str, phrase: &str) {
    let text = source(program);
    assert!(text.contains(old), "the program has no {old:?}");
    finds(&text.replacen(old, new, 1), phrase);
}

/// The same for every place.
#[track_caller]
fn breaks_everywhere(program: &str, old: &str, new: &str, phrase: &str) {
    let text = source(program);
    assert!(text.contains(old), "the program has no {old:?}");
    finds(&text.replace(old, new), phrase);
}
