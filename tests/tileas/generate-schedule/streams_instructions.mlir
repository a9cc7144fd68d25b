// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
// tileas.module @m <target = "sm_90a"> {
//   func @few <num_warps = 4, occupancy = 2, path = agents, stages = 4, producer_warps = 1> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %power0 = exp %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %power0, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @many <num_warps = 4, occupancy = 2, path = universal, reason = "its instructions take about 1152 cycles of an iteration, and tiles arrive every 1080 without agents, too"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %power0 = exp %tile : tile<1x4096xf32, #r0>
//       %power1 = exp %power0 : tile<1x4096xf32, #r0>
//       %power2 = exp %power1 : tile<1x4096xf32, #r0>
//       %power3 = exp %power2 : tile<1x4096xf32, #r0>
//       %written = tiled_store %power3, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
// }

#r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
tileas.module @m <target = "sm_90a"> {
  // Two thread blocks have 24 KiB in flight without agents, so that a tile arrives every 1080 cycles. One power for each element
  // takes 288 of them.
  func @few <num_warps = 4, occupancy = 2> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %power0 = exp %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %power0, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
  // Four take more: copies ahead gain nothing.
  func @many <num_warps = 4, occupancy = 2> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %power0 = exp %tile : tile<1x4096xf32, #r0>
      %power1 = exp %power0 : tile<1x4096xf32, #r0>
      %power2 = exp %power1 : tile<1x4096xf32, #r0>
      %power3 = exp %power2 : tile<1x4096xf32, #r0>
      %written = tiled_store %power3, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
}
