//! Early exits that become branches, and exits that stay.

use ir::generic::{parse_text, print, verify};
use ir::pass::{Pipeline, Unwatched};
use tileaa::TileAa;
use tileaa::passes::{NEST_EXITS, PASSES};

/// A product in a loop; `before` is before the loop, `inside` at the start of its body.
fn program(before: &str, inside: &str) -> String {
    format!(
        "tileaa.module @m {{
  func @f (%c: i1, %d: i1, %n: i32, %p: ptr) {{
    %a = constant <value = 0x3C00> : tile<64x32xf16>
    %b = constant <value = 0x3C00> : tile<32x64xf16>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %none = constant <value = 0.0> : tile<64x64xf32>
{before}    %m = make_memref %p, [%n] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %sum = for %zero, %n, %one, [%none] : i32, i32, i32, tile<64x64xf32> -> tile<64x64xf32> (%i: i32, %acc: tile<64x64xf32>) {{
{inside}      %next = dot %a, %b, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32> -> tile<64x64xf32>
      continue [%next] : tile<64x64xf32>
    }}
    %t = tiled_store %sum, %tiles, [%zero, %zero] : tile<64x64xf32>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }}
}}
"
    )
}

/// The program after the pass, without the indentation of its lines; none where the pass changes nothing.
#[track_caller]
fn after(text: &str) -> Option<Vec<String>> {
    let mut module = parse_text::<TileAa>(text);
    assert_eq!(verify(&module), [], "{text}");
    let pipeline = Pipeline::parse(NEST_EXITS, PASSES).expect("the pass is there");
    let changed = pipeline.run(&mut module, &mut Unwatched).expect("the pass takes every verified module");
    let printed = print(&module, false);
    assert_eq!(verify(&module), [], "{printed}");
    changed.then(|| printed.lines().map(|line| line.trim().to_owned()).collect())
}

fn position(lines: &[String], start: &str) -> usize {
    let found = lines.iter().position(|line| line.starts_with(start));
    found.unwrap_or_else(|| panic!("no line starts with {start:?}:\n{}", lines.join("\n")))
}

#[test]
fn an_early_return_becomes_a_branch_behind_the_memory_of_the_kernel() {
    let lines = after(&program("    if %c : i1 {\n      return\n    }\n", "")).expect("it has an exit");
    assert_eq!(lines.iter().filter(|line| *line == "return").count(), 1, "{lines:?}");
    let order = ["%tiles = block_tile", "if %c", "%sum = for", "%t = tiled_store", "return"];
    assert!(order.map(|start| position(&lines, start)).is_sorted(), "{lines:?}");
}

#[test]
fn promises_stay_behind_the_return_that_they_depend_on() {
    let exit =
        "    if %c : i1 {\n      return\n    }\n    %n = assume %k <kind = div_by, numbers = [64]> : i32\n";
    let text = program(exit, "").replace("%n: i32, %p", "%k: i32, %p");
    let lines = after(&text).expect("it has an exit");
    assert!(position(&lines, "if %c") < position(&lines, "%n = assume"), "{lines:?}");
}

#[test]
fn exits_in_both_ways_of_a_branch_leave_nothing_behind_it() {
    let exit = "    if %c : i1 {\n      return\n    } {\n      return\n    }\n";
    let lines = after(&program(exit, "")).expect("it has an exit");
    assert!(!lines.iter().any(|line| line.starts_with("%t = tiled_store")), "{lines:?}");
}

#[test]
fn an_early_continue_becomes_a_branch_with_the_values_of_the_iteration() {
    let inside = "      if %c : i1 {\n        continue [%acc] : tile<64x64xf32>\n      }\n";
    let lines = after(&program("", inside)).expect("it has an exit");
    let order = ["%sum = for", "%0 = if %c", "yield [%acc]", "%next = dot", "yield [%next]", "continue [%0]"];
    assert!(order.map(|start| position(&lines, start)).is_sorted(), "{lines:?}");
}

#[test]
fn exits_of_nested_branches_go_inside_out() {
    let exit = "    if %c : i1 {\n      if %d : i1 {\n        return\n      }\n      return\n    }\n";
    let lines = after(&program(exit, "")).expect("it has an exit");
    assert_eq!(lines.iter().filter(|line| *line == "return").count(), 1, "{lines:?}");
}

#[test]
fn a_branch_that_leaves_on_some_paths_stays() {
    let exit = "    if %c : i1 {\n      if %d : i1 {\n        return\n      }\n      yield\n    }\n";
    assert_eq!(after(&program(exit, "")), None);
}
