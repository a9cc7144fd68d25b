//! Texts as they are found outside: what the verifier says of them, compared with what `ptxas` says.
//!
//! `ptxas` takes a text when it makes machine code of it, or an object that is linked later. A target is a minimum: code for
//! one that is no longer made is tried on the first that is.

use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright::diag::{Source, render_short};
use tilewright::ptx::{self, Version};

use super::inline;

/// The first version whose functions can be linked later.
const LINKED: Version = Version::new(3, 1);

/// The verdicts of both on one text; a reason if it is refused.
pub struct Verdicts {
    /// Its name.
    pub name: String,
    /// The verdict of the verifier.
    pub ours: Result<(), String>,
    /// The verdict of `ptxas`.
    pub theirs: Result<(), String>,
}

impl Verdicts {
    /// Do both accept or both refuse?
    pub fn agree(&self) -> bool {
        self.ours.is_ok() == self.theirs.is_ok()
    }
}

/// All texts of a run.
#[derive(Default)]
pub struct Agreement {
    /// Texts that were judged.
    pub judged: usize,
    /// Texts that `ptxas` takes.
    pub taken: usize,
    /// Texts that both take.
    pub both: usize,
    /// Where they differ.
    pub differences: Vec<Verdicts>,
}

impl Agreement {
    /// Counts one.
    pub fn add(&mut self, verdicts: Verdicts) {
        self.judged += 1;
        self.taken += usize::from(verdicts.theirs.is_ok());
        self.both += usize::from(verdicts.theirs.is_ok() && verdicts.ours.is_ok());
        if !verdicts.agree() {
            self.differences.push(verdicts);
        }
    }

    /// At least 99 of 100 texts agree, and of those that `ptxas` takes 99 of 100 are taken.
    pub fn is_enough(&self) -> bool {
        let agreed = self.judged - self.differences.len();
        agreed * 100 >= self.judged * 99 && self.both * 100 >= self.taken * 99
    }

    /// The counts, and every difference with its reason.
    pub fn report(&self) -> String {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let agreed = self.judged - self.differences.len();
        let mut text = format!(
            "{} texts, {} of which ptxas takes\n{agreed} agreed ({:.2} %); of those that ptxas takes {} are accepted ({:.2} %)\n",
            self.judged,
            self.taken,
            share(agreed, self.judged),
            self.both,
            share(self.both, self.taken)
        );
        for Verdicts { name, ours, theirs } in &self.differences {
            let (who, why) = match (ours, theirs) {
                (Err(why), _) => ("only the verifier", why),
                (Ok(()), Err(why)) => ("only ptxas", why),
                (Ok(()), Ok(())) => continue,
            };
            text.push_str(&format!("{who} refuses {name}: {why}\n"));
        }
        text
    }
}

/// The verdict of the verifier on a text.
pub fn by_us(name: &str, text: &str) -> Result<(), String> {
    let source = Source::new(name, text);
    let parsed = ptx::parse(&source);
    let verified = ptx::verify(&parsed.module, &parsed.map);
    match parsed.diagnostics.iter().chain(&verified).next() {
        None => Ok(()),
        Some(found) => Err(render_short(found, Some(&source))),
    }
}

/// The verdict of `ptxas` on a text, which is written to `folder`.
pub fn by_ptxas(text: &str, folder: &Path) -> Result<(), String> {
    let ptxas =
        real_tools::Release::V13_4.find("ptxas").ok_or("ptxas is not installed; `.ci/tools` installs it")?;
    let module = ptx::parse(&Source::new("text", text)).module;
    let path = folder.join("text.ptx");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let target = module.target.to_assemble().to_string();
    let asked = |linked: bool| {
        let mut command = Command::new(&ptxas);
        command.args(["--gpu-name", &target, "-O0", "-o", "/dev/null"]).arg(&path);
        if linked {
            command.arg("-c");
        }
        let output = command.output().map_err(|error| format!("ptxas: {error}"))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(first_error(&errors)) }
    };
    let whole = asked(false);
    if whole.is_err() && module.version >= LINKED {
        asked(true).map_err(|_| whole.unwrap_err())
    } else {
        whole
    }
}

fn first_error(errors: &str) -> String {
    let wrong = |line: &&str| line.contains("error") || line.contains("fatal");
    errors.lines().find(wrong).unwrap_or(errors).to_owned()
}

/// The verdicts of both on each of these named texts.
///
/// # Errors
/// There is no folder to write them to.
pub fn judge_all(
    texts: impl Iterator<Item = (String, String)>,
    mut each: impl FnMut(Verdicts),
) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    texts.for_each(|(name, text)| each(judge(&name, &text, scratch.path())));
    Ok(())
}

/// The verdicts of both.
fn judge(name: &str, text: &str, folder: &Path) -> Verdicts {
    Verdicts { name: name.to_owned(), ours: by_us(name, text), theirs: by_ptxas(text, folder) }
}

/// Every `.ptx` file below a folder, and the inline assembly of C++ and CUDA files there, each piece in a kernel.
///
/// # Errors
/// When a folder cannot be read.
pub fn walk(folder: &Path, mut each: impl FnMut(Verdicts)) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut pieces = std::collections::BTreeSet::new();
    for path in files_below(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("ptx") => each(judge(&name, &text, scratch.path())),
            Some("cu" | "cuh" | "h" | "hpp" | "inl") => {
                let new = inline::pieces(&text).into_iter().filter(|piece| pieces.insert(piece.clone()));
                new.for_each(|piece| each(piece_judged(&name, &piece, scratch.path())));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A piece of inline assembly on the first target that `ptxas` takes it for, else the last.
fn piece_judged(file: &str, piece: &str, folder: &Path) -> Verdicts {
    let mut targets = inline::TARGETS.iter().map(|target| {
        let text = inline::kernel(piece, target);
        let name = format!("{file}: `{piece}` for {target}");
        judge(&name, &text, folder)
    });
    let last = inline::TARGETS.len() - 1;
    let found = targets.by_ref().take(last).find(|verdicts| verdicts.theirs.is_ok());
    found.unwrap_or_else(|| {
        let text = inline::kernel(piece, inline::TARGETS[last]);
        judge(&format!("{file}: `{piece}` for {}", inline::TARGETS[last]), &text, folder)
    })
}

/// Files below a folder, in the order of their names.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut entries: Vec<PathBuf> = read.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(files_below(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}
