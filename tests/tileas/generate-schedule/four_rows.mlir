// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(1,0),(2,0)]
// #r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// tileas.module @m <target = "sm_90a"> {
//   func @gemm <num_warps = 4, path = universal, reason = "the left operand: its tile has 4 rows, and a matrix descriptor describes 8 or more"> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [1, ?]> -> block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[4, 128], memref<?x?xf32, [?, 1]>, step = [4, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %sum_0 = constant <value = 0.0> : tile<4x128xf32, #r0>
//     %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<4x128xf32, #r0> -> tile<4x128xf32, #r0> (%i: i32, %sum_so_far: tile<4x128xf32, #r0>) {
//       %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <contiguous_dim = 1, boxes> : block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<4x64xf16, #r1>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguous_dim = 0, boxes> : block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r2>, token
//       %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<4x64xf16, #r1>, tile<64x128xf16, #r2>, tile<4x128xf32, #r0> -> tile<4x128xf32, #r0>
//       continue [%sum_next] : tile<4x128xf32, #r0>
//     }
//     %written = tiled_store %sum, %c_tiles, [%block_row, %block_col] <contiguity = [1, 4], divisibility = 16> : tile<4x128xf32, #r0>, block_tile<[4, 128], memref<?x?xf32, [?, 1]>, step = [4, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// A matrix descriptor describes eight rows or more: a tile of four keeps the universal path.
#r0 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(1,0),(2,0)]
#r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
tileas.module @m <target = "sm_90a"> {
  func @gemm <num_warps = 4> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [1, ?]> -> block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[4, 128], memref<?x?xf32, [?, 1]>, step = [4, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum_0 = constant <value = 0.0> : tile<4x128xf32, #r0>
    %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<4x128xf32, #r0> -> tile<4x128xf32, #r0> (%i: i32, %sum_so_far: tile<4x128xf32, #r0>) {
      %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <contiguous_dim = 1, boxes> : block_tile<[4, 64], memref<?x?xf16, [?, 1]>, step = [4, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<4x64xf16, #r1>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguous_dim = 0, boxes> : block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r2>, token
      %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<4x64xf16, #r1>, tile<64x128xf16, #r2>, tile<4x128xf32, #r0> -> tile<4x128xf32, #r0>
      continue [%sum_next] : tile<4x128xf32, #r0>
    }
    %written = tiled_store %sum, %c_tiles, [%block_row, %block_col] <contiguity = [1, 4], divisibility = 16> : tile<4x128xf32, #r0>, block_tile<[4, 128], memref<?x?xf32, [?, 1]>, step = [4, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
