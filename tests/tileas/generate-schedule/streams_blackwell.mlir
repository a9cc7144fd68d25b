// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(0,512),(0,1024)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
// tileas.module @m <target = "sm_100a"> {
//   func @six <num_warps = 4, occupancy = 6, path = agents, stages = 4, producer_warps = 1> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x2048xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x2048xf32, #r0>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x2048xf32, #r0>, block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
// }

#r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
#r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128)]
#r2 = reg=[(0,1),(0,2),(0,512),(0,1024)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
tileas.module @m <target = "sm_100a"> {
  // Six thread blocks of 8 KiB have 44 KiB in flight: enough for Hopper, and not for Blackwell.
  func @six <num_warps = 4, occupancy = 6> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x2048xf32, #r2>, token
      %twice = addf %tile, %tile : tile<1x2048xf32, #r2>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x2048xf32, #r2>, block_tile<[1, 2048], memref<?x?xf32, [?, 1]>, step = [1, 2048], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
}
