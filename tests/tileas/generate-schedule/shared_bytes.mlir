// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r1 = reg=[(0,1),(0,2),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(1,0),(2,0),(0,16),(0,32)] lane=[(4,0),(8,0),(16,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
// tileas.module @m <target = "sm_90a"> {
//   func @bytes <num_warps = 4, path = universal, reason = "the right operand: its memory is contiguous along its columns, and `wgmma` reads f8E4M3FN only along the inner dimension"> (%q: ptr, %x: ptr, %o: ptr, %queries: i32, %keys: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %q_tensor = make_memref %q, [%queries] : ptr, i32 -> memref<?x64xf8E4M3FN, [64, 1]>
//     %x_tensor = make_memref %x, [%keys] : ptr, i32 -> memref<?x64xf8E4M3FN, [64, 1]>
//     %o_tensor = make_memref %o, [%queries] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %q_tiles = block_tile %q_tensor : memref<?x64xf8E4M3FN, [64, 1]> -> block_tile<[64, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %x_tiles = block_tile %x_tensor : memref<?x64xf8E4M3FN, [64, 1]> -> block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %o_tiles = block_tile %o_tensor : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %count = get_tile_count %x_tiles <dim = 0> : block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
//     %q_tile, %q_read = tiled_load %q_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf8E4M3FN, #r0>, token
//     %none = constant <value = 0.0> : tile<64x32xf32, #r1>
//     %sum_0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %sum = for %zero, %count, %one, [%sum_0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
//       %tile, %read = tiled_load %x_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf8E4M3FN, #r2>, token
//       %0 = convert_layout %tile : tile<32x64xf8E4M3FN, #r2> -> tile<32x64xf8E4M3FN, #r3>
//       %turned = permute %0 <permutation = [1, 0]> : tile<32x64xf8E4M3FN, #r3> -> tile<64x32xf8E4M3FN, #r1>
//       %scores = dot %q_tile, %turned, %none : tile<64x64xf8E4M3FN, #r0>, tile<64x32xf8E4M3FN, #r1>, tile<64x32xf32, #r1> -> tile<64x32xf32, #r1>
//       %weights = fp_to_fp %scores : tile<64x32xf32, #r1> -> tile<64x32xf8E4M3FN, #r1>
//       %next = dot %weights, %tile, %so_far : tile<64x32xf8E4M3FN, #r1>, tile<32x64xf8E4M3FN, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//       continue [%next] : tile<64x64xf32, #r0>
//     }
//     %written = tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// A tile of bytes that two products multiply, in either order of its dimensions: `wgmma` reads bytes along the inner dimension alone.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r3 = reg=[(1,0),(2,0),(0,16),(0,32)] lane=[(4,0),(8,0),(16,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
tileas.module @m <target = "sm_90a"> {
  func @bytes <num_warps = 4> (%q: ptr, %x: ptr, %o: ptr, %queries: i32, %keys: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %q_tensor = make_memref %q, [%queries] : ptr, i32 -> memref<?x64xf8E4M3FN, [64, 1]>
    %x_tensor = make_memref %x, [%keys] : ptr, i32 -> memref<?x64xf8E4M3FN, [64, 1]>
    %o_tensor = make_memref %o, [%queries] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %q_tiles = block_tile %q_tensor : memref<?x64xf8E4M3FN, [64, 1]> -> block_tile<[64, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %x_tiles = block_tile %x_tensor : memref<?x64xf8E4M3FN, [64, 1]> -> block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
    %o_tiles = block_tile %o_tensor : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %count = get_tile_count %x_tiles <dim = 0> : block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
    %q_tile, %q_read = tiled_load %q_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf8E4M3FN, #r0>, token
    %none = constant <value = 0.0> : tile<64x32xf32, #r1>
    %sum_0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %count, %one, [%sum_0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
      %tile, %read = tiled_load %x_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<?x64xf8E4M3FN, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf8E4M3FN, #r2>, token
      %0 = convert_layout %tile : tile<32x64xf8E4M3FN, #r2> -> tile<32x64xf8E4M3FN, #r3>
      %turned = permute %0 <permutation = [1, 0]> : tile<32x64xf8E4M3FN, #r3> -> tile<64x32xf8E4M3FN, #r1>
      %scores = dot %q_tile, %turned, %none : tile<64x64xf8E4M3FN, #r0>, tile<64x32xf8E4M3FN, #r1>, tile<64x32xf32, #r1> -> tile<64x32xf32, #r1>
      %weights = fp_to_fp %scores : tile<64x32xf32, #r1> -> tile<64x32xf8E4M3FN, #r1>
      %next = dot %weights, %tile, %so_far : tile<64x32xf8E4M3FN, #r1>, tile<32x64xf8E4M3FN, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    %written = tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
