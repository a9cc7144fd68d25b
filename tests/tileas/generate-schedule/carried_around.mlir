// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0),(8,0)]
// #r1 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
// #r3 = reg=[(0,1),(0,2),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0),(8,0)]
// #r4 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0),(4,0)]
// tileas.module @gated <target = "sm_90a"> {
//   func @gated <num_warps = 8, occupancy = 1, path = agents, stages = 7, producer_warps = 4, registers = [240, 24]> (%x: ptr, %gates: ptr, %ups: ptr, %downs: ptr, %o: ptr, %rows: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %two = constant <value = 2> : i32
//     %x_tensor = make_memref %x, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[128, 32], memref<?x64xf16, [64, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %gates_tensor = make_memref %gates : ptr -> memref<64x128xf16, [128, 1]>
//     %gates_tiles = block_tile %gates_tensor : memref<64x128xf16, [128, 1]> -> block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>
//     %ups_tensor = make_memref %ups : ptr -> memref<64x128xf16, [128, 1]>
//     %ups_tiles = block_tile %ups_tensor : memref<64x128xf16, [128, 1]> -> block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>
//     %downs_tensor = make_memref %downs : ptr -> memref<128x128xf16, [128, 1]>
//     %downs_tiles = block_tile %downs_tensor : memref<128x128xf16, [128, 1]> -> block_tile<[64, 128], memref<128x128xf16, [128, 1]>, step = [64, 128], dims = [0, 1]>
//     %o_tensor = make_memref %o, [%rows] : ptr, i32 -> memref<?x128xf32, [128, 1]>
//     %o_tiles = block_tile %o_tensor : memref<?x128xf32, [128, 1]> -> block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %none = constant <value = 0.0> : tile<128x64xf32, #r0>
//     %o_0 = constant <value = 0.0> : tile<128x128xf32, #r1>
//     %sum = for %zero, %two, %one, [%o_0] : i32, i32, i32, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1> (%f: i32, %so_far: tile<128x128xf32, #r1>) {
//       %gate, %up = for %zero, %two, %one, [%none, %none] : i32, i32, i32, tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>, tile<128x64xf32, #r0> (%k: i32, %gate_so_far: tile<128x64xf32, #r0>, %up_so_far: tile<128x64xf32, #r0>) {
//         %x_tile, %x_read = tiled_load %x_tiles, [%block, %k] <contiguity = [1, 32], divisibility = 16, boxes> : block_tile<[128, 32], memref<?x64xf16, [64, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r2>, token
//         %gates_tile, %gates_read = tiled_load %gates_tiles, [%k, %f] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r3>, token
//         %ups_tile, %ups_read = tiled_load %ups_tiles, [%k, %f] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r3>, token
//         %gate_next = dot %x_tile, %gates_tile, %gate_so_far : tile<128x32xf16, #r2>, tile<32x64xf16, #r3>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//         %up_next = dot %x_tile, %ups_tile, %up_so_far : tile<128x32xf16, #r2>, tile<32x64xf16, #r3>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//         continue [%gate_next, %up_next] : tile<128x64xf32, #r0>
//       }
//       %is_open = cmpf %gate, %none <predicate = greater_than, ordered> : tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xi1, #r0>
//       %passed = select %is_open, %up, %none : tile<128x64xi1, #r0>, tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//       %hidden = fp_to_fp %passed : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//       %downs_tile, %downs_read = tiled_load %downs_tiles, [%f, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[64, 128], memref<128x128xf16, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r4>, token
//       %next = dot %hidden, %downs_tile, %so_far : tile<128x64xf16, #r0>, tile<64x128xf16, #r4>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
//       continue [%next] : tile<128x128xf32, #r1>
//     }
//     %written = tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r1>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// The sum of the outer loop stays while the inner one makes two others: 256 registers of a thread of one warpgroup. Two warpgroups
// multiply.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r2 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r4 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
tileas.module @gated <target = "sm_90a"> {
  func @gated <num_warps = 4> (%x: ptr, %gates: ptr, %ups: ptr, %downs: ptr, %o: ptr, %rows: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %two = constant <value = 2> : i32
    %x_tensor = make_memref %x, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[128, 32], memref<?x64xf16, [64, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %gates_tensor = make_memref %gates : ptr -> memref<64x128xf16, [128, 1]>
    %gates_tiles = block_tile %gates_tensor : memref<64x128xf16, [128, 1]> -> block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>
    %ups_tensor = make_memref %ups : ptr -> memref<64x128xf16, [128, 1]>
    %ups_tiles = block_tile %ups_tensor : memref<64x128xf16, [128, 1]> -> block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>
    %downs_tensor = make_memref %downs : ptr -> memref<128x128xf16, [128, 1]>
    %downs_tiles = block_tile %downs_tensor : memref<128x128xf16, [128, 1]> -> block_tile<[64, 128], memref<128x128xf16, [128, 1]>, step = [64, 128], dims = [0, 1]>
    %o_tensor = make_memref %o, [%rows] : ptr, i32 -> memref<?x128xf32, [128, 1]>
    %o_tiles = block_tile %o_tensor : memref<?x128xf32, [128, 1]> -> block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
    %none = constant <value = 0.0> : tile<128x64xf32, #r0>
    %o_0 = constant <value = 0.0> : tile<128x128xf32, #r1>
    %sum = for %zero, %two, %one, [%o_0] : i32, i32, i32, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1> (%f: i32, %so_far: tile<128x128xf32, #r1>) {
      %gate, %up = for %zero, %two, %one, [%none, %none] : i32, i32, i32, tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>, tile<128x64xf32, #r0> (%k: i32, %gate_so_far: tile<128x64xf32, #r0>, %up_so_far: tile<128x64xf32, #r0>) {
        %x_tile, %x_read = tiled_load %x_tiles, [%block, %k] <contiguity = [1, 32], divisibility = 16, boxes> : block_tile<[128, 32], memref<?x64xf16, [64, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r2>, token
        %gates_tile, %gates_read = tiled_load %gates_tiles, [%k, %f] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r3>, token
        %ups_tile, %ups_read = tiled_load %ups_tiles, [%k, %f] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<64x128xf16, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r3>, token
        %gate_next = dot %x_tile, %gates_tile, %gate_so_far : tile<128x32xf16, #r2>, tile<32x64xf16, #r3>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
        %up_next = dot %x_tile, %ups_tile, %up_so_far : tile<128x32xf16, #r2>, tile<32x64xf16, #r3>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
        continue [%gate_next, %up_next] : tile<128x64xf32, #r0>
      }
      %is_open = cmpf %gate, %none <predicate = greater_than, ordered> : tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xi1, #r0>
      %passed = select %is_open, %up, %none : tile<128x64xi1, #r0>, tile<128x64xf32, #r0>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
      %hidden = fp_to_fp %passed : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
      %downs_tile, %downs_read = tiled_load %downs_tiles, [%f, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[64, 128], memref<128x128xf16, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r4>, token
      %next = dot %hidden, %downs_tile, %so_far : tile<128x64xf16, #r0>, tile<64x128xf16, #r4>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      continue [%next] : tile<128x128xf32, #r1>
    }
    %written = tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r1>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
