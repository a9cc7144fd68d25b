// RUN: opt --passes=generate-schedule
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r1 = reg=[0,0,8,16,32] lane=[0,0,0,0,1] warp=[2,4]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @view <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 1, sum_stages = 1> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
//     %row = get_program_id <axis = 0> : i32
//     %column = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a_0, [%m_0, %k_0], [%k_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tensor = make_memref %c_0, [%m_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %r_tensor = make_memref %rows_0, [%m_0] : ptr, i32 -> memref<?xi32, [1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
//     %r_tiles = block_tile %r_tensor : memref<?xi32, [1]> -> block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>
//     %picked, %picked_read = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>, token
//     %0 = convert_layout %picked : tile<64xi32, #r0> -> tile<64xi32, #r1>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %k_0, %deep <signed, rounding = positive_inf> : i32
//     %nothing = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %sum = for %zero, %steps, %one, [%nothing] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
//       %at = muli %i, %deep : i32
//       %a_tile, %a_read = tiled_load %a_tiles, [%0, %at] <contiguity = [1, 8], divisibility = 16, no_boxes = gather> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r1>, i32 -> tile<64x64xf16, #r2>, token
//       %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r2>, token
//       %next = dot %a_tile, %b_tile, %so_far : tile<64x64xf16, #r2>, tile<64x64xf16, #r2>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//       continue [%next] : tile<64x64xf32, #r2>
//     }
//     %written = tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Rows that are picked have a tensor map on sm_100a: one warp copies them, and the sum is in tensor memory.
#r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r1 = reg=[0,0,8,16,32] lane=[0,0,0,0,1] warp=[2,4]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @m <target = "sm_100a"> {
  func @view <num_warps = 4> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
    %row = get_program_id <axis = 0> : i32
    %column = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a_0, [%m_0, %k_0], [%k_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tensor = make_memref %c_0, [%m_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %r_tensor = make_memref %rows_0, [%m_0] : ptr, i32 -> memref<?xi32, [1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %r_tiles = block_tile %r_tensor : memref<?xi32, [1]> -> block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>
    %picked, %picked_read = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>, token
    %0 = convert_layout %picked : tile<64xi32, #r0> -> tile<64xi32, #r1>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %k_0, %deep <signed, rounding = positive_inf> : i32
    %nothing = constant <value = 0.0> : tile<64x64xf32, #r2>
    %sum = for %zero, %steps, %one, [%nothing] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
      %at = muli %i, %deep : i32
      %a_tile, %a_read = tiled_load %a_tiles, [%0, %at] <contiguity = [1, 8], divisibility = 16, no_boxes = gather> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r1>, i32 -> tile<64x64xf16, #r2>, token
      %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r2>, token
      %next = dot %a_tile, %b_tile, %so_far : tile<64x64xf16, #r2>, tile<64x64xf16, #r2>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    %written = tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
