//! `pipelines`: programs of level 2, and what they become at level 3 for one warp.
//!
//! ```text
//! // RUN: lower --target=sm_80
//! // tileas.module @kernels <target = "sm_80"> {
//! // ..
//! //
//! // Prose.
//! tileaa.module @kernels { .. }
//! ```
//!
//! `BLESS=1` rewrites what is printed.

#![allow(clippy::disallowed_methods, reason = "tests read the files of the repository")]

use std::path::{Path, PathBuf};

use ir::generic::{parse_text, print, verify};
use tileaa::TileAa;
use tileas::TileAs;
use tileas::from_tileaa::{Options, lower};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipelines");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn lowered(text: &str, target: &str) -> String {
    let module = parse_text::<TileAa>(text);
    assert_eq!(verify(&module), []);
    let number: String = target.chars().filter(char::is_ascii_digit).collect();
    let capability = number.parse().expect("a target has a number");
    let shared = tileas::target::shared_limit(capability);
    let options = Options {
        target: target.to_owned(),
        capability,
        warps: 1,
        shared,
        stages: 4,
        path: tileas::attributes::ExecutionPath::Universal,
        required: false,
        buffers: shared,
        warpgroups: true,
        group: 0,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    };
    let lowered = lower(&module, &options);
    let text = print(&lowered, false);
    assert_eq!(verify(&lowered), [], "{text}");
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text, "reads back");
    text
}

#[test]
fn programs_become_what_their_files_say() {
    let bless = real_tools::golden::bless();
    let mut seen = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a text file");
        let command = text.lines().next().and_then(|line| line.strip_prefix("// RUN: lower --target="));
        let target = command.unwrap_or_else(|| panic!("{}: the command is `lower`", path.display()));
        let program = text.find("tileaa.module").expect("a program of level 2");
        let header: Vec<&str> = text[..program].lines().skip(1).collect();
        let prose = header.iter().position(|line| *line == "//").expect("an empty line before the prose");
        let found: Vec<String> =
            lowered(&text[program..], target).lines().map(|line| format!("// {line}")).collect();
        if bless {
            let whole = [vec![format!("// RUN: lower --target={target}")], found].concat().join("\n");
            let rest = header[prose..].join("\n");
            std::fs::write(&path, format!("{whole}\n{rest}\n{}", &text[program..])).expect("can be written");
        } else {
            assert_eq!(header[..prose].join("\n"), found.join("\n"), "{}", path.display());
        }
        seen += 1;
    }
    assert!(seen >= 3, "the files are found");
}

/// A loop whose copies are of tiles at `%at`, which each iteration computes for the next one by `next`.
fn carried_index(next: &str) -> String {
    let memref = "memref<64x64xf16, [64, 1]>";
    let tiles = format!("block_tile<[16, 16], {memref}, step = [16, 16], dims = [0, 1]>");
    format!(
        "tileaa.module @tests {{
  func @k (%a: ptr, %c: ptr) {{
    %ap = assume %a <kind = div_by, numbers = [16]> : ptr
    %t = make_memref %ap : ptr -> {memref}
    %v = block_tile %t : {memref} -> {tiles}
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %four = constant <value = 4> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %sum:3 = for %zero, %four, %one, [%none, %zero, %four] : i32, i32, i32, tile<16x16xf32>, i32, i32
        -> tile<16x16xf32>, i32, i32 (%i: i32, %so_far: tile<16x16xf32>, %at: i32, %left: i32) {{
      %x, %t0 = tiled_load %v, [%zero, %at] : {tiles}, i32, i32 -> tile<16x16xf16>, token
      %y, %t1 = tiled_load %v, [%at, %one] : {tiles}, i32, i32 -> tile<16x16xf16>, token
      %next = dot %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      %fewer = subi %left, %one : i32
      %to = {next} : i32
      continue [%next, %to, %fewer] : tile<16x16xf32>, i32, i32
    }}
    %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
    %cv = block_tile %ct : memref<16x16xf32, [16, 1]>
        -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %done = tiled_store %sum#0, %cv, [%zero, %zero] : tile<16x16xf32>,
        block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }}
}}
"
    )
}

/// Copies of later iterations start early, so their addresses are computed before it is known that the loop reaches them.
/// A quotient may not: its divisor is 0 in the iteration after the last.
#[test]
fn what_may_be_undefined_is_not_computed_early() {
    let makes_pipeline = |next| lowered(&carried_index(next), "sm_80").contains("create_pipeline");
    assert!(makes_pipeline("addi %at, %one"));
    assert!(makes_pipeline("divi %at, %four <signed>"), "no dividend has trouble with 4");
    assert!(!makes_pipeline("divi %four, %fewer <signed>"));
    assert!(!makes_pipeline("remi %four, %fewer <signed>"));
}

const PRODUCT: &str = "tileaa.module @tests {
  func @k (%a: ptr, %c: ptr) {
    %ap = assume %a <kind = div_by, numbers = [16]> : ptr
    %t = make_memref %ap : ptr -> memref<64x64xf16, [64, 1]>
    %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %four = constant <value = 4> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %sum = for %zero, %four, %one, [%none] : i32, i32, i32, tile<16x16xf32> -> tile<16x16xf32> (%i: i32, %so_far: tile<16x16xf32>) {
      %x, %t0 = tiled_load %v, [%zero, %i] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %y, %t1 = tiled_load %v, [%i, %one] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %next = dot %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      continue [%next] : tile<16x16xf32>
    }
    %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
    %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %done = tiled_store %sum, %cv, [%zero, %zero] : tile<16x16xf32>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
";

/// A stage of both operands is 1 KiB. With less room there are fewer stages, then stages of one operand, then none; and what is
/// allocated is what was asked for.
#[test]
fn loops_have_as_many_stages_as_there_is_room_for() {
    let module = parse_text::<TileAa>(PRODUCT);
    let made = |shared: u32| {
        let options = Options {
            target: "sm_86".to_owned(),
            capability: 86,
            warps: 1,
            shared,
            stages: 4,
            path: tileas::attributes::ExecutionPath::Universal,
            required: false,
            buffers: 99 << 10,
            warpgroups: true,
            group: 0,
            plan: 0,
            divisions: Vec::new(),
            refused: Vec::new(),
        };
        let lowered = lower(&module, &options);
        let number = |op, field| lowered.int(op, field).expect("an attribute");
        let all: Vec<ir::Op> = ir::walk::preorder(&lowered.body, lowered.root).collect();
        let of = |opcode| all.iter().filter(|&&op| lowered.opcode(op) == opcode).copied().collect::<Vec<_>>();
        let stages: Vec<i64> = of(tileas::Opcode::CreatePipeline)
            .into_iter()
            .map(|op| number(op, tileas::ops::fields::create_pipeline::stages))
            .collect();
        (stages, number(of(tileas::Opcode::Func)[0], tileas::ops::fields::func::shared_bytes))
    };
    assert_eq!(made(4 << 10), (vec![4, 4], 4 << 10));
    assert_eq!(made((4 << 10) - 1), (vec![3, 3], 3 << 10));
    assert_eq!(made(2 << 10), (vec![2, 2], 2 << 10));
    assert_eq!(made((2 << 10) - 1), (vec![2], 1536));
    assert_eq!(made(1 << 10), (vec![], 1 << 10));
}
