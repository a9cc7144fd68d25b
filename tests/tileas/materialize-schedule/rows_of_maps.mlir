// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(0,32)]
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
// #r2 = reg=[1,2,0,0,0,0,0] lane=[4,8,16,32,0] warp=[]
// #r3 = reg=[(1,0),(2,0),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(4,0),(8,0),(16,0),(32,0),(0,1)] warp=[]
// #r4 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_100a"> {
//   func @view <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 1, sum_stages = 1> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
//     %0 = constant <value = 32> : i32
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
//     %15 = async.pipeline.create_pipeline : pipeline<1, tmem<64x64xf32, #t0>>
//     %16 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, producer>
//     %17 = async.pipeline.create_iterator %15 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, producer>
//     %18 = async.pipeline.create_iterator %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, consumer>
//     %19 = async.pipeline.create_iterator %15 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %picked = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>
//         %14 = constant <value = 0.0> : tile<64x64xf32, #r1>
//         %20 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         %21:2 = if %20 : i1 -> tile<64x64xf32, #r1>, iterator<1, consumer> {
//           %22 = async.pipeline.consumer_wait %15, %19 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %23:2 = async.pipeline.consumer_read %15, %22 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read>, tile<64x64xf32, #r1> (%arg0: tmem<64x64xf32, #t0>) {
//             %25 = tmem_load %arg0 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r1>
//             async.pipeline.yield [%25] : tile<64x64xf32, #r1>
//           }
//           async.pipeline.consumer_release %15, %23#0 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//           %24 = async.pipeline.inc_iter %19 : iterator<1, consumer>
//           yield [%23#1, %24] : tile<64x64xf32, #r1>, iterator<1, consumer>
//         } {
//           yield [%14, %19] : tile<64x64xf32, #r1>, iterator<1, consumer>
//         }
//         tiled_store %21#0, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<64x64xf32, #r1>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r2>
//         %20 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         if %20 : i1 -> iterator<3, consumer>, iterator<1, producer> {
//           %21 = async.pipeline.producer_acquire %15, %17 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//           %22:2 = async.pipeline.producer_write %15, %21 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written>, iterator<3, consumer> (%arg0: tmem<64x64xf32, #t0>) {
//             %24 = for %zero, %steps, %one, [%18] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%arg1: i32, %arg2: iterator<3, consumer>) {
//               %25 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//               %26 = async.pipeline.consumer_wait %13, %arg2 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
//               %27 = async.pipeline.consumer_read %13, %26 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%arg3: buffer<64x64xf16, #s0>, %arg4: buffer<64x64xf16, #s0>) {
//                 tcgen05.mma %arg3, %arg4, %arg0, [%25] : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tmem<64x64xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %13, %27 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
//               %28 = async.pipeline.inc_iter %arg2 : iterator<3, consumer>
//               continue [%28] : iterator<3, consumer>
//             }
//             async.pipeline.yield [%24] : iterator<3, consumer>
//           }
//           async.pipeline.producer_commit %15, %22#0 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//           %23 = async.pipeline.inc_iter %17 : iterator<1, producer>
//           yield [%22#1, %23] : iterator<3, consumer>, iterator<1, producer>
//         } {
//           yield [%18, %17] : iterator<3, consumer>, iterator<1, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %20 = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r2>
//         for %zero, %steps, %one, [%16] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %at = muli %arg0, %deep : i32
//           %21 = async.pipeline.producer_acquire %13, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
//           %22 = async.pipeline.producer_write %13, %21 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x64xf16, #s0>) {
//             %24 = constant <value = 0> : i32
//             %25 = tiled_load %a_tiles, [%20, %at] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r2>, i32 -> tile<64x64xf16, #r3>
//             local_store %25, %arg2, [%24, %24] : tile<64x64xf16, #r3>, buffer<64x64xf16, #s0>, i32, i32
//             %26 = tiled_load %b_tiles, [%arg0, %column] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r4>
//             local_store %26, %arg3, [%24, %24] : tile<64x64xf16, #r4>, buffer<64x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %13, %22 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
//           %23 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%23] : iterator<3, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// The agent that copies is one warp: a lane has the numbers of four rows, which a copy picks together.
#r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r1 = reg=[0,0,0,16,32] lane=[0,0,0,1,2] warp=[4,8]
#r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @m <target = "sm_100a"> {
  func @view <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 1, sum_stages = 1> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
    %0 = constant <value = 32> : i32
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
    %picked = tiled_load %r_tiles, [%row] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0], padding = zero>, i32 -> tile<64xi32, #r0>
    %13 = convert_layout %picked : tile<64xi32, #r0> -> tile<64xi32, #r1>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %k_0, %deep <signed, rounding = positive_inf> : i32
    %14 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %sum = for %zero, %steps, %one, [%14] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
      %at = muli %i, %deep : i32
      %a_tile = tiled_load %a_tiles, [%13, %at] <contiguity = [1, 8], divisibility = 16, no_boxes = gather> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<64xi32, #r1>, i32 -> tile<64x64xf16, #r3>
      %b_tile = tiled_load %b_tiles, [%i, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
      %next = dot %a_tile, %b_tile, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r3>, tile<64x64xf16, #r3>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
