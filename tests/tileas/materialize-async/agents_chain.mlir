// RUN: opt --passes=materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0),(64,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,4),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0),(0,32)]
// tileas.module @chains <target = "sm_90a"> {
//   func @two_groups <num_warps = 8, occupancy = 1, num_worker_warps_per_cta = 8, path = agents, stages = 8, producer_warps = 4, registers = [240, 24]> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
//     %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
//     %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
//     %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 64], memref<64x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1]>
//     %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %0 = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
//     %1 = async.pipeline.create_pipeline : pipeline<8, buffer<64x64xf16, #s1>>
//     %2 = async.pipeline.create_pipeline : pipeline<8, buffer<64x64xf16, #s1>>
//     %3 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %4 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, producer>
//     %5 = async.pipeline.create_iterator %2 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, producer>
//     %6 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %7 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, consumer>
//     %8 = async.pipeline.create_iterator %2 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, consumer>
//     %20 = make_tiled_tma_desc %a_all <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<128x64xf16, swizzle = 128>
//     %21 = make_tiled_tma_desc %b_all <tma_idx = 1> : memref<64x512xf16, [512, 1]> -> tma_desc<64x64xf16, swizzle = 128>
//     %22 = make_tiled_tma_desc %d_all <tma_idx = 2> : memref<512x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
//     %23 = make_tiled_tma_desc %c_all <tma_idx = 3> : memref<?x64xf32, [64, 1]> -> tma_desc<128x32xf32, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 8, registers = 240> {
//         %9 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %10 = constant <value = 0.5> : tile<128x64xf32, #r0>
//         %11 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %12 = async.pipeline.consumer_wait %0, %6 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %13:2 = async.pipeline.consumer_read %0, %12 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: buffer<128x64xf16, #s0>) {
//           %26 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %sum:3 = if %26 : i1 -> tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer> {
//             %14 = async.pipeline.consumer_wait %1, %7 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %15:2 = async.pipeline.consumer_read %1, %14 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
//               %29 = async.dot %arg0, %arg3, %9 : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
//               %first = async.dot_wait %29 : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//               async.pipeline.yield [%first] : tile<128x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %1, %15#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
//             %16 = async.pipeline.inc_iter %7 : iterator<8, consumer>
//             %narrow = fp_to_fp %15#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             %scaled = mulf %11, %10 : tile<128x64xf32, #r0>
//             %27 = addi %zero, %one : i32
//             async.turn <step = open>
//             %28:4 = for %27, %steps, %one, [%scaled, %16, %8, %narrow] : i32, i32, i32, tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>, tile<128x64xf16, #r0> -> tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>, tile<128x64xf16, #r0> (%i: i32, %so_far: tile<128x64xf32, #r0>, %arg1: iterator<8, consumer>, %arg2: iterator<8, consumer>, %arg0_2: tile<128x64xf16, #r0>) {
//               %29 = async.pipeline.consumer_wait %1, %arg1 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//               async.turn <step = take>
//               %30:2 = async.pipeline.consumer_read %1, %29 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, pending<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
//                 %first = async.dot %arg0, %arg3, %9 : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
//                 async.pipeline.yield [%first] : pending<128x64xf32, #r0>
//               }
//               %31 = async.pipeline.consumer_wait %2, %arg2 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//               %32:2 = async.pipeline.consumer_read %2, %31 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, pending<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
//                 %next = async.dot %arg0_2, %arg3, %so_far : tile<128x64xf16, #r0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
//                 async.pipeline.yield [%next] : pending<128x64xf32, #r0>
//               }
//               async.turn <step = pass>
//               %35 = async.dot_wait %30#1 <pending = 1> : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//               async.pipeline.consumer_release %1, %30#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
//               %33 = async.pipeline.inc_iter %arg1 : iterator<8, consumer>
//               %34 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
//               %36 = async.dot_wait %32#1 <late> : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//               async.pipeline.consumer_release %2, %32#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
//               %narrow_0 = fp_to_fp %35 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//               %scaled_1 = mulf %36, %10 : tile<128x64xf32, #r0>
//               continue [%scaled_1, %33, %34, %narrow_0] : tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>, tile<128x64xf16, #r0>
//             }
//             async.turn <step = close>
//             %17 = async.pipeline.consumer_wait %2, %28#2 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %18:2 = async.pipeline.consumer_read %2, %17 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
//               %29 = async.dot %28#3, %arg3, %28#0 : tile<128x64xf16, #r0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
//               %next = async.dot_wait %29 : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
//               async.pipeline.yield [%next] : tile<128x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %2, %18#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
//             %19 = async.pipeline.inc_iter %28#2 : iterator<8, consumer>
//             yield [%18#1, %28#1, %19] : tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>
//           } {
//             yield [%11, %7, %8] : tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>
//           }
//           async.pipeline.yield [%sum#0] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %0, %13#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//         %24 = async.pipeline.reuse %2 : pipeline<8, buffer<64x64xf16, #s1>> -> buffer<128x64xf32, #s2>
//         barrier
//         %25 = constant <value = 0> : i32
//         local_store %13#1, %24, [%25, %25] : tile<128x64xf32, #r0>, buffer<128x64xf32, #s2>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %24, %c_tiles, %23, [%block, %zero] : buffer<128x64xf32, #s2>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, tma_desc<128x32xf32, swizzle = 128>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 4, registers = 24> {
//         %9 = async.pipeline.producer_acquire %0, %3 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %10 = async.pipeline.producer_write %0, %9 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.tiled_tma_load %a_tiles, %arg0, %20, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, buffer<128x64xf16, #s0>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %10 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         for %zero, %steps, %one, [%4, %5] : i32, i32, i32, iterator<8, producer>, iterator<8, producer> -> iterator<8, producer>, iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>, %arg2: iterator<8, producer>) {
//           %11 = async.pipeline.producer_acquire %1, %arg1 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//           %12 = async.pipeline.producer_write %1, %11 : pipeline<8, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
//             async.tiled_tma_load %b_tiles, %arg3, %21, [%zero, %arg0] : block_tile<[64, 64], memref<64x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %1, %12 : pipeline<8, buffer<64x64xf16, #s1>>, stage<written>
//           %13 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
//           %14 = async.pipeline.producer_acquire %2, %arg2 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//           %15 = async.pipeline.producer_write %2, %14 : pipeline<8, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
//             async.tiled_tma_load %d_tiles, %arg3, %22, [%arg0, %zero] : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %2, %15 : pipeline<8, buffer<64x64xf16, #s1>>, stage<written>
//           %16 = async.pipeline.inc_iter %arg2 : iterator<8, producer>
//           continue [%13, %16] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A chain of products: the last one falls an iteration behind, and is waited for when all that is computed from the first one
// alone is done. Two warpgroups run the loop, so they begin products by turns.

#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0),(64,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
#r2 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0),(8,0)]
#r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r4 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @chains <target = "sm_90a"> {
  func @two_groups <num_warps = 8, occupancy = 1, num_worker_warps_per_cta = 8, path = agents, stages = 8, producer_warps = 4, registers = [240, 24]> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
    %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 64], memref<64x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1]>
    %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %0 = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
    %1 = async.pipeline.create_pipeline : pipeline<8, buffer<64x64xf16, #s1>>
    %2 = async.pipeline.create_pipeline : pipeline<8, buffer<64x64xf16, #s1>>
    %3 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
    %4 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, producer>
    %5 = async.pipeline.create_iterator %2 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, producer>
    %6 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
    %7 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, consumer>
    %8 = async.pipeline.create_iterator %2 : pipeline<8, buffer<64x64xf16, #s1>> -> iterator<8, consumer>
    make_tiled_tma_desc %a_all <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    make_tiled_tma_desc %b_all <tma_idx = 1> : memref<64x512xf16, [512, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    make_tiled_tma_desc %d_all <tma_idx = 2> : memref<512x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_all <tma_idx = 3> : memref<?x64xf32, [64, 1]> -> tma_desc<128x32xf32, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 8, registers = 240> {
        %9 = constant <value = 0.0> : tile<128x64xf32, #r0>
        %10 = constant <value = 0.5> : tile<128x64xf32, #r0>
        %11 = constant <value = 0.0> : tile<128x64xf32, #r0>
        %12 = async.pipeline.consumer_wait %0, %6 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
        %13:2 = async.pipeline.consumer_read %0, %12 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: buffer<128x64xf16, #s0>) {
          %sum:3 = for %zero, %steps, %one, [%11, %7, %8] : i32, i32, i32, tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer> -> tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer> (%i: i32, %so_far: tile<128x64xf32, #r0>, %arg1: iterator<8, consumer>, %arg2: iterator<8, consumer>) {
            %14 = async.pipeline.consumer_wait %1, %arg1 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
            %15:2 = async.pipeline.consumer_read %1, %14 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
              %20 = constant <value = 0> : i32
              %21 = local_load %arg3, [%20, %20] : buffer<64x64xf16, #s1>, i32, i32 -> tile<64x64xf16, #r1>
              %22 = constant <value = 0> : i32
              %23 = local_load %arg0, [%22, %22] : buffer<128x64xf16, #s0>, i32, i32 -> tile<128x64xf16, #r2>
              %first = dot %23, %21, %9 <warpgroups = [2, 1]> : tile<128x64xf16, #r2>, tile<64x64xf16, #r1>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.yield [%first] : tile<128x64xf32, #r0>
            }
            async.pipeline.consumer_release %1, %15#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
            %16 = async.pipeline.inc_iter %arg1 : iterator<8, consumer>
            %narrow = fp_to_fp %15#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
            %scaled = mulf %so_far, %10 : tile<128x64xf32, #r0>
            %17 = async.pipeline.consumer_wait %2, %arg2 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
            %18:2 = async.pipeline.consumer_read %2, %17 : pipeline<8, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg3: buffer<64x64xf16, #s1>) {
              %20 = constant <value = 0> : i32
              %21 = local_load %arg3, [%20, %20] : buffer<64x64xf16, #s1>, i32, i32 -> tile<64x64xf16, #r1>
              %next = dot %narrow, %21, %scaled <warpgroups = [2, 1]> : tile<128x64xf16, #r0>, tile<64x64xf16, #r1>, tile<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.yield [%next] : tile<128x64xf32, #r0>
            }
            async.pipeline.consumer_release %2, %18#0 : pipeline<8, buffer<64x64xf16, #s1>>, stage<read>
            %19 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
            continue [%18#1, %16, %19] : tile<128x64xf32, #r0>, iterator<8, consumer>, iterator<8, consumer>
          }
          async.pipeline.yield [%sum#0] : tile<128x64xf32, #r0>
        }
        async.pipeline.consumer_release %0, %13#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
        tiled_store %13#1, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 24> {
        %9 = async.pipeline.producer_acquire %0, %3 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
        %10 = async.pipeline.producer_write %0, %9 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
          %11 = constant <value = 0> : i32
          %12 = tiled_load %a_tiles, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x64xf16, #r3>
          local_store %12, %arg0, [%11, %11] : tile<128x64xf16, #r3>, buffer<128x64xf16, #s0>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %0, %10 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
        for %zero, %steps, %one, [%4, %5] : i32, i32, i32, iterator<8, producer>, iterator<8, producer> -> iterator<8, producer>, iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>, %arg2: iterator<8, producer>) {
          %11 = async.pipeline.producer_acquire %1, %arg1 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
          %12 = async.pipeline.producer_write %1, %11 : pipeline<8, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
            %17 = constant <value = 0> : i32
            %18 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[64, 64], memref<64x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r4>
            local_store %18, %arg3, [%17, %17] : tile<64x64xf16, #r4>, buffer<64x64xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %1, %12 : pipeline<8, buffer<64x64xf16, #s1>>, stage<written>
          %13 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
          %14 = async.pipeline.producer_acquire %2, %arg2 : pipeline<8, buffer<64x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
          %15 = async.pipeline.producer_write %2, %14 : pipeline<8, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
            %17 = constant <value = 0> : i32
            %18 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r4>
            local_store %18, %arg3, [%17, %17] : tile<64x64xf16, #r4>, buffer<64x64xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %2, %15 : pipeline<8, buffer<64x64xf16, #s1>>, stage<written>
          %16 = async.pipeline.inc_iter %arg2 : iterator<8, producer>
          continue [%13, %16] : iterator<8, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
