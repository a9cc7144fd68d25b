//! `tests/verify`, `tests/parse` and `tests/ptx`: diagnostics expected where they arise.
//!
//! A comment line `// ERROR: phrase` (or `WARNING`, `NOTE`) demands a diagnostic of that severity whose message contains
//! the phrase, at the nearest line above that is not such a comment and not blank. Every error and warning must be
//! demanded, every demand met.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::command::tilewright;
use crate::{files, header};

#[derive(Debug)]
struct Expectation {
    severity: String,
    phrase: String,
    line: u64,
}

/// One test a file.
pub fn trials() -> Vec<Trial> {
    paths().map(|path| Trial::test(path.clone(), move || test(&path))).collect()
}

/// The files.
pub fn paths() -> impl Iterator<Item = String> {
    let paths = files::find("tests/verify", "mlir").into_iter().chain(files::find("tests/parse", "mlir"));
    paths.chain(files::find("tests/ptx", "ptx"))
}

fn test(path: &str) -> Result<(), Failed> {
    let text = files::read(path)?;
    Ok(compare(&expectations(&text), &diagnostics(path)?)?)
}

/// The diagnostics of the command of a file, one object per line.
///
/// # Errors
/// The file cannot be read, or has no command.
pub fn diagnostics(path: &str) -> Result<String, String> {
    let text = files::read(path)?;
    let runs = header::runs(&text)?;
    let [run] = runs.as_slice() else { return Err("wants one `// RUN: check` line".into()) };
    let (command, options) = run.words.split_first().ok_or("the RUN line is empty")?;
    let mut words = vec![command.clone(), "--diagnostics=json".to_owned()];
    words.extend(options.iter().cloned());
    words.push(files::root().join(path).to_string_lossy().into_owned());
    Ok(tilewright(&words, b"").stdout)
}

fn expectations(text: &str) -> Vec<Expectation> {
    let mut found = Vec::new();
    let mut anchor = 0;
    for (line, number) in text.lines().zip(1..) {
        let annotation = ["ERROR", "WARNING", "NOTE"].iter().find_map(|severity| {
            let rest = line.trim_start().strip_prefix("//")?.trim_start().strip_prefix(severity)?;
            Some((severity.to_lowercase(), rest.strip_prefix(':')?.trim().to_owned()))
        });
        match annotation {
            Some((severity, phrase)) => found.push(Expectation { severity, phrase, line: anchor }),
            None if !line.trim().is_empty() => anchor = number,
            None => {}
        }
    }
    found
}

fn compare(expected: &[Expectation], json: &str) -> Result<(), String> {
    let found: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}")))
        .collect::<Result<_, _>>()?;
    let mut met = vec![false; expected.len()];
    let mut problems = Vec::new();
    for diagnostic in &found {
        let text = |key: &str| diagnostic[key].as_str().unwrap_or_default();
        let (severity, message) = (text("severity"), text("message"));
        let (first, last) = (diagnostic["line"].as_u64(), diagnostic["end_line"].as_u64());
        let within = |line: u64| first.is_some_and(|f| f <= line && line <= last.unwrap_or(f));
        let hit = expected.iter().enumerate().position(|(i, e)| {
            !met[i] && e.severity == severity && message.contains(&e.phrase) && within(e.line)
        });
        match hit {
            Some(i) => met[i] = true,
            // Notes need not be annotated, or every file would be full of them.
            None if severity == "note" => {}
            None => {
                problems.push(format!("not annotated: line {}: {severity}: {message}", first.unwrap_or(0)))
            }
        }
    }
    let missing = expected.iter().zip(&met).filter(|(_, met)| !**met);
    problems
        .extend(missing.map(|(e, _)| format!("not reported: line {}: {}: {}", e.line, e.severity, e.phrase)));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}
