// RUN: opt --passes=generate-schedule,plan-cta,place-barriers,materialize-schedule,attach-tma-desc-args
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128),(0,256),(0,512),(0,1024),(0,2048)]
// #r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
// #r1 = reg=[(0,1),(0,2),(0,128),(0,256),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
// tileas.module @m <target = "sm_90a"> {
//   func @rows <num_warps = 4, occupancy = 1, path = agents, stages = 4, producer_warps = 1> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %x_tensor = make_memref %x, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %x_tiles = block_tile %x_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %y_tensor = make_memref %y, [%rows, %cols], [%stride] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %y_tiles = block_tile %y_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>
//     %0 = async.pipeline.create_pipeline : pipeline<4, buffer<1x4096xf32, #s0>>
//     %1 = async.pipeline.create_iterator %0 : pipeline<4, buffer<1x4096xf32, #s0>> -> iterator<4, producer>
//     %2 = async.pipeline.create_iterator %0 : pipeline<4, buffer<1x4096xf32, #s0>> -> iterator<4, consumer>
//     make_tiled_tma_desc %x_tensor <tma_idx = 0> : memref<?x?xf32, [?, 1]> -> tma_desc<1x256xf32, swizzle = 0>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "compute", num_warps = 4> {
//         for %first, %rows, %blocks, [%2] : i32, i32, i32, iterator<4, consumer> -> iterator<4, consumer> (%row: i32, %arg0: iterator<4, consumer>) {
//           %3 = async.pipeline.consumer_wait %0, %arg0 : pipeline<4, buffer<1x4096xf32, #s0>>, iterator<4, consumer> -> stage<full>
//           %4:2 = async.pipeline.consumer_read %0, %3 : pipeline<4, buffer<1x4096xf32, #s0>>, stage<full> -> stage<read>, tile<1x4096xf32, #r0> (%arg1: buffer<1x4096xf32, #s0>) {
//             %6 = constant <value = 0> : i32
//             %tile = local_load %arg1, [%6, %6] : buffer<1x4096xf32, #s0>, i32, i32 -> tile<1x4096xf32, #r0>
//             async.pipeline.yield [%tile] : tile<1x4096xf32, #r0>
//           }
//           async.pipeline.consumer_release %0, %4#0 : pipeline<4, buffer<1x4096xf32, #s0>>, stage<read>
//           %5 = async.pipeline.inc_iter %arg0 : iterator<4, consumer>
//           %twice = addf %4#1, %4#1 : tile<1x4096xf32, #r0>
//           tiled_store %twice, %y_tiles, [%row, %zero] <contiguous_dim = 1, no_boxes = row_end> : tile<1x4096xf32, #r0>, block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32
//           continue [%5] : iterator<4, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %first, %rows, %blocks, [%1] : i32, i32, i32, iterator<4, producer> -> iterator<4, producer> (%arg0: i32, %arg1: iterator<4, producer>) {
//           %3 = async.pipeline.producer_acquire %0, %arg1 : pipeline<4, buffer<1x4096xf32, #s0>>, iterator<4, producer> -> stage<empty>
//           %4 = async.pipeline.producer_write %0, %3 : pipeline<4, buffer<1x4096xf32, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<1x4096xf32, #s0>) {
//             %6 = constant <value = 0> : i32
//             %7 = tiled_load %x_tiles, [%arg0, %zero] : block_tile<[1, 4096], memref<?x?xf32, [?, 1]>, step = [1, 4096], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x4096xf32, #r1>
//             local_store %7, %arg2, [%6, %6] : tile<1x4096xf32, #r1>, buffer<1x4096xf32, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %4 : pipeline<4, buffer<1x4096xf32, #s0>>, stage<written>
//           %5 = async.pipeline.inc_iter %arg1 : iterator<4, producer>
//           continue [%5] : iterator<4, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

#r0 = reg=[(0,1),(0,2),(0,512),(0,1024),(0,2048)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
#r1 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(0,16),(0,32)] warp=[(0,64),(0,128)]
#r2 = reg=[(0,1),(0,2),(0,512),(0,1024)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(0,256)]
tileas.module @m <target = "sm_90a"> {
  func @rows <num_warps = 4> (%x: ptr, %y: ptr, %rows: i32, %cols: i32, %stride: i32) {
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
