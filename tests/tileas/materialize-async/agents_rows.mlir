// RUN: opt --passes=materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,4),(2,8),(4,16),(8,0),(16,0),(32,0),(0,32)]
// #r2 = reg=[0,0,0,16,32] lane=[0,0,0,1,2] warp=[4,8]
// tileas.module @m <target = "sm_90a"> {
//   func @view <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 4, registers = [80, 48]> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
//     %0 = constant <value = 16> : i32
//     %1 = get_program_id <axis = 0> : i32
//     %2 = get_program_id <axis = 1> : i32
//     %3 = get_num_programs <axis = 0> : i32
//     %4 = get_num_programs <axis = 1> : i32
//     %5 = remi %2, %0 : i32
//     %6 = subi %2, %5 : i32
//     %7 = subi %4, %6 : i32
//     %8 = mini %7, %0 : i32
//     %9 = muli %5, %3 : i32
//     %10 = addi %9, %1 : i32
//     %row = divi %10, %8 : i32
//     %11 = muli %row, %8 : i32
//     %12 = subi %10, %11 : i32
//     %column = addi %6, %12 : i32
//     %a_tensor = make_memref %a_0, [%m_0, %k_0], [%k_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tensor = make_memref %c_0, [%m_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %r_tensor = make_memref %rows_0, [%m_0] : ptr, i32 -> memref<?xi32, [1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
//     %r_tiles = block_tile %r_tensor : memref<?xi32, [1]> -> block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %k_0, %deep <signed, rounding = positive_inf> : i32
//     %13 = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>
//     %14 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, producer>
//     %15 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, consumer>
//     %20 = make_tiled_tma_desc %b_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
//     %21 = make_tiled_tma_desc %c_tensor <tma_idx = 1> : memref<?x?xf32, [?, 1]> -> tma_desc<64x32xf32, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4, registers = 80> {
//         %picked = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>
//         %16 = constant <value = 0.0> : tile<64x64xf32, #r1>
//         %22 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         %sum:2 = if %22 : i1 -> tile<64x64xf32, #r1>, iterator<3, consumer> {
//           %17 = async.pipeline.consumer_wait %13, %15 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
//           %18:2 = async.pipeline.consumer_read %13, %17 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, pending<64x64xf32, #r1> (%arg1: buffer<64x64xf16, #s0>, %arg2: buffer<64x64xf16, #s0>) {
//             %next = async.dot %arg1, %arg2, %16 : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//             async.pipeline.yield [%next] : pending<64x64xf32, #r1>
//           }
//           %19 = async.pipeline.inc_iter %15 : iterator<3, consumer>
//           %25 = addi %zero, %one : i32
//           %26:3 = for %25, %steps, %one, [%18#1, %19, %18#0] : i32, i32, i32, pending<64x64xf32, #r1>, iterator<3, consumer>, stage<read> -> pending<64x64xf32, #r1>, iterator<3, consumer>, stage<read> (%i: i32, %so_far: pending<64x64xf32, #r1>, %arg0: iterator<3, consumer>, %arg0_0: stage<read>) {
//             %28 = async.pipeline.consumer_wait %13, %arg0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
//             %29:2 = async.pipeline.consumer_read %13, %28 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, pending<64x64xf32, #r1> (%arg1: buffer<64x64xf16, #s0>, %arg2: buffer<64x64xf16, #s0>) {
//               %next = async.dot %arg1, %arg2, %so_far : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, pending<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//               async.pipeline.yield [%next] : pending<64x64xf32, #r1>
//             }
//             async.pipeline.consumer_release %13, %arg0_0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
//             %30 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
//             continue [%29#1, %30, %29#0] : pending<64x64xf32, #r1>, iterator<3, consumer>, stage<read>
//           }
//           %27 = async.dot_wait %26#0 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//           async.pipeline.consumer_release %13, %26#2 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
//           yield [%27, %26#1] : tile<64x64xf32, #r1>, iterator<3, consumer>
//         } {
//           yield [%16, %15] : tile<64x64xf32, #r1>, iterator<3, consumer>
//         }
//         %23 = async.pipeline.reuse %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> buffer<64x64xf32, #s1>
//         barrier
//         %24 = constant <value = 0> : i32
//         local_store %sum#0, %23, [%24, %24] : tile<64x64xf32, #r1>, buffer<64x64xf32, #s1>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %23, %c_tiles, %21, [%row, %column] : buffer<64x64xf32, #s1>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x32xf32, swizzle = 128>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 4, registers = 48> {
//         %16 = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r2>
//         for %zero, %steps, %one, [%14] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %at = muli %arg0, %deep : i32
//           %17 = async.pipeline.producer_acquire %13, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
//           %18 = async.pipeline.producer_write %13, %17 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x64xf16, #s0>) {
//             async.tiled_load %a_tiles, [%16, %at], %arg2 <contiguity = [1, 8], divisibility = 16> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r2>, i32, buffer<64x64xf16, #s0>
//             async.tiled_tma_load %b_tiles, %arg3, %20, [%arg0, %column] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %13, %18 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
//           %19 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%19] : iterator<3, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// What has a tensor map is copied by it, and what says how threads share it by these, into the same stage.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[0,0,0,16,32] lane=[0,0,0,1,2] warp=[4,8]
#r4 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @m <target = "sm_90a"> {
  func @view <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 4, registers = [80, 48]> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
    %0 = constant <value = 16> : i32
    %1 = get_program_id <axis = 0> : i32
    %2 = get_program_id <axis = 1> : i32
    %3 = get_num_programs <axis = 0> : i32
    %4 = get_num_programs <axis = 1> : i32
    %5 = remi %2, %0 : i32
    %6 = subi %2, %5 : i32
    %7 = subi %4, %6 : i32
    %8 = mini %7, %0 : i32
    %9 = muli %5, %3 : i32
    %10 = addi %9, %1 : i32
    %row = divi %10, %8 : i32
    %11 = muli %row, %8 : i32
    %12 = subi %10, %11 : i32
    %column = addi %6, %12 : i32
    %a_tensor = make_memref %a_0, [%m_0, %k_0], [%k_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tensor = make_memref %c_0, [%m_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %r_tensor = make_memref %rows_0, [%m_0] : ptr, i32 -> memref<?xi32, [1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %r_tiles = block_tile %r_tensor : memref<?xi32, [1]> -> block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %k_0, %deep <signed, rounding = positive_inf> : i32
    %13 = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>
    %14 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, producer>
    %15 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, consumer>
    make_tiled_tma_desc %b_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 1> : memref<?x?xf32, [?, 1]> -> tma_desc<64x32xf32, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4, registers = 80> {
        %picked = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>
        %16 = constant <value = 0.0> : tile<64x64xf32, #r1>
        %sum:2 = for %zero, %steps, %one, [%16, %15] : i32, i32, i32, tile<64x64xf32, #r1>, iterator<3, consumer> -> tile<64x64xf32, #r1>, iterator<3, consumer> (%i: i32, %so_far: tile<64x64xf32, #r1>, %arg0: iterator<3, consumer>) {
          %17 = async.pipeline.consumer_wait %13, %arg0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
          %18:2 = async.pipeline.consumer_read %13, %17 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r1> (%arg1: buffer<64x64xf16, #s0>, %arg2: buffer<64x64xf16, #s0>) {
            %20 = constant <value = 0> : i32
            %21 = local_load %arg1, [%20, %20] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r2>
            %22 = local_load %arg2, [%20, %20] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r2>
            %next = dot %21, %22, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r2>, tile<64x64xf16, #r2>, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1>
            async.pipeline.yield [%next] : tile<64x64xf32, #r1>
          }
          async.pipeline.consumer_release %13, %18#0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
          %19 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
          continue [%18#1, %19] : tile<64x64xf32, #r1>, iterator<3, consumer>
        }
        tiled_store %sum#0, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<64x64xf32, #r1>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 48> {
        %16 = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r3>
        for %zero, %steps, %one, [%14] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
          %at = muli %arg0, %deep : i32
          %17 = async.pipeline.producer_acquire %13, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
          %18 = async.pipeline.producer_write %13, %17 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x64xf16, #s0>) {
            %20 = constant <value = 0> : i32
            %21 = tiled_load %a_tiles, [%16, %at] <contiguity = [1, 8], divisibility = 16> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r3>, i32 -> tile<64x64xf16, #r2>
            local_store %21, %arg2, [%20, %20] : tile<64x64xf16, #r2>, buffer<64x64xf16, #s0>, i32, i32
            %22 = tiled_load %b_tiles, [%arg0, %column] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r4>
            local_store %22, %arg3, [%20, %20] : tile<64x64xf16, #r4>, buffer<64x64xf16, #s0>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %13, %18 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
          %19 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
          continue [%19] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
