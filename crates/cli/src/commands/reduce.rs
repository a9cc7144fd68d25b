//! `tilewright reduce`: shrinks a module while a command still fails on it in the same way.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::driver::input::{Content, reason};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::ir::walk::preorder;
use tilewright::text::{Names, PrintOptions, print};

use super::{read, write_result};
use crate::args::ReduceArgs;
use crate::io::Io;
use crate::{Exit, Outcome, report};

type Module = tilewright::ir::Module<tilewright::CudaTile>;

pub(crate) fn run(args: &ReduceArgs, io: &mut Io<'_>) -> Outcome {
    let input = read(&args.file, args.input.diagnostics, io)?;
    let options = LoadOptions {
        strict: args.input.strict,
        testing_ops: args.input.testing_ops,
        ..LoadOptions::default()
    };
    let loaded = load(&input, &options);
    let Some(module) = loaded.module else {
        report::diagnostics(&loaded.diagnostics, input.source(), args.input.diagnostics, io)?;
        report::summary(&loaded.diagnostics, &input.name, args.input.diagnostics, io)?;
        return Ok(Exit::Failure);
    };
    let bytecode = matches!(input.content, Content::Bytecode(_));
    let folder = std::env::temp_dir().join(format!("tilewright-reduce-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        let message = format!("cannot create `{}`: {}", folder.display(), reason(&error));
        return Err(report::usage(io, &message, "set TMPDIR to a folder that may be written"));
    }
    let trial = Trial { command: &args.command, folder: &folder, bytecode };
    let outcome = shrink(args, &module, &trial, io);
    // A folder that stays behind does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn shrink(args: &ReduceArgs, module: &Module, trial: &Trial<'_>, io: &mut Io<'_>) -> Outcome {
    let failure = match trial.status(module) {
        Ok(Status::Succeeded) => {
            let message = format!(
                "`{}` succeeds on `{}`: there is nothing to reduce",
                args.command.join(" "),
                args.file
            );
            return Err(report::usage(
                io,
                &message,
                "give a command that fails (exit code not 0) on the module",
            ));
        }
        Ok(failure) => failure,
        Err(message) => {
            return Err(report::usage(io, &message, "give a command after `--`: `-- tilewright check`"));
        }
    };
    let mut tried = 0u64;
    let small = smith::reduce::reduce(module, &mut |candidate| {
        tried += 1;
        trial.status(candidate).is_ok_and(|status| status == failure)
    });
    let count = |module: &Module| preorder(&module.body, module.root).count();
    let modules = if tried == 1 { "module" } else { "modules" };
    writeln!(io.stderr, "{} of {} ops left, {tried} {modules} tried", count(&small), count(module))?;
    let content = trial.content(&small).unwrap_or_default();
    write_result(args.output.as_deref(), &content, args.input.diagnostics, io)?;
    Ok(Exit::Success)
}

/// How the command ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Succeeded,
    /// With this exit code; `None`: by a signal.
    Failed(Option<i32>),
}

/// Runs the command on candidates.
struct Trial<'a> {
    command: &'a [String],
    folder: &'a Path,
    bytecode: bool,
}

impl Trial<'_> {
    /// The candidate in the form of the input; `None`: bytecode cannot hold it.
    fn content(&self, module: &Module) -> Option<Vec<u8>> {
        if self.bytecode {
            encode(module, &EncodeOptions::default()).ok()
        } else {
            Some(print(module, &PrintOptions { names: Names::Keep, ..PrintOptions::default() }).into_bytes())
        }
    }

    /// Runs the command with the candidate's path in place of `{}`, or behind its words.
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
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status =
            command.status().map_err(|error| format!("cannot run `{program}`: {}", reason(&error)))?;
        Ok(if status.success() { Status::Succeeded } else { Status::Failed(status.code()) })
    }
}
