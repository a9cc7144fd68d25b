// RUN: opt --passes=split-tile-blocks,canonicalize,cse,dce
// tileaa.module @weights {
//   func @of_scores (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %a_16 = assume %a <kind = div_by, numbers = [16]> : ptr
//     %b_16 = assume %b <kind = div_by, numbers = [16]> : ptr
//     %d_16 = assume %d <kind = div_by, numbers = [16]> : ptr
//     %c_16 = assume %c <kind = div_by, numbers = [16]> : ptr
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_all = make_memref %a_16, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %b_all = make_memref %b_16 : ptr -> memref<64x512xf16, [512, 1]>
//     %d_all = make_memref %d_16 : ptr -> memref<512x64xf16, [64, 1]>
//     %c_all = make_memref %c_16, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
//     %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %0 = exti %block : i32 -> i64
//     %1 = constant <value = 2> : i64
//     %2 = muli %0, %1 : i64
//     %3 = constant <value = 1> : i64
//     %4 = addi %2, %3 : i64
//     %5 = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
//     %a_tile, %a_read = tiled_load %5, [%2, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16>, token
//     %a_tile_0, %a_read_1 = tiled_load %5, [%4, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16>, token
//     %6 = constant <value = 0.0> : tile<128x64xf32>
//     %7:2 = for %zero, %steps, %one, [%6, %6] : i32, i32, i32, tile<128x64xf32>, tile<128x64xf32> -> tile<128x64xf32>, tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>, %arg0: tile<128x64xf32>) {
//       %b_tile, %b_read = tiled_load %b_tiles, [%zero, %i] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16>, token
//       %9 = constant <value = 0.0> : tile<128x128xf32>
//       %first = dot %a_tile, %b_tile, %9 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32> -> tile<128x128xf32>
//       %first_3 = dot %a_tile_0, %b_tile, %9 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32> -> tile<128x128xf32>
//       %narrow = fp_to_fp %first : tile<128x128xf32> -> tile<128x128xf16>
//       %narrow_4 = fp_to_fp %first_3 : tile<128x128xf32> -> tile<128x128xf16>
//       %10 = constant <value = 0.5> : tile<128x64xf32>
//       %scaled = mulf %so_far, %10 : tile<128x64xf32>
//       %scaled_5 = mulf %arg0, %10 : tile<128x64xf32>
//       %d_tile, %d_read = tiled_load %d_tiles, [%i, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16>, token
//       %next = dot %narrow, %d_tile, %scaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       %next_6 = dot %narrow_4, %d_tile, %scaled_5 : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       continue [%next, %next_6] : tile<128x64xf32>
//     }
//     %8 = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %written = tiled_store %7#0, %8, [%2, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32 -> token
//     %written_2 = tiled_store %7#1, %8, [%4, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32 -> token
//     return
//   }
// }
//
tileaa.module @weights {
  func @of_scores <chains = 2> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %a_16 = assume %a <kind = div_by, numbers = [16]> : ptr
    %b_16 = assume %b <kind = div_by, numbers = [16]> : ptr
    %d_16 = assume %d <kind = div_by, numbers = [16]> : ptr
    %c_16 = assume %c <kind = div_by, numbers = [16]> : ptr
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a_16, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %b_all = make_memref %b_16 : ptr -> memref<64x512xf16, [512, 1]>
    %d_all = make_memref %d_16 : ptr -> memref<512x64xf16, [64, 1]>
    %c_all = make_memref %c_16, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[256, 64], memref<?x64xf16, [64, 1]>, step = [256, 64], dims = [0, 1], padding = zero>
    %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
    %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[256, 64], memref<?x64xf32, [64, 1]>, step = [256, 64], dims = [0, 1]>
    %a_tile, %a_read = tiled_load %a_tiles, [%block, %zero] : block_tile<[256, 64], memref<?x64xf16, [64, 1]>, step = [256, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<256x64xf16>, token
    %no = constant <value = 0.0> : tile<256x128xf32>
    %half = constant <value = 0.5> : tile<256x64xf32>
    %sum_0 = constant <value = 0.0> : tile<256x64xf32>
    %sum = for %zero, %steps, %one, [%sum_0] : i32, i32, i32, tile<256x64xf32> -> tile<256x64xf32> (%i: i32, %so_far: tile<256x64xf32>) {
      %b_tile, %b_read = tiled_load %b_tiles, [%zero, %i] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16>, token
      %first = dot %a_tile, %b_tile, %no : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32> -> tile<256x128xf32>
      %narrow = fp_to_fp %first : tile<256x128xf32> -> tile<256x128xf16>
      %scaled = mulf %so_far, %half : tile<256x64xf32>
      %d_tile, %d_read = tiled_load %d_tiles, [%i, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16>, token
      %next = dot %narrow, %d_tile, %scaled : tile<256x128xf16>, tile<128x64xf16>, tile<256x64xf32> -> tile<256x64xf32>
      continue [%next] : tile<256x64xf32>
    }
    %written = tiled_store %sum, %c_tiles, [%block, %zero] : tile<256x64xf32>, block_tile<[256, 64], memref<?x64xf32, [64, 1]>, step = [256, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
