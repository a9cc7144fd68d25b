//! Every option of every command does something, and a transcript would fail if it did nothing.
//!
//! The definition of the command line lists the options. For each, a command of a transcript is looked for that passes it, and
//! is run once more without it: what it says, its exit code, or the files that it leaves in the folder of the transcript must
//! differ. Commands that say something else each time they run, such as times, show nothing; options that transcripts cannot
//! show are in `ELSEWHERE`, each with the test that would fail.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::command::tilewright;
use crate::files;
use crate::transcript::{self, Line};

/// Options that change no result, need a terminal, a clock or a tool of others: command, option, the file of the test, and
/// what the test is called.
const ELSEWHERE: &[(&str, &str, &str, &str)] = &[
    ("run", "threads", "crates/cli/tests/options.rs", "fn options_that_bound_threads_are_heard"),
    ("emulate", "threads", "crates/cli/tests/options.rs", "fn options_that_bound_threads_are_heard"),
    ("bench", "threads", "crates/cli/tests/bench.rs", "fn threads_are_those_that_are_asked_for"),
    ("run", "quiet", "crates/cli/tests/options.rs", "fn a_progress_bar_is_shown_unless_quiet"),
    ("run", "ordered-output", "crates/cli/tests/options.rs", "fn ordered_output_is_in_order_of_blocks"),
    ("compile", "opt-level", "crates/cli/tests/artefacts.rs", "fn ptxas_optimises_as_much_as_it_is_told_to"),
    ("compile", "remarks-failed", "crates/cli/tests/artefacts.rs", "--remarks-failed=all"),
    // A pass that breaks a module would be a bug; every file of `tests/opt` is run with it.
    ("opt", "verify-each", "crates/filetests/src/opt.rs", "verify_each: true"),
    ("bench", "grid", "crates/cli/tests/bench.rs", "fn both_engines_are_measured_and_agree"),
    // Without it the program does not end.
    ("run", "steps", "tests/cli/run.txt", "--entry silent --steps 1000"),
    ("emulate", "steps", "crates/cli/tests/options.rs", "fn a_budget_ends_an_endless_kernel"),
    ("bench", "runs", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
    ("bench", "time", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
    ("bench", "warm-up", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
    ("bench", "no-counts", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
    ("bench", "engine", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
    ("bench", "baseline", "crates/cli/tests/bench.rs", "fn times_are_compared_with_a_baseline"),
    ("bench", "tolerance", "crates/cli/tests/bench.rs", "fn times_are_compared_with_a_baseline"),
    ("bench", "json", "crates/cli/tests/bench.rs", "fn options_decide_how_often_it_runs"),
];

/// One test.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("every option of the command line does something", every_option)]
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    command: String,
    long: Option<String>,
    short: Option<char>,
    /// Its value may be the next word.
    value_follows: bool,
}

impl Known {
    fn name(&self) -> String {
        match (&self.long, self.short) {
            (Some(long), _) => long.clone(),
            (None, Some(short)) => short.to_string(),
            (None, None) => String::new(),
        }
    }
}

/// The options of all commands.
fn known() -> BTreeSet<Known> {
    let mut all = BTreeSet::new();
    for command in cli::command().get_subcommands() {
        for argument in
            command.get_arguments().filter(|argument| !argument.is_positional() && !argument.is_hide_set())
        {
            let takes = argument.get_action().takes_values();
            let optional = argument.get_num_args().is_some_and(|range| range.min_values() == 0);
            all.insert(Known {
                command: command.get_name().to_owned(),
                long: argument.get_long().map(str::to_owned),
                short: argument.get_short(),
                value_follows: takes && !optional && !argument.is_require_equals_set(),
            });
        }
    }
    all
}

fn every_option() -> Result<(), Failed> {
    let mut untested = known();
    let mut wrong = Vec::new();
    untested.retain(|option| {
        let elsewhere =
            ELSEWHERE.iter().find(|(command, name, ..)| *command == option.command && *name == option.name());
        if let Some((.., file, test)) = elsewhere
            && !files::read(file).is_ok_and(|text| text.contains(test))
        {
            wrong.push(format!(
                "{file} has no `{test}`, which tests `{} --{}`",
                option.command,
                option.name()
            ));
        }
        elsewhere.is_none()
    });
    for path in transcript::paths() {
        if !untested.is_empty() {
            drop_tested(&path, &mut untested)?;
        }
    }
    wrong.extend(untested.iter().map(|option| {
        format!(
            "`tilewright {} --{}`: no transcript would fail if it did nothing",
            option.command,
            option.name()
        )
    }));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The output of a command.
#[derive(PartialEq, Eq)]
struct Left {
    said: String,
    code: u8,
    files: Files,
}

impl Left {
    fn without_numbers(mut self) -> Left {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ' ' | '-');
        self.said = self.said.chars().map(|c| if is_part(c) { ' ' } else { c }).collect();
        self.said = self.said.split_whitespace().collect::<Vec<_>>().join(" ");
        self
    }
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Replays a transcript, and takes options that make a difference in it off the list.
fn drop_tested(path: &str, untested: &mut BTreeSet<Known>) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let tmp = folder.path();
    for line in transcript::lines(path)? {
        let Line { words, stdin } = line.read(&tmp.to_string_lossy())?;
        let before = snapshot(tmp)?;
        let run = |words: &[String]| -> Result<Left, String> {
            restore(tmp, &before)?;
            let output = tilewright(words, &stdin);
            // The default place of remarks.
            let _ = std::fs::remove_file(files::root().join("tileir_remarks.yaml"));
            let said = format!("{}{}", output.stdout, output.stderr);
            Ok(Left { said, code: output.exit.code(), files: snapshot(tmp)? })
        };
        let whole = run(&words)?;
        let mine: Vec<(Known, Vec<String>)> =
            untested.iter().filter_map(|option| Some((option.clone(), without(&words, option)?))).collect();
        let again = if mine.is_empty() { None } else { Some(run(&words)?) };
        // Numbers that change each time, such as times, do not count.
        let numbers = again.as_ref().is_some_and(|again| *again != whole);
        let counted = |left: Left| if numbers { left.without_numbers() } else { left };
        let whole_files = whole.files.clone();
        let whole = counted(whole);
        if again.map(counted).is_some_and(|again| again == whole) {
            for (option, less) in mine {
                if counted(run(&less)?) != whole {
                    untested.remove(&option);
                }
            }
        }
        restore(tmp, &whole_files)?;
    }
    Ok(())
}

/// The words of a command without an option and its value; none if the option is absent.
fn without(words: &[String], option: &Known) -> Option<Vec<String>> {
    if words.first()? != &option.command {
        return None;
    }
    let (mut left, mut found) = (Vec::new(), false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            left.push(word.clone());
            left.extend(rest.cloned());
            break;
        }
        let long = option.long.as_ref().is_some_and(|long| {
            word.strip_prefix("--").is_some_and(|name| name == long || name.split('=').next() == Some(long))
        });
        let short = option.short.is_some_and(|short| {
            word.strip_prefix('-').is_some_and(|name| name.starts_with(short)) && !word.starts_with("--")
        });
        if !long && !short {
            left.push(word.clone());
            continue;
        }
        found = true;
        let alone = if long { !word.contains('=') } else { word.len() == 2 };
        if alone && option.value_follows {
            rest.next();
        }
    }
    found.then_some(left)
}

fn snapshot(folder: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
                files.insert(path, bytes);
            }
        }
    }
    Ok(files)
}

fn restore(folder: &Path, files: &Files) -> Result<(), String> {
    for path in snapshot(folder)?.keys().filter(|path| !files.contains_key(*path)) {
        std::fs::remove_file(path).map_err(|error| error.to_string())?;
    }
    for (path, bytes) in files {
        std::fs::write(path, bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Known, without};

    #[test]
    fn options_are_taken_out_with_their_values() {
        let option = Known {
            command: "run".to_owned(),
            long: Some("grid".to_owned()),
            short: Some('G'),
            value_follows: true,
        };
        let less = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            without(&words, &option).map(|words| words.join(" "))
        };
        for text in ["run k --grid 4 -a 1", "run k --grid=4 -a 1", "run k -G 4 -a 1", "run k -G4 -a 1"] {
            assert_eq!(less(text).as_deref(), Some("run k -a 1"), "{text}");
        }
        assert_eq!(less("run k -- --grid 4"), None);
        assert_eq!(less("bench k --grid 4"), None);
    }
}
