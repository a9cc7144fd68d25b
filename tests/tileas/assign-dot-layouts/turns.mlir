// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
// #r1 = reg=[(0,1),(0,2),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0),(0,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(16,0),(0,32),(0,64)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0),(0,16)]
// #r5 = reg=[(0,1),(8,0),(0,8),(0,32),(0,64),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0),(0,16)]
// #r6 = reg=[] lane=[1,2,4,8,16] warp=[32,64,0]
// #r7 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64),(0,0)]
// #r8 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,0),(0,0),(0,0)]
// tileas.module @gemm <target = "sm_120a"> {
//   func @gemm <num_warps = 8, occupancy = 1, path = agents, stages = 6, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %d: ptr, %m: i32, %n: i32, %k: i32) {
//     %0 = constant <value = 16> : i32
//     %1 = get_program_id <axis = 0> : i32
//     %2 = get_program_id <axis = 1> : i32
//     %3 = get_num_programs <axis = 0> : i32
//     %4 = get_num_programs <axis = 1> : i32
//     %5 = remi %2, %0 : i32
//     %6 = subi %2, %5 : i32
//     %7 = subi %4, %6 : i32
//     %8 = mini %7, %0 : i32
//     %9 = muli %5, %3 : i32
//     %10 = addi %9, %1 : i32
//     %column = divi %10, %8 : i32
//     %11 = muli %column, %8 : i32
//     %12 = subi %10, %11 : i32
//     %row = addi %6, %12 : i32
//     %a_tensor = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
//     %b_tensor = make_memref %b, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
//     %c_tensor = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tiles = block_tile %b_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xbf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tiles = block_tile %c_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xbf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %nothing = constant <value = 0.0> : tile<128x128xf32, #r0>
//     %sum = for %zero, %k_tiles, %one, [%nothing] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
//       %a_tile, %a_read = tiled_load %a_tiles, [%row, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xbf16, #r1>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[32, 128], memref<?x?xbf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xbf16, #r2>, token
//       %14 = convert_layout %a_tile : tile<128x32xbf16, #r1> -> tile<128x32xbf16, #r3>
//       %15 = convert_layout %b_tile : tile<32x128xbf16, #r2> -> tile<32x128xbf16, #r4>
//       %16 = convert_layout %so_far : tile<128x128xf32, #r0> -> tile<128x128xf32, #r5>
//       %next = dot %14, %15, %16 <instruction = m16n8k16, warps = [4, 2], numbering = turns> : tile<128x32xbf16, #r3>, tile<32x128xbf16, #r4>, tile<128x128xf32, #r5> -> tile<128x128xf32, #r5>
//       %next_0 = convert_layout %next : tile<128x128xf32, #r5> -> tile<128x128xf32, #r0>
//       continue [%next_0] : tile<128x128xf32, #r0>
//     }
//     %bias_t = make_memref %d, [%n] : ptr, i32 -> memref<?xf32, [1]>
//     %bias_v = block_tile %bias_t : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
//     %bias, %bias_r = tiled_load %bias_v, [%column] <contiguity = [16], divisibility = 16> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r6>, token
//     %bias_1 = view %bias : tile<128xf32, #r6> -> tile<1x128xf32, #r7>
//     %13 = convert_layout %bias_1 : tile<1x128xf32, #r7> -> tile<1x128xf32, #r8>
//     %bias_all = broadcast %13 : tile<1x128xf32, #r8> -> tile<128x128xf32, #r0>
//     %x = addf %sum, %bias_all : tile<128x128xf32, #r0>
//     %narrow = fp_to_fp %x : tile<128x128xf32, #r0> -> tile<128x128xbf16, #r0>
//     %written = tiled_store %narrow, %c_tiles, [%row, %column] <contiguity = [1, 16], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xbf16, #r0>, block_tile<[128, 128], memref<?x?xbf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }

// A sum that is stored in slices of 64 columns: warps have 16 columns in turn, so that each has a part of each slice.

#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
#r3 = reg=[] lane=[1,2,4,8,16] warp=[32,64,0]
#r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64),(0,0)]
#r5 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,0),(0,0),(0,0)]
tileas.module @gemm <target = "sm_120a"> {
  func @gemm <num_warps = 8, occupancy = 1, path = agents, stages = 6, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %d: ptr, %m: i32, %n: i32, %k: i32) {
    %0 = constant <value = 16> : i32
    %1 = get_program_id <axis = 0> : i32
    %2 = get_program_id <axis = 1> : i32
    %3 = get_num_programs <axis = 0> : i32
    %4 = get_num_programs <axis = 1> : i32
    %5 = remi %2, %0 : i32
    %6 = subi %2, %5 : i32
    %7 = subi %4, %6 : i32
    %8 = mini %7, %0 : i32
    %9 = muli %5, %3 : i32
    %10 = addi %9, %1 : i32
    %column = divi %10, %8 : i32
    %11 = muli %column, %8 : i32
    %12 = subi %10, %11 : i32
    %row = addi %6, %12 : i32
    %a_tensor = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
    %b_tensor = make_memref %b, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
    %c_tensor = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %b_tiles = block_tile %b_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xbf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tiles = block_tile %c_tensor : memref<?x?xbf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xbf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %nothing = constant <value = 0.0> : tile<128x128xf32, #r0>
    %sum = for %zero, %k_tiles, %one, [%nothing] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
      %a_tile, %a_read = tiled_load %a_tiles, [%row, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[128, 32], memref<?x?xbf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xbf16, #r1>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[32, 128], memref<?x?xbf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xbf16, #r2>, token
      %next = dot %a_tile, %b_tile, %so_far : tile<128x32xbf16, #r1>, tile<32x128xbf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
      continue [%next] : tile<128x128xf32, #r0>
    }
    %bias_t = make_memref %d, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %bias_v = block_tile %bias_t : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %bias, %bias_r = tiled_load %bias_v, [%column] <contiguity = [16], divisibility = 16> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r3>, token
    %bias_1 = view %bias : tile<128xf32, #r3> -> tile<1x128xf32, #r4>
    %13 = convert_layout %bias_1 : tile<1x128xf32, #r4> -> tile<1x128xf32, #r5>
    %bias_all = broadcast %13 : tile<1x128xf32, #r5> -> tile<128x128xf32, #r0>
    %x = addf %sum, %bias_all : tile<128x128xf32, #r0>
    %narrow = fp_to_fp %x : tile<128x128xf32, #r0> -> tile<128x128xbf16, #r0>
    %written = tiled_store %narrow, %c_tiles, [%row, %column] <contiguity = [1, 16], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xbf16, #r0>, block_tile<[128, 128], memref<?x?xbf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
