//! Comments in odd places of every text of the repository: `fmt` keeps each of them, in order, and the program with them.

#![allow(clippy::disallowed_methods, reason = "reads the texts of the repository")]

use std::path::{Path, PathBuf};

use cuda_tile::Module;
use cuda_tile::equal::same_program;
use cuda_tile::text::{FormatOptions, ParseOptions, format, parse};
use diag::Source;
use ir::text::{Kind, Lexer, Token};
use smith::Rng;

/// How often each text gets comments, and how many.
const ROUNDS: u64 = 2;
const COMMENTS: usize = 12;

#[test]
fn comments_in_odd_places_are_kept() {
    let mut paths = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["tests/run", "tests/verify", "tests/parse", "tests/opt", "tests/cli/data", "examples"] {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    let mut commented = 0;
    for (seed, path) in paths.iter().enumerate() {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let source = Source::new(path.to_string_lossy(), text);
        if let Some(module) = parse(&source, &ParseOptions::default()).module {
            let kept = text_keeps_comments(&source, &module, &mut Rng::new(seed as u64));
            kept.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            commented += 1;
        }
    }
    assert!(commented > 200, "only {commented} texts");
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            paths.push(path);
        }
    }
}

fn text_keeps_comments(source: &Source, module: &Module, rng: &mut Rng) -> Result<(), String> {
    let strict = ParseOptions { strict: true, ..ParseOptions::default() };
    let standard = parse(source, &strict).module.is_some();
    let rename = FormatOptions { rename: true, ..FormatOptions::default() };
    let renamable = format(source, &rename).is_ok();
    let tokens = tokens(source.text());
    for round in 0..ROUNDS {
        // In every other round only where there is a blank already: no token is cut in two there.
        let in_blanks = round % 2 == 0;
        let commented = commented(source.text(), &tokens, rng, in_blanks);
        let read = parse(&Source::new("commented", commented.as_str()), &ParseOptions::default());
        match read.module {
            Some(again) => same_program(module, &again).map_err(|error| format!("{error}\n{commented}"))?,
            // Extents are read byte by byte, and take no comment; words of the seeds end with their lines.
            None if !in_blanks || !standard => continue,
            None => return Err(format!("does not parse with comments:\n{commented}")),
        }
        kept(module, &commented, &FormatOptions::default())?;
        if renamable {
            kept(module, &commented, &rename)?;
        }
    }
    Ok(())
}

fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text.as_bytes(), true);
    std::iter::from_fn(|| Some(lexer.next_token()).filter(|token| token.kind != Kind::Eof)).collect()
}

/// The text with numbered comments after some of its tokens.
fn commented(text: &str, tokens: &[Token], rng: &mut Rng, in_blanks: bool) -> String {
    let places: Vec<usize> = tokens
        .windows(2)
        .filter(|pair| !in_blanks || pair[0].end < pair[1].start)
        .map(|pair| pair[0].end as usize)
        .collect();
    let mut chosen: Vec<usize> = (0..COMMENTS.min(places.len())).map(|_| rng.pick(&places)).collect();
    chosen.sort_unstable();
    let (mut commented, mut from) = (String::new(), 0);
    for (number, &place) in chosen.iter().enumerate() {
        commented.push_str(&text[from..place]);
        commented.push_str([" ", "", "\n", "\n\n"][rng.below(4)]);
        commented.push_str(&format!("// odd comment {number};\n"));
        from = place;
    }
    commented + &text[from..]
}

/// Lays out a text and demands its comments, its program, and that a second time changes nothing.
fn kept(module: &Module, commented: &str, options: &FormatOptions) -> Result<(), String> {
    let set = |text: &str| {
        format(&Source::new("commented", text), options).map_err(|found| format!("fmt: {}\n{text}", found[0]))
    };
    let once = set(commented)?;
    let (before, after) = (comments(commented), comments(&once));
    if before != after {
        return Err(format!("comments are lost or moved:\n{commented}\nbecomes\n{once}"));
    }
    let read = parse(&Source::new("formatted", once.as_str()), &ParseOptions::default());
    let again = read.module.ok_or_else(|| format!("what fmt wrote does not parse:\n{once}"))?;
    same_program(module, &again).map_err(|error| format!("{error}:\n{commented}\nbecomes\n{once}"))?;
    let twice = set(&once)?;
    if once == twice { Ok(()) } else { Err(format!("fmt twice:\n{once}\nbecomes\n{twice}")) }
}

/// The comments of a text in their order, without the blanks around them.
fn comments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        found.extend(text[end..token.start as usize].lines());
        end = token.end as usize;
    }
    found.extend(text[end..].lines());
    found.into_iter().map(str::trim).filter(|line| line.starts_with("//")).collect()
}
