//! Everything public here has an example that runs as a test: an example of the documentation, or of the README.
//!
//! The check reads the sources. An item is a `pub` function, type, trait or constant, and each name that a module exports
//! again. It has an example when code of one calls or names it: a method by `.name(`, a function of a type by `Type::name(`.

#![allow(clippy::disallowed_methods, reason = "a test reads sources")]

use std::path::{Path, PathBuf};

/// A public item: what messages call it, and what code that uses it contains one of.
struct Item {
    shown: String,
    uses: Vec<String>,
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The text after the marker of a comment of the documentation.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or(line.strip_prefix("//!"))
}

/// The code of examples that run, of lines that may be documentation.
fn examples<'a>(lines: impl Iterator<Item = &'a str>, runs: fn(&str) -> bool) -> String {
    let (mut code, mut fence) = (String::new(), None);
    for line in lines {
        match (line.trim_start().strip_prefix("```"), fence) {
            (Some(words), None) => fence = Some(runs(words)),
            (Some(_), Some(_)) => fence = None,
            (None, Some(true)) => {
                code.push_str(line.split("// ").next().unwrap_or(line));
                code.push('\n');
            }
            (None, Some(false) | None) => {}
        }
    }
    code
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The type that an `impl` is for: `Run` of `impl<'m> Run<'m> {`.
fn implementing(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') { rest.split_once("> ")?.1 } else { rest };
    Some(name(rest.trim_start()))
}

/// The item that a line declares inside of the `impl` of a type, if that is public.
fn declared(lines: &[&str], at: usize, of: Option<&str>) -> Option<Item> {
    let rest = lines[at].trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let constant = rest.strip_prefix("const ").filter(|rest| !rest.starts_with("fn "));
    if let Some(rest) =
        ["struct ", "enum ", "trait "].iter().find_map(|word| rest.strip_prefix(word)).or(constant)
    {
        let name = name(rest);
        return Some(Item { shown: name.to_owned(), uses: vec![name.to_owned()] });
    }
    let name = name(rest.strip_prefix("const ").unwrap_or(rest).strip_prefix("fn ")?);
    // Parameters may stand on lines of their own.
    let signature: String = lines[at..].iter().take_while(|line| !line.ends_with('{')).copied().collect();
    let signature = if signature.is_empty() { lines[at] } else { &signature };
    let is_method = signature.split(')').next().is_some_and(|params| params.contains("self"));
    let uses = match of {
        Some(_) if is_method => vec![format!(".{name}(")],
        Some(of) => vec![format!("{of}::{name}("), format!("{of}::{name})")],
        None => vec![format!("{name}(")],
    };
    Some(Item { shown: of.map_or_else(|| name.to_owned(), |of| format!("{of}::{name}")), uses })
}

/// Names that a `pub use` with braces exports again.
fn exported(text: &str) -> Vec<Item> {
    let uses = text.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    let lists = uses.filter_map(|(list, _)| list.split_once('{')?.1.split_once('}'));
    let names = lists.flat_map(|(names, _)| names.split(',').map(str::trim)).filter(|name| !name.is_empty());
    names
        .filter(|name| *name != "self")
        .map(|name| Item { shown: name.to_owned(), uses: vec![name.to_owned()] })
        .collect()
}

fn items(text: &str) -> Vec<Item> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let (mut items, mut of) = (exported(text), None);
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("impl") {
            of = implementing(line);
        } else if *line == "}" {
            of = None;
        }
        items.extend(declared(&lines, at, of));
    }
    items
}

/// Whether a text contains a use that does not begin or end inside of another name.
fn contains(code: &str, sought: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(sought).any(|(at, _)| {
        let before = code[..at].chars().next_back().is_some_and(inside) && !sought.starts_with('.');
        let after =
            code[at + sought.len()..].chars().next().is_some_and(inside) && !sought.ends_with(['(', ')']);
        !before && !after
    })
}

#[test]
fn everything_public_has_an_example_that_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    sources(&root.join("src"), &mut paths);
    let readme = std::fs::read_to_string(root.join("../../README.md")).expect("the README");
    let mut code = examples(readme.lines(), |words| words == "rust");
    let (mut found, mut lacking) = (0, Vec::new());
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("a source"));
    let texts: Vec<String> = texts.collect();
    for text in &texts {
        let lines = text.lines().filter_map(documentation);
        code.push_str(&examples(lines, |words| matches!(words, "" | "no_run")));
    }
    for item in texts.iter().flat_map(|text| items(text)) {
        found += 1;
        if !item.uses.iter().any(|sought| contains(&code, sought)) {
            lacking.push(item.shown);
        }
    }
    assert!(found > 120, "the check reads {found} items: it no longer finds them");
    assert!(lacking.is_empty(), "without an example that runs: {}", lacking.join(", "));
}
