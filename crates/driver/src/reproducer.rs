//! Diagnostics and reproducers for PTX that `ptxas` refuses.
//!
//! The message refers to the line of the program that the instruction comes from. The PTX is saved under a name derived from
//! its bytes, in the folder `$TILEWRIGHT_REPRODUCERS`, or in the system's folder for temporary files.

#![allow(clippy::disallowed_methods, reason = "saves a file where the environment says")]

use std::path::PathBuf;

use diag::{Diagnostic, Location};

use crate::codes;
use crate::digest::Digest;
use crate::ptxas::{Complaint, Request, arguments};

/// The diagnostics of a refusal. `located` is the same PTX with its lines' origins (`.loc`).
pub(crate) fn refused(
    complaints: &[Complaint],
    text: &str,
    located: &str,
    request: &Request<'_>,
) -> Vec<Diagnostic> {
    let saved = save(text, request);
    let one = |complaint: &Complaint| {
        let mut diagnostic = Diagnostic::error(codes::PTXAS, format!("`ptxas` says: {}", complaint.message));
        if let Some(line) = complaint.line {
            if let Some(location) = origin(text, located, line) {
                diagnostic = diagnostic.at(location, "the instruction comes from here");
            }
            let instruction = text.lines().nth(line.saturating_sub(1)).unwrap_or("").trim();
            diagnostic = diagnostic.note(format!("line {line} of the PTX is `{instruction}`"));
        }
        diagnostic
    };
    let mut found: Vec<Diagnostic> = complaints.iter().map(one).collect();
    // The last diagnostic has the way out, once for all of them.
    if let Some(last) = found.pop() {
        let last = match saved {
            Ok(path) => last.note(format!(
                "the PTX is saved: `ptxas {} {}` shows the same",
                arguments(request).join(" "),
                path.display()
            )),
            Err(why) => last.note(format!("the PTX cannot be saved: {why}")),
        };
        found.push(last.help("this is an error of Tilewright; please report it with that file"));
    }
    found
}

fn save(text: &str, request: &Request<'_>) -> Result<PathBuf, String> {
    let folder = std::env::var_os("TILEWRIGHT_REPRODUCERS").map_or_else(std::env::temp_dir, PathBuf::from);
    let name = format!("tilewright-{}-{}.ptx", request.arch, &Digest::of(&[text.as_bytes()]).text()[..16]);
    let path = folder.join(name);
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    written.map(|()| path).map_err(|error| crate::input::reason(&error))
}

/// The source location of the instruction of a line: the `.loc` before it in the text with `.loc` lines.
fn origin(text: &str, located: &str, line: usize) -> Option<Location> {
    let extra = |line: &&str| line.trim_start().starts_with(".loc") || line.trim_start().starts_with(".file");
    // Both texts have the same instructions: the n-th line that is no location is the same in both.
    let number = text.lines().take(line).filter(|line| !extra(line)).count();
    let mut files: Vec<(u32, &str)> = Vec::new();
    for line in located.lines().map(str::trim_start) {
        if let Some((index, name)) = line.strip_prefix(".file").and_then(file) {
            files.push((index, name));
        }
    }
    let (mut seen, mut at) = (0, None);
    for line in located.lines() {
        if extra(&line) {
            at = line.trim_start().strip_prefix(".loc").map(str::to_owned).or(at);
            continue;
        }
        seen += 1;
        if seen == number {
            break;
        }
    }
    let mut numbers = at.as_deref()?.split_whitespace().map(|word| word.parse::<u32>().ok());
    let (index, line, column) = (numbers.next()??, numbers.next()??, numbers.next().flatten().unwrap_or(0));
    let name = files.iter().find(|(number, _)| *number == index)?.1;
    Some(Location::new(name, line, column))
}

/// ` 1 "kernel.py"`
fn file(rest: &str) -> Option<(u32, &str)> {
    let (number, name) = rest.trim().split_once(' ')?;
    Some((number.parse().ok()?, name.trim().split('"').nth(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_found_again_behind_their_lines() {
        let plain = ".version 8.0\n{\n\tadd x;\n\tmul y;\n}\n";
        let located = ".version 8.0\n.file 1 \"a.py\"\n.file 2 \"b.py\"\n{\n\t.loc 1 3 7\n\tadd x;\n\t.loc 2 9 1\n\tmul y;\n}\n";
        let at = |line| origin(plain, located, line).map(|location| location.to_string());
        assert_eq!(at(3).as_deref(), Some("a.py:3:7"));
        assert_eq!(at(4).as_deref(), Some("b.py:9:1"));
        assert_eq!(at(1), None);
        // A text with lines of its own is its own.
        assert_eq!(
            origin(located, located, 8).map(|location| location.to_string()).as_deref(),
            Some("b.py:9:1")
        );
    }
}
