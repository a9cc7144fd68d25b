// RUN: opt --passes=generate-schedule,assign-dot-layouts,remove-layout-conversions,materialize-schedule,attach-tma-desc-args,materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(0,1),(16,2),(32,4),(0,8)]
// #r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,4),(4,8),(8,0),(16,0),(32,0)]
// tileas.module @m <target = "sm_90a"> {
//   func @product <num_warps = 4, occupancy = 3, path = agents, stages = 6, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %steps: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_v = make_memref %a : ptr -> memref<64x1024xf8E4M3FN, [1024, 1]>
//     %b_v = make_memref %b : ptr -> memref<1024x16xf8E4M3FN, [1, 1024]>
//     %c_v = make_memref %c : ptr -> memref<64x16xf32, [16, 1]>
//     %a_t = block_tile %a_v : memref<64x1024xf8E4M3FN, [1024, 1]> -> block_tile<[64, 64], memref<64x1024xf8E4M3FN, [1024, 1]>, step = [64, 64], dims = [0, 1]>
//     %b_t = block_tile %b_v : memref<1024x16xf8E4M3FN, [1, 1024]> -> block_tile<[64, 16], memref<1024x16xf8E4M3FN, [1, 1024]>, step = [64, 16], dims = [0, 1]>
//     %c_t = block_tile %c_v : memref<64x16xf32, [16, 1]> -> block_tile<[64, 16], memref<64x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>
//     %0 = async.pipeline.create_pipeline : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>
//     %1 = async.pipeline.create_iterator %0 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>> -> iterator<6, producer>
//     %2 = async.pipeline.create_iterator %0 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>> -> iterator<6, consumer>
//     %3 = make_tiled_tma_desc %a_v <tma_idx = 0> : memref<64x1024xf8E4M3FN, [1024, 1]> -> tma_desc<64x64xf8E4M3FN, swizzle = 64>
//     %4 = make_tiled_tma_desc %b_v <tma_idx = 1> : memref<1024x16xf8E4M3FN, [1, 1024]> -> tma_desc<64x16xf8E4M3FN, swizzle = 64>
//     %5 = make_tiled_tma_desc %c_v <tma_idx = 2> : memref<64x16xf32, [16, 1]> -> tma_desc<64x16xf32, swizzle = 64>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %6 = constant <value = 0.0> : tile<64x16xf32, #r0>
//         %sum:2 = for %zero, %steps, %one, [%6, %2] : i32, i32, i32, tile<64x16xf32, #r0>, iterator<6, consumer> -> tile<64x16xf32, #r0>, iterator<6, consumer> (%i: i32, %so_far: tile<64x16xf32, #r0>, %arg0: iterator<6, consumer>) {
//           %10 = async.pipeline.consumer_wait %0, %arg0 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, iterator<6, consumer> -> stage<full>
//           %11:2 = async.pipeline.consumer_read %0, %10 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, stage<full> -> stage<read>, tile<64x16xf32, #r0> (%arg1: buffer<64x64xf8E4M3FN, #s0>, %arg2: buffer<64x16xf8E4M3FN, #s1>) {
//             %13 = constant <value = 0> : i32
//             %14 = constant <value = 0> : i32
//             %15 = extract_slice %so_far, [%13, %14] : tile<64x16xf32, #r0>, i32, i32 -> tile<64x16xf32, #r0>
//             %16 = constant <value = 0> : i32
//             %17 = constant <value = 0> : i32
//             %18 = constant <value = 0> : i32
//             %19 = constant <value = 0> : i32
//             %20 = extract_slice %arg1, [%16, %17] : buffer<64x64xf8E4M3FN, #s0>, i32, i32 -> buffer<64x64xf8E4M3FN, #s0>
//             %21 = extract_slice %arg2, [%18, %19] : buffer<64x16xf8E4M3FN, #s1>, i32, i32 -> buffer<64x16xf8E4M3FN, #s1>
//             %22 = constant <value = 0.0> : tile<64x16xf32, #r0>
//             %23 = async.dot %20, %21, %22 : buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>, tile<64x16xf32, #r0> -> pending<64x16xf32, #r0>
//             %24 = async.dot_wait %23 : pending<64x16xf32, #r0> -> tile<64x16xf32, #r0>
//             %25 = addf %15, %24 : tile<64x16xf32, #r0>
//             %next = insert_slice %25, %so_far, [%13, %14] : tile<64x16xf32, #r0>, tile<64x16xf32, #r0>, i32, i32 -> tile<64x16xf32, #r0>
//             async.pipeline.yield [%next] : tile<64x16xf32, #r0>
//           }
//           async.pipeline.consumer_release %0, %11#0 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, stage<read>
//           %12 = async.pipeline.inc_iter %arg0 : iterator<6, consumer>
//           continue [%11#1, %12] : tile<64x16xf32, #r0>, iterator<6, consumer>
//         }
//         %7 = convert_layout %sum#0 : tile<64x16xf32, #r0> -> tile<64x16xf32, #r1>
//         %8 = async.pipeline.reuse %0 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>> -> buffer<64x16xf32, #s2>
//         barrier
//         %9 = constant <value = 0> : i32
//         local_store %7, %8, [%9, %9] : tile<64x16xf32, #r1>, buffer<64x16xf32, #s2>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %8, %c_t, %5, [%zero, %zero] : buffer<64x16xf32, #s2>, block_tile<[64, 16], memref<64x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, tma_desc<64x16xf32, swizzle = 64>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %steps, %one, [%1] : i32, i32, i32, iterator<6, producer> -> iterator<6, producer> (%arg0: i32, %arg1: iterator<6, producer>) {
//           %6 = async.pipeline.producer_acquire %0, %arg1 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, iterator<6, producer> -> stage<empty>
//           %7 = async.pipeline.producer_write %0, %6 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf8E4M3FN, #s0>, %arg3: buffer<64x16xf8E4M3FN, #s1>) {
//             async.tiled_tma_load %a_t, %arg2, %3, [%zero, %arg0] : block_tile<[64, 64], memref<64x1024xf8E4M3FN, [1024, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf8E4M3FN, #s0>, tma_desc<64x64xf8E4M3FN, swizzle = 64>, i32, i32
//             async.tiled_tma_load %b_t, %arg3, %4, [%arg0, %zero] : block_tile<[64, 16], memref<1024x16xf8E4M3FN, [1, 1024]>, step = [64, 16], dims = [0, 1]>, buffer<64x16xf8E4M3FN, #s1>, tma_desc<64x16xf8E4M3FN, swizzle = 64>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %7 : pipeline<6, buffer<64x64xf8E4M3FN, #s0>, buffer<64x16xf8E4M3FN, #s1>>, stage<written>
//           %8 = async.pipeline.inc_iter %arg1 : iterator<6, producer>
//           continue [%8] : iterator<6, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A sum of 8-bit floats without `fast_acc`: each product starts at zero, and threads add it to the sum when it is complete.
#r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @m <target = "sm_90a"> {
  func @product <num_warps = 4, path = agents> (%a: ptr, %b: ptr, %c: ptr, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_v = make_memref %a : ptr -> memref<64x1024xf8E4M3FN, [1024, 1]>
    %b_v = make_memref %b : ptr -> memref<1024x16xf8E4M3FN, [1, 1024]>
    %c_v = make_memref %c : ptr -> memref<64x16xf32, [16, 1]>
    %a_t = block_tile %a_v : memref<64x1024xf8E4M3FN, [1024, 1]> -> block_tile<[64, 64], memref<64x1024xf8E4M3FN, [1024, 1]>, step = [64, 64], dims = [0, 1]>
    %b_t = block_tile %b_v : memref<1024x16xf8E4M3FN, [1, 1024]> -> block_tile<[64, 16], memref<1024x16xf8E4M3FN, [1, 1024]>, step = [64, 16], dims = [0, 1]>
    %c_t = block_tile %c_v : memref<64x16xf32, [16, 1]> -> block_tile<[64, 16], memref<64x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>
    %none = constant <value = 0.0> : tile<64x16xf32, #r0>
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, tile<64x16xf32, #r0> -> tile<64x16xf32, #r0> (%i: i32, %so_far: tile<64x16xf32, #r0>) {
      %x, %x_r = tiled_load %a_t, [%zero, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<64x1024xf8E4M3FN, [1024, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf8E4M3FN, #r1>, token
      %y, %y_r = tiled_load %b_t, [%i, %zero] <contiguity = [64, 1], divisibility = 16, boxes> : block_tile<[64, 16], memref<1024x16xf8E4M3FN, [1, 1024]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf8E4M3FN, #r0>, token
      %next = dot %x, %y, %so_far : tile<64x64xf8E4M3FN, #r1>, tile<64x16xf8E4M3FN, #r0>, tile<64x16xf32, #r0> -> tile<64x16xf32, #r0>
      continue [%next] : tile<64x16xf32, #r0>
    }
    %done = tiled_store %sum, %c_t, [%zero, %zero] <contiguity = [1, 16], divisibility = 16, boxes> : tile<64x16xf32, #r0>, block_tile<[64, 16], memref<64x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
