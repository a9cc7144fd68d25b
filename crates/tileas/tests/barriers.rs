//! Where threads of a block wait for each other between accesses of memory.

use ir::generic::{parse_text, print, verify};
use tileaa::TileAa;

const TILES: &str = "block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>";

/// The barriers of a function of four warps over tiles `%p` and `%q` of two parameters.
fn barriers(body: &str) -> usize {
    let body = body.replace("TILES", TILES);
    let text = format!(
        "tileaa.module @m {{
  func @f (%x: ptr, %y: ptr, %i: i32, %n: i32) {{
    %m = make_memref %x : ptr -> memref<4096xf32, [1]>
    %p = block_tile %m : memref<4096xf32, [1]> -> {TILES}
    %k = make_memref %y : ptr -> memref<4096xf32, [1]>
    %q = block_tile %k : memref<4096xf32, [1]> -> {TILES}
    %one = constant <value = 1> : i32
    %j = addi %i, %one : i32
{body}
    return
  }}
}}
"
    );
    let mut module = parse_text::<TileAa>(&text);
    assert_eq!(verify(&module), []);
    // Level 2 knows which accesses cannot meet, and drops their tokens.
    tileaa::passes::clean_up(&mut module);
    let options = tileas::from_tileaa::Options {
        target: "sm_80".to_owned(),
        capability: 80,
        warps: 4,
        shared: 163 << 10,
        stages: 4,
        path: tileas::attributes::ExecutionPath::Universal,
        required: false,
        buffers: 99 << 10,
        warpgroups: true,
        group: 1,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    };
    let lowered = tileas::from_tileaa::lower(&module, &options);
    print(&lowered, false).lines().filter(|line| line.trim() == "barrier").count()
}

#[test]
fn threads_that_keep_to_their_own_elements_do_not_wait() {
    let update = "    %v, %t = tiled_load %p, [%i] : TILES, i32 -> tile<512xf32>, token
    %w = tiled_store %v, %p, [%i], [%t] : tile<512xf32>, TILES, i32, token -> token
    %v2, %t2 = tiled_load %p, [%i], [%w] : TILES, i32, token -> tile<512xf32>, token
    %w2 = tiled_store %v2, %p, [%i], [%t2] : tile<512xf32>, TILES, i32, token -> token";
    assert_eq!(barriers(update), 0);
}

#[test]
fn threads_wait_where_another_may_have_their_element() {
    let other = "    %v, %t = tiled_load %p, [%i] : TILES, i32 -> tile<512xf32>, token
    %w = tiled_store %v, %q, [%i], [%t] : tile<512xf32>, TILES, i32, token -> token";
    assert_eq!(barriers(other), 1);
    // The two indices are not known to differ.
    let index = "    %v, %t = tiled_load %p, [%i] : TILES, i32 -> tile<512xf32>, token
    %w = tiled_store %v, %p, [%n], [%t] : tile<512xf32>, TILES, i32, token -> token";
    assert_eq!(barriers(index), 1);
    // A number that every thread reads and one writes.
    let number = "    %v, %t = load %x : ptr -> f32, token
    %w = store %x, %v, [], [%t] : ptr, f32, token -> token";
    assert_eq!(barriers(number), 1);
}

#[test]
fn tiles_beside_each_other_do_not_meet() {
    let beside = "    %v, %t = tiled_load %p, [%i] : TILES, i32 -> tile<512xf32>, token
    %w = tiled_store %v, %p, [%j], [%t] : tile<512xf32>, TILES, i32, token -> token";
    assert_eq!(barriers(beside), 0);
}

/// A loop-carried token belongs to the previous iteration: the next one waits.
#[test]
fn runs_of_a_loop_wait_for_each_other() {
    let runs = "    %start = create_mem_token : token
    %end = for %one, %n, %one, [%start] : i32, i32, i32, token -> token (%r: i32, %before: token) {
      %v, %t = tiled_load %p, [%i], [%before] : TILES, i32, token -> tile<512xf32>, token
      %w = tiled_store %v, %p, [%i], [%t] : tile<512xf32>, TILES, i32, token -> token
      continue [%w] : token
    }";
    assert_eq!(barriers(runs), 1);
}
