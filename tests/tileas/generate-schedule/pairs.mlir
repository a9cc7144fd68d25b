// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r1 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %0 = get_cta_rank : i32
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %1 = constant <value = 0.0> : tile<128x128xf32, #r0>
//     %2 = exti %block_row : i32 -> i64
//     %3 = exti %0 : i32 -> i64
//     %4 = constant <value = 2> : i64
//     %5 = muli %2, %4 : i64
//     %6 = addi %5, %3 : i64
//     %7 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %sum = for %zero, %k_tiles, %one, [%1] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
//       %a_tile, %a_read = tiled_load %7, [%6, %i] <contiguous_dim = 1, boxes> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>, token
//       %next = dot %a_tile, %b_tile, %so_far : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
//       continue [%next] : tile<128x128xf32, #r0>
//     }
//     %narrow = fp_to_fp %sum : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//     %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %written = tiled_store %narrow, %8, [%6, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32 -> token
//     return
//   }
// }
//
// Two thread blocks of a cluster that share 256 rows multiply as a pair, and take over tiles: a stage has half of the columns of each.
#r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
tileas.module @m <target = "sm_100a"> {
  func @pairs <num_warps = 4, num_ctas = 2> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %0 = get_cta_rank : i32
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %1 = constant <value = 0.0> : tile<128x128xf32, #r0>
    %2 = exti %block_row : i32 -> i64
    %3 = exti %0 : i32 -> i64
    %4 = constant <value = 2> : i64
    %5 = muli %2, %4 : i64
    %6 = addi %5, %3 : i64
    %7 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %sum = for %zero, %k_tiles, %one, [%1] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
      %a_tile, %a_read = tiled_load %7, [%6, %i] <contiguous_dim = 1, boxes> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>, token
      %next = dot %a_tile, %b_tile, %so_far : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
      continue [%next] : tile<128x128xf32, #r0>
    }
    %narrow = fp_to_fp %sum : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
    %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %written = tiled_store %narrow, %8, [%6, %block_col] <contiguity = [1, 8], divisibility = 16, boxes> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32 -> token
    return
  }
}
