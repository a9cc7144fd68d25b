//! `docs/compiler-tour.md`: one product of matrices after every step of the compiler.
//!
//! The words of the page are written by hand. A block that begins with "```mlir after NAME" holds the loop of the kernel as it is
//! after that pass or conversion; these blocks are made again whenever the compiler says something else. Every pass of the
//! pipeline at level 3 must have one.

use libtest_mimic::Trial;
use tilewright::driver::compile::{Emit, Options, Program, watched};
use tilewright::driver::optimize::{Passes as _, TileAs};
use tilewright::driver::watch::{Seen, Watch};
use tilewright::ir::Level as _;

use crate::{files, property};

const PATH: &str = "docs/compiler-tour.md";
const PROGRAM: &str = "examples/gemm_views.mlir";
const TARGET: &str = "sm_80";
/// Columns of a line that are shown.
const WIDTH: usize = 150;
/// Lines of a block.
const LINES: usize = 24;

/// A pass or conversion, the level of the module after it, and its text.
type Step = (String, &'static str, String);

/// Whether the document is fresh.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test(format!("{PATH} is fresh"), || Ok(fresh()?))]
}

fn fresh() -> Result<(), String> {
    let steps = steps()?;
    let page = files::read(PATH)?;
    let mut made = String::new();
    let mut shown = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let Some(name) = line.strip_prefix("```mlir after ") else { continue };
        let (_, _, text) = steps
            .iter()
            .find(|(step, _, _)| step == name)
            .ok_or_else(|| format!("there is no step `{name}`, or it changed nothing"))?;
        made.push_str(&excerpt(text));
        made.push_str("```\n");
        shown.push(name);
        lines.by_ref().find(|line| *line == "```").ok_or("a block does not end")?;
    }
    // A pass that changes nothing has no block.
    let level3 = |name: &str| TileAs::passes().iter().any(|pass| pass.name == name);
    let unseen =
        |(name, level, _): &&Step| *level == TileAs::NAME && level3(name) && !shown.contains(&name.as_str());
    if let Some((missing, _, _)) = steps.iter().find(unseen) {
        return Err(format!("the page does not show what `{missing}` does"));
    }
    files::golden(PATH, &made)
}

/// The steps of compiling that change the module, each with the text after it.
fn steps() -> Result<Vec<Step>, String> {
    let (_, module) = property::valid_module(PROGRAM)?.ok_or("the kernel is not valid")?;
    let options = Options { target: Some(TARGET.to_owned()), emit: Emit::Ptx, ..Options::default() };
    let watch = Watch { after_all: true, ..Watch::default() };
    let mut steps: Vec<Step> = Vec::new();
    let mut see = |seen: Seen| {
        if let Seen::Module { title, level, text } = seen
            && let Some(name) = title.strip_prefix("after ").and_then(|rest| rest.split(' ').next())
        {
            steps.retain(|(known, at, _)| (known.as_str(), *at) != (name, level));
            steps.push((name.to_owned(), level, text));
        }
    };
    watched(Program::CudaTile(Box::new(module)), &options, &watch, &mut see)
        .map_err(|found| found[0].to_string())?;
    Ok(steps)
}

/// The loop of a module, with the layouts that it names, long lines cut.
fn excerpt(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| line.contains(" = for ")).unwrap_or(0);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let closes = |line: &&str| indent(line) == indent(lines[start]) && line.trim_start().starts_with('}');
    let end = lines[start..].iter().position(closes).map_or(lines.len(), |at| start + at + 1);
    let cut = |line: &&str| match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{} ..\n", &line[..at]),
        None => format!("{line}\n"),
    };
    let shown = &lines[start..end.min(start + LINES)];
    let mut body: String = shown.iter().map(cut).collect();
    if end > start + LINES {
        body.push_str(&format!("// {} more lines\n", end - start - LINES));
    }
    let is_used = |line: &&&str| {
        let name = line.split(" = ").next().filter(|name| name.starts_with('#'));
        name.is_some_and(|name| {
            let digit = |at: usize| body[at + name.len()..].starts_with(|c: char| c.is_ascii_digit());
            body.match_indices(name).any(|(at, _)| !digit(at))
        })
    };
    let names: String = lines.iter().filter(is_used).map(cut).collect();
    names + &body
}
