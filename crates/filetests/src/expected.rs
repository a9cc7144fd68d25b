//! `tests/run` and `examples`: programs with the command that runs them and what it must print.
//!
//! After a `// RUN: run ..` line, comment lines are the expected standard output; `// TRAP: phrase` instead demands
//! that the program ends in a trap or a failure (exit code 1) whose report contains the phrase, and `// REFUSED: phrase` that the
//! command is refused (exit code 2), with the phrase on standard error. A file may have several commands. An empty comment line ends the expected output, which is compared without its empty lines; what follows it is
//! prose.
//!
//! Commands of `tests/run` run on the reference interpreter, unless they name an engine; [`crate::engines`] compares the
//! others with it.

use libtest_mimic::{Failed, Trial};

use crate::command::tilewright;
use crate::files;
use crate::header::{self, Run};
use cli::Exit;

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let paths = files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir"));
    paths.map(|path| Trial::test(path.clone(), move || test(&path))).collect()
}

/// Runs the commands of a file.
pub(crate) fn test(path: &str) -> Result<(), Failed> {
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
    if files::bless() {
        let new = blessed.join("\n") + "\n";
        if new != text {
            files::write(path, &new)?;
        }
    }
    Ok(())
}

fn test_run(path: &str, run: &Run, blessed: &mut Vec<String>) -> Result<(), Failed> {
    let (command, options) = run.words.split_first().ok_or("the RUN line is empty")?;
    let mut words = vec![command.clone(), files::root().join(path).to_string_lossy().into_owned()];
    words.extend(options.iter().cloned());
    if command == "run"
        && path.starts_with("tests/run/")
        && !options.iter().any(|word| word.starts_with("--engine"))
    {
        words.push("--engine=reference".to_owned());
    }
    let output = tilewright(&words, b"");
    let report = || format!("command: {}\nstderr:\n{}", run.words.join(" "), output.stderr);
    for (prefix, exit) in [("TRAP:", Exit::Failure), ("REFUSED:", Exit::Usage)] {
        let phrases = run.lines.iter().filter_map(|line| line.strip_prefix(prefix)).map(str::trim);
        let phrases: Vec<&str> = phrases.collect();
        if phrases.is_empty() {
            continue;
        }
        if output.exit != exit {
            let code = output.exit.code();
            return Err(format!("exit code {code}\n{}\nstdout:\n{}", report(), output.stdout).into());
        }
        return match phrases.iter().find(|phrase| !output.stderr.contains(**phrase)) {
            Some(phrase) => Err(format!("the report lacks {phrase:?}\n{}", report()).into()),
            None => Ok(()),
        };
    }
    if output.exit != Exit::Success {
        return Err(format!("exit code {}\n{}", output.exit.code(), report()).into());
    }
    let count = run.lines.iter().position(String::is_empty).unwrap_or(run.lines.len());
    let expected = run.lines[..count].join("\n");
    // Comment lines end in no blank, and an empty one ends what is expected.
    let lines = output.stdout.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let found = lines.collect::<Vec<_>>().join("\n");
    if expected == found {
        Ok(())
    } else if files::bless() {
        let lines = found.lines().map(|line| format!("// {line}"));
        blessed.splice(run.first_line..run.first_line + count, lines);
        Ok(())
    } else {
        Err(format!("{}\n{}", files::difference(&expected, &found), report()).into())
    }
}
