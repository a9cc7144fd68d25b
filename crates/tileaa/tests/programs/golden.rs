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
//! With `--print-facts` the facts of the module are printed instead of the module. `BLESS=1` rewrites what is printed.

use std::path::Path;

use ir::pass::{Pipeline, Unwatched};
use tileaa::axis_info::{self, AxisAnalysis};

use crate::sources;

/// A parsed command.
struct Command {
    target: Option<String>,
    passes: Option<String>,
    facts: bool,
}

impl Command {
    fn of(line: &str) -> Result<Command, String> {
        let mut words = line.split_whitespace();
        if words.next() != Some("compile") || words.next() != Some("--emit=tileaa") {
            return Err("the command must be `compile --emit=tileaa`".to_owned());
        }
        let mut command = Command { target: None, passes: None, facts: false };
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

    fn run(&self, name: &str, text: &str) -> Result<String, String> {
        let module = sources::read(name, text).ok_or("the program is not valid")?;
        let mut module = match tileaa::from_cuda_tile::lower(&module, self.target.as_deref()) {
            Ok(module) => module,
            Err(found) => {
                let lines =
                    found.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message));
                return Ok(lines.collect::<Vec<_>>().join("\n"));
            }
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
