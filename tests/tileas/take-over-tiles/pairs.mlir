// RUN: opt --passes=take-over-tiles
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #s2 = offset=[1,2]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
// #r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_100a"> {
//   func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, path = agents, stages = 3, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %0 = get_cta_rank : i32
//     %block_row = get_program_id <axis = 0> : i32
//     %block_col = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %1 = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %2 = exti %block_row : i32 -> i64
//     %3 = exti %0 : i32 -> i64
//     %4 = constant <value = 2> : i64
//     %5 = muli %2, %4 : i64
//     %6 = addi %5, %3 : i64
//     %7 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %9 = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>
//     %10 = async.pipeline.create_pipeline <cluster> : pipeline<2, tmem<128x128xf32, #t0>>
//     %11 = async.pipeline.create_iterator %9 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, producer>
//     %12 = async.pipeline.create_iterator %10 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
//     %13 = async.pipeline.create_iterator %9 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, consumer>
//     %14 = async.pipeline.create_iterator %10 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
//     %15 = get_cta_rank : i32
//     %29 = async.pipeline.create_pipeline <consumers = 4, cluster> : pipeline<2, buffer<4xi32, #s2>>
//     %30 = async.pipeline.create_iterator %29 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %31 = async.pipeline.create_iterator %29 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %32 = async.pipeline.create_iterator %29 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %33 = async.pipeline.create_iterator %29 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
//     %34 = async.pipeline.create_iterator %29 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         loop [%block_row, %block_col, %14, %30] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0_0: i32, %arg1_1: i32, %arg2_2: iterator<2, consumer>, %arg3_3: iterator<2, consumer>) {
//           %35 = exti %arg0_0 : i32 -> i64
//           %36 = muli %35, %4 : i64
//           %37 = addi %36, %3 : i64
//           %16 = constant <value = 0.0> : tile<128x128xf32, #r0>
//           %17 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %18:2 = if %17 : i1 -> tile<128x128xf32, #r0>, iterator<2, consumer> {
//             %19 = async.pipeline.consumer_wait %10, %arg2_2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
//             %20:2 = async.pipeline.consumer_read %10, %19 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
//               %22 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//               async.pipeline.yield [%22] : tile<128x128xf32, #r0>
//             }
//             async.pipeline.consumer_release %10, %20#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
//             %21 = async.pipeline.inc_iter %arg2_2 : iterator<2, consumer>
//             yield [%20#1, %21] : tile<128x128xf32, #r0>, iterator<2, consumer>
//           } {
//             yield [%16, %arg2_2] : tile<128x128xf32, #r0>, iterator<2, consumer>
//           }
//           %narrow = fp_to_fp %18#0 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//           tiled_store %narrow, %8, [%37, %arg1_1] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
//           %38 = async.pipeline.consumer_wait %29, %arg3_3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %39:4 = async.pipeline.consumer_read %29, %38 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4_4: buffer<4xi32, #s2>) {
//             %41:4 = cancelled_launch %arg4_4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%41#0, %41#1, %41#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %29, %39#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %39#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %40 = async.pipeline.inc_iter %arg3_3 : iterator<2, consumer>
//           continue [%39#2, %39#3, %18#1, %40] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         loop [%block_row, %block_col, %12, %13, %31] : i32, i32, iterator<2, producer>, iterator<3, consumer>, iterator<2, consumer> (%arg0_0: i32, %arg1_1: i32, %arg2_2: iterator<2, producer>, %arg3_3: iterator<3, consumer>, %arg4_4: iterator<2, consumer>) {
//           %16 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %35:2 = if %16 : i1 -> iterator<3, consumer>, iterator<2, producer> {
//             %17 = async.pipeline.producer_acquire %10, %arg2_2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
//             %18:2 = async.pipeline.producer_write %10, %17 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<3, consumer> (%arg0: tmem<128x128xf32, #t0>) {
//               %20 = for %zero, %k_tiles, %one, [%arg3_3] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%arg1: i32, %arg2: iterator<3, consumer>) {
//                 %21 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//                 %22 = async.pipeline.consumer_wait %9, %arg2 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
//                 %23 = async.pipeline.consumer_read %9, %22 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read> (%arg3: buffer<128x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//                   tcgen05.mma %arg3, %arg4, %arg0, [%21] <cta_group = 2> : buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %9, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//                 %24 = async.pipeline.inc_iter %arg2 : iterator<3, consumer>
//                 continue [%24] : iterator<3, consumer>
//               }
//               async.pipeline.yield [%20] : iterator<3, consumer>
//             }
//             async.pipeline.producer_commit %10, %18#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
//             %19 = async.pipeline.inc_iter %arg2_2 : iterator<2, producer>
//             yield [%18#1, %19] : iterator<3, consumer>, iterator<2, producer>
//           } {
//             yield [%arg3_3, %arg2_2] : iterator<3, consumer>, iterator<2, producer>
//           }
//           %36 = async.pipeline.consumer_wait %29, %arg4_4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %37:4 = async.pipeline.consumer_read %29, %36 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
//             %39:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%39#0, %39#1, %39#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %29, %37#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %37#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %38 = async.pipeline.inc_iter %arg4_4 : iterator<2, consumer>
//           continue [%37#2, %37#3, %35#1, %35#0, %38] : i32, i32, iterator<2, producer>, iterator<3, consumer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         loop [%block_row, %block_col, %11, %32] : i32, i32, iterator<3, producer>, iterator<2, consumer> (%arg0_0: i32, %arg1_1: i32, %arg2_2: iterator<3, producer>, %arg3_3: iterator<2, consumer>) {
//           %35 = exti %arg0_0 : i32 -> i64
//           %36 = muli %35, %4 : i64
//           %37 = addi %36, %3 : i64
//           %38 = for %zero, %k_tiles, %one, [%arg2_2] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//             %16 = exti %arg1_1 : i32 -> i64
//             %17 = exti %15 : i32 -> i64
//             %18 = constant <value = 2> : i64
//             %19 = constant <value = 1> : i64
//             %20 = muli %16, %18 : i64
//             %21 = muli %17, %19 : i64
//             %22 = addi %20, %21 : i64
//             %23 = async.pipeline.producer_acquire %9, %arg1 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %24 = async.pipeline.producer_write %9, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x64xf16, #s1>) {
//               %26 = constant <value = 0> : i32
//               %27 = tiled_load %7, [%37, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>
//               local_store %27, %arg2, [%26, %26] : tile<128x32xf16, #r1>, buffer<128x32xf16, #s0>, i32, i32
//               %28 = tiled_load %1, [%arg0, %22] : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i64 -> tile<32x64xf16, #r2>
//               local_store %28, %arg3, [%26, %26] : tile<32x64xf16, #r2>, buffer<32x64xf16, #s1>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %9, %24 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//             %25 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//             continue [%25] : iterator<3, producer>
//           }
//           %39 = async.pipeline.consumer_wait %29, %arg3_3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %40:4 = async.pipeline.consumer_read %29, %39 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4_4: buffer<4xi32, #s2>) {
//             %42:4 = cancelled_launch %arg4_4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%42#0, %42#1, %42#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %29, %40#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %40#1 : i1 {
//             yield
//           } {
//             %42 = async.pipeline.producer_acquire %9, %38 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %43 = async.pipeline.producer_write %9, %42 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4_4: buffer<128x32xf16, #s0>, %arg5: buffer<32x64xf16, #s1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %9, %43 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//             %44 = async.pipeline.inc_iter %38 : iterator<3, producer>
//             %45 = async.pipeline.producer_acquire %9, %44 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %46 = async.pipeline.producer_write %9, %45 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4_4: buffer<128x32xf16, #s0>, %arg5: buffer<32x64xf16, #s1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %9, %46 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//             %47 = async.pipeline.inc_iter %44 : iterator<3, producer>
//             %48 = async.pipeline.producer_acquire %9, %47 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %49 = async.pipeline.producer_write %9, %48 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4_4: buffer<128x32xf16, #s0>, %arg5: buffer<32x64xf16, #s1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %9, %49 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//             async.pipeline.inc_iter %47 : iterator<3, producer>
//             break
//           }
//           %41 = async.pipeline.inc_iter %arg3_3 : iterator<2, consumer>
//           continue [%40#2, %40#3, %38, %41] : i32, i32, iterator<3, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "schedule", num_warps = 1> {
//         loop [%33, %34] : iterator<2, producer>, iterator<2, consumer> (%arg0_0: iterator<2, producer>, %arg1_1: iterator<2, consumer>) {
//           %35 = async.pipeline.producer_acquire %29, %arg0_0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
//           %36 = async.pipeline.producer_write %29, %35 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2_2: buffer<4xi32, #s2>) {
//             async.cancel_launch %arg2_2 : buffer<4xi32, #s2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %29, %36 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
//           %37 = async.pipeline.inc_iter %arg0_0 : iterator<2, producer>
//           %38 = async.pipeline.consumer_wait %29, %arg1_1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %39:4 = async.pipeline.consumer_read %29, %38 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2_2: buffer<4xi32, #s2>) {
//             %41:4 = cancelled_launch %arg2_2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%41#0, %41#1, %41#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %29, %39#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %39#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %40 = async.pipeline.inc_iter %arg1_1 : iterator<2, consumer>
//           continue [%37, %40] : iterator<2, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A pair of thread blocks: the answer is for both, and the last stages are waited for behind the last tile.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
#r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
tileas.module @m <target = "sm_100a"> {
  func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, path = agents, stages = 3, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %0 = get_cta_rank : i32
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %1 = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %2 = exti %block_row : i32 -> i64
    %3 = exti %0 : i32 -> i64
    %4 = constant <value = 2> : i64
    %5 = muli %2, %4 : i64
    %6 = addi %5, %3 : i64
    %7 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %8 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %9 = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>
    %10 = async.pipeline.create_pipeline <cluster> : pipeline<2, tmem<128x128xf32, #t0>>
    %11 = async.pipeline.create_iterator %9 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, producer>
    %12 = async.pipeline.create_iterator %10 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
    %13 = async.pipeline.create_iterator %9 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<3, consumer>
    %14 = async.pipeline.create_iterator %10 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
    %15 = get_cta_rank : i32
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %16 = constant <value = 0.0> : tile<128x128xf32, #r0>
        %17 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        %18:2 = if %17 : i1 -> tile<128x128xf32, #r0>, iterator<2, consumer> {
          %19 = async.pipeline.consumer_wait %10, %14 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
          %20:2 = async.pipeline.consumer_read %10, %19 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
            %22 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
            async.pipeline.yield [%22] : tile<128x128xf32, #r0>
          }
          async.pipeline.consumer_release %10, %20#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
          %21 = async.pipeline.inc_iter %14 : iterator<2, consumer>
          yield [%20#1, %21] : tile<128x128xf32, #r0>, iterator<2, consumer>
        } {
          yield [%16, %14] : tile<128x128xf32, #r0>, iterator<2, consumer>
        }
        %narrow = fp_to_fp %18#0 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
        tiled_store %narrow, %8, [%6, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %16 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        if %16 : i1 -> iterator<3, consumer>, iterator<2, producer> {
          %17 = async.pipeline.producer_acquire %10, %12 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
          %18:2 = async.pipeline.producer_write %10, %17 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<3, consumer> (%arg0: tmem<128x128xf32, #t0>) {
            %20 = for %zero, %k_tiles, %one, [%13] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%arg1: i32, %arg2: iterator<3, consumer>) {
              %21 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
              %22 = async.pipeline.consumer_wait %9, %arg2 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
              %23 = async.pipeline.consumer_read %9, %22 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read> (%arg3: buffer<128x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
                tcgen05.mma %arg3, %arg4, %arg0, [%21] <cta_group = 2> : buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>, tmem<128x128xf32, #t0>, i1
                async.pipeline.yield
              }
              async.pipeline.consumer_release %9, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
              %24 = async.pipeline.inc_iter %arg2 : iterator<3, consumer>
              continue [%24] : iterator<3, consumer>
            }
            async.pipeline.yield [%20] : iterator<3, consumer>
          }
          async.pipeline.producer_commit %10, %18#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
          %19 = async.pipeline.inc_iter %12 : iterator<2, producer>
          yield [%18#1, %19] : iterator<3, consumer>, iterator<2, producer>
        } {
          yield [%13, %12] : iterator<3, consumer>, iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        for %zero, %k_tiles, %one, [%11] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
          %16 = exti %block_col : i32 -> i64
          %17 = exti %15 : i32 -> i64
          %18 = constant <value = 2> : i64
          %19 = constant <value = 1> : i64
          %20 = muli %16, %18 : i64
          %21 = muli %17, %19 : i64
          %22 = addi %20, %21 : i64
          %23 = async.pipeline.producer_acquire %9, %arg1 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
          %24 = async.pipeline.producer_write %9, %23 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x64xf16, #s1>) {
            %26 = constant <value = 0> : i32
            %27 = tiled_load %7, [%6, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16, #r1>
            local_store %27, %arg2, [%26, %26] : tile<128x32xf16, #r1>, buffer<128x32xf16, #s0>, i32, i32
            %28 = tiled_load %1, [%arg0, %22] : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i64 -> tile<32x64xf16, #r2>
            local_store %28, %arg3, [%26, %26] : tile<32x64xf16, #r2>, buffer<32x64xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %9, %24 : pipeline<3, buffer<128x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
          %25 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
          continue [%25] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
