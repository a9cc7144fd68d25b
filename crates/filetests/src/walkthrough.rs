//! `docs/moe-walkthrough.md`: one kernel at every level, in our own output.
//!
//! The kernel is `bench/kernels/fused_moe.py`; `fused_moe.mlir` next to it is the output of cuTile Python, disassembled.
//! Each level is shown as its inner loop, with long lines cut; the document is regenerated whenever the compiler
//! says something else.

use std::fmt::Write as _;

use libtest_mimic::Trial;
use tilewright::diag::Source;
use tilewright::driver::compile::{Emit, Options, Program, compile};
use tilewright::driver::remarks::{Filter, Wanted, text};

use crate::{files, property};

const PATH: &str = "docs/moe-walkthrough.md";
const PROGRAM: &str = "bench/kernels/fused_moe.mlir";
const PYTHON: &str = "bench/kernels/fused_moe.py";
const TARGET: &str = "sm_90a";
/// Columns of a line that are shown.
const WIDTH: usize = 170;
/// Lines of an excerpt.
const LINES: usize = 48;

/// Whether the document is fresh.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test(format!("{PATH} is fresh"), || Ok(fresh()?))]
}

fn fresh() -> Result<(), String> {
    let (_, module) = property::valid_module(PROGRAM)?.ok_or("the kernel is not valid")?;
    let options = Options {
        target: Some(TARGET.to_owned()),
        emit: Emit::Ptx,
        keep_levels: true,
        remarks: true,
        ..Options::default()
    };
    let made =
        compile(Program::CudaTile(Box::new(module)), &options).map_err(|found| found[0].to_string())?;
    let source = files::read(PROGRAM)?;
    let ptx = String::from_utf8(made.bytes).map_err(|error| error.to_string())?;
    let mut levels = vec![("cuda_tile", source)];
    levels.extend(made.levels);
    levels.push(("ptx", ptx));
    let products = Filter { passed: Wanted::TensorCore, missed: Wanted::All, ..Filter::default() };
    let said = text(&made.remarks, &products, &Source::new(PROGRAM, ""));
    files::golden(PATH, &document(&levels, &said)?)
}

fn document(levels: &[(&str, String)], said: &str) -> Result<String, String> {
    let mut out = String::from(INTRODUCTION);
    let python = files::read(PYTHON)?;
    let kernel: Vec<&str> = python
        .lines()
        .skip_while(|line| *line != "@ct.kernel")
        .take_while(|line| *line != "def array(dtype, rank):")
        .collect();
    block(&mut out, "python", kernel.join("\n").trim_end());
    out.push_str("| level | lines | lines in the inner loop, for each agent |\n|---|---|---|\n");
    for (name, text) in levels {
        let lengths: Vec<String> =
            loops(name, text).iter().map(|(_, lines)| lines.len().to_string()).collect();
        let _ = writeln!(out, "| `{name}` | {} | {} |", text.lines().count(), lengths.join(", "));
    }
    for (name, text) in levels {
        let (title, what) = words(name);
        let _ = write!(out, "\n## {title}\n\n{what}\n\n");
        for (agent, lines) in loops(name, text) {
            if !agent.is_empty() {
                let _ = write!(out, "{agent}\n\n");
            }
            block(&mut out, if *name == "ptx" { "text" } else { "mlir" }, &excerpt(text, &lines));
        }
    }
    let _ = write!(
        out,
        "\n## Remarks\n\nThe remarks of `tilewright compile --remarks-passed=tensorcore --remarks-missed=all`:\n\n"
    );
    block(&mut out, "text", said.trim_end());
    Ok(out)
}

fn block(out: &mut String, language: &str, text: &str) {
    let _ = write!(out, "```{language}\n{text}\n```\n\n");
    // One empty line after a block, none at the end of the document.
    out.truncate(out.trim_end().len());
    out.push_str("\n\n");
}

/// The loop that contains the product, and, with agents, the loop of the copies, each with a description.
fn loops<'t>(level: &str, text: &'t str) -> Vec<(&'static str, Vec<&'t str>)> {
    let (multiplies, copies) = ("The agent that multiplies:", "The agent that copies:");
    let markers: &[(&'static str, &str)] = match level {
        "tileas" => &[(multiplies, "async.dot "), (copies, "async.load ")],
        "nvvm" => &[(multiplies, " wgmma "), (copies, " cp_async ")],
        "ptx" => &[(multiplies, "wgmma.mma_async"), (copies, "cp.async.cg")],
        "tileaa" => &[("", " dot ")],
        _ => &[("", " mmaf ")],
    };
    let lines: Vec<&str> = text.lines().collect();
    let around = if level == "ptx" { jumps_around } else { loop_around };
    markers.iter().map(|&(words, marker)| (words, inner_loop(&lines, marker, around))).collect()
}

/// Finds the first and the last line of the loop around a line.
type Around = fn(&[&str], usize) -> Option<(usize, usize)>;

/// The lines of a loop that contain some text; the last one, since iterations may also be before their loop.
fn inner_loop<'t>(lines: &[&'t str], marker: &str, around: Around) -> Vec<&'t str> {
    let marked = lines.iter().rposition(|line| line.contains(marker));
    let found = marked.and_then(|at| around(lines, at));
    found.map_or_else(Vec::new, |(first, last)| lines[first..=last].to_vec())
}

/// The first and the last line of the innermost `for` around a line.
fn loop_around(lines: &[&str], at: usize) -> Option<(usize, usize)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_loop = |line: &&str| line.trim_start().starts_with("for ") || line.contains(" = for ");
    let opens = |&first: &usize| is_loop(&lines[first]) && indent(lines[first]) < indent(lines[at]);
    let first = (0..at).rev().find(opens)?;
    let closes = |line: &&str| indent(line) == indent(lines[first]) && line.trim_start().starts_with('}');
    let last = lines[first + 1..].iter().position(closes)?;
    Some((first, first + 1 + last))
}

/// The label and the jump back to it that are next to a line of PTX on both sides.
fn jumps_around(lines: &[&str], at: usize) -> Option<(usize, usize)> {
    let label = |line: &str| line.trim().strip_suffix(':').map(str::to_owned);
    let back = |&last: &usize| {
        let (_, target) = lines[last].split_once("bra ")?;
        let target = target.trim_end_matches(';');
        let first = lines[..at].iter().rposition(|line| label(line).as_deref() == Some(target))?;
        Some((first, last))
    };
    (at..lines.len()).find_map(|last| back(&last))
}

/// A loop, or where it is long its beginning, with the names that it uses.
fn excerpt(text: &str, lines: &[&str]) -> String {
    let cut = |line: &&str| match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{} ..", &line[..at]),
        None => (*line).to_owned(),
    };
    let mut shown: Vec<String> = lines.iter().take(LINES).map(cut).collect();
    if lines.len() > LINES {
        shown.push(format!("// .. {} lines", lines.len() - LINES));
    }
    let shown = shown.join("\n");
    let named: String =
        text.lines().filter(|line| defines_one_of(&shown, line)).map(|l| format!("{l}\n")).collect();
    named + &shown
}

/// True for the definition of a name, `#r1 = ..`, that a text uses.
fn defines_one_of(text: &str, line: &str) -> bool {
    let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| name.starts_with('#')) else {
        return false;
    };
    text.match_indices(name).any(|(at, _)| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

fn words(level: &str) -> (&'static str, &'static str) {
    match level {
        "cuda_tile" => (
            "Level 1: cuda_tile",
            "The program as cuTile Python writes it, in Tile IR. A gather is arithmetic on a tile of pointers and \
             a masked `load_ptr_tko`. `ct.load` of a tile of the weights is `load_view_tko` of a partition view, \
             whose `dim_map` swaps rows and columns. `ct.mma` is `mmaf`. Tokens order memory accesses.",
        ),
        "tileaa" => (
            "Level 2: tileaa",
            "Memory is explicit: the view is now a memref divided into tiles, `load_view_tko` is `tiled_load`, \
             `mmaf` is `dot`, and offsets of pointers are in bytes. Threads do not appear at this level.",
        ),
        "tileas" => (
            "Level 3: tileas",
            "Each tile has a layout, which maps its elements to registers of lanes of warps \
             ([layouts.md](layouts.md) explains the notation). Layouts have names, which are defined before the \
             module. Warps are specialised ([agents.md](agents.md)): four warps multiply the contents of a stage \
             by `wgmma`, and four warps copy the next stages. Each thread that copies computes the addresses of \
             its parts of the rows, 16 bytes each, in the layout of the copies. A tensor map copies a box of the \
             expert's weights into the same stage. Both agents load the number of the expert and those of the \
             tokens. Tokens have been replaced by program order and barriers.",
        ),
        "nvvm" => (
            "Level 4: nvvm",
            "The code of one thread. A tile is as many values as its layout has registers: the sum of 64x64 \
             elements over 128 threads is one value of 32 registers, which stays in flight from one `wgmma` to \
             the next. A stage is a number and the parity of its round, and has two mbarriers, \"full\" and \
             \"empty\". The products of an iteration start before those of the previous iteration are waited for; \
             after that wait, the previous stage is released.",
        ),
        _ => (
            "Level 5: PTX",
            "Instructions and virtual registers. `ptxas` assembles PTX to machine code, and `tilewright emulate` \
             executes it.",
        ),
    }
}

const INTRODUCTION: &str = "# A mixture of experts through every level

This page shows one kernel at every level of the compiler, from Python to PTX, in the compiler's own output. It is for readers who want
to see how the compiler translates a real kernel for Hopper. The target is sm_90a. `cargo xtask docs` regenerates the page, and a test
compares it with the compiler's output.

In a mixture of experts, each token is processed by a few experts. Tokens are sorted by expert beforehand. A tile block gathers 64
tokens by number, multiplies them by the weights of one expert, and scatters the results to their rows. The kernel is
`bench/kernels/fused_moe.py`; cuTile Python compiles it to `bench/kernels/fused_moe.mlir`.

";
