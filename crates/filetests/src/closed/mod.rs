//! Our `tileiras` and `tileirdisasm` compared with the real ones: the same command lines, the same exit codes and streams.
//!
//! `tests/closed/*.txt` hold one command line each line; they run in a folder with the inputs that `inputs` makes. What a line
//! begins with says what is compared: `same`: exit code, which of the streams hold anything, and whether the file of `-o`
//! appears; `ours N`: only that ours ends with code N, where it means to differ. Each line holds for the tools of both releases,
//! in whose place ours is put by its variable, unless it says one: `same 13.5`. The tests are those of the crate `cli`, which has
//! the executable.

mod options;

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Failed, Trial};
use real_tools::{Release, required};
use tilewright::Version;
use tilewright::bytecode::{EncodeOptions, encode};

use crate::{files, header, property};

/// One test per file, of the executable of this build.
pub fn trials(executable: &'static str) -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("every option of the closed tools does something", move || {
            options::every_option(executable)
        })
        .with_ignored_flag(Release::V13_4.find("ptxas").is_none() && !required()),
    ];
    for release in Release::ALL {
        let missing = ["tileiras", "tileirdisasm", "ptxas"].iter().any(|tool| release.find(tool).is_none());
        trials.extend(paths().into_iter().map(|path| {
            let name = format!("closed tools {} {path}", release.number());
            Trial::test(name, move || test(&path, release, executable))
                .with_ignored_flag(missing && !required())
        }));
    }
    trials
}

/// The name by which ours knows a release.
fn name(release: Release) -> &'static str {
    match release {
        Release::V13_4 => "13.4",
        Release::V13_5 => "13.5",
    }
}

/// The files of command lines.
pub(crate) fn paths() -> Vec<String> {
    files::find("tests/closed", "txt")
}

/// A command line: its number, what is compared, and its words.
pub(crate) type Line<'t> = (usize, &'t str, Vec<String>);

/// The command lines of a file.
pub(crate) fn lines(text: &str) -> Result<Vec<Line<'_>>, String> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let (how, rest) =
                line.split_once(": ").ok_or_else(|| format!("line {number}: `same: tool ..`"))?;
            Ok((number, how, header::words(rest)?))
        })
        .collect()
}

/// The output of a tool.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    code: i32,
    stdout: bool,
    stderr: bool,
    written: bool,
}

fn test(path: &str, release: Release, executable: &str) -> Result<(), Failed> {
    let text = files::read(path)?;
    let (mut wrong, mut compared) = (String::new(), 0);
    let ours = tempfile::tempdir()?;
    let theirs = tempfile::tempdir()?;
    for folder in [ours.path(), theirs.path()] {
        inputs(folder)?;
    }
    for (number, how, words) in lines(&text)? {
        let of = Release::ALL.into_iter().find(|release| how.ends_with(name(*release)));
        if of.is_some_and(|of| of != release) {
            continue;
        }
        let how = of.map_or(how, |of| how.trim_end_matches(name(of)).trim_end());
        let (found, said) = run_ours(executable, &words, release, ours.path())?;
        let complaint = match how.split_once(' ') {
            // Ours means to differ in these lines, so only its exit code is checked.
            Some(("ours", code)) if code.parse() == Ok(found.code) => None,
            Some(("ours", code)) => Some(format!("ends with {} instead of {code}", found.code)),
            _ => {
                compared += 1;
                let expected = run_theirs(&words, release, theirs.path())?;
                (found != expected).then(|| format!("\n  ours   {found:?}\n  theirs {expected:?}"))
            }
        };
        if let Some(complaint) = complaint {
            let _ = writeln!(wrong, "{path}:{number}: {}: {complaint}\n  ours says {said}", words.join(" "));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.into());
    }
    // A file without comparisons would pass with any output of the tools.
    if compared == 0 { Err("nothing is compared".into()) } else { Ok(()) }
}

/// Valid bytecode and everything that is none.
pub(crate) fn inputs(folder: &Path) -> Result<(), String> {
    let (_, module) =
        property::valid_module("tests/cli/data/add_one.mlir")?.ok_or("add_one.mlir is not valid")?;
    let bytes = encode(&module, &EncodeOptions::default()).map_err(|_| "add_one.mlir has no bytecode")?;
    let (_, hinted) =
        property::valid_module("tests/cli/data/hints.mlir")?.ok_or("hints.mlir is not valid")?;
    let hinted = encode(&hinted, &EncodeOptions::default()).map_err(|_| "hints.mlir has no bytecode")?;
    let mut newer = bytes.clone();
    newer[8..10].copy_from_slice(&[13, 9]);
    let mut damaged = bytes.clone();
    // Past the header and the table of sections, so that decoding begins.
    let middle = damaged.len() / 2;
    damaged[middle..middle + 12].fill(0xee);
    let newest =
        encode(&module, &EncodeOptions { version: Some(Version::LATEST), ..EncodeOptions::default() })
            .map_err(|_| "add_one.mlir has no bytecode of the newest version")?;
    let tagged = |bytes: &[u8], tag: u8| {
        let mut bytes = bytes.to_vec();
        bytes[10] = tag;
        bytes
    };
    let all: [(&str, &[u8]); 13] = [
        ("hints.bc", &hinted),
        ("newest.bc", &newest),
        ("preview.bc", &tagged(&newest, 1)),
        ("tag.bc", &tagged(&bytes, 6)),
        ("k.bc", &bytes),
        ("empty.bc", b""),
        ("garbage.bc", b"garbage"),
        ("text.bc", b"cuda_tile.module @m {\n}\n"),
        ("short.bc", &bytes[..bytes.len() / 2]),
        ("magic.bc", &bytes[..8]),
        ("header.bc", &bytes[..12]),
        ("newer.bc", &newer),
        ("damaged.bc", &damaged),
    ];
    for (name, bytes) in all {
        write(&folder.join(name), bytes)?;
    }
    write(&folder.join("words"), b"--gpu-name=sm_80 -O1\n'k.bc' -o \"words.cubin\"\n")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| error.to_string())
}

/// The output file of machine code in a command line.
fn output_of(words: &[String], folder: &Path) -> std::path::PathBuf {
    let after = words.iter().skip_while(|word| *word != "-o").nth(1);
    folder.join(after.map_or("elf.o", String::as_str))
}

fn run_theirs(words: &[String], release: Release, folder: &Path) -> Result<Left, String> {
    let tool = release.find(&words[0]).ok_or("the tool is gone")?;
    run(Command::new(tool).args(&words[1..]), words, folder).map(|(left, _)| left)
}

/// Ours is the executable of the workspace under the tool's name, as a process: relative paths and files count.
fn run_ours(
    executable: &str,
    words: &[String],
    release: Release,
    folder: &Path,
) -> Result<(Left, String), String> {
    let mut command = Command::new(executable);
    let ptxas = release.find("ptxas").ok_or("ptxas is gone")?;
    command.args(words).env("TILEWRIGHT_PTXAS", ptxas).env("TILEWRIGHT_CACHE_DIR", "off");
    command.env("TILEWRIGHT_TILEIRAS_VERSION", name(release));
    run(&mut command, words, folder)
}

fn run(command: &mut Command, words: &[String], folder: &Path) -> Result<(Left, String), String> {
    let output = output_of(words, folder);
    let _ = std::fs::remove_file(&output);
    command.current_dir(folder).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().map_err(|error| error.to_string())?;
    let written = output.is_file();
    let said = String::from_utf8_lossy(&stderr).into_owned();
    let code = status.code().ok_or_else(|| format!("{} was killed: {status}", words[0]))?;
    Ok((Left { code, stdout: !stdout.is_empty(), stderr: !stderr.is_empty(), written }, said))
}
