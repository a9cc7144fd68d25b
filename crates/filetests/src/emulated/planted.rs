//! `tests/emulate`: kernels with planted bugs next to their clean twins, and what the emulator must say of each.
//!
//! After a `// RUN: emulate ..` line, comment lines are the findings: `CODE at INSTRUCTION, with INSTRUCTION: SENTENCE`,
//! the second being the other party's. A run without findings is `clean`. A file has an entry `wrong` and an entry
//! `right`. An empty comment line ends the findings; what follows it is prose.
//!
//! In any order of warps, the wrong one has at least one finding and the right one has none.

use cli::Exit;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::command::tilewright;
use crate::files;
use crate::header::{self, Run};

/// Orders of warps that are tried besides the first.
const SEEDS: u64 = 8;

pub(super) fn trials() -> Vec<Trial> {
    let paths = files::find("tests/emulate", "ptx").into_iter();
    paths.map(|path| Trial::test(path.clone(), move || test(&path))).collect()
}

fn test(path: &str) -> Result<(), Failed> {
    let text = files::read(path)?;
    let runs = header::runs(&text)?;
    if runs.is_empty() {
        return Err("no `// RUN:` line".into());
    }
    let mut blessed: Vec<String> = text.lines().map(str::to_owned).collect();
    // Backwards, so that the line numbers of the earlier commands stay true.
    for run in runs.iter().rev() {
        test_run(path, &text, run, &mut blessed)?;
    }
    let new = blessed.join("\n") + "\n";
    if new != text {
        files::write(path, &new)?;
    }
    Ok(())
}

fn test_run(path: &str, text: &str, run: &Run, blessed: &mut Vec<String>) -> Result<(), Failed> {
    let found = findings(path, text, &run.words)?;
    let wrong = run.words.iter().any(|word| word == "wrong");
    if wrong == (found == ["clean"]) {
        return Err(format!("{}:\n{}", run.words.join(" "), found.join("\n")).into());
    }
    for seed in 0..SEEDS {
        let words: Vec<String> = run.words.iter().cloned().chain([format!("--seed={seed}")]).collect();
        let again = findings(path, text, &words)?;
        if (again == ["clean"]) != (found == ["clean"]) {
            let (first, again) = (found.join("\n"), again.join("\n"));
            return Err(format!("in the first order:\n{first}\nwith seed {seed}:\n{again}").into());
        }
    }
    let count = run.lines.iter().position(String::is_empty).unwrap_or(run.lines.len());
    if run.lines[..count] == found {
        return Ok(());
    }
    if files::bless() {
        let lines = found.iter().map(|line| format!("// {line}"));
        blessed.splice(run.first_line..run.first_line + count, lines);
        return Ok(());
    }
    let difference = files::difference(&run.lines[..count].join("\n"), &found.join("\n"));
    Err(format!("{difference}\ncommand: {}", run.words.join(" ")).into())
}

/// What a command finds, as the file says it.
fn findings(path: &str, text: &str, words: &[String]) -> Result<Vec<String>, Failed> {
    let (command, options) = words.split_first().ok_or("the RUN line is empty")?;
    let mut words = vec![command.clone(), path.to_owned()];
    words.extend(options.iter().cloned());
    words.push("--json".to_owned());
    let output = tilewright(&words, b"");
    let objects = output.stdout.lines().map(serde_json::from_str::<Value>);
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let found: Vec<String> = objects
        .iter()
        .filter(|object| object.get("code").is_some())
        .map(|finding| described(finding, path, text))
        .collect();
    let (exit, found) = match found.is_empty() {
        true => (Exit::Success, vec!["clean".to_owned()]),
        false => (Exit::Failure, found),
    };
    if output.exit != exit {
        return Err(format!("exit code {}\nstderr:\n{}", output.exit as u8, output.stderr).into());
    }
    Ok(found)
}

fn described(finding: &Value, path: &str, text: &str) -> String {
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let instruction = |line: u64| {
        let line = usize::try_from(line).ok().and_then(|line| text.lines().nth(line.checked_sub(1)?));
        line.map_or_else(|| "no line".to_owned(), |line| format!("`{}`", line.trim()))
    };
    let mut head = string(&finding["code"]);
    if let Some(line) = finding["line"].as_u64() {
        head.push_str(&format!(" at {}", instruction(line)));
    }
    let notes = finding["notes"].as_array().into_iter().flatten();
    let other = notes.filter_map(Value::as_str).find_map(|note| {
        let place = note.strip_prefix(path)?.strip_prefix(':')?;
        place.split(':').next()?.parse::<u64>().ok()
    });
    if let Some(line) = other {
        head.push_str(&format!(", with {}", instruction(line)));
    }
    format!("{head}: {}", string(&finding["message"]))
}
