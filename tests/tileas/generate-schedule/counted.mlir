// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r1 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @gemm <num_warps = 4, occupancy = 2, path = agents, stages = 3, producer_warps = 1, sum_stages = 1> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %counter: ptr) {
//     %x = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
//     %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>
//     %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1]>
//     %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %steps = get_tile_count %av <dim = 1> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %none = constant <value = 0.0> : tile<128x128xf32, #r0>
//     %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
//       %l, %t0 = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r1>, token
//       %r, %t1 = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r2>, token
//       %next = dot %l, %r, %so_far : tile<128x64xf16, #r1>, tile<64x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
//       continue [%next] : tile<128x128xf32, #r0>
//     }
//     %done = tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     %old, %counted = atomic_rmw %counter, %one, [], [%done] <mode = add, ordering = release> : ptr, i32, token -> i32, token
//     return
//   }
// }
//
// Thread blocks that count atomically which of them is the last may wait for each other: none takes over the tile of another one
// (no `take_over`), as it would do otherwise.
#r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
tileas.module @m <target = "sm_100a"> {
  func @gemm <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %counter: ptr) {
    %x = get_program_id <axis = 0> : i32
    %y = get_program_id <axis = 1> : i32
    %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
    %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>
    %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1]>
    %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %steps = get_tile_count %av <dim = 1> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %none = constant <value = 0.0> : tile<128x128xf32, #r0>
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
      %l, %t0 = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r1>, token
      %r, %t1 = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[64, 128], memref<?x?xf16, [1, ?]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r2>, token
      %next = dot %l, %r, %so_far : tile<128x64xf16, #r1>, tile<64x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
      continue [%next] : tile<128x128xf32, #r0>
    }
    %done = tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
    %old, %counted = atomic_rmw %counter, %one, [], [%done] <mode = add, ordering = release> : ptr, i32, token -> i32, token
    return
  }
}
