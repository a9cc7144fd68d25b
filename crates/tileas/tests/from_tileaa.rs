//! Level 2 to level 3: what comes out reads back and is sound.

use ir::generic::{parse_text, print, verify};
use tileaa::TileAa;
use tileas::TileAs;
use tileas::from_tileaa::{Options, lower};

const SUM: &str = r"tileaa.module @kernels {
  func @sum (%x: ptr, %n: i32) {
    %memory = make_memref %x, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %tiles = block_tile %memory : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %zero = constant <value = 0.0> : tile<128xf32>
    %low = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %start = create_mem_token : token
    %sum, %end = for %low, %n, %one, [%zero, %start] : i32, i32, i32, tile<128xf32>, token -> tile<128xf32>, token (%i: i32, %acc: tile<128xf32>, %before: token) {
      %value, %read = tiled_load %tiles, [%i], [%before] : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32, token -> tile<128xf32>, token
      %next = addf %acc, %value : tile<128xf32>
      continue [%next, %read] : tile<128xf32>, token
    }
    %all = reduce [%sum] <dim = 0, identities = [0]> : tile<128xf32> -> f32 (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %last = store %x, %all, [], [%end] : ptr, f32, token -> token
    return
  }
}
";

#[test]
fn what_comes_out_reads_back() {
    let module = parse_text::<TileAa>(SUM);
    assert_eq!(ir::generic::verify(&module), []);
    let options = Options {
        target: "sm_80".to_owned(),
        capability: 80,
        warps: 4,
        shared: 163 << 10,
        stages: 4,
        buffers: 163 << 10,
    };
    let lowered = lower(&module, &options).expect("compiles");
    let text = print(&lowered, false);
    assert_eq!(verify(&lowered), [], "{text}");
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text);
    // The store waits for reads of all threads.
    assert!(text.contains("barrier\n    store"), "{text}");
}
