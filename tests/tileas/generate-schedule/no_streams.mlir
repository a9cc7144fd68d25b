// RUN: opt --passes=generate-schedule
// #r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
// #r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128)]
// tileas.module @m <target = "sm_90a"> {
//   func @ordered <num_warps = 4, path = universal, reason = "the program orders a load that is copied ahead after `tiled_store`, and copies by tensor maps do not wait for it"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %start = create_mem_token : token
//     %end = for %first, %rows, %blocks, [%start] : i32, i32, i32, token -> token (%row: i32, %before: token) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero], [%before] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32, token -> tile<1x4096xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %twice, %x_tiles, [%row, %zero], [%read] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32, token -> token
//       continue [%written] : token
//     }
//     return
//   }
//   func @small <num_warps = 4, path = universal, reason = "no agent copies its tile ahead: it has 1024 bytes, and copies ahead pay from 2048 on"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x256xf32, #r1>, token
//       %twice = addf %tile, %tile : tile<1x256xf32, #r1>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x256xf32, #r1>, block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @unaligned <num_warps = 4, path = universal, reason = "no agent copies its tile ahead: its base is not known to be a multiple of 16 bytes; state it by `assume div_by<16>`"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = base> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @cluster <num_warps = 4, num_ctas = 2, path = universal, reason = "2 thread blocks of a cluster share a tile block without products"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @wide <num_warps = 4, num_worker_warps_per_cta = 32, path = universal, reason = "it asks for 32 warps, and a thread block has 32 with the one that copies"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @unspecialized <num_warps = 4, path = universal, reason = "warps that multiply copy ahead, and no product stands in a loop"> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
//       %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
//       %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
//       %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
//       continue
//     }
//     return
//   }
// }

#r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
#r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128)]
#r2 = reg=[(0,1),(0,2),(0,512),(0,1024)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
tileas.module @m <target = "sm_90a"> {
  // An iteration may load what an earlier one has stored.
  func @ordered <num_warps = 4> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %start = create_mem_token : token
    %end = for %first, %rows, %blocks, [%start] : i32, i32, i32, token -> token (%row: i32, %before: token) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero], [%before] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32, token -> tile<1x4096xf32, #r0>, token
      %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %twice, %x_tiles, [%row, %zero], [%read] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32, token -> token
      continue [%written] : token
    }
    return
  }
  // A tile of 1 KiB.
  func @small <num_warps = 4> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x256xf32, #r1>, token
      %twice = addf %tile, %tile : tile<1x256xf32, #r1>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x256xf32, #r1>, block_tile<[1, 256], memref<?x?xf32, [?, 1]>, step = [1, 256], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
  // No tensor map describes its memory.
  func @unaligned <num_warps = 4> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = base> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
  // Two thread blocks share a tile block.
  func @cluster <num_warps = 4, num_ctas = 2> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
  // No thread block has 33 warps.
  func @wide <num_warps = 4, num_worker_warps_per_cta = 32> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
  // Warps that multiply copy ahead.
  func @unspecialized <num_warps = 4, path = unspecialized> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
    %first = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
    for %first, %rows, %blocks : i32, i32, i32 (%row: i32) {
      %tile, %read = tiled_load %x_tiles, [%row, %zero] <contiguous_dim = 1, boxes> : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r0>, token
      %twice = addf %tile, %tile : tile<1x4096xf32, #r0>
      %written = tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> token
      continue
    }
    return
  }
}
