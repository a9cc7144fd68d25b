//! The program under its other names: the closed tools `tileiras` and `tileirdisasm`.
//!
//! It goes by the name that it is started under (a link, or a copy), by its first word (`tilewright tileiras ..`), or
//! by an option of the closed compiler as its first word: cuTile Rust follows links, and starts the program by its own
//! name. Options, exit codes and streams are those of the closed tools 13.5, or 13.4 where
//! `TILEWRIGHT_TILEIRAS_VERSION` says so. Messages have the form that clients of these tools read:
//! `loc("FILE":LINE:COLUMN): error: ..`, else `error: ..`.

pub(crate) mod flags;
mod help;
mod input;
mod messages;
mod options;
mod preview;
pub(crate) mod release;
pub(crate) mod remarks;
mod tileiras;
mod tileirdisasm;
mod warnings;

use std::ffi::OsString;
use std::path::Path;

use self::flags::{Flag, Takes};
use self::release::Release;
use crate::io::Io;
use crate::{Exit, Outcome};

/// A closed tool whose place the program can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// The compiler.
    Tileiras,
    /// The disassembler.
    Tileirdisasm,
}

/// Exit codes of the tools other than success.
mod code {
    /// Wrong usage, or an input that cannot be read.
    pub(super) const USAGE: u8 = 1;
    /// The value of an option does not do, or the output cannot be written.
    pub(super) const VALUE: u8 = 2;
    /// The input is no valid bytecode.
    pub(super) const BYTECODE: u8 = 3;
    /// The module cannot be compiled.
    pub(super) const COMPILE: u8 = 5;
}

/// An option that a closed tool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedOption {
    /// `tileiras` or `tileirdisasm`.
    pub tool: &'static str,
    /// The name, without dashes.
    pub name: &'static str,
    /// The next word is the value, unless the value follows the name in the same word.
    pub takes_value: bool,
    /// The value may follow the name without `=`, as in `-O3`.
    pub is_prefix: bool,
}

/// The options of the closed tools, aliases included.
pub fn closed_options() -> Vec<ClosedOption> {
    let of = |tool: Tool| {
        tool.flags().iter().map(move |flag| ClosedOption {
            tool: tool.name(),
            name: flag.name,
            takes_value: matches!(flag.takes, Takes::Text | Takes::Number | Takes::OneOf(_)) && !flag.prefix,
            is_prefix: flag.prefix,
        })
    };
    Tool::ALL.into_iter().flat_map(of).collect()
}

/// The tool that a command line is for, and its words.
pub(crate) fn tool(args: &[OsString]) -> Option<(Tool, &[OsString])> {
    let named = |word: &OsString| {
        let stem = Path::new(word).file_stem()?.to_str()?;
        Tool::ALL.into_iter().find(|tool| tool.name() == stem)
    };
    let (first, rest) = args.split_first()?;
    if let Some(tool) = named(first) {
        return Some((tool, rest));
    }
    let (second, behind) = rest.split_first()?;
    if let Some(tool) = Tool::ALL.into_iter().find(|tool| *second == *tool.name()) {
        return Some((tool, behind));
    }
    second.to_str().is_some_and(compiles).then_some((Tool::Tileiras, rest))
}

/// Whether a word is an option that the closed compiler has and the command has not.
fn compiles(word: &str) -> bool {
    let Some(option) = word.strip_prefix("--") else { return false };
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    !matches!(name, "help" | "version") && options::OPTIONS.iter().any(|flag| flag.name == name)
}

impl Tool {
    const ALL: [Tool; 2] = [Tool::Tileiras, Tool::Tileirdisasm];

    fn name(self) -> &'static str {
        match self {
            Tool::Tileiras => "tileiras",
            Tool::Tileirdisasm => "tileirdisasm",
        }
    }

    fn flags(self) -> &'static [Flag] {
        match self {
            Tool::Tileiras => options::OPTIONS,
            Tool::Tileirdisasm => tileirdisasm::OPTIONS,
        }
    }

    /// Runs it.
    pub(crate) fn run(self, words: &[OsString], io: &mut Io<'_>) -> Outcome {
        let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let release = match Release::chosen() {
            Ok(release) => release,
            Err(why) => {
                messages::error(&why, io)?;
                return ended(code::USAGE);
            }
        };
        match self {
            Tool::Tileiras => tileiras::run(words, release, io),
            Tool::Tileirdisasm => tileirdisasm::run(words, release, io),
        }
    }
}

/// Ends a tool with one of its codes.
fn ended(code: u8) -> Outcome {
    Ok(Exit::Foreign(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_or_the_first_word_decides() {
        let found = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            tool(&args).map(|(tool, rest)| (tool, rest.len()))
        };
        assert_eq!(found(&["/opt/bin/tileiras", "k.bc"]), Some((Tool::Tileiras, 1)));
        assert_eq!(found(&["tileirdisasm.exe"]), Some((Tool::Tileirdisasm, 0)));
        assert_eq!(found(&["tilewright", "tileiras", "k.bc", "-O0"]), Some((Tool::Tileiras, 2)));
        assert_eq!(found(&["tilewright", "--list-versions"]), Some((Tool::Tileiras, 1)));
        assert_eq!(found(&["tilewright", "--gpu-name", "sm_100", "k.bc"]), Some((Tool::Tileiras, 3)));
        assert_eq!(found(&["tilewright", "--gpu-name=sm_100", "k.bc"]), Some((Tool::Tileiras, 2)));
        assert_eq!(found(&["tilewright", "--version"]), None);
        assert_eq!(found(&["tilewright", "--gpu"]), None);
        assert_eq!(found(&["tilewright", "run", "tileiras"]), None);
        assert_eq!(found(&["tilewright", "run", "--gpu-name=sm_100"]), None);
        assert_eq!(found(&["tilewright"]), None);
    }
}
