//! Text of level 2: printed text reads back as the same module, and errors are reported.

use diag::Source;
use ir::generic::{parse, print, verify};
use tileaa::TileAa;

const SUM: &str = r"tileaa.module @kernels {
  func @sum <occupancy = 2> (%x: ptr, %n: i32) {
    %memory = make_memref %x, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %tiles = block_tile %memory : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = neg_zero>
    %zero = constant <value = 0.0> : tile<128xf32>
    %low = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum = for %low, %n, %one, [%zero] <unsigned> : i32, i32, i32, tile<128xf32> -> tile<128xf32> (%i: i32, %acc: tile<128xf32>) {
      %value, %token = tiled_load %tiles, [%i] : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = neg_zero>, i32 -> tile<128xf32>, token
      %next = addf %acc, %value <rounding = zero> : tile<128xf32>
      continue [%next] : tile<128xf32>
    }
    %all = reduce [%sum] <dim = 0, identities = [0]> : tile<128xf32> -> f32 (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %last = store %x, %all : ptr, f32 -> token
    return
  }
}
";

#[test]
fn what_is_printed_reads_back() {
    let parsed = parse::<TileAa>(&Source::new("sum", SUM.to_owned()));
    let module = parsed.module.unwrap_or_else(|| panic!("{:#?}", parsed.diagnostics));
    assert_eq!(verify(&module), []);
    assert_eq!(print(&module, false), SUM);
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = SUM.replace(
        "addf %acc, %value <rounding = zero> : tile<128xf32>",
        "addf %acc, %value <mode = zero> : tile<128xf32>",
    );
    let parsed = parse::<TileAa>(&Source::new("sum", wrong));
    assert!(parsed.module.is_none());
    assert_eq!(parsed.diagnostics[0].message, "`addf` has no attribute `mode`");
    let wrong = SUM.replace("store %x, %all : ptr, f32", "store %n, %all : i32, f32");
    let module = ir::generic::parse_text::<TileAa>(&wrong);
    assert_eq!(verify(&module)[0].message, "'tileaa.store' op operand 'destination' cannot be of type 'i32'");
}
