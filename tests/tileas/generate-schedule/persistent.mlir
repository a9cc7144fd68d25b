// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r1 = reg=[(0,1),(0,2),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// tileas.module @turns <target = "sm_90a"> {
//   func @last <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 4, registers = [240, 24], turns = stores> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c : ptr -> memref<64x64xf32, [64, 1]>
//     %c_tiles = block_tile %c_tensor : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
//     %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
//     %tiles = muli %row_tiles, %column_tiles : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %sum_0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %begin = create_mem_token : token
//     %end = for %first, %tiles, %blocks, [%begin] : i32, i32, i32, token -> token (%tile: i32, %before: token) {
//       %row = divi %tile, %column_tiles <signed> : i32
//       %column = remi %tile, %column_tiles <signed> : i32
//       %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %sum_so_far: tile<64x64xf32, #r0>) {
//         %a_tile, %a_read = tiled_load %a_tiles, [%row, %i] <contiguous_dim = 1, boxes> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x32xf16, #r1>, token
//         %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf16, #r2>, token
//         %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<64x32xf16, #r1>, tile<32x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//         continue [%sum_next] : tile<64x64xf32, #r0>
//       }
//       %written = tiled_store %sum, %c_tiles, [%zero, %zero], [%before] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
//       continue [%written] : token
//     }
//     return
//   }
// }
//
// A program that is persistent itself is launched with a thread block for each multiprocessor, so each has a multiprocessor of its
// own. Two agents compute its tiles by turns, and store them by turns, because tokens order the stores.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @turns <target = "sm_90a"> {
  func @last <num_warps = 4> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %first = get_program_id <axis = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c : ptr -> memref<64x64xf32, [64, 1]>
    %c_tiles = block_tile %c_tensor : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
    %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
    %tiles = muli %row_tiles, %column_tiles : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum_0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    %begin = create_mem_token : token
    %end = for %first, %tiles, %blocks, [%begin] : i32, i32, i32, token -> token (%tile: i32, %before: token) {
      %row = divi %tile, %column_tiles <signed> : i32
      %column = remi %tile, %column_tiles <signed> : i32
      %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %sum_so_far: tile<64x64xf32, #r0>) {
        %a_tile, %a_read = tiled_load %a_tiles, [%row, %i] <contiguous_dim = 1, boxes> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x32xf16, #r1>, token
        %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf16, #r2>, token
        %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<64x32xf16, #r1>, tile<32x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
        continue [%sum_next] : tile<64x64xf32, #r0>
      }
      %written = tiled_store %sum, %c_tiles, [%zero, %zero], [%before] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
      continue [%written] : token
    }
    return
  }
}
