// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
// #r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_100a"> {
//   func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, path = agents, stages = 3, producer_warps = 1, sum_stages = 2> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %0 = get_cta_rank : i32
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %9 = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %1 = exti %block_row : i32 -> i64
//     %2 = exti %0 : i32 -> i64
//     %3 = constant <value = 2> : i64
//     %4 = muli %1, %3 : i64
//     %5 = addi %4, %2 : i64
//     %6 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %10 = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>
//     %11 = async.pipeline.create_pipeline <cluster> : pipeline<1, tmem<128x128xf32, #t0>>
//     %12 = async.pipeline.create_iterator %10 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, producer>
//     %13 = async.pipeline.create_iterator %11 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %14 = async.pipeline.create_iterator %10 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, consumer>
//     %15 = async.pipeline.create_iterator %11 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %16 = get_cta_rank : i32
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %7 = constant <value = 0.0> : tile<128x128xf32, #r0>
//         %17 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %18:2 = if %17 : i1 -> tile<128x128xf32, #r0>, iterator<1, consumer> {
//           %19 = async.pipeline.consumer_wait %11, %15 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %20:2 = async.pipeline.consumer_read %11, %19 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
//             %22 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//             async.pipeline.yield [%22] : tile<128x128xf32, #r0>
//           }
//           async.pipeline.consumer_release %11, %20#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %21 = async.pipeline.inc_iter %15 : iterator<1, consumer>
//           yield [%20#1, %21] : tile<128x128xf32, #r0>, iterator<1, consumer>
//         } {
//           yield [%7, %15] : tile<128x128xf32, #r0>, iterator<1, consumer>
//         }
//         %narrow = fp_to_fp %18#0 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//         tiled_store %narrow, %8, [%5, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %17 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         if %17 : i1 -> iterator<3, consumer>, iterator<1, producer> {
//           %18 = async.pipeline.producer_acquire %11, %13 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//           %19:2 = async.pipeline.producer_write %11, %18 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<3, consumer> (%arg0: tmem<128x128xf32, #t0>) {
//             %21 = for %zero, %k_tiles, %one, [%14] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%arg1: i32, %arg2: iterator<3, consumer>) {
//               %22 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//               %23 = async.pipeline.consumer_wait %10, %arg2 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
//               %24 = async.pipeline.consumer_read %10, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read> (%arg3: buffer<128x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//                 tcgen05.mma %arg3, %arg4, %arg0, [%22] <cta_group = 2> : buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %10, %24 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//               %25 = async.pipeline.inc_iter %arg2 : iterator<3, consumer>
//               continue [%25] : iterator<3, consumer>
//             }
//             async.pipeline.yield [%21] : iterator<3, consumer>
//           }
//           async.pipeline.producer_commit %11, %19#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//           %20 = async.pipeline.inc_iter %13 : iterator<1, producer>
//           yield [%19#1, %20] : iterator<3, consumer>, iterator<1, producer>
//         } {
//           yield [%14, %13] : iterator<3, consumer>, iterator<1, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %17 = for %zero, %k_tiles, %one, [%12] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %26 = exti %block_col : i32 -> i64
//           %27 = exti %16 : i32 -> i64
//           %28 = constant <value = 2> : i64
//           %29 = constant <value = 1> : i64
//           %30 = muli %26, %28 : i64
//           %31 = muli %27, %29 : i64
//           %32 = addi %30, %31 : i64
//           %33 = async.pipeline.producer_acquire %10, %arg1 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//           %34 = async.pipeline.producer_write %10, %33 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x64xf16, #s1>) {
//             %36 = constant <value = 0> : i32
//             %37 = tiled_load %6, [%5, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>
//             local_store %37, %arg2, [%36, %36] : tile<128x32xf16, #r1>, buffer<128x32xf16, #s0>, i32, i32
//             %38 = tiled_load %9, [%arg0, %32] : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i64 -> tile<32x64xf16, #r2>
//             local_store %38, %arg3, [%36, %36] : tile<32x64xf16, #r2>, buffer<32x64xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %10, %34 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//           %35 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%35] : iterator<3, producer>
//         }
//         %18 = async.pipeline.producer_acquire %10, %17 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//         %19 = async.pipeline.producer_write %10, %18 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<128x32xf16, #s0>, %arg1: buffer<32x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %10, %19 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//         %20 = async.pipeline.inc_iter %17 : iterator<3, producer>
//         %21 = async.pipeline.producer_acquire %10, %20 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//         %22 = async.pipeline.producer_write %10, %21 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<128x32xf16, #s0>, %arg1: buffer<32x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %10, %22 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//         %23 = async.pipeline.inc_iter %20 : iterator<3, producer>
//         %24 = async.pipeline.producer_acquire %10, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//         %25 = async.pipeline.producer_write %10, %24 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<128x32xf16, #s0>, %arg1: buffer<32x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %10, %25 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A pair of thread blocks: each loads half of the columns of the right operand, and waits for its last stages.
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
tileas.module @m <target = "sm_100a"> {
  func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, path = agents, stages = 3, producer_warps = 1, sum_stages = 2> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %0 = get_cta_rank : i32
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %1 = exti %block_row : i32 -> i64
    %2 = exti %0 : i32 -> i64
    %3 = constant <value = 2> : i64
    %4 = muli %1, %3 : i64
    %5 = addi %4, %2 : i64
    %6 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %7 = constant <value = 0.0> : tile<128x128xf32, #r0>
    %sum = for %zero, %k_tiles, %one, [%7] : i32, i32, i32, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0> (%i: i32, %so_far: tile<128x128xf32, #r0>) {
      %a_tile = tiled_load %6, [%5, %i] <contiguous_dim = 1, boxes> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>
      %b_tile = tiled_load %b_tiles, [%i, %block_col] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>
      %next = dot %a_tile, %b_tile, %so_far <warpgroups = [1, 1]> : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
      continue [%next] : tile<128x128xf32, #r0>
    }
    %narrow = fp_to_fp %sum : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
    %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    tiled_store %narrow, %8, [%5, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
    return
  }
}
