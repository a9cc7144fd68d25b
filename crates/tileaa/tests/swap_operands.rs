//! Products of few rows that become transposed ones, with everything up to the store, and products that stay as they are.

use ir::generic::{parse_text, print, verify};
use tileaa::swap_operands::Instruction;
use tileaa::{TileAa, swap_operands};

/// Bytes of which those of `lhs` have a sign, multiplied into 16 rows, and added to a tile as floats.
const PROGRAM: &str = r#"tileaa.module @m {
  func @few <agents> (%pa: ptr, %pb: ptr, %pc: ptr, %bias: ptr, %x: i32, %y: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %am = make_memref %pa : ptr -> memref<16x512xi8, [512, 1]>
    %bm = make_memref %pb : ptr -> memref<512x256xi8, [1, 512]>
    %cm = make_memref %pc : ptr -> memref<16x256xf32, [256, 1]>
    %biasm = make_memref %bias : ptr -> memref<16x256xf32, [256, 1]>
    %a = block_tile %am : memref<16x512xi8, [512, 1]> -> block_tile<[16, 64], memref<16x512xi8, [512, 1]>, step = [16, 64], dims = [0, 1]>
    %b = block_tile %bm : memref<512x256xi8, [1, 512]> -> block_tile<[64, 128], memref<512x256xi8, [1, 512]>, step = [64, 128], dims = [0, 1]>
    %c = block_tile %cm : memref<16x256xf32, [256, 1]> -> block_tile<[16, 128], memref<16x256xf32, [256, 1]>, step = [16, 128], dims = [0, 1]>
    %d = block_tile %biasm : memref<16x256xf32, [256, 1]> -> block_tile<[16, 128], memref<16x256xf32, [256, 1]>, step = [16, 128], dims = [0, 1]>
    %none = constant <value = 0> : tile<16x128xi32>
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, tile<16x128xi32> -> tile<16x128xi32> (%i: i32, %acc: tile<16x128xi32>) {
      %l, %t0 = tiled_load %a, [%x, %i] : block_tile<[16, 64], memref<16x512xi8, [512, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xi8>, token
      %r, %t1 = tiled_load %b, [%i, %y] : block_tile<[64, 128], memref<512x256xi8, [1, 512]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xi8>, token
      %next = dot %l, %r, %acc <signed_lhs> : tile<16x64xi8>, tile<64x128xi8>, tile<16x128xi32> -> tile<16x128xi32>
      continue [%next] : tile<16x128xi32>
    }
    %f = itof %sum : tile<16x128xi32> -> tile<16x128xf32>
    %more, %t2 = tiled_load %d, [%x, %y] : block_tile<[16, 128], memref<16x256xf32, [256, 1]>, step = [16, 128], dims = [0, 1]>, i32, i32 -> tile<16x128xf32>, token
    %all = addf %f, %more : tile<16x128xf32>
    %t3 = tiled_store %all, %c, [%x, %y] <inbounds = [0]> : tile<16x128xf32>, block_tile<[16, 128], memref<16x256xf32, [256, 1]>, step = [16, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
"#;

/// The program after the pass; the same program where the pass does nothing.
#[track_caller]
fn after(changes: &[(&str, &str)]) -> (String, bool) {
    let text = changes.iter().fold(PROGRAM.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the program has no {old:?}");
        text.replace(old, new)
    });
    let mut module = parse_text::<TileAa>(&text);
    assert_eq!(verify(&module), [], "{text}");
    let changed = swap_operands::run(&mut module, Instruction::Warpgroups);
    assert_eq!(verify(&module), [], "{}", print(&module, false));
    (print(&module, false), changed)
}

#[test]
fn the_sum_stays_transposed_up_to_the_store() {
    let (text, changed) = after(&[]);
    assert!(changed);
    for line in [
        "%sum = for %zero, %steps, %one, [%1] : i32, i32, i32, tile<128x16xi32> -> tile<128x16xi32> (%i: i32, %acc: tile<128x16xi32>) {",
        // The sign goes with its operand.
        "%next = dot %5, %6, %acc <signed_rhs> : tile<128x64xi8>, tile<64x16xi8>, tile<128x16xi32> -> tile<128x16xi32>",
        "%5 = permute %r <permutation = [1, 0]> : tile<64x128xi8> -> tile<128x64xi8>",
        "%6 = permute %l <permutation = [1, 0]> : tile<16x64xi8> -> tile<64x16xi8>",
        "%2 = itof %sum : tile<128x16xi32> -> tile<128x16xf32>",
        "%4 = addf %2, %3 : tile<128x16xf32>",
        "block_tile<[128, 16], memref<16x256xf32, [256, 1]>, step = [128, 16], dims = [1, 0]>",
        "%t3 = tiled_store %4, %0, [%y, %x] <inbounds = [1]> : tile<128x16xf32>",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn what_is_no_store_gets_the_sum_as_it_was() {
    // Two use the sum.
    let (text, changed) =
        after(&[("%f = itof", "%g = itof %sum : tile<16x128xi32> -> tile<16x128xf32>\n    %f = itof")]);
    assert!(changed);
    for line in [
        "%sum_0 = permute %sum <permutation = [1, 0]> : tile<128x16xi32> -> tile<16x128xi32>",
        "%f = itof %sum_0 : tile<16x128xi32> -> tile<16x128xf32>",
        "%t3 = tiled_store %all, %c, [%x, %y] <inbounds = [0]> : tile<16x128xf32>",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn other_products_stay() {
    let rows = |rows: &str| {
        let changes =
            ["16x512", "16x256", "16x64", "16x128"].map(|old| (old, old.replace("16x", &format!("{rows}x"))));
        let tiles = [("[16, ", format!("[{rows}, "))];
        let all: Vec<(&str, &str)> =
            changes.iter().chain(&tiles).map(|(old, new)| (*old, new.as_str())).collect();
        after(&all).1
    };
    assert!(rows("8") && rows("32"));
    assert!(!rows("64"), "an instruction has as many rows");
    assert!(!rows("4"), "an instruction has no fewer columns");
    let columns = [("64x128", "64x32"), ("16x128", "16x32"), (", 128]", ", 32]")];
    assert!(!after(&columns).1, "its columns are too few to be rows");
    assert!(!after(&[(" <agents>", "")]).1, "no agents run it");
    let used = (
        "continue [%next]",
        "%h = itof %next : tile<16x128xi32> -> tile<16x128xf32>\n      continue [%next]",
    );
    assert!(!after(&[used]).1, "the loop uses the sum");
}
