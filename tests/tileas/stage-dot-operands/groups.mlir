// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0),(32,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(64,0),(0,64),(0,128)]
// #r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(1,0),(2,0)]
// #r2 = reg=[(0,1),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(128,0)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128),(1,0)]
// #r3 = reg=[(0,1),(0,2),(64,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0),(32,0)]
// #r4 = reg=[(1,0),(2,0),(0,64),(0,128)] lane=[(4,0),(8,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16),(0,32)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,0),(10,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(0,4),(0,10),(0,16),(0,32),(0,64),(0,128)]
// #r5 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0)] lane=[(8,0),(16,0),(1,0),(2,0),(4,0)] warp=[(64,0),(0,0),(0,0)]
// #r6 = reg=[(1,0),(2,0),(0,32),(4,0),(8,0)] lane=[(0,8),(0,16),(0,1),(0,2),(0,4)] warp=[(0,0),(0,64),(0,128)]
// #s2 = offset=[(0,1),(0,2),(8,0),(16,0),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128),(2,0),(4,0),(64,0),(32,0),(1,4)]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128),(1,16),(2,32),(4,64),(8,0),(16,0),(32,0),(64,0),(128,0)]
// #r7 = reg=[(0,1),(0,2),(0,4),(8,0),(0,32),(0,64),(0,128),(16,0),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(64,0),(0,0),(0,0)]
// #r8 = reg=[(1,0),(2,0),(4,0),(32,0),(0,8),(64,0),(128,0),(0,16),(0,32)] lane=[(8,0),(16,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,64),(0,128)]
// tileas.module @scaled_room <target = "sm_120a"> {
//   func @gemm <num_warps = 8, path = universal, reason = "the left operand: tensor maps copy two elements of f4E2M1FN in a byte, and `mma.sync` has no such stages"> (%a: ptr, %b: ptr, %sa: ptr, %sb: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %ks: i32) {
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_view = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [?, 1]>
//     %a_tiles = block_tile %a_view : memref<?x?xf4E2M1FN, [?, 1]> -> block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero>
//     %b_view = make_memref %b, [%k, %n], [%k] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [1, ?]>
//     %b_tiles = block_tile %b_view : memref<?x?xf4E2M1FN, [1, ?]> -> block_tile<[256, 256], memref<?x?xf4E2M1FN, [1, ?]>, step = [256, 256], dims = [0, 1], padding = zero>
//     %sa_view = make_memref %sa, [%m, %ks], [%ks] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
//     %sa_tiles = block_tile %sa_view : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 16], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 16], dims = [0, 1], padding = zero>
//     %sb_view = make_memref %sb, [%ks, %n], [%ks] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [1, ?]>
//     %sb_tiles = block_tile %sb_view : memref<?x?xf8E4M3FN, [1, ?]> -> block_tile<[16, 256], memref<?x?xf8E4M3FN, [1, ?]>, step = [16, 256], dims = [0, 1], padding = zero>
//     %c_view = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %c_tiles = block_tile %c_view : memref<?x?xf32, [?, 1]> -> block_tile<[128, 256], memref<?x?xf32, [?, 1]>, step = [128, 256], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = constant <value = 0.0> : tile<128x256xf32, #r0>
//     %sum = for %zero, %k_tiles, %one, [%0] : i32, i32, i32, tile<128x256xf32, #r0> -> tile<128x256xf32, #r0> (%i: i32, %sum_so_far: tile<128x256xf32, #r0>) {
//       %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <boxes> : block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x256xf4E2M1FN, #r1>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <boxes> : block_tile<[256, 256], memref<?x?xf4E2M1FN, [1, ?]>, step = [256, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<256x256xf4E2M1FN, #r2>, token
//       %sa_tile, %sa_read = tiled_load %sa_tiles, [%block_row, %i] <contiguity = [1, 4], divisibility = 4, no_boxes = stride> : block_tile<[128, 16], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 16], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x16xf8E4M3FN, #r3>, token
//       %sb_tile, %sb_read = tiled_load %sb_tiles, [%i, %block_col] <contiguity = [4, 1], divisibility = 4, no_boxes = stride> : block_tile<[16, 256], memref<?x?xf8E4M3FN, [1, ?]>, step = [16, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<16x256xf8E4M3FN, #r4>, token
//       %5 = alloc_tensor : buffer<128x16xf8E4M3FN, #s0>
//       %6 = alloc_tensor : buffer<16x256xf8E4M3FN, #s1>
//       %7 = constant <value = 0> : i32
//       barrier
//       local_store %sa_tile, %5, [%7, %7] : tile<128x16xf8E4M3FN, #r3>, buffer<128x16xf8E4M3FN, #s0>, i32, i32
//       local_store %sb_tile, %6, [%7, %7] : tile<16x256xf8E4M3FN, #r4>, buffer<16x256xf8E4M3FN, #s1>, i32, i32
//       barrier
//       %3 = local_load %5, [%7, %7] : buffer<128x16xf8E4M3FN, #s0>, i32, i32 -> tile<128x16xf8E4M3FN, #r5>
//       %4 = local_load %6, [%7, %7] : buffer<16x256xf8E4M3FN, #s1>, i32, i32 -> tile<16x256xf8E4M3FN, #r6>
//       %8 = alloc_tensor : buffer<128x256xf4E2M1FN, #s2>
//       %9 = alloc_tensor : buffer<256x256xf4E2M1FN, #s3>
//       %10 = constant <value = 0> : i32
//       barrier
//       local_store %a_tile, %8, [%10, %10] : tile<128x256xf4E2M1FN, #r1>, buffer<128x256xf4E2M1FN, #s2>, i32, i32
//       local_store %b_tile, %9, [%10, %10] : tile<256x256xf4E2M1FN, #r2>, buffer<256x256xf4E2M1FN, #s3>, i32, i32
//       barrier
//       %1 = local_load %8, [%10, %10] : buffer<128x256xf4E2M1FN, #s2>, i32, i32 -> tile<128x256xf4E2M1FN, #r7>
//       %2 = local_load %9, [%10, %10] : buffer<256x256xf4E2M1FN, #s3>, i32, i32 -> tile<256x256xf4E2M1FN, #r8>
//       %sum_next = dot_scaled %1, %2, %sum_so_far, %3, %4 <instruction = m16n8k64, warps = [2, 4], numbering = plain> : tile<128x256xf4E2M1FN, #r7>, tile<256x256xf4E2M1FN, #r8>, tile<128x256xf32, #r0>, tile<128x16xf8E4M3FN, #r5>, tile<16x256xf8E4M3FN, #r6> -> tile<128x256xf32, #r0>
//       continue [%sum_next] : tile<128x256xf32, #r0>
//     }
//     %written = tiled_store %sum, %c_tiles, [%block_row, %block_col] <contiguity = [1, 32], divisibility = 16> : tile<128x256xf32, #r0>, block_tile<[128, 256], memref<?x?xf32, [?, 1]>, step = [128, 256], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }

// Operands and scales that do not fit in shared memory together: the scales are staged first.

#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0),(32,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(64,0),(0,64),(0,128)]
#r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(1,0),(2,0)]
#r2 = reg=[(0,1),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(128,0)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128),(1,0)]
#r3 = reg=[(0,1),(0,2),(64,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0),(32,0)]
#r4 = reg=[(1,0),(2,0),(0,64),(0,128)] lane=[(4,0),(8,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16),(0,32)]
#r5 = reg=[(0,1),(0,2),(0,4),(8,0),(0,32),(0,64),(0,128),(16,0),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(64,0),(0,0),(0,0)]
#r6 = reg=[(1,0),(2,0),(4,0),(32,0),(0,8),(64,0),(128,0),(0,16),(0,32)] lane=[(8,0),(16,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,64),(0,128)]
#r7 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0)] lane=[(8,0),(16,0),(1,0),(2,0),(4,0)] warp=[(64,0),(0,0),(0,0)]
#r8 = reg=[(1,0),(2,0),(0,32),(4,0),(8,0)] lane=[(0,8),(0,16),(0,1),(0,2),(0,4)] warp=[(0,0),(0,64),(0,128)]
tileas.module @scaled_room <target = "sm_120a"> {
  func @gemm <num_warps = 8, path = universal, reason = "the left operand: tensor maps copy two elements of f4E2M1FN in a byte, and `mma.sync` has no such stages"> (%a: ptr, %b: ptr, %sa: ptr, %sb: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %ks: i32) {
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_view = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [?, 1]>
    %a_tiles = block_tile %a_view : memref<?x?xf4E2M1FN, [?, 1]> -> block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero>
    %b_view = make_memref %b, [%k, %n], [%k] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [1, ?]>
    %b_tiles = block_tile %b_view : memref<?x?xf4E2M1FN, [1, ?]> -> block_tile<[256, 256], memref<?x?xf4E2M1FN, [1, ?]>, step = [256, 256], dims = [0, 1], padding = zero>
    %sa_view = make_memref %sa, [%m, %ks], [%ks] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
    %sa_tiles = block_tile %sa_view : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 16], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 16], dims = [0, 1], padding = zero>
    %sb_view = make_memref %sb, [%ks, %n], [%ks] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [1, ?]>
    %sb_tiles = block_tile %sb_view : memref<?x?xf8E4M3FN, [1, ?]> -> block_tile<[16, 256], memref<?x?xf8E4M3FN, [1, ?]>, step = [16, 256], dims = [0, 1], padding = zero>
    %c_view = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %c_tiles = block_tile %c_view : memref<?x?xf32, [?, 1]> -> block_tile<[128, 256], memref<?x?xf32, [?, 1]>, step = [128, 256], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = constant <value = 0.0> : tile<128x256xf32, #r0>
    %sum = for %zero, %k_tiles, %one, [%0] : i32, i32, i32, tile<128x256xf32, #r0> -> tile<128x256xf32, #r0> (%i: i32, %sum_so_far: tile<128x256xf32, #r0>) {
      %a_tile, %a_read = tiled_load %a_tiles, [%block_row, %i] <boxes> : block_tile<[128, 256], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x256xf4E2M1FN, #r1>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %block_col] <boxes> : block_tile<[256, 256], memref<?x?xf4E2M1FN, [1, ?]>, step = [256, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<256x256xf4E2M1FN, #r2>, token
      %sa_tile, %sa_read = tiled_load %sa_tiles, [%block_row, %i] <contiguity = [1, 4], divisibility = 4, no_boxes = stride> : block_tile<[128, 16], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 16], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x16xf8E4M3FN, #r3>, token
      %sb_tile, %sb_read = tiled_load %sb_tiles, [%i, %block_col] <contiguity = [4, 1], divisibility = 4, no_boxes = stride> : block_tile<[16, 256], memref<?x?xf8E4M3FN, [1, ?]>, step = [16, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<16x256xf8E4M3FN, #r4>, token
      %1 = convert_layout %a_tile : tile<128x256xf4E2M1FN, #r1> -> tile<128x256xf4E2M1FN, #r5>
      %2 = convert_layout %b_tile : tile<256x256xf4E2M1FN, #r2> -> tile<256x256xf4E2M1FN, #r6>
      %3 = convert_layout %sa_tile : tile<128x16xf8E4M3FN, #r3> -> tile<128x16xf8E4M3FN, #r7>
      %4 = convert_layout %sb_tile : tile<16x256xf8E4M3FN, #r4> -> tile<16x256xf8E4M3FN, #r8>
      %sum_next = dot_scaled %1, %2, %sum_so_far, %3, %4 <instruction = m16n8k64, warps = [2, 4], numbering = plain> : tile<128x256xf4E2M1FN, #r5>, tile<256x256xf4E2M1FN, #r6>, tile<128x256xf32, #r0>, tile<128x16xf8E4M3FN, #r7>, tile<16x256xf8E4M3FN, #r8> -> tile<128x256xf32, #r0>
      continue [%sum_next] : tile<128x256xf32, #r0>
    }
    %written = tiled_store %sum, %c_tiles, [%block_row, %block_col] <contiguity = [1, 32], divisibility = 16> : tile<128x256xf32, #r0>, block_tile<[128, 256], memref<?x?xf32, [?, 1]>, step = [128, 256], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
