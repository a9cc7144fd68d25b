// RUN: opt --passes=materialize-schedule
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
// tileas.module @m <target = "sm_90a"> {
//   func @gemm <num_warps = 4, occupancy = 4, path = universal, stages = 8, producer_warps = 1> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
//     %x = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
//     %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>
//     %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>
//     %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
//     %steps = get_tile_count %av <dim = 1> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
//       %l = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
//       %r = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
//       %next = dot %l, %r, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//       continue [%next] : tile<64x64xf32, #r0>
//     }
//     tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// The kernel has no schedule of agents: it is left alone.
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
tileas.module @m <target = "sm_90a"> {
  func @gemm <num_warps = 4, occupancy = 4, path = universal, stages = 8, producer_warps = 1> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
    %x = get_program_id <axis = 0> : i32
    %y = get_program_id <axis = 1> : i32
    %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
    %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>
    %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>
    %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %steps = get_tile_count %av <dim = 1> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
      %l = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
      %r = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
      %next = dot %l, %r, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
