//! `docs/moe-walkthrough.md`: one kernel at every level, in our own output.
//!
//! The kernel is `bench/kernels/fused_moe.py`; `fused_moe.mlir` next to it is what cuTile Python makes of it, disassembled.
//! What is shown of each level is its inner loop, with long lines cut; the document is regenerated whenever the compiler
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
const LINES: usize = 32;

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
    out.push_str("| level | lines | of these in the inner loop |\n|---|---|---|\n");
    for (name, text) in levels {
        let _ = writeln!(out, "| `{name}` | {} | {} |", text.lines().count(), inner_loop(name, text).len());
    }
    for (name, text) in levels {
        let (title, what) = words(name);
        let _ = write!(out, "\n## {title}\n\n{what}\n\n");
        block(&mut out, if *name == "ptx" { "text" } else { "mlir" }, &excerpt(name, text));
    }
    let _ = write!(
        out,
        "\n## Remarks\n\nWhat `tilewright compile --remarks-passed=tensorcore --remarks-missed=all` says of it:\n\n"
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

/// The loop that holds the product.
fn inner_loop<'t>(level: &str, text: &'t str) -> Vec<&'t str> {
    let lines: Vec<&str> = text.lines().collect();
    if level == "ptx" {
        // From the last label before the first product to the jump back to it.
        let Some(product) = lines.iter().position(|line| line.contains("mma.sync")) else {
            return Vec::new();
        };
        let is_label = |line: &&str| line.trim_end().ends_with(':');
        let Some(start) = lines[..product].iter().rposition(is_label) else { return Vec::new() };
        let label = lines[start].trim().trim_end_matches(':');
        let jumps = |line: &&str| line.contains("bra") && line.contains(label);
        let end = lines[product..].iter().position(jumps).map_or(lines.len() - 1, |at| product + at);
        return lines[start..=end].to_vec();
    }
    let Some(start) = lines.iter().position(|line| line.contains(" = for ")) else { return Vec::new() };
    let indent = lines[start].len() - lines[start].trim_start().len();
    let closes =
        |line: &&str| line.len() - line.trim_start().len() == indent && line.trim_start().starts_with('}');
    let end = lines[start + 1..].iter().position(closes).map_or(lines.len() - 1, |at| start + 1 + at);
    lines[start..=end].to_vec()
}

/// The loop, or where it is long its beginning and what surrounds the first product.
fn excerpt(level: &str, text: &str) -> String {
    let lines = inner_loop(level, text);
    let cut = |line: &&str| match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{} ..", &line[..at]),
        None => (*line).to_owned(),
    };
    let mut shown: Vec<String> = lines.iter().take(LINES).map(cut).collect();
    if lines.len() > LINES {
        let product = lines.iter().position(|line| line.contains("mma")).unwrap_or(LINES).max(LINES + 4);
        shown.push(format!("// .. {} lines", product.saturating_sub(LINES + 4)));
        shown.extend(lines.iter().skip(product - 4).take(8).map(cut));
        shown.push(format!("// .. {} lines", lines.len().saturating_sub(product + 4)));
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
            "The program as cuTile Python writes it, in Tile IR. A gather is arithmetic on a tile of pointers and a masked \
             `load_ptr_tko`; `ct.load` of a tile of the weights is `load_view_tko` of a partition view, whose `dim_map` says that \
             columns are rows; `ct.mma` is `mmaf`. Tokens order what touches memory.",
        ),
        "tileaa" => (
            "Level 2: tileaa",
            "Memory is explicit: the view has become a memref cut into tiles, `load_view_tko` a `tiled_load`, `mmaf` a `dot`, the \
             offsets of pointers are in bytes. Nothing is known of threads yet.",
        ),
        "tileas" => (
            "Level 3: tileas",
            "Each tile has a layout: which register of which lane of which warp holds which element (layouts.md explains the \
             notation). Layouts have names, which are defined in front. Memory is accessed in coalesced layouts; the product wants the fragments of `mma.sync`, so operands \
             change their layout on the way. Tokens are gone: the order of the program and barriers do their work.",
        ),
        "nvvm" => (
            "Level 4: nvvm",
            "What one thread does. A tile is as many values as its layout has registers: the sum of 64x64 numbers over 128 threads \
             is 32 values that the loop carries. A change of layout is a trip through shared memory or shuffles; a `dot` is as \
             many `mma` as its fragments have.",
        ),
        _ => (
            "Level 5: PTX",
            "Instructions and virtual registers, which `ptxas` makes machine code of, and which `tilewright emulate` runs.",
        ),
    }
}

const INTRODUCTION: &str = "# A mixture of experts through every level

One kernel, from Python to PTX, in the compiler's own output. `cargo xtask docs` regenerates it, and a test sees that it is
fresh. The target is sm_90a.

Each token goes to a few experts. Tokens are sorted by expert beforehand, so that a tile block multiplies 64 of them, gathered
by number, by the weights of one expert, and scatters the results to where they belong. The kernel is
`bench/kernels/fused_moe.py`; `bench/kernels/fused_moe.mlir` is what cuTile Python makes of it.

";
