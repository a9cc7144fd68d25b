//! Every option of `tileiras` and `tileirdisasm`, as ours reads them, does something that a test would notice.
//!
//! The tables of options are the source of the list. For each option a command line of `tests/closed` that passes it runs again
//! without it: exit code, streams, or the files that it leaves must differ. Otherwise an option that is read and then ignored
//! would pass the comparison with the closed tools, which looks at exit codes and at whether streams hold anything.

use std::path::Path;
use std::process::{Command, Stdio};

use cli::ClosedOption;
use libtest_mimic::Failed;
use real_tools::Release;

use super::{inputs, lines, paths};
use crate::files;

/// Options that have no effect by design, each with the reason.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    (
        "host-arch",
        "code for the GPU does not depend on the host; a wrong value is refused, which `tests/closed` compares",
    ),
    ("host-os", "as for host-arch"),
    ("print-options", "the closed tool accepts it and does nothing"),
    ("print-all-options", "the closed tool accepts it and does nothing"),
];

/// Options of remarks that the inputs of `tests/closed` have none of, each with the file and the name of its test.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("remarks-missed", "crates/cli/src/names/remarks.rs", "fn options_of_a_kind_go_before_those_of_all"),
    ("remarks-failed", "crates/cli/src/names/remarks.rs", "fn options_of_a_kind_go_before_those_of_all"),
];

/// Everything that a command line produces.
#[derive(PartialEq, Eq)]
struct Outcome {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    files: Vec<(String, Vec<u8>)>,
}

pub(crate) fn every_option(executable: &str) -> Result<(), Failed> {
    let mut untested = cli::closed_options();
    untested.retain(|option| WITHOUT_EFFECT.iter().all(|(name, _)| *name != option.name));
    for (name, file, test) in ELSEWHERE {
        if !files::read(file)?.contains(test) {
            return Err(format!("{file} has no `{test}`, which tests `-{name}`").into());
        }
        untested.retain(|option| option.name != *name);
    }
    for path in paths() {
        let text = files::read(&path)?;
        for (_, _, words) in lines(&text)? {
            let passed: Vec<(ClosedOption, Vec<String>)> = untested
                .iter()
                .filter(|option| option.tool == words[0])
                .filter_map(|&option| Some((option, without(&words, option)?)))
                .collect();
            if passed.is_empty() {
                continue;
            }
            let whole = run(executable, &words)?;
            for (option, rest) in passed {
                // An option is tested if some line ends differently without it.
                if run(executable, &rest)? != whole {
                    untested.retain(|other| *other != option);
                }
            }
        }
    }
    if untested.is_empty() {
        return Ok(());
    }
    let names: Vec<String> =
        untested.iter().map(|option| format!("{} -{}", option.tool, option.name)).collect();
    Err(format!("no line of tests/closed would differ without: {}", names.join(", ")).into())
}

/// The words without an option and its value; none if they do not pass it.
fn without(words: &[String], option: ClosedOption) -> Option<Vec<String>> {
    let (mut kept, mut found) = (Vec::new(), false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or_default();
        let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        let attached = option.is_prefix && bare.len() > option.name.len() && bare.starts_with(option.name);
        if name != option.name && !attached {
            kept.push(word.clone());
            continue;
        }
        found = true;
        if option.takes_value && value.is_none() {
            rest.next();
        }
    }
    found.then_some(kept)
}

/// Runs our executable in a fresh folder with the inputs of `tests/closed`.
fn run(executable: &str, words: &[String]) -> Result<Outcome, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    inputs(folder.path())?;
    let mut command = Command::new(executable);
    command.args(words).current_dir(folder.path()).stdin(Stdio::null());
    command.env("TILEWRIGHT_CACHE_DIR", "off");
    if let Some(ptxas) = Release::V13_4.find("ptxas") {
        command.env("TILEWRIGHT_PTXAS", ptxas);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    Ok(Outcome {
        code: output.status.code(),
        stdout: output.stdout,
        stderr: output.stderr,
        files: written(folder.path())?,
    })
}

fn written(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes));
    }
    files.sort();
    Ok(files)
}
