//! The reader of 13.5 against the real one: files with bytes changed get the same verdict from both, and the same text.
//!
//! Files are the valid ones of `tests/bytecode/13.5` and random programs written as 13.5. Three kinds of damage are known to
//! differ, and only counted (`docs/spec-notes.md`): tables, of which the real reader looks up only what is used, tags of more
//! than eight bits, which it cuts, and names of previews that are no UTF-8.

use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use smith::{Options, Rng, generate};
use tilewright::Version;
use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::diag::Diagnostic;
use tilewright::driver::input::Input;
use tilewright::driver::load::{LoadOptions, load};
use tilewright::text::{Names, PrintOptions, Style, print};

use crate::files;
use crate::hostile::mutated;

/// Mutants of a test. Each starts a process, so the number bounds the test's time.
const SLICE: u64 = 400;
/// Of this many mutants one is of a random program; the rest are of files, which hold what such programs rarely have.
const RANDOM_EVERY: u64 = 3;
/// Files with content of the preview `simt`, in hexadecimal.
const PREVIEWS: &str = "tests/bytecode/13.5/simt.tsv";
/// Code of the decoder for a table that is damaged.
const TABLE: &str = "E0407";

/// One test.
pub fn trials() -> Vec<Trial> {
    let missing = real_tools::Release::V13_5.find("tileirdisasm").is_none();
    let trial = Trial::test("real reader, mutated files of 13.5", || {
        let count = compare(0, SLICE)?;
        if count.accepted < SLICE / 20 || count.refused < SLICE / 4 {
            return Err(Failed::from(format!("too few of a kind to prove much:\n{}", count.report())));
        }
        if count.differences.is_empty() { Ok(()) } else { Err(count.report().into()) }
    });
    vec![trial.with_ignored_flag(missing && !real_tools::required())]
}

/// Counts of comparisons.
#[derive(Default)]
pub struct Count {
    /// Mutants that both readers accept, with the same text.
    pub accepted: u64,
    /// Mutants that both refuse.
    pub refused: u64,
    /// Of these, mutants whose first error reads alike.
    pub alike: u64,
    /// Mutants that only we refuse, and why is known.
    pub known: Vec<String>,
    /// Every other difference.
    pub differences: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

impl Count {
    /// For the reader of a campaign.
    pub fn report(&self) -> String {
        let mut text = format!(
            "{} mutants are accepted by both, with the same text; {} are refused by both, {} of them in the same words; {} are \
             refused by us alone, for tables, long tags or names; {} differ; {} s\n",
            self.accepted,
            self.refused,
            self.alike,
            self.known.len(),
            self.differences.len(),
            self.time.as_secs()
        );
        for difference in self.differences.iter().chain(&self.known) {
            text.push_str(difference);
            text.push('\n');
        }
        text
    }
}

/// Compares mutants with the seeds from `first` on.
///
/// # Errors
/// When a file cannot be read or written.
pub fn compare(first: u64, mutants: u64) -> Result<Count, String> {
    let start = Instant::now();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("mutant.tileirbc");
    let corpus = corpus()?;
    let mut count = Count::default();
    for seed in first..first + mutants {
        let (name, original) = original(&corpus, seed)?;
        let bytes = changed(&original, &mut Rng::new(seed));
        std::fs::write(&path, &bytes).map_err(|error| error.to_string())?;
        // Half of the others are read with the preview, too.
        let preview = seed % 2 == 0 || name.starts_with(PREVIEWS);
        judge(&mut count, &format!("mutant {seed} of {name}"), &path, bytes, preview);
    }
    count.time = start.elapsed();
    Ok(count)
}

/// The valid files, each with its name.
fn corpus() -> Result<Vec<(String, Vec<u8>)>, String> {
    // A file that is already refused would be refused for the same reason after nearly every change.
    let paths = files::find("tests/bytecode/13.5", "tileirbc").into_iter();
    let paths = paths.filter(|path| !path.contains("/refused_"));
    let read = |path: String| {
        let bytes = std::fs::read(files::root().join(&path)).map_err(|error| format!("{path}: {error}"))?;
        Ok((path, bytes))
    };
    let mut corpus = paths.map(read).collect::<Result<Vec<_>, String>>()?;
    corpus.extend(previews()?);
    Ok(corpus)
}

/// The files with content of the preview `simt` that the real reader accepts.
fn previews() -> Result<Vec<(String, Vec<u8>)>, String> {
    let text = files::read(PREVIEWS)?;
    let rows = (1..).zip(text.lines()).filter_map(|(number, line)| {
        let (file, printed) = line.split_once('\t')?;
        let pairs = file.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
        let bytes = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<Vec<u8>>>()?;
        (!printed.starts_with("error")).then(|| (format!("{PREVIEWS}:{number}"), bytes))
    });
    Ok(rows.collect())
}

/// The file that a seed changes.
fn original(corpus: &[(String, Vec<u8>)], seed: u64) -> Result<(String, Vec<u8>), String> {
    if !seed.is_multiple_of(RANDOM_EVERY) {
        return Ok(corpus[Rng::new(seed).below(corpus.len())].clone());
    }
    // Half of those that are read with the preview have content of it.
    let preview = seed.is_multiple_of(4);
    let module = generate(seed, &Options { ops: 12, preview, ..Options::default() });
    let options =
        EncodeOptions { version: Some(Version::LATEST), preview_simt: preview, ..EncodeOptions::default() };
    let bytes = encode(&module, &options).map_err(|found| found[0].message.clone())?;
    Ok(("a random program".to_owned(), bytes))
}

/// One or two bytes changed, so that a part of the mutants is still valid; one in eight is damaged worse.
fn changed(original: &[u8], rng: &mut Rng) -> Vec<u8> {
    if rng.below(8) == 0 {
        return mutated(original, rng);
    }
    let mut bytes = original.to_vec();
    for _ in 0..1 + rng.below(2) {
        let (at, from) = (rng.below(bytes.len()), rng.below(bytes.len()));
        bytes[at] = match rng.below(5) {
            0 => rng.bits() as u8,
            1 => bytes[at] ^ 1 << rng.below(8),
            2 => bytes[at].wrapping_add(1),
            3 => bytes[at].wrapping_sub(1),
            _ => bytes[from],
        };
    }
    bytes
}

fn judge(count: &mut Count, name: &str, path: &Path, bytes: Vec<u8>, preview: bool) {
    match (ours(bytes, preview), theirs(path, preview)) {
        (Ok(ours), Ok(theirs)) if ours == theirs => count.accepted += 1,
        (Ok(ours), Ok(theirs)) => {
            count.differences.push(format!("{name}: {}", first_difference(&ours, &theirs)));
        }
        (Err(ours), Err(theirs)) => {
            count.refused += 1;
            count.alike += u64::from(theirs.contains(&ours.message));
        }
        (Ok(_), Err(error)) => {
            let error = error.lines().next().unwrap_or_default();
            count.differences.push(format!("{name}: only we accept it: {error}"));
        }
        (Err(error), Ok(_)) => {
            let list = if is_known(&error) { &mut count.known } else { &mut count.differences };
            list.push(format!("{name}: only we refuse it: {}", error.message));
        }
    }
}

/// The text of a file, or the first error, as `tileirdisasm` of Tilewright reads it.
fn ours(bytes: Vec<u8>, preview: bool) -> Result<String, Diagnostic> {
    let input = Input::from_bytes("mutant".to_owned(), bytes).map_err(|error| *error)?;
    let options = LoadOptions { strict: true, preview_simt: preview, ..LoadOptions::verified() };
    let loaded = load(&input, &options);
    let error = loaded.diagnostics.into_iter().find(Diagnostic::is_error);
    let module = loaded.module.ok_or_else(|| error.expect("a file without a module has an error"))?;
    let options = PrintOptions {
        style: Style::Disassembler,
        locations: true,
        names: Names::Canonical,
        ..PrintOptions::default()
    };
    Ok(print(&module, &options))
}

/// The same of the real one.
fn theirs(path: &Path, preview: bool) -> Result<String, String> {
    let tool = real_tools::Release::V13_5
        .find("tileirdisasm")
        .ok_or("tileirdisasm of 13.5 is not installed; `.ci/tools` installs it")?;
    let mut command = std::process::Command::new(tool);
    command.arg("-g").args(preview.then_some("--preview=simt")).arg(path);
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// Whether a file is refused because of parts that the real reader does not check.
fn is_known(error: &Diagnostic) -> bool {
    let tag = [
        "unsupported AttributeTag ",
        "unknown type tag: ",
        "nested attribute is not of expected type: attribute tag ",
    ];
    let tag = tag.iter().find_map(|phrase| error.message.strip_prefix(phrase));
    let tag = tag.and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    let name = error.message.ends_with("is not UTF-8");
    error.code.0 == TABLE || name || tag.is_some_and(|tag| tag > u64::from(u8::MAX))
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let pair = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs);
    let (ours, theirs) = pair.unwrap_or(("", "one text goes on"));
    format!("the texts differ\n  ours {ours}\n  real {theirs}")
}
