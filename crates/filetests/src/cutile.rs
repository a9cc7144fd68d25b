//! cuTile Python with its own compiler absent and ours in its place.
//!
//! `tests/bytecode/cutile/compile.py` compiles the kernels of that folder with the `tileiras` that it finds first on PATH, which
//! is a link to our executable, for four targets. Kernels that do not compile are listed here with their error; what compiles
//! after all fails the test until it is taken off the list. The tests are those of the crate `cli`, which has the executable.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use real_tools::{Release, environment, required};

use crate::files;

/// Kernels that do not compile: name, target or `*`, and the error.
const REFUSED: &[(&str, &str, &str)] = &[];

/// Parts that the kernels are cut into. All of them are run where `TILEWRIGHT_ALL_CLIENTS=1`, else the first few.
const PARTS: usize = 24;
/// Parts that always run.
const SLICE: usize = 4;

/// Tests of the executable of this build.
pub fn trials(executable: &'static str) -> Vec<Trial> {
    let python = environment().join("bin/python");
    let missing = Release::V13_4.find("ptxas").is_none() || !python.is_file();
    let all = std::env::var_os("TILEWRIGHT_ALL_CLIENTS").is_some_and(|value| value == "1");
    let parts = if all { PARTS } else { SLICE };
    let mut trials: Vec<Trial> = (0..parts)
        .map(|part| Trial::test(format!("cutile kernels {part}/{PARTS}"), move || kernels(executable, part)))
        .collect();
    trials.push(Trial::test("cutile probe, remarks, timeout, refusal", move || paths(executable)));
    trials.into_iter().map(|trial| trial.with_ignored_flag(missing && !required())).collect()
}

/// Runs `compile.py` with ours first on PATH; its standard output.
fn compile(executable: &str, options: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for name in ["tileiras", "tileirdisasm"] {
        link(Path::new(executable), &folder.path().join(name)).map_err(|error| error.to_string())?;
    }
    let ptxas = Release::V13_4.find("ptxas").ok_or("ptxas is not installed; `.ci/tools` installs it")?;
    let script = files::root().join("tests/bytecode/cutile/compile.py");
    let mut command = Command::new(environment().join("bin/python"));
    command.arg(script).arg(folder.path()).args(options);
    command.env("TILEWRIGHT_PTXAS", ptxas).env("TILEWRIGHT_CACHE_DIR", "off");
    let output = command.output().map_err(|error| format!("python: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if said.is_empty() {
        return Err(format!("compile.py says nothing: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(said)
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::copy(from, to.with_extension("exe")).map(|_| ())
}

fn kernels(executable: &str, part: usize) -> Result<(), Failed> {
    let said = compile(executable, &["--part", &format!("{part}/{PARTS}")])?;
    let mut wrong = Vec::new();
    for line in said.lines() {
        let (head, why) = line.split_once(": ").unwrap_or((line, ""));
        let mut words = head.split(' ');
        let (Some(verdict), Some(name), Some(target)) = (words.next(), words.next(), words.next()) else {
            wrong.push(format!("this is no verdict: {line}"));
            continue;
        };
        let listed =
            REFUSED.iter().find(|(kernel, only, _)| *kernel == name && (*only == "*" || *only == target));
        match (verdict, listed) {
            ("ok" | "unsupported", None) => {}
            ("ok", Some(_)) => wrong.push(format!("{name} compiles for {target}: take it off the list")),
            (_, Some((_, _, says))) if why.contains(says) => {}
            (_, Some(_) | None) => wrong.push(line.to_owned()),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn paths(executable: &str) -> Result<(), Failed> {
    let said = compile(executable, &["--paths"])?;
    for says in [
        "version In the place of Cuda compilation tools, release 13.5, V13.5.",
        "probe 13.4\n",
        " RemarkMemoryLoadInstructionSelected RemarkMemoryStoreInstructionSelected ",
        " RemarkTensorCoreMMA",
        "timeout CompilerTimeoutError `tileiras` compiler exceeded timeout",
        "refusal CompilerExecutionError",
        "message input does not correspond to Tile IR bytecode",
    ] {
        if !said.contains(says) {
            return Err(format!("`{says}` is missing in\n{said}").into());
        }
    }
    Ok(())
}
