//! Random programs around products, compiled for a target with agents and without.
//!
//! All types, shapes, orders in memory, loops, nests, early exits and epilogues; rows that the program picks, scales of blocks,
//! and two products of which the first makes the left operand of the second; and, from a seed on, `bodies` of several products
//! without a fixed form. Operands are small whole numbers, so that sums are exact, and memory must be what the reference
//! interpreter makes of it, bit for bit, in every order of warps.

mod bodies;
mod choice;
mod forms;
mod program;
mod rows;

use tilewright::cuda_tile::Module;
use tilewright::diag::Source;
use tilewright::driver::compile::{self, Emit, ExecutionPath, Options};
use tilewright::driver::engine::Compiled;
use tilewright::launch::Grid;
use tilewright::text::{ParseOptions, parse};
use tilewright::verify::VerifyOptions;

use self::choice::Choice;
use self::program::Program;
use super::Case;
use super::compiled::{REFUSED, compare_checked};
use crate::property::shown;

/// The result of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Why it has no agents; none if it has some.
    pub universal: Option<String>,
}

/// The program of a seed, and the command that launches it.
pub fn launch(seed: u64) -> String {
    let Program { text, args, grid: [x, y] } = program(seed);
    let args: String = args.iter().map(|arg| format!(" --arg '{arg}'")).collect();
    format!("// RUN: run --grid {x},{y}{args}\n{text}")
}

/// The first seed whose program has several products without a fixed form.
const FIRST_BODIES: u64 = 100_000;

fn program(seed: u64) -> Program {
    if seed < FIRST_BODIES { Choice::of(seed).program() } else { bodies::program(seed) }
}

/// Compiles the program of a seed for a target by both paths, and compares what it does with the reference interpreter, in
/// `orders` orders of warps under the emulator's checks.
///
/// # Errors
/// The differences, or the findings of the checks.
pub fn judge(seed: u64, (target, orders): (&str, u64)) -> Result<Judged, String> {
    let Program { text, args, grid } = program(seed);
    let module = module(&text)?;
    let entry = tilewright::driver::run::entries(&module)[0].op;
    let grid = Grid::new(grid[0], grid[1], 1).map_err(|error| error.to_string())?;
    let case = Case { module: &module, entry, grid, args, threads: Vec::new(), apart: true };
    compare_checked(&case, target, orders, universal).map_err(|error| format!("universal path: {error}"))?;
    is_valid_below(&module, target, ExecutionPath::Universal)?;
    match compare_checked(&case, target, orders, agents) {
        Ok(()) => {
            is_valid_below(&module, target, ExecutionPath::Agents)?;
            Ok(Judged { universal: None })
        }
        Err(error) => match error.strip_prefix(REFUSED) {
            Some(why) => Ok(Judged { universal: Some(why.to_owned()) }),
            None => Err(format!("agents: {error}")),
        },
    }
}

/// Verifies the text of level 3: a program may be right by chance where its level 3 is not.
fn is_valid_below(module: &Module, target: &str, path: ExecutionPath) -> Result<(), String> {
    let options = Options {
        emit: Emit::TileAs,
        target: Some(target.to_owned()),
        path: Some(path),
        ..Options::default()
    };
    let compiled = compile::compile(compile::Program::CudaTile(Box::new(module.clone())), &options)
        .map_err(|found| format!("{path:?}, to level 3: {}", found[0].message))?;
    let source = Source::new("product.tileas", &*String::from_utf8_lossy(&compiled.bytes));
    match compile::read(&source) {
        Ok(_) => Ok(()),
        Err(found) => Err(format!("{path:?}: level 3 is invalid: {}", shown(&found, &source))),
    }
}

fn universal(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    by_path(module, entry, target, ExecutionPath::Universal)
}

fn agents(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    by_path(module, entry, target, ExecutionPath::Agents)
}

fn by_path(module: &Module, entry: &str, target: &str, path: ExecutionPath) -> Result<Compiled, String> {
    Compiled::by_path(module, entry, target, Some(path))
        .map_err(|found| format!("{REFUSED}{}", found[0].message))
}

fn module(text: &str) -> Result<Module, String> {
    let source = Source::new("product.mlir", text);
    let parsed = parse(&source, &ParseOptions::default());
    let module = parsed
        .module
        .ok_or_else(|| format!("does not parse: {}\n{text}", shown(&parsed.diagnostics, &source)))?;
    let found = tilewright::verify::verify(&module, &VerifyOptions::default()).diagnostics;
    if found.is_empty() { Ok(module) } else { Err(format!("is invalid: {}\n{text}", shown(&found, &source))) }
}
