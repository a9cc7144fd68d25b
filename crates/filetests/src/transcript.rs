//! Transcripts: `$ tilewright ..` and what it says, in `tests/cli/*.txt` and in the console blocks of README.md.
//!
//! After a command come its standard output, its standard error, and `? N` when the exit code is not 0. `< FILE` gives
//! standard input, `$TMP` is a fresh folder per transcript, and `| head -N` keeps N lines. Lines of output that
//! begin like a comment or a command stand after a blank.

use libtest_mimic::{Failed, Trial};

use crate::command::{Output, tilewright};
use crate::{files, header};

/// Documents with console blocks.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "docs/language-tour.md",
    "docs/cli.md",
    "docs/passes.md",
    "docs/performance.md",
    "docs/emulator.md",
];

/// The files that hold transcripts.
pub fn paths() -> Vec<String> {
    let documents = DOCUMENTS.iter().filter(|path| files::root().join(path).exists());
    files::find("tests/cli", "txt").into_iter().chain(documents.map(|&path| path.to_owned())).collect()
}

/// One test a file.
pub fn trials() -> Vec<Trial> {
    paths().into_iter().map(|path| Trial::test(path.clone(), move || test(&path))).collect()
}

/// A command of a transcript, with `$TMP` in it.
pub struct Command(String);

/// A command whose words and input are read.
pub struct Line {
    /// Its words, without the program's name.
    pub words: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
}

/// The commands of a file, in order.
///
/// # Errors
/// The file cannot be read.
pub fn lines(path: &str) -> Result<Vec<Command>, String> {
    let text = files::read(path)?;
    let markdown = path.ends_with(".md");
    let mut replaying = !markdown;
    let mut commands = Vec::new();
    for line in text.lines() {
        if markdown && line.starts_with("```") {
            replaying = !replaying && line == "```console";
        }
        if let Some(command) = line.strip_prefix("$ tilewright ").filter(|_| replaying) {
            let command = command.rsplit_once("| head -").map_or(command, |(command, _)| command);
            commands.push(Command(command.to_owned()));
        }
    }
    Ok(commands)
}

impl Command {
    /// Its words and input, with the folder of the transcript.
    ///
    /// # Errors
    /// It is not quoted as it should be, or its input cannot be read.
    pub fn read(&self, tmp: &str) -> Result<Line, String> {
        let (command, stdin) = match self.0.rsplit_once(" < ") {
            Some((command, path)) => (command, read_bytes(&path.trim().replace("$TMP", tmp))?),
            None => (self.0.as_str(), Vec::new()),
        };
        Ok(Line { words: header::words(&command.replace("$TMP", tmp))?, stdin })
    }
}

/// Replays a file; of Markdown the console blocks.
fn test(path: &str) -> Result<(), Failed> {
    let text = files::read(path)?;
    let folder = tempfile::tempdir()?;
    let tmp = folder.path().to_string_lossy().into_owned();
    let markdown = path.ends_with(".md");
    let (mut replayed, mut replaying, mut skipping) = (String::new(), !markdown, false);
    for line in text.lines() {
        if markdown && line.starts_with("```") {
            replaying = !replaying && line == "```console";
            skipping = false;
        }
        let command = if replaying { line.strip_prefix("$ tilewright ") } else { None };
        // The text after a command is its output, up to the next command, comment or fence.
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
    let Line { words, stdin } = Command(command.to_owned()).read(tmp)?;
    let Output { exit, stdout, stderr } = tilewright(&words, &stdin);
    let said = format!("{stdout}{stderr}").replace(tmp, "$TMP");
    let mut answer: String = said.lines().take(head).map(|line| shown(line, markdown)).collect();
    if exit.code() != 0 {
        answer.push_str(&format!("? {}\n", exit.code()));
    }
    Ok(answer)
}

/// A line of output; one that would read as a comment or a command of the transcript is after a blank.
fn shown(line: &str, markdown: bool) -> String {
    let special = line.starts_with("$ ") || (!markdown && line.starts_with("# "));
    let blank = if special { " " } else { "" };
    format!("{blank}{}\n", line.trim_end())
}

fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(files::root().join(path)).map_err(|error| format!("{path}: {error}"))
}
