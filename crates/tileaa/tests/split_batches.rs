//! Products of batches that become products of matrices: one matrix, or several one after the other.

use ir::generic::{parse_text, print, verify};
use ir::pass::{Pipeline, Unwatched};
use tileaa::TileAa;

/// Batches of `N` matrices.
const PROGRAM: &str = r#"tileaa.module @m {
  func @batches <agents> (%pa: ptr, %pb: ptr, %pc: ptr, %z: i32, %x: i32, %y: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %am = make_memref %pa : ptr -> memref<8x512x512xf16, [262144, 512, 1]>
    %bm = make_memref %pb : ptr -> memref<8x512x512xf16, [262144, 512, 1]>
    %cm = make_memref %pc : ptr -> memref<8x512x512xf32, [262144, 512, 1]>
    %a = block_tile %am : memref<8x512x512xf16, [262144, 512, 1]> -> block_tile<[N, 64, 32], memref<8x512x512xf16, [262144, 512, 1]>, step = [N, 64, 32], dims = [0, 1, 2]>
    %b = block_tile %bm : memref<8x512x512xf16, [262144, 512, 1]> -> block_tile<[N, 32, 64], memref<8x512x512xf16, [262144, 512, 1]>, step = [N, 32, 64], dims = [0, 1, 2]>
    %c = block_tile %cm : memref<8x512x512xf32, [262144, 512, 1]> -> block_tile<[N, 64, 64], memref<8x512x512xf32, [262144, 512, 1]>, step = [N, 64, 64], dims = [0, 1, 2]>
    %none = constant <value = 0.0> : tile<Nx64x64xf32>
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, tile<Nx64x64xf32> -> tile<Nx64x64xf32> (%i: i32, %acc: tile<Nx64x64xf32>) {
      %l, %t0 = tiled_load %a, [%z, %x, %i] : block_tile<[N, 64, 32], memref<8x512x512xf16, [262144, 512, 1]>, step = [N, 64, 32], dims = [0, 1, 2]>, i32, i32, i32 -> tile<Nx64x32xf16>, token
      %r, %t1 = tiled_load %b, [%z, %i, %y] : block_tile<[N, 32, 64], memref<8x512x512xf16, [262144, 512, 1]>, step = [N, 32, 64], dims = [0, 1, 2]>, i32, i32, i32 -> tile<Nx32x64xf16>, token
      %next = dot %l, %r, %acc : tile<Nx64x32xf16>, tile<Nx32x64xf16>, tile<Nx64x64xf32> -> tile<Nx64x64xf32>
      continue [%next] : tile<Nx64x64xf32>
    }
    %t2 = tiled_store %sum, %c, [%z, %x, %y] : tile<Nx64x64xf32>, block_tile<[N, 64, 64], memref<8x512x512xf32, [262144, 512, 1]>, step = [N, 64, 64], dims = [0, 1, 2]>, i32, i32, i32 -> token
    return
  }
}
"#;

/// The program with batches of some matrices after the pass, and whether that changed it.
#[track_caller]
fn after(matrices: u32, changes: &[(&str, &str)]) -> (String, bool) {
    let program = PROGRAM.replace("Nx", &format!("{matrices}x")).replace("[N,", &format!("[{matrices},"));
    let text = changes.iter().fold(program, |text, (old, new)| {
        assert!(text.contains(old), "the program has no {old:?}");
        text.replace(old, new)
    });
    let mut module = parse_text::<TileAa>(&text);
    assert_eq!(verify(&module), [], "{text}");
    let pass = Pipeline::parse("split-batches", tileaa::passes::PASSES).expect("the pass is there");
    let changed = pass.run(&mut module, &mut Unwatched).expect("the module is verified");
    assert_eq!(verify(&module), [], "{}", print(&module, false));
    tileaa::passes::clean_up(&mut module);
    (print(&module, false), changed)
}

#[test]
fn a_batch_of_one_matrix_loses_a_dimension() {
    let (text, changed) = after(1, &[]);
    assert!(changed);
    for line in [
        "(%i: i32, %acc: tile<64x64xf32>) {",
        " = view %l : tile<1x64x32xf16> -> tile<64x32xf16>",
        " = view %r : tile<1x32x64xf16> -> tile<32x64xf16>",
        ", %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32> -> tile<64x64xf32>",
        " : tile<64x64xf32> -> tile<1x64x64xf32>",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn matrices_of_a_batch_are_multiplied_one_after_the_other() {
    let (text, changed) = after(4, &[]);
    assert!(changed);
    assert_eq!(text.matches("for ").count(), 2, "{text}");
    for line in [
        "step = [1, 64, 32], dims = [0, 1, 2]>, i64, i32, i32 -> tile<1x64x32xf16>, token",
        "(%i: i32, %acc: tile<64x64xf32>) {",
        "step = [1, 64, 64], dims = [0, 1, 2]>, i64, i32, i32 -> token",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn other_kernels_stay_as_they_are() {
    assert!(!after(1, &[(" <agents>", "")]).1);
    assert!(!after(4, &[(" <agents>", "")]).1);
    assert!(!after(128, &[]).1, "more matrices than a loop gets");
}
