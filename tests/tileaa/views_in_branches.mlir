// RUN: opt --passes=licm
// tileaa.module @m {
//   func @f (%p: ptr, %q: ptr, %rows: i32, %pick: i1) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %from = make_memref %p, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %to = make_memref %q, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %tiles = block_tile %from : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %written = block_tile %to : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     for %zero, %rows, %one : i32, i32, i32 (%i: i32) {
//       if %pick : i1 {
//         %tile, %read = tiled_load %tiles, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16>, token
//         %done = tiled_store %tile, %written, [%i, %zero] : tile<64x64xf16>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//         yield
//       } {
//         yield
//       }
//       continue
//     }
//     return
//   }
// }
//
// The memory is described outside of the loop and the branch, so its division into tiles moves out of both. What is loaded stays.
tileaa.module @m {
  func @f (%p: ptr, %q: ptr, %rows: i32, %pick: i1) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %from = make_memref %p, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %to = make_memref %q, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    for %zero, %rows, %one, [] : i32, i32, i32 (%i: i32) {
      if %pick : i1 {
        %tiles = block_tile %from : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
        %tile, %read = tiled_load %tiles, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16>, token
        %written = block_tile %to : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
        %done = tiled_store %tile, %written, [%i, %zero] : tile<64x64xf16>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
        yield []
      } {
        yield []
      }
      continue []
    }
    return
  }
}
