// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r1 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r3 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
// #r5 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,0),(0,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @biased <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %sum_0 = constant <value = 0.0> : tile<128x128xf32, #r0>
//     %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %sum_so_far: tile<128x128xf32, #r0>) {
//       %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <contiguous_dim = 1, boxes> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r1>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguous_dim = 1, boxes> : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>, token
//       %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
//       continue [%sum_next] : tile<128x128xf32, #r0>
//     }
//     %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
//     %bias_tiles = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
//     %row_bias, %bias_read = tiled_load %bias_tiles, [%block_col] <contiguous_dim = 0, no_boxes = base> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r3>, token
//     %bias_1 = view %row_bias : tile<128xf32, #r3> -> tile<1x128xf32, #r4>
//     %0 = convert_layout %bias_1 : tile<1x128xf32, #r4> -> tile<1x128xf32, #r5>
//     %bias_n = broadcast %0 : tile<1x128xf32, #r5> -> tile<128x128xf32, #r0>
//     %shifted = addf %sum, %bias_n : tile<128x128xf32, #r0>
//     %narrow = fp_to_fp %shifted : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//     %written = tiled_store %narrow, %c_tiles, [%block_row, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }

// A row that is added to a sum does not keep it from being stored in slices: each slice loads its part of the row.
#r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r3 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
#r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
#r5 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,0),(0,0)]
tileas.module @m <target = "sm_100a"> {
  func @biased <num_warps = 4> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum_0 = constant <value = 0.0> : tile<128x128xf32, #r0>
    %sum = for %zero, %k_tiles, %one, [%sum_0] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %sum_so_far: tile<128x128xf32, #r0>) {
      %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <contiguous_dim = 1, boxes> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r1>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <contiguous_dim = 1, boxes> : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>, token
      %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
      continue [%sum_next] : tile<128x128xf32, #r0>
    }
    %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %bias_tiles = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %row_bias, %bias_read = tiled_load %bias_tiles, [%block_col] <contiguous_dim = 0, no_boxes = base> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r3>, token
    %bias_1 = view %row_bias : tile<128xf32, #r3> -> tile<1x128xf32, #r4>
    %0 = convert_layout %bias_1 : tile<1x128xf32, #r4> -> tile<1x128xf32, #r5>
    %bias_n = broadcast %0 : tile<1x128xf32, #r5> -> tile<128x128xf32, #r0>
    %shifted = addf %sum, %bias_n : tile<128x128xf32, #r0>
    %narrow = fp_to_fp %shifted : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
    %written = tiled_store %narrow, %c_tiles, [%block_row, %block_col] <contiguity = [1, 8], divisibility = 16, boxes> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
