//! Levels 2 to 4 as text: `tests/tileas`, `tests/nvvm`, `tests/llvm` and `tests/ptx` hold modules, each with the command on
//! top and what it must print. And of every valid module the text of each level: it reads back, is valid, and compiles to the
//! same PTX. Damaged text is refused or compiled, and nothing else.

use libtest_mimic::{Failed, Trial};
use smith::Rng;
use tilewright::cuda_tile::Module;
use tilewright::diag::{Diagnostic, Source};
use tilewright::driver::compile::{Emit, Options, Program, compile, read};

use crate::{expected, files, property};

/// Targets, of which each program is compiled for one.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// The levels that have text of their own, and their names.
const LEVELS: [(Emit, &str); 3] = [(Emit::TileAa, "tileaa"), (Emit::TileAs, "tileas"), (Emit::Nvvm, "nvvm")];
/// Damaged texts of each level of a program.
const DAMAGED: u64 = 60;

/// One test per file, and one per program.
pub fn trials() -> Vec<Trial> {
    let folders = ["tests/tileas", "tests/nvvm", "tests/llvm", "tests/ptx"].into_iter();
    let own = folders.flat_map(|folder| files::find(folder, "mlir"));
    let own = own.map(|path| Trial::test(path.clone(), move || expected::test(&path)));
    let programs: Vec<String> =
        files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir")).collect();
    let damaged = programs.iter().enumerate().filter(|(at, _)| at % 8 == 0).map(|(at, path)| {
        let path = path.clone();
        Trial::test(format!("damaged levels of {path}"), move || damage(&path, at as u64))
    });
    let agents = files::find("tests/tileas", "mlir").into_iter().filter(|path| path.contains("/agents_"));
    let agents = agents.map(|path| Trial::test(format!("damaged {path}"), move || damage_agents(&path)));
    let damaged: Vec<Trial> = damaged.chain(agents).collect();
    let each = programs.into_iter().enumerate().map(|(at, path)| {
        let target = TARGETS[at % TARGETS.len()];
        Trial::test(format!("levels {target} {path}"), move || reads_back(&path, target))
    });
    own.chain(each).chain(damaged).collect()
}

fn made(program: Program, emit: Emit, target: &str) -> Result<String, Vec<Diagnostic>> {
    let options = Options { target: Some(target.to_owned()), emit, ..Options::default() };
    compile(program, &options).map(|made| String::from_utf8_lossy(&made.bytes).into_owned())
}

fn of(module: &Module) -> Program {
    Program::CudaTile(Box::new(module.clone()))
}

/// The text of every level reads back as itself, and gives the same PTX.
fn reads_back(path: &str, target: &str) -> Result<(), Failed> {
    let Some((_, module)) = property::valid_module(path)? else { return Ok(()) };
    // Refused programs are covered by other tests.
    let Ok(ptx) = made(of(&module), Emit::Ptx, target) else { return Ok(()) };
    for (emit, name) in LEVELS {
        let text = made(of(&module), emit, target).map_err(|found| found[0].message.clone())?;
        let source = Source::new(format!("{name} of {path}"), text.clone());
        let again = || match read(&source) {
            Ok(Some(program)) => Ok(program),
            Ok(None) => Err(format!("{name}: is no text of a level")),
            Err(found) => {
                Err(format!("{name}: {}", tilewright::diag::render_short(&found[0], Some(&source))))
            }
        };
        let same = made(again()?, emit, target).map_err(|found| found[0].message.clone())?;
        if same != text {
            return Err(format!("{name}: reads back as another: {}", files::difference(&text, &same)).into());
        }
        let below = made(again()?, Emit::Ptx, target)
            .map_err(|found| format!("{name}: does not compile: {}", found[0].message))?;
        if below != ptx {
            return Err(format!("{name}: compiles to other PTX: {}", files::difference(&ptx, &below)).into());
        }
    }
    Ok(())
}

/// Damaged text of each level is refused, or compiled.
fn damage(path: &str, seed: u64) -> Result<(), Failed> {
    let Some((_, module)) = property::valid_module(path)? else { return Ok(()) };
    let target = TARGETS[seed as usize % TARGETS.len()];
    let mut compiled = 0;
    for (emit, name) in LEVELS {
        let Ok(text) = made(of(&module), emit, target) else { continue };
        for number in 0..DAMAGED {
            let damaged = damaged(&text, &mut Rng::new(seed << 16 | number));
            let source = Source::new(format!("{name} {number} of {path}"), damaged);
            if let Ok(Some(program)) = read(&source) {
                compiled += u64::from(made(program, Emit::Ptx, target).is_ok());
            }
        }
    }
    // Most damage must be found, or verifiers sleep.
    if compiled > DAMAGED * 2 { Err(format!("{compiled} damaged texts compile").into()) } else { Ok(()) }
}

/// Damaged text of agents, which no level-1 program becomes, is refused, or becomes level 4 that is valid.
fn damage_agents(path: &str) -> Result<(), Failed> {
    let whole = files::read(path)?;
    let text: String =
        whole.lines().filter(|line| !line.starts_with("//")).map(|l| format!("{l}\n")).collect();
    let mut valid = 0;
    for number in 0..4 * DAMAGED {
        let source = Source::new(path, damaged(&text, &mut Rng::new(number)));
        if let Ok(Some(program)) = read(&source) {
            valid += 1;
            let Ok(below) = made(program, Emit::Nvvm, TARGETS[1]) else { continue };
            if let Err(found) = read(&Source::new("level 4", below)) {
                let found = tilewright::diag::render_short(&found[0], None);
                return Err(
                    format!("damaged as by seed {number}, it becomes what is not valid: {found}").into()
                );
            }
        }
    }
    if valid > 2 * DAMAGED { Err(format!("{valid} damaged texts are valid").into()) } else { Ok(()) }
}

/// A text with one word or number replaced by another one of the text, or with a line removed or repeated.
pub(crate) fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=rng.below(2) {
        let at = rng.below(lines.len());
        match rng.below(8) {
            0 => {
                lines.remove(at);
                if lines.is_empty() {
                    return String::new();
                }
            }
            1 => {
                let line = lines[at].clone();
                lines.insert(at, line);
            }
            2 | 3 => {
                let numbers = ["0", "-1", "3", "7", "33", "65536", "9223372036854775807"];
                let number = numbers[rng.below(numbers.len())];
                lines[at] = with_word(&lines[at], rng, number, |c| c.is_ascii_digit());
            }
            _ => {
                let from = lines[rng.below(lines.len())].clone();
                let words: Vec<&str> = words(&from, is_word).map(|range| &from[range]).collect();
                if !words.is_empty() {
                    let word = words[rng.below(words.len())];
                    lines[at] = with_word(&lines[at], rng, word, is_word);
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '%' | '@' | '.' | '$')
}

/// The ranges of consecutive characters that satisfy `is`.
fn words(line: &str, is: impl Fn(char) -> bool) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), '\n')]) {
        match (is(c), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found.push(first..at);
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    found.into_iter()
}

fn with_word(line: &str, rng: &mut Rng, word: &str, is: impl Fn(char) -> bool) -> String {
    let all: Vec<_> = words(line, is).collect();
    if all.is_empty() {
        return line.to_owned();
    }
    let range = all[rng.below(all.len())].clone();
    format!("{}{word}{}", &line[..range.start], &line[range.end..])
}
