//! `tilewright reduce`: shrinks a module while a command still fails on it in the same way.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use regex_lite::Regex;
use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::driver::input::{Content, reason};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::ir::walk::preorder;
use tilewright::text::{Names, PrintOptions, print};

use super::{read, write_result};
use crate::args::ReduceArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

type Module = tilewright::ir::Module<tilewright::CudaTile>;

pub(crate) fn run(args: &ReduceArgs, io: &mut Io<'_>) -> Outcome {
    let input = read(&args.file, args.input.diagnostics, io)?;
    let options = LoadOptions {
        strict: args.input.strict,
        testing_ops: args.input.testing_ops,
        preview_simt: args.input.preview_simt(),
        ..LoadOptions::default()
    };
    let loaded = load(&input, &options);
    let Some(module) = loaded.module else {
        report::diagnostics(&loaded.diagnostics, input.source(), args.input.diagnostics, io)?;
        report::summary(&loaded.diagnostics, &input.name, args.input.diagnostics, io)?;
        return Ok(Exit::Failure);
    };
    let bytecode = matches!(input.content, Content::Bytecode(_));
    // Of its own for each call: several may run in one process.
    let folder = tempfile::Builder::new().prefix("tilewright-reduce-").tempdir();
    let folder = folder.map_err(|error| {
        let message =
            format!("cannot create a folder in `{}`: {}", std::env::temp_dir().display(), reason(&error));
        report::usage(io, &message, "set TMPDIR to a folder that may be written")
    })?;
    let trial =
        Trial { command: &args.command, pattern: args.pattern.as_ref(), folder: folder.path(), bytecode };
    shrink(args, &module, &trial, io)
}

fn shrink(args: &ReduceArgs, module: &Module, trial: &Trial<'_>, io: &mut Io<'_>) -> Outcome {
    let failure = match trial.status(module) {
        Ok(Status::Failed(failure)) => failure,
        Ok(other) => return Err(nothing_to_reduce(&other, args, io)),
        Err(message) => {
            return Err(report::usage(io, &message, "give a command after `--`: `-- tilewright check`"));
        }
    };
    let mut tried = 0u64;
    let small = smith::reduce::reduce(module, &mut |candidate| {
        tried += 1;
        trial.status(candidate).is_ok_and(|status| status == Status::Failed(failure.clone()))
    });
    let count = |module: &Module| preorder(&module.body, module.root).count();
    let modules = if tried == 1 { "module" } else { "modules" };
    let failure = failure.said();
    writeln!(io.stderr, "{} of {} ops left, {tried} {modules} tried{failure}", count(&small), count(module))?;
    let content = trial.content(&small).unwrap_or_default();
    write_result(args.output.as_deref(), &content, args.input.diagnostics, io)?;
    Ok(Exit::Success)
}

/// The command does not fail on the whole module, or not as `--match` says.
fn nothing_to_reduce(status: &Status, args: &ReduceArgs, io: &mut Io<'_>) -> Stop {
    let command = args.command.join(" ");
    match (status, &args.pattern) {
        (Status::Unmatched, Some(pattern)) => report::usage(
            io,
            &format!("`{command}` fails on `{}`, but writes nothing that `{pattern}` matches", args.file),
            "give a regular expression that matches a line of what the command writes",
        ),
        (Status::Succeeded | Status::Unmatched | Status::Failed(_), _) => report::usage(
            io,
            &format!("`{command}` succeeds on `{}`: there is nothing to reduce", args.file),
            "give a command that fails (exit code not 0) on the module",
        ),
    }
}

/// How the command ended.
#[derive(Clone, PartialEq, Eq)]
enum Status {
    Succeeded,
    /// It failed, and wrote nothing that the pattern matches.
    Unmatched,
    Failed(Failure),
}

/// The identity of a failure: equal in two runs that fail in the same way.
#[derive(Clone, PartialEq, Eq)]
struct Failure {
    /// The exit code; `None`: by a signal.
    exit: Option<i32>,
    /// The code of the first error, where the command is one of ours and no pattern decides.
    code: Option<String>,
}

impl Failure {
    /// `; it still ends in E0302`.
    fn said(&self) -> String {
        self.code.as_ref().map(|code| format!("; it still ends in {code}")).unwrap_or_default()
    }
}

/// Runs the command on candidates.
struct Trial<'a> {
    command: &'a [String],
    pattern: Option<&'a Regex>,
    folder: &'a Path,
    bytecode: bool,
}

impl Trial<'_> {
    /// The candidate in the form of the input; `None`: bytecode cannot hold it.
    fn content(&self, module: &Module) -> Option<Vec<u8>> {
        if self.bytecode {
            // Whether previews are enabled, reading has asked.
            encode(module, &EncodeOptions { preview_simt: true, ..EncodeOptions::default() }).ok()
        } else {
            Some(print(module, &PrintOptions { names: Names::Keep, ..PrintOptions::default() }).into_bytes())
        }
    }

    /// Runs the command with the candidate's path in place of `{}`, or after its words.
    fn status(&self, module: &Module) -> Result<Status, String> {
        let path: PathBuf =
            self.folder.join(if self.bytecode { "candidate.tileirbc" } else { "candidate.mlir" });
        let content = self.content(module).ok_or("bytecode cannot hold the module")?;
        std::fs::write(&path, content)
            .map_err(|error| format!("cannot write `{}`: {}", path.display(), reason(&error)))?;
        let path = path.to_string_lossy();
        let mut words: Vec<String> = self.command.iter().map(|word| word.replace("{}", &path)).collect();
        if !self.command.iter().any(|word| word.contains("{}")) {
            words.push(path.into_owned());
        }
        let (program, arguments) = words.split_first().ok_or("there is no command")?;
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("cannot run `{program}`: {}", reason(&error)))?;
        Ok(self.judged(&output, is_ours(program)))
    }

    fn judged(&self, output: &Output, ours: bool) -> Status {
        if output.status.success() {
            return Status::Succeeded;
        }
        let written = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes));
        let exit = output.status.code();
        match self.pattern {
            Some(pattern) if written.iter().any(|text| pattern.is_match(text)) => {
                Status::Failed(Failure { exit, code: None })
            }
            Some(_) => Status::Unmatched,
            None => {
                let code = written.iter().filter(|_| ours).find_map(|text| first_error(text));
                Status::Failed(Failure { exit, code })
            }
        }
    }
}

/// Whether a command writes our diagnostics.
fn is_ours(program: &str) -> bool {
    Path::new(program).file_stem().is_some_and(|name| name == "tilewright")
}

/// The code of the first error of diagnostics, in whichever form they are.
fn first_error(text: &str) -> Option<String> {
    let code = |after: &str| after.get(..5).filter(|code| code.starts_with('E')).map(str::to_owned);
    let written = text.find("error[").and_then(|at| code(&text[at + "error[".len()..]));
    written.or_else(|| {
        let object = text.lines().find(|line| line.contains("\"severity\":\"error\""))?;
        let at = object.find("\"code\":\"")? + "\"code\":\"".len();
        code(&object[at..])
    })
}

#[cfg(test)]
mod tests {
    use super::{first_error, is_ours};

    #[test]
    fn codes_are_found_in_every_form() {
        let code = |text: &str| first_error(text);
        assert_eq!(code("warning[W0001]: x\nerror[E0302]: y\nerror[E0104]: z"), Some("E0302".to_owned()));
        assert_eq!(code("k.mlir:1:1: error[E0104]: y"), Some("E0104".to_owned()));
        assert_eq!(code("{\"severity\":\"error\",\"code\":\"E0104\"}"), Some("E0104".to_owned()));
        assert_eq!(code("error: no code"), None);
        assert!(is_ours("/some/where/tilewright") && is_ours("tilewright") && !is_ours("tileiras"));
    }
}
