//! PTX: every form of the table, what real compilers emit, and what real `ptxas` accepts.

pub(crate) mod corpus;
mod declarations;
mod headers;
mod inline;
mod matrix;
pub mod samples;
pub mod wild;

use libtest_mimic::{Failed, Trial};
use smith::Rng;
use tilewright::diag::{Source, render_short};
use tilewright::ptx::{self, Opcode, Parsed};

use crate::{files, hostile};

/// Mutations of each file.
const MUTATIONS: u64 = 300;

/// All of it.
pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("docs/ptx.md is fresh", || Ok(files::golden("docs/ptx.md", &ptx::docs::page())?)),
        Trial::test("ptx: every form reads as printed", every_form),
        Trial::test("ptx: sections of the ISA", || Ok(sections()?)),
        Trial::test("ptx: mutations of files", mutations),
    ];
    trials.extend(files::find("tests/ptx", "ptx").into_iter().map(|path| {
        let name = format!("ptx: {path} reads as printed");
        Trial::test(name, move || Ok(round_trip(&path, &files::read(&path)?)?))
    }));
    trials.extend(matrix::trials());
    trials.extend(headers::trials());
    trials.extend(declarations::trials());
    trials.extend(corpus::trials());
    trials
}

/// The errors of a text, one line each.
pub(crate) fn problems(source: &Source) -> (Parsed, Vec<String>) {
    let parsed = ptx::parse(source);
    let verified = ptx::verify(&parsed.module, &parsed.map);
    let shown = parsed.diagnostics.iter().chain(&verified).map(|found| render_short(found, Some(source)));
    let shown = shown.collect();
    (parsed, shown)
}

/// A text that reads prints as one that reads the same, and prints the same again; the printed text.
pub(crate) fn round_trip(name: &str, text: &str) -> Result<(), String> {
    let parsed = ptx::parse(&Source::new(name, text));
    if !parsed.diagnostics.is_empty() {
        return Ok(());
    }
    let printed = ptx::print(&parsed.module);
    let source = Source::new("printed", printed.as_str());
    let again = ptx::parse(&source);
    if let Some(found) = again.diagnostics.first() {
        return Err(format!("{name}: {}", render_short(found, Some(&source))));
    }
    if again.module != parsed.module {
        return Err(format!("{name}: the printed text reads as another module\n{printed}"));
    }
    let twice = ptx::print(&again.module);
    if twice == printed { Ok(()) } else { Err(format!("{name}: {}", files::difference(&printed, &twice))) }
}

fn every_form() -> Result<(), Failed> {
    let samples = samples::all();
    let text = samples::file("9.4", "sm_90a", samples.iter().map(|sample| sample.text.as_str()));
    let source = Source::new("samples", text.as_str());
    let parsed = ptx::parse(&source);
    if let Some(found) = parsed.diagnostics.first() {
        return Err(render_short(found, Some(&source)).into());
    }
    let read: Vec<_> = parsed
        .module
        .functions
        .values()
        .filter_map(|f| f.body.as_ref())
        .flat_map(|b| b.instructions())
        .collect();
    for (sample, instruction) in samples.iter().zip(&read) {
        let (wanted, found) = (sample.form.form().opcode, instruction.opcode());
        if wanted != found {
            return Err(format!("`{}` reads as {found}", sample.text).into());
        }
        // Modifiers that say what others are about stay in their order.
        let words: String = instruction.modifiers.iter().flatten().map(|word| format!(".{word}")).collect();
        if sample.text.split(' ').next() != Some(&format!("{found}{words}")) {
            return Err(format!("`{}` reads as {found}{words}", sample.text).into());
        }
    }
    Ok(round_trip("samples", &text)?)
}

/// Every instruction is described in the section that its row names.
fn sections() -> Result<(), String> {
    let text = files::read("tests/ptx/isa_sections.txt")?;
    let mut wrong = Vec::new();
    for &opcode in Opcode::ALL {
        let (mnemonic, section) = (opcode.mnemonic(), opcode.row().section);
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        match lines.find(|(number, _)| *number == section) {
            Some((_, names)) if names.split(' ').any(|name| describes(name, mnemonic)) => {}
            Some((_, names)) => wrong.push(format!("{mnemonic}: {section} describes {names}")),
            None => wrong.push(format!("{mnemonic}: there is no {section}")),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// `match.sync` describes `match.any.sync`: its words are there, the first one first.
fn describes(name: &str, mnemonic: &str) -> bool {
    let words = |text: &str| text.split(['.', ':']).map(str::to_owned).collect::<Vec<_>>();
    let all = words(mnemonic);
    let mut left = all.iter();
    all.first() == words(name).first() && words(name).iter().all(|word| left.any(|one| one == word))
}

/// Files with bytes changed, cut, doubled: nothing may panic or cost too much, and what reads must round-trip.
fn mutations() -> Result<(), Failed> {
    for path in files::find("tests/ptx", "ptx") {
        let bytes = files::read(&path)?.into_bytes();
        for seed in 0..MUTATIONS {
            let mutant = mutant(&bytes, &mut Rng::new(seed));
            let Ok(text) = String::from_utf8(mutant) else { continue };
            let mut outcome = Ok(());
            hostile::bounded(|| {
                let (parsed, _) = problems(&Source::new("mutant", text.as_str()));
                let _ = ptx::print(&parsed.module);
                outcome = round_trip("mutant", &text);
            });
            outcome.map_err(|error| format!("{path}, seed {seed}: {error}"))?;
        }
    }
    Ok(())
}

/// One to four edits at random places.
fn mutant(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    const MARKS: &[u8] = b"{}[]();,.:@!|+-<>\"/%_09azx \n";
    let mut text = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(text.len().max(1));
        match rng.below(4) {
            0 if !text.is_empty() => text[at] = MARKS[rng.below(MARKS.len())],
            1 if !text.is_empty() => drop(text.drain(at..(at + 1 + rng.below(20)).min(text.len()))),
            2 => {
                let end = (at + 1 + rng.below(60)).min(text.len());
                let piece = text[at.min(end)..end].to_vec();
                let to = rng.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            _ => text.insert(at.min(text.len()), MARKS[rng.below(MARKS.len())]),
        }
    }
    text
}
