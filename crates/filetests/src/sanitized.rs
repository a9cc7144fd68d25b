//! `tests/sanitize`: programs with planted bugs next to their clean twins, and what the sanitizer must say of each.
//!
//! After a `// RUN: run --sanitize ..` line, comment lines are the findings: `CODE line N, with M: SENTENCE`, and
//! below each one its `fix: ..`. A run without findings is `clean`. A file usually has an entry `wrong` and an entry
//! `right`. An empty comment line ends the findings; what follows it is prose.
//!
//! The programs of `tests/run` and `examples` are sanitized too: those that trap must be found to do so, and in all others
//! there must be no finding.

use cli::Exit;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::command::tilewright;
use crate::files;
use crate::header::{self, Run};

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let paths = files::find("tests/sanitize", "mlir").into_iter();
    let mut trials: Vec<Trial> = paths.map(|path| Trial::test(path.clone(), move || test(&path))).collect();
    let others = ["tests/run", "examples"].into_iter().flat_map(|folder| files::find(folder, "mlir"));
    trials.extend(others.map(|path| Trial::test(format!("sanitized {path}"), move || test_other(&path))));
    trials
}

/// A program that is not about the sanitizer.
fn test_other(path: &str) -> Result<(), Failed> {
    let runs = header::runs(&files::read(path)?)?;
    for run in runs.iter().filter(|run| run.words.first().is_some_and(|word| word == "run")) {
        let words: Vec<String> = run.words.iter().cloned().chain(["--sanitize".to_owned()]).collect();
        let found = findings(path, &words)?;
        let code = |line: &String| line.strip_prefix("TRAP: error[").map(|code| code[..5].to_owned());
        let expected = run.lines.iter().find_map(code);
        let traps = run.lines.iter().any(|line| line.starts_with("TRAP:"));
        let as_expected = match expected {
            Some(code) => found[0].starts_with(&code),
            None => traps || found == ["clean"],
        };
        if !as_expected {
            return Err(format!("{}\n{}", words.join(" "), found.join("\n")).into());
        }
    }
    Ok(())
}

fn test(path: &str) -> Result<(), Failed> {
    // Line numbers change with the number of lines that are blessed in front of them.
    for _ in 0..3 {
        let text = files::read(path)?;
        let runs = header::runs(&text)?;
        if runs.is_empty() {
            return Err("no `// RUN:` line".into());
        }
        let mut blessed: Vec<String> = text.lines().map(str::to_owned).collect();
        // Backwards, so that the line numbers of the earlier commands stay true.
        for run in runs.iter().rev() {
            test_run(path, run, &mut blessed)?;
        }
        let new = blessed.join("\n") + "\n";
        if new == text {
            return Ok(());
        }
        files::write(path, &new)?;
    }
    Err("blessing does not come to an end".into())
}

fn test_run(path: &str, run: &Run, blessed: &mut Vec<String>) -> Result<(), Failed> {
    let found = findings(path, &run.words)?;
    let count = run.lines.iter().position(String::is_empty).unwrap_or(run.lines.len());
    if run.lines[..count] == found {
        return Ok(());
    }
    if files::bless() {
        let lines = found.iter().map(|line| format!("// {line}"));
        blessed.splice(run.first_line..run.first_line + count, lines);
        return Ok(());
    }
    let expected = run.lines[..count].join("\n");
    let difference = files::difference(&expected, &found.join("\n"));
    Err(format!("{difference}\ncommand: {}", run.words.join(" ")).into())
}

/// What a command finds, as the file says it.
fn findings(path: &str, words: &[String]) -> Result<Vec<String>, Failed> {
    let (command, options) = words.split_first().ok_or("the RUN line is empty")?;
    let mut words = vec![command.clone(), files::root().join(path).to_string_lossy().into_owned()];
    words.extend(options.iter().cloned());
    if !words.iter().any(|word| word == "--json") {
        words.push("--json".to_owned());
    }
    let output = tilewright(&words, b"");
    let objects = output.stdout.lines().map(serde_json::from_str::<Value>);
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let lines: Vec<String> =
        objects.iter().filter(|object| object.get("code").is_some()).flat_map(described).collect();
    let (exit, lines) = match lines.is_empty() {
        true => (Exit::Success, vec!["clean".to_owned()]),
        false => (Exit::Failure, lines),
    };
    if output.exit != exit {
        return Err(format!("exit code {}\nstderr:\n{}", output.exit as u8, output.stderr).into());
    }
    Ok(lines)
}

fn described(finding: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut head = format!("{} line {}", text(&finding["code"]), finding["at"]["line"]);
    let others = finding["others"].as_array().into_iter().flatten();
    let others: Vec<String> = others.map(|other| other["line"].to_string()).collect();
    if !others.is_empty() {
        head.push_str(&format!(", with {}", others.join(", ")));
    }
    let mut lines = vec![format!("{head}: {}", text(&finding["message"]))];
    if let Some(fix) = finding["fix"].as_str() {
        lines.push(format!("  fix: {fix}"));
    }
    lines
}
