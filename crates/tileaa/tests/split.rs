//! Why tile blocks are left to one thread block: a small kernel for each reason, and a similar one that is divided.

use tileaa::split::{Why, decide, decide_slices};
use tileaa::{Module, TileAa};

/// A kernel that asks for clusters, of memory `%v` cut into tiles `%p` of 16 numbers.
fn kernel(body: &str) -> Module {
    let text = "tileaa.module @tests {
  func @k <num_cta_in_cga = 2> (%x: ptr, %y: ptr) {
    %v = make_memref %x : ptr -> memref<64xf32, [1]>
    %p = block_tile %v : memref<64xf32, [1]> -> TILES
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    BODY
    return
  }
}
";
    let text = text.replace("BODY", body);
    let text = text.replace("TILES", "block_tile<[16], memref<64xf32, [1]>, step = [16], dims = [0]>");
    ir::generic::parse_text::<TileAa>(&text)
}

const TILES: &str = "block_tile<[16], memref<64xf32, [1]>, step = [16], dims = [0]>";

fn load() -> String {
    format!("%a, %t = tiled_load %p, [%zero] : {TILES}, i32 -> tile<16xf32>, token\n")
}

fn store(value: &str, index: &str, token: &str) -> String {
    let (token, of_token) = match token {
        "" => (String::new(), ""),
        token => (format!(", [{token}]"), ", token"),
    };
    format!(
        "%s = tiled_store {value}, %p, [{index}]{token} : tile<16xf32>, {TILES}, i32{of_token} -> token\n"
    )
}

fn why(body: &str) -> Option<Why> {
    let decisions = decide(&kernel(body));
    assert_eq!(decisions.len(), 1, "one kernel asks");
    decisions[0].plan.as_ref().err().map(|refusal| refusal.why)
}

#[test]
fn what_lies_element_by_element_is_cut() {
    let body = load() + "%b = negf %a : tile<16xf32>\n" + &store("%b", "%zero", "%t");
    assert_eq!(why(&body), None, "in place, each thread block its own elements");
    assert_eq!(why(&(load() + &store("%a", "%one", "%t"))), None, "tiles side by side");
}

#[test]
fn folds_need_all_elements() {
    let fold = |op: &str, result: &str| {
        format!(
            "%r = {op} [%a] <dim = 0, identities = [0]> : tile<16xf32> -> {result} (%e: f32, %f: f32) {{\n\
             %g = addf %e, %f : f32\nyield [%g] : f32\n}}\n"
        )
    };
    let spread = "%r1 = view %r : f32 -> tile<1xf32>\n%all = broadcast %r1 : tile<1xf32> -> tile<16xf32>\n\
                  %b = subf %a, %all : tile<16xf32>\n";
    let reduced = load() + &fold("reduce", "f32") + spread + &store("%b", "%one", "");
    assert_eq!(why(&reduced), Some(Why::Reduced));
    let scanned = load() + &fold("scan", "tile<16xf32>") + &store("%r", "%one", "");
    assert_eq!(why(&scanned), Some(Why::Scanned));
}

#[test]
fn slices_prints_and_two_dimensions_at_once_are_left() {
    let slice = "%h = extract %a, [%one] : tile<16xf32>, i32 -> tile<8xf32>\n\
                 %b = cat %h, %h <dim = 0> : tile<8xf32>, tile<8xf32> -> tile<16xf32>\n";
    assert_eq!(why(&(load() + slice + &store("%b", "%one", ""))), Some(Why::Joined));
    let print = "%u = print [%a] <format = \"%f\"> : tile<16xf32> -> token\n";
    assert_eq!(why(&(load() + print)), Some(Why::Printed));
    let turned = "%m = view %a : tile<16xf32> -> tile<4x4xf32>\n\
                  %n = permute %m <permutation = [1, 0]> : tile<4x4xf32> -> tile<4x4xf32>\n\
                  %o = addf %m, %n : tile<4x4xf32>\n%b = view %o : tile<4x4xf32> -> tile<16xf32>\n";
    let found = why(&(load() + turned + &store("%b", "%one", "")));
    assert!(matches!(found, Some(Why::Twice | Why::Reshaped)), "{found:?}");
}

#[test]
fn accesses_behind_those_of_other_thread_blocks_are_left() {
    // The second access begins in the middle of what the first one writes.
    let shifted = "%w = block_tile %v : memref<64xf32, [1]> -> block_tile<[16], memref<64xf32, [1]>, step = [4], dims = [0]>\n\
                   %b, %u = tiled_load %w, [%one], [%s] : block_tile<[16], memref<64xf32, [1]>, step = [4], dims = [0]>, i32, token -> tile<16xf32>, token\n\
                   %d = tiled_store %b, %p, [%one], [%u] : tile<16xf32>, TILES, i32, token -> token\n";
    let shifted = load() + &store("%a", "%zero", "%t") + &shifted.replace("TILES", TILES);
    assert_eq!(why(&shifted), Some(Why::Order));
    let tokens = [", [%s]", ", [%t]", ", [%u]"];
    let free = tokens.into_iter().fold(shifted, |text, token| text.replace(token, ""));
    let free = free.replace("i32, token -> t", "i32 -> t");
    assert_eq!(why(&free), None, "nothing orders them");
}

#[test]
fn what_synchronises_and_what_everybody_needs_is_left() {
    let ordered = load().replace("[%zero]", "[%zero] <ordering = acquire>");
    assert_eq!(why(&(ordered + &store("%a", "%one", ""))), Some(Why::Synchronises));
    let atomic = "%old, %u = atomic_rmw %y, %one <mode = add, ordering = relaxed> : ptr, i32 -> i32, token\n";
    assert_eq!(why(&(load() + &store("%a", "%one", "") + atomic)), None, "rank 0 counts");
    let used = atomic.to_owned() + &load() + &store("%a", "%old", "");
    assert_eq!(why(&used), Some(Why::Result));
    let own = "%o = alloca <bytes = 64, alignment = 16> : ptr\n";
    assert_eq!(why(&(load() + &store("%a", "%one", "") + own)), Some(Why::OwnMemory));
    assert_eq!(why(""), Some(Why::Nothing));
    let single =
        "%n, %u = load %y : ptr -> f32, token\n%w = store %y, %n, [], [%u] : ptr, f32, token -> token\n";
    assert_eq!(why(single), Some(Why::Nothing));
}

/// A kernel of 131,072 numbers that are live at once, with these attributes.
fn large(attributes: &str) -> Module {
    let tiles = "block_tile<[131072], memref<131072xf32, [1]>, step = [131072], dims = [0]>";
    ir::generic::parse_text::<TileAa>(&format!(
        "tileaa.module @tests {{
  func @k {attributes} (%x: ptr) {{
    %v = make_memref %x : ptr -> memref<131072xf32, [1]>
    %p = block_tile %v : memref<131072xf32, [1]> -> {tiles}
    %zero = constant <value = 0> : i32
    %a, %t = tiled_load %p, [%zero] : {tiles}, i32 -> tile<131072xf32>, token
    %b = exp %a : tile<131072xf32>
    %c = addf %a, %b : tile<131072xf32>
    %s = tiled_store %c, %p, [%zero], [%t] : tile<131072xf32>, {tiles}, i32, token -> token
    return
  }}
}}
"
    ))
}

#[test]
fn kernels_of_agents_are_left_whole() {
    let slices = |attributes| decide_slices(&large(attributes), 99 << 10).len();
    assert_eq!([slices(""), slices("<agents>")], [1, 0]);
}
