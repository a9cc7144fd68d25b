// RUN: opt --passes=attach-tma-desc-args,materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,4),(4,8),(8,0),(16,0),(32,0)]
// #r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @two_loops <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %n0: i32, %n1: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_v = make_memref %a : ptr -> memref<64x256xf16, [256, 1]>
//     %a_t = block_tile %a_v : memref<64x256xf16, [256, 1]> -> block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %b_v = make_memref %b : ptr -> memref<256x16xf16, [16, 1]>
//     %b_t = block_tile %b_v : memref<256x16xf16, [16, 1]> -> block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>
//     %c_v = make_memref %c : ptr -> memref<128x16xf32, [16, 1]>
//     %c_t = block_tile %c_v : memref<128x16xf32, [16, 1]> -> block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>
//     %0 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>
//     %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>> -> iterator<8, producer>
//     %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>> -> iterator<8, consumer>
//     %7 = make_tiled_tma_desc %a_v <tma_idx = 0> : memref<64x256xf16, [256, 1]> -> tma_desc<64x16xf16, swizzle = 32>
//     %8 = make_tiled_tma_desc %b_v <tma_idx = 1> : memref<256x16xf16, [16, 1]> -> tma_desc<16x16xf16, swizzle = 32>
//     %9 = make_tiled_tma_desc %c_v <tma_idx = 2> : memref<128x16xf32, [16, 1]> -> tma_desc<64x16xf32, swizzle = 64>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %10 = alloc_tensor : buffer<64x16xf32, #s2>
//         %3 = constant <value = 0.0> : tile<64x16xf32, #r0>
//         %11 = cmpi %zero, %n0 <predicate = less_than, signed> : i32, i32 -> i1
//         %s0:2 = if %11 : i1 -> tile<64x16xf32, #r0>, iterator<8, consumer> {
//           %4 = async.pipeline.consumer_wait %0, %2 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
//           %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, pending<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
//             %next = async.dot %arg1, %arg2, %3 : buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>, tile<64x16xf32, #r0> -> pending<64x16xf32, #r0>
//             async.pipeline.yield [%next] : pending<64x16xf32, #r0>
//           }
//           %6 = async.pipeline.inc_iter %2 : iterator<8, consumer>
//           %16 = addi %zero, %one : i32
//           %17:3 = for %16, %n0, %one, [%5#1, %6, %5#0] : i32, i32, i32, pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read> -> pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read> (%i: i32, %so_far: pending<64x16xf32, #r0>, %arg0: iterator<8, consumer>, %arg0_0: stage<read>) {
//             %19 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %20:2 = async.pipeline.consumer_read %0, %19 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, pending<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
//               %next = async.dot %arg1, %arg2, %so_far : buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>, pending<64x16xf32, #r0> -> pending<64x16xf32, #r0>
//               async.pipeline.yield [%next] : pending<64x16xf32, #r0>
//             }
//             async.pipeline.consumer_release %0, %arg0_0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
//             %21 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
//             continue [%20#1, %21, %20#0] : pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read>
//           }
//           %18 = async.dot_wait %17#0 : pending<64x16xf32, #r0> -> tile<64x16xf32, #r0>
//           async.pipeline.consumer_release %0, %17#2 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
//           yield [%18, %17#1] : tile<64x16xf32, #r0>, iterator<8, consumer>
//         } {
//           yield [%3, %2] : tile<64x16xf32, #r0>, iterator<8, consumer>
//         }
//         async.store_wait <pending = 0>
//         %12 = constant <value = 0> : i32
//         local_store %s0#0, %10, [%12, %12] : tile<64x16xf32, #r0>, buffer<64x16xf32, #s2>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %10, %c_t, %9, [%zero, %zero] : buffer<64x16xf32, #s2>, block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, tma_desc<64x16xf32, swizzle = 64>, i32, i32
//         %13 = cmpi %zero, %n1 <predicate = less_than, signed> : i32, i32 -> i1
//         %s1:2 = if %13 : i1 -> tile<64x16xf32, #r0>, iterator<8, consumer> {
//           %4 = async.pipeline.consumer_wait %0, %s0#1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
//           %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, pending<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
//             %next = async.dot %arg1, %arg2, %3 : buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>, tile<64x16xf32, #r0> -> pending<64x16xf32, #r0>
//             async.pipeline.yield [%next] : pending<64x16xf32, #r0>
//           }
//           %6 = async.pipeline.inc_iter %s0#1 : iterator<8, consumer>
//           %16 = addi %zero, %one : i32
//           %17:3 = for %16, %n1, %one, [%5#1, %6, %5#0] : i32, i32, i32, pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read> -> pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read> (%i: i32, %so_far: pending<64x16xf32, #r0>, %arg0: iterator<8, consumer>, %arg0_0: stage<read>) {
//             %19 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %20:2 = async.pipeline.consumer_read %0, %19 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, pending<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
//               %next = async.dot %arg1, %arg2, %so_far : buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>, pending<64x16xf32, #r0> -> pending<64x16xf32, #r0>
//               async.pipeline.yield [%next] : pending<64x16xf32, #r0>
//             }
//             async.pipeline.consumer_release %0, %arg0_0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
//             %21 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
//             continue [%20#1, %21, %20#0] : pending<64x16xf32, #r0>, iterator<8, consumer>, stage<read>
//           }
//           %18 = async.dot_wait %17#0 : pending<64x16xf32, #r0> -> tile<64x16xf32, #r0>
//           async.pipeline.consumer_release %0, %17#2 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
//           yield [%18, %17#1] : tile<64x16xf32, #r0>, iterator<8, consumer>
//         } {
//           yield [%3, %s0#1] : tile<64x16xf32, #r0>, iterator<8, consumer>
//         }
//         %14 = async.pipeline.reuse %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>> -> buffer<64x16xf32, #s2>
//         async.store_wait <pending = 0>
//         %15 = constant <value = 0> : i32
//         local_store %s1#0, %14, [%15, %15] : tile<64x16xf32, #r0>, buffer<64x16xf32, #s2>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %14, %c_t, %9, [%one, %zero] : buffer<64x16xf32, #s2>, block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, tma_desc<64x16xf32, swizzle = 64>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %3 = for %zero, %n0, %one, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %4 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, producer> -> stage<empty>
//           %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x16xf16, #s1>) {
//             async.tiled_tma_load %a_t, %arg2, %7, [%zero, %arg0] : block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, buffer<64x16xf16, #s0>, tma_desc<64x16xf16, swizzle = 32>, i32, i32
//             async.tiled_tma_load %b_t, %arg3, %8, [%arg0, %zero] : block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>, buffer<16x16xf16, #s1>, tma_desc<16x16xf16, swizzle = 32>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<written>
//           %6 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
//           continue [%6] : iterator<8, producer>
//         }
//         for %zero, %n1, %one, [%3] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %4 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, producer> -> stage<empty>
//           %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x16xf16, #s1>) {
//             async.tiled_tma_load %a_t, %arg2, %7, [%zero, %arg0] : block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, buffer<64x16xf16, #s0>, tma_desc<64x16xf16, swizzle = 32>, i32, i32
//             async.tiled_tma_load %b_t, %arg3, %8, [%arg0, %zero] : block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>, buffer<16x16xf16, #s1>, tma_desc<16x16xf16, swizzle = 32>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<written>
//           %6 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
//           continue [%6] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Two loops of one pipeline, each with a store behind it. The first store needs memory of its own, because the second loop fills the stages;
// the second one takes the memory of the stages.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
#r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r2 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
#r4 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
tileas.module @tests <target = "sm_90a"> {
  func @two_loops <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %n0: i32, %n1: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_v = make_memref %a : ptr -> memref<64x256xf16, [256, 1]>
    %a_t = block_tile %a_v : memref<64x256xf16, [256, 1]> -> block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %b_v = make_memref %b : ptr -> memref<256x16xf16, [16, 1]>
    %b_t = block_tile %b_v : memref<256x16xf16, [16, 1]> -> block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %c_v = make_memref %c : ptr -> memref<128x16xf32, [16, 1]>
    %c_t = block_tile %c_v : memref<128x16xf32, [16, 1]> -> block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>
    %0 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>
    %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>> -> iterator<8, producer>
    %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>> -> iterator<8, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %3 = constant <value = 0.0> : tile<64x16xf32, #r0>
        %s0:2 = for %zero, %n0, %one, [%3, %2] : i32, i32, i32, tile<64x16xf32, #r0>, iterator<8, consumer> -> tile<64x16xf32, #r0>, iterator<8, consumer> (%i: i32, %so_far: tile<64x16xf32, #r0>, %arg0: iterator<8, consumer>) {
          %4 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
          %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, tile<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
            %7 = constant <value = 0> : i32
            %8 = local_load %arg1, [%7, %7] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r1>
            %9 = local_load %arg2, [%7, %7] : buffer<16x16xf16, #s1>, i32, i32 -> tile<16x16xf16, #r2>
            %next = dot %8, %9, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x16xf16, #r2>, tile<64x16xf32, #r0> -> tile<64x16xf32, #r0>
            async.pipeline.yield [%next] : tile<64x16xf32, #r0>
          }
          async.pipeline.consumer_release %0, %5#0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
          %6 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
          continue [%5#1, %6] : tile<64x16xf32, #r0>, iterator<8, consumer>
        }
        tiled_store %s0#0, %c_t, [%zero, %zero] <contiguity = [1, 16], divisibility = 16, boxes> : tile<64x16xf32, #r0>, block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32
        %s1:2 = for %zero, %n1, %one, [%3, %s0#1] : i32, i32, i32, tile<64x16xf32, #r0>, iterator<8, consumer> -> tile<64x16xf32, #r0>, iterator<8, consumer> (%i: i32, %so_far: tile<64x16xf32, #r0>, %arg0: iterator<8, consumer>) {
          %4 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, consumer> -> stage<full>
          %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<full> -> stage<read>, tile<64x16xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x16xf16, #s1>) {
            %7 = constant <value = 0> : i32
            %8 = local_load %arg1, [%7, %7] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r1>
            %9 = local_load %arg2, [%7, %7] : buffer<16x16xf16, #s1>, i32, i32 -> tile<16x16xf16, #r2>
            %next = dot %8, %9, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x16xf16, #r2>, tile<64x16xf32, #r0> -> tile<64x16xf32, #r0>
            async.pipeline.yield [%next] : tile<64x16xf32, #r0>
          }
          async.pipeline.consumer_release %0, %5#0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<read>
          %6 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
          continue [%5#1, %6] : tile<64x16xf32, #r0>, iterator<8, consumer>
        }
        tiled_store %s1#0, %c_t, [%one, %zero] <contiguity = [1, 16], divisibility = 16, boxes> : tile<64x16xf32, #r0>, block_tile<[64, 16], memref<128x16xf32, [16, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %3 = for %zero, %n0, %one, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
          %4 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, producer> -> stage<empty>
          %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x16xf16, #s1>) {
            %7 = constant <value = 0> : i32
            %8 = tiled_load %a_t, [%zero, %arg0] : block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>
            local_store %8, %arg2, [%7, %7] : tile<64x16xf16, #r3>, buffer<64x16xf16, #s0>, i32, i32
            %9 = tiled_load %b_t, [%arg0, %zero] : block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16, #r4>
            local_store %9, %arg3, [%7, %7] : tile<16x16xf16, #r4>, buffer<16x16xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<written>
          %6 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
          continue [%6] : iterator<8, producer>
        }
        for %zero, %n1, %one, [%3] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
          %4 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, iterator<8, producer> -> stage<empty>
          %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x16xf16, #s1>) {
            %7 = constant <value = 0> : i32
            %8 = tiled_load %a_t, [%zero, %arg0] : block_tile<[64, 16], memref<64x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>
            local_store %8, %arg2, [%7, %7] : tile<64x16xf16, #r3>, buffer<64x16xf16, #s0>, i32, i32
            %9 = tiled_load %b_t, [%arg0, %zero] : block_tile<[16, 16], memref<256x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16, #r4>
            local_store %9, %arg3, [%7, %7] : tile<16x16xf16, #r4>, buffer<16x16xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x16xf16, #s1>>, stage<written>
          %6 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
          continue [%6] : iterator<8, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
