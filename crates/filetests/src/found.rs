//! Files of programs with seeded faults: what a command finds is in comment lines below its `// RUN:` line, a line
//! for each, or `clean`. An empty comment line ends them; what follows it is prose.

use cli::Exit;
use libtest_mimic::Failed;
use serde_json::Value;

use crate::command::tilewright;
use crate::files;
use crate::header::{self, Run};

/// Compares the expected findings of a file with those of each of its commands, or blesses it. `find` gets the text and a command.
pub(crate) fn test(
    path: &str,
    find: impl Fn(&str, &Run) -> Result<Vec<String>, Failed>,
) -> Result<(), Failed> {
    // Line numbers change with the number of lines that are blessed before them.
    for _ in 0..3 {
        let text = files::read(path)?;
        let runs = header::runs(&text)?;
        if runs.is_empty() {
            return Err("no `// RUN:` line".into());
        }
        let mut blessed: Vec<String> = text.lines().map(str::to_owned).collect();
        // Backwards, so that the line numbers of the earlier commands stay true.
        for run in runs.iter().rev() {
            compare(run, &find(&text, run)?, &mut blessed)?;
        }
        let new = blessed.join("\n") + "\n";
        if new == text {
            return Ok(());
        }
        files::write(path, &new)?;
    }
    Err("blessing does not come to an end".into())
}

fn compare(run: &Run, found: &[String], blessed: &mut Vec<String>) -> Result<(), Failed> {
    let count = run.lines.iter().position(String::is_empty).unwrap_or(run.lines.len());
    if run.lines[..count] == *found {
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

/// The findings of a command in a file: the lines of each finding, or `clean`. `check` receives all output.
pub(crate) fn findings(
    file: &str,
    words: &[String],
    check: impl FnOnce(&[Value]) -> Result<(), Failed>,
    described: impl Fn(&Value) -> Vec<String>,
) -> Result<Vec<String>, Failed> {
    let (command, options) = words.split_first().ok_or("the RUN line is empty")?;
    let mut words = vec![command.clone(), file.to_owned()];
    words.extend(options.iter().cloned());
    if !words.iter().any(|word| word == "--json") {
        words.push("--json".to_owned());
    }
    let output = tilewright(&words, b"");
    let objects = output.stdout.lines().map(serde_json::from_str::<Value>);
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    check(&objects)?;
    let found: Vec<String> =
        objects.iter().filter(|object| object.get("code").is_some()).flat_map(described).collect();
    let (exit, found) = match found.is_empty() {
        true => (Exit::Success, vec!["clean".to_owned()]),
        false => (Exit::Failure, found),
    };
    // The exit code must agree with the findings, since scripts only use the exit code.
    if output.exit != exit {
        return Err(format!("exit code {}\nstderr:\n{}", output.exit.code(), output.stderr).into());
    }
    Ok(found)
}
