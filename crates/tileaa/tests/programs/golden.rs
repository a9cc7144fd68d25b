//! `tests/tileaa`: a command, what it prints, and the program.
//!
//! ```text
//! // RUN: compile --emit=tileaa --target=sm_90a --passes=canonicalize,cse
//! // tileaa.module @kernels {
//! // ..
//! //
//! // Prose.
//! cuda_tile.module @kernels { .. }
//! ```
//!
//! The program of `opt --passes=..` is a module of level 2 instead. With `--print-facts` the facts of the module are printed instead of the module. `BLESS=1` rewrites what is printed.

use std::path::Path;

use diag::Source;
use ir::generic::{parse, verify};
use ir::pass::{Pipeline, Unwatched};
use tileaa::axis_info::{self, AxisAnalysis};
use tileaa::{Module, TileAa};

use crate::sources;

/// A parsed command.
struct Command {
    /// The program is a module of level 2.
    is_opt: bool,
    target: Option<String>,
    passes: Option<String>,
    facts: bool,
}

impl Command {
    fn of(line: &str) -> Result<Command, String> {
        let mut words = line.split_whitespace();
        let is_opt = match words.next() {
            Some("opt") => true,
            Some("compile") if words.next() == Some("--emit=tileaa") => false,
            _ => return Err("the command must be `compile --emit=tileaa` or `opt`".to_owned()),
        };
        let mut command = Command { is_opt, target: None, passes: None, facts: false };
        for word in words {
            match word.split_once('=') {
                Some(("--target", target)) => command.target = Some(target.to_owned()),
                Some(("--passes", passes)) => command.passes = Some(passes.to_owned()),
                None if word == "--print-facts" => command.facts = true,
                _ => return Err(format!("unknown option {word}")),
            }
        }
        Ok(command)
    }

    /// The module of level 2, or the messages of a refusal.
    fn module(&self, name: &str, text: &str) -> Result<Result<Module, String>, String> {
        if self.is_opt {
            let parsed = parse::<TileAa>(&Source::new(name, text.to_owned()));
            let module = parsed.module.ok_or("the program is not valid")?;
            return if verify(&module).is_empty() {
                Ok(Ok(module))
            } else {
                Err("the program is not valid".to_owned())
            };
        }
        let module = sources::read(name, text).ok_or("the program is not valid")?;
        Ok(tileaa::from_cuda_tile::lower(&module, self.target.as_deref()).map_err(|found| {
            let lines = found.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message));
            lines.collect::<Vec<_>>().join("\n")
        }))
    }

    fn run(&self, name: &str, text: &str) -> Result<String, String> {
        let mut module = match self.module(name, text)? {
            Ok(module) => module,
            Err(found) => return Ok(found),
        };
        if let Some(passes) = &self.passes {
            let pipeline =
                Pipeline::parse(passes, tileaa::passes::PASSES).map_err(|error| error.to_string())?;
            pipeline.run(&mut module, &mut Unwatched).map_err(|unmet| unmet.to_string())?;
        }
        crate::reads_back(&module)?;
        if self.facts {
            return Ok(axis_info::print(&module, &AxisAnalysis::of(&module)));
        }
        Ok(ir::generic::print(&module, false))
    }
}

fn test(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let first =
        text.lines().next().and_then(|line| line.strip_prefix("// RUN: ")).ok_or("no `// RUN:` line")?;
    let found = Command::of(first)?.run(&path.to_string_lossy(), &text)?;
    let comments = text.lines().skip(1).map_while(|line| line.strip_prefix("//"));
    let expected =
        comments.map(|line| line.strip_prefix(' ').unwrap_or(line)).take_while(|line| !line.is_empty());
    let expected: Vec<&str> = expected.collect();
    let found: Vec<&str> = found.lines().collect();
    if expected == found {
        return Ok(());
    }
    if real_tools::golden::bless() {
        let rest = text.lines().skip(1 + expected.len());
        let lines = found.iter().map(|line| format!("// {line}"));
        let new: Vec<String> =
            std::iter::once(format!("// RUN: {first}")).chain(lines).chain(rest.map(str::to_owned)).collect();
        return std::fs::write(path, new.join("\n") + "\n").map_err(|error| error.to_string());
    }
    let at = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
    Err(format!("line {}:\n  expected {:?}\n  found    {:?}", at + 2, expected.get(at), found.get(at)))
}

#[test]
fn files() {
    let complaints: Vec<String> = sources::find(&real_tools::root().join("tests/tileaa"), "mlir")
        .iter()
        .filter_map(|path| test(path).err().map(|error| format!("{}: {error}", path.display())))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
