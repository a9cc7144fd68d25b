//! `tileirdisasm`: bytecode to text.

use diag::Source;
use tilewright::text::{Names, PrintOptions, Style, print};
use tilewright::verify::HintMode;

use super::flags::Takes::{Bool, Nothing};
use super::flags::{Flag, parse};
use super::help::{Help, version};
use super::input::{Bytecode, Rules, read};
use super::preview;
use super::release::Release;
use super::{code, ended, messages};
use crate::io::Io;
use crate::{Exit, Outcome};

const TOOL: &str = "tileirdisasm";

pub(super) static OPTIONS: &[Flag] = &[
    Flag::alias("g", "print-debug-info", Bool),
    Flag::alias("h", "help", Nothing).hidden(),
    Flag::new("help", Nothing, "List the options"),
    Flag::new("help-hidden", Nothing, "List all options").hidden(),
    Flag::new("help-list", Nothing, "List the options"),
    Flag::new("help-list-hidden", Nothing, "List all options").hidden(),
    Flag::new("print-debug-info", Bool, "Print where ops come from"),
    preview::FLAG,
    Flag::new("version", Nothing, "Show the version"),
];

static HELP: Help = Help {
    overview: "tileirdisasm: prints CUDA Tile IR bytecode as text (Tilewright)",
    usage: "tileirdisasm [options] <tile bytecode file>",
    flags: OPTIONS,
};

pub(super) fn run(words: Vec<String>, release: Release, io: &mut Io<'_>) -> Outcome {
    let parsed = parse(TOOL, OPTIONS, release, words);
    for line in parsed.wrong.iter().chain(&preview::wrong(TOOL, &parsed)) {
        writeln!(io.stderr, "{line}")?;
    }
    if let Some(question) = parsed.question {
        let answer = match question {
            "version" => version(TOOL, "disassembler of CUDA Tile IR", release),
            _ => HELP.text(release, question.ends_with("hidden")),
        };
        write!(io.stdout, "{answer}")?;
        return Ok(Exit::Success);
    }
    if !parsed.wrong.is_empty() || preview::wrong(TOOL, &parsed).is_some() {
        return ended(code::USAGE);
    }
    let Some(path) = parsed.positional.first().filter(|path| !path.is_empty()) else {
        write!(io.stdout, "{}", HELP.text(release, false))?;
        messages::error("no input file provided", io)?;
        return ended(code::VALUE);
    };
    let bytecode = match read(path) {
        Ok(bytecode) => bytecode,
        Err(why) => {
            messages::error(&why, io)?;
            return ended(code::VALUE);
        }
    };
    let rules = Rules { release, preview_simt: preview::simt(&parsed), hints: HintMode::Ignore };
    disassemble(&bytecode, path, rules, parsed.on("print-debug-info"), io)
}

fn disassemble(bytecode: &Bytecode, path: &str, rules: Rules, locations: bool, io: &mut Io<'_>) -> Outcome {
    let source = Source::new(path, "");
    let module = match bytecode.decoded(&source, rules, io)? {
        Some(module) => module,
        None => return ended(code::BYTECODE),
    };
    let options = PrintOptions {
        style: Style::Disassembler,
        locations,
        names: Names::Canonical,
        ..PrintOptions::default()
    };
    write!(io.stdout, "{}", print(&module, &options))?;
    Ok(Exit::Success)
}
