//! Transcripts: `$ tilewright ..` and what it says, in `tests/cli/*.txt` and in the console blocks of README.md.
//!
//! After a command come its standard output, its standard error, and `? N` when the exit code is not 0. `< FILE` gives
//! standard input, `$TMP` is a fresh folder per transcript, and `| head -N` keeps N lines. Lines of output that
//! begin like a comment or a command stand behind a blank.

use libtest_mimic::{Failed, Trial};

use crate::command::{Output, tilewright};
use crate::{files, header};

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = files::find("tests/cli", "txt")
        .into_iter()
        .map(|path| Trial::test(path.clone(), move || test(&path, |_| true)))
        .collect();
    for path in ["README.md", "docs/language-tour.md", "docs/cli.md", "docs/passes.md"] {
        if files::root().join(path).exists() {
            trials.push(Trial::test(path, move || test(path, |fence| fence == "```console")));
        }
    }
    trials
}

/// Replays a file. In Markdown only fenced blocks whose opening line `counts` says yes to are replayed.
fn test(path: &str, counts: fn(&str) -> bool) -> Result<(), Failed> {
    let text = files::read(path)?;
    let folder = tempfile::tempdir()?;
    let tmp = folder.path().to_string_lossy().into_owned();
    let markdown = path.ends_with(".md");
    let (mut replayed, mut replaying, mut skipping) = (String::new(), !markdown, false);
    for line in text.lines() {
        if markdown && line.starts_with("```") {
            replaying = !replaying && counts(line);
            skipping = false;
        }
        let command = if replaying { line.strip_prefix("$ tilewright ") } else { None };
        // What the file says after a command is its output, up to the next command, comment or fence.
        let comment = !markdown && line.starts_with("# ");
        let fence = markdown && line.starts_with("```");
        if command.is_some() || fence || comment || line.starts_with("$ ") {
            skipping = false;
        }
        if !skipping {
            replayed.push_str(line);
            replayed.push('\n');
        }
        if let Some(command) = command {
            replayed.push_str(&answer(command, &tmp, markdown)?);
            skipping = true;
        }
    }
    Ok(files::golden(path, &replayed)?)
}

fn answer(command: &str, tmp: &str, markdown: bool) -> Result<String, String> {
    let (command, head) = match command.rsplit_once("| head -") {
        Some((command, count)) => (command, count.trim().parse().map_err(|_| "`| head -N` wants a number")?),
        None => (command, usize::MAX),
    };
    let (command, stdin) = match command.rsplit_once(" < ") {
        Some((command, path)) => (command, read_bytes(&path.trim().replace("$TMP", tmp))?),
        None => (command, Vec::new()),
    };
    let words = header::words(&command.replace("$TMP", tmp))?;
    let Output { exit, stdout, stderr } = tilewright(&words, &stdin);
    let said = format!("{stdout}{stderr}").replace(tmp, "$TMP");
    let mut answer: String = said.lines().take(head).map(|line| shown(line, markdown)).collect();
    if exit.code() != 0 {
        answer.push_str(&format!("? {}\n", exit.code()));
    }
    Ok(answer)
}

/// A line of output; one that would read as a comment or a command of the transcript stands behind a blank.
fn shown(line: &str, markdown: bool) -> String {
    let special = line.starts_with("$ ") || (!markdown && line.starts_with("# "));
    let blank = if special { " " } else { "" };
    format!("{blank}{}\n", line.trim_end())
}

fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(files::root().join(path)).map_err(|error| format!("{path}: {error}"))
}
