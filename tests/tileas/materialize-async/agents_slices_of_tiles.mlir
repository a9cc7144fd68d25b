// RUN: opt --passes=materialize-async,dce
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #s2 = offset=[1,2]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @gemm <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32) {
//     %column = get_program_id <axis = 0> : i32
//     %row = get_program_id <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = async.pipeline.create_pipeline : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
//     %1 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>>
//     %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, producer>
//     %3 = async.pipeline.create_iterator %1 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
//     %4 = async.pipeline.create_iterator %0 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, consumer>
//     %5 = async.pipeline.create_iterator %1 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
//     %6 = async.pipeline.create_pipeline <consumers = 4> : pipeline<2, buffer<4xi32, #s2>>
//     %7 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %8 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %9 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %10 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
//     %11 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %25 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
//     %26 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
//     %27 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %28 = alloc_tensor : buffer<128x64xf16, #s3>
//         %29 = alloc_tensor : buffer<128x64xf16, #s3>
//         loop [%column, %row, %5, %7] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>) {
//           %13 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %14 = if %13 : i1 -> iterator<2, consumer> {
//             %18 = async.pipeline.consumer_wait %1, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
//             %30:2 = async.pipeline.consumer_read %1, %18 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg4: tmem<128x128xf32, #t0>) {
//               %33 = constant <value = 0> : i32
//               %34 = constant <value = 0> : i32
//               %35 = extract_slice %arg4, [%33, %34] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//               %36 = tmem_load %35 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//               %37 = fp_to_fp %36 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//               async.store_wait <pending = 1, read>
//               %38 = constant <value = 0> : i32
//               local_store %37, %29, [%38, %38] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//               mma.fence
//               barrier
//               async.tiled_tma_store %29, %c_tiles, %27, [%arg1, %arg0] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//               %39 = constant <value = 0> : i32
//               %40 = constant <value = 1> : i32
//               %41 = extract_slice %arg4, [%39, %40] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//               %42 = tmem_load %41 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//               async.pipeline.yield [%42] : tile<128x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %1, %30#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
//             %20 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
//             %31 = fp_to_fp %30#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %32 = constant <value = 0> : i32
//             local_store %31, %28, [%32, %32] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %28, %c_tiles, %27, [%arg1, %arg0] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             yield [%20] : iterator<2, consumer>
//           } {
//             %30 = constant <value = 0.0> : tile<128x64xf32, #r0>
//             %31 = fp_to_fp %30 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %32 = constant <value = 0> : i32
//             local_store %31, %29, [%32, %32] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %29, %c_tiles, %27, [%arg1, %arg0] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             %33 = constant <value = 0.0> : tile<128x64xf32, #r0>
//             %34 = fp_to_fp %33 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %35 = constant <value = 0> : i32
//             local_store %34, %28, [%35, %35] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %28, %c_tiles, %27, [%arg1, %arg0] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             yield [%arg2] : iterator<2, consumer>
//           }
//           %15 = async.pipeline.consumer_wait %6, %arg3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %16:4 = async.pipeline.consumer_read %6, %15 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
//             %18:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%18#0, %18#1, %18#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %6, %16#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %16#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %17 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//           continue [%16#2, %16#3, %14, %17] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
//         }
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         loop [%3, %4, %8] : iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer> (%arg2: iterator<2, producer>, %arg3: iterator<8, consumer>, %arg4: iterator<2, consumer>) {
//           %12 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %13:2 = if %12 : i1 -> iterator<8, consumer>, iterator<2, producer> {
//             %17 = async.pipeline.producer_acquire %1, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
//             %18:2 = async.pipeline.producer_write %1, %17 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg5: tmem<128x128xf32, #t0>) {
//               %20 = for %zero, %k_tiles, %one, [%arg3] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg6: i32, %arg7: iterator<8, consumer>) {
//                 %21 = cmpi %arg6, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//                 %22 = async.pipeline.consumer_wait %0, %arg7 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, consumer> -> stage<full>
//                 %23 = async.pipeline.consumer_read %0, %22 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg8: buffer<128x32xf16, #s0>, %arg9: buffer<32x128xf16, #s1>) {
//                   tcgen05.mma %arg8, %arg9, %arg5, [%21] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %0, %23 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
//                 %24 = async.pipeline.inc_iter %arg7 : iterator<8, consumer>
//                 continue [%24] : iterator<8, consumer>
//               }
//               async.pipeline.yield [%20] : iterator<8, consumer>
//             }
//             async.pipeline.producer_commit %1, %18#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
//             %19 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//             yield [%18#1, %19] : iterator<8, consumer>, iterator<2, producer>
//           } {
//             yield [%arg3, %arg2] : iterator<8, consumer>, iterator<2, producer>
//           }
//           %14 = async.pipeline.consumer_wait %6, %arg4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %15:4 = async.pipeline.consumer_read %6, %14 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
//             %17:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%17#0, %17#1, %17#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %6, %15#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %15#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %16 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
//           continue [%13#1, %13#0, %16] : iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         loop [%column, %row, %2, %9] : i32, i32, iterator<8, producer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<8, producer>, %arg3: iterator<2, consumer>) {
//           %12 = for %zero, %k_tiles, %one, [%arg2] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg4: i32, %arg5: iterator<8, producer>) {
//             %16 = async.pipeline.producer_acquire %0, %arg5 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, producer> -> stage<empty>
//             %17 = async.pipeline.producer_write %0, %16 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg6: buffer<128x32xf16, #s0>, %arg7: buffer<32x128xf16, #s1>) {
//               async.tiled_tma_load %a_tiles, %arg6, %25, [%arg1, %arg4] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, buffer<128x32xf16, #s0>, tma_desc<128x32xf16, swizzle = 64>, i32, i32
//               async.tiled_tma_load %b_tiles, %arg7, %26, [%arg4, %arg0] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, buffer<32x128xf16, #s1>, tma_desc<32x64xf16, swizzle = 128>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %0, %17 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
//             %18 = async.pipeline.inc_iter %arg5 : iterator<8, producer>
//             continue [%18] : iterator<8, producer>
//           }
//           %13 = async.pipeline.consumer_wait %6, %arg3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %14:4 = async.pipeline.consumer_read %6, %13 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
//             %16:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%16#0, %16#1, %16#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %6, %14#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %14#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %15 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//           continue [%14#2, %14#3, %12, %15] : i32, i32, iterator<8, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "schedule", num_warps = 1> {
//         loop [%10, %11] : iterator<2, producer>, iterator<2, consumer> (%arg0: iterator<2, producer>, %arg1: iterator<2, consumer>) {
//           %12 = async.pipeline.producer_acquire %6, %arg0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
//           %13 = async.pipeline.producer_write %6, %12 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<4xi32, #s2>) {
//             async.cancel_launch %arg2 : buffer<4xi32, #s2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %6, %13 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
//           %14 = async.pipeline.inc_iter %arg0 : iterator<2, producer>
//           %15 = async.pipeline.consumer_wait %6, %arg1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %16:4 = async.pipeline.consumer_read %6, %15 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2: buffer<4xi32, #s2>) {
//             %18:4 = cancelled_launch %arg2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%18#0, %18#1, %18#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %6, %16#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %16#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %17 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
//           continue [%14, %17] : iterator<2, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

// A sum is stored in slices of 64 columns: in a loop over tiles, through two buffers.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#s2 = offset=[1,2]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
#r2 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
tileas.module @m <target = "sm_100a"> {
  func @gemm <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32) {
    %column = get_program_id <axis = 0> : i32
    %row = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = async.pipeline.create_pipeline : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
    %1 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>>
    %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, producer>
    %3 = async.pipeline.create_iterator %1 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
    %4 = async.pipeline.create_iterator %0 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, consumer>
    %5 = async.pipeline.create_iterator %1 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
    %6 = async.pipeline.create_pipeline <consumers = 4> : pipeline<2, buffer<4xi32, #s2>>
    %7 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %8 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %9 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %10 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
    %11 = async.pipeline.create_iterator %6 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
    make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        loop [%column, %row, %5, %7] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>) {
          %12 = constant <value = 0.0> : tile<128x128xf32, #r0>
          %13 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %14:2 = if %13 : i1 -> tile<128x128xf32, #r0>, iterator<2, consumer> {
            %18 = async.pipeline.consumer_wait %1, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
            %19:2 = async.pipeline.consumer_read %1, %18 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg4: tmem<128x128xf32, #t0>) {
              %21 = tmem_load %arg4 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
              async.pipeline.yield [%21] : tile<128x128xf32, #r0>
            }
            async.pipeline.consumer_release %1, %19#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
            %20 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
            yield [%19#1, %20] : tile<128x128xf32, #r0>, iterator<2, consumer>
          } {
            yield [%12, %arg2] : tile<128x128xf32, #r0>, iterator<2, consumer>
          }
          %result = fp_to_fp %14#0 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
          tiled_store %result, %c_tiles, [%arg1, %arg0] <contiguity = [1, 16], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
          %15 = async.pipeline.consumer_wait %6, %arg3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %16:4 = async.pipeline.consumer_read %6, %15 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %18:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%18#0, %18#1, %18#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %6, %16#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %16#1 : i1 {
            yield
          } {
            break
          }
          %17 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%16#2, %16#3, %14#1, %17] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        loop [%column, %row, %3, %4, %8] : i32, i32, iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, producer>, %arg3: iterator<8, consumer>, %arg4: iterator<2, consumer>) {
          %12 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %13:2 = if %12 : i1 -> iterator<8, consumer>, iterator<2, producer> {
            %17 = async.pipeline.producer_acquire %1, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
            %18:2 = async.pipeline.producer_write %1, %17 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg5: tmem<128x128xf32, #t0>) {
              %20 = for %zero, %k_tiles, %one, [%arg3] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg6: i32, %arg7: iterator<8, consumer>) {
                %21 = cmpi %arg6, %zero <predicate = not_equal, signed> : i32, i32 -> i1
                %22 = async.pipeline.consumer_wait %0, %arg7 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, consumer> -> stage<full>
                %23 = async.pipeline.consumer_read %0, %22 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg8: buffer<128x32xf16, #s0>, %arg9: buffer<32x128xf16, #s1>) {
                  tcgen05.mma %arg8, %arg9, %arg5, [%21] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
                  async.pipeline.yield
                }
                async.pipeline.consumer_release %0, %23 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
                %24 = async.pipeline.inc_iter %arg7 : iterator<8, consumer>
                continue [%24] : iterator<8, consumer>
              }
              async.pipeline.yield [%20] : iterator<8, consumer>
            }
            async.pipeline.producer_commit %1, %18#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
            %19 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
            yield [%18#1, %19] : iterator<8, consumer>, iterator<2, producer>
          } {
            yield [%arg3, %arg2] : iterator<8, consumer>, iterator<2, producer>
          }
          %14 = async.pipeline.consumer_wait %6, %arg4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %15:4 = async.pipeline.consumer_read %6, %14 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
            %17:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%17#0, %17#1, %17#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %6, %15#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %15#1 : i1 {
            yield
          } {
            break
          }
          %16 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
          continue [%15#2, %15#3, %13#1, %13#0, %16] : i32, i32, iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        loop [%column, %row, %2, %9] : i32, i32, iterator<8, producer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<8, producer>, %arg3: iterator<2, consumer>) {
          %12 = for %zero, %k_tiles, %one, [%arg2] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg4: i32, %arg5: iterator<8, producer>) {
            %16 = async.pipeline.producer_acquire %0, %arg5 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, producer> -> stage<empty>
            %17 = async.pipeline.producer_write %0, %16 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg6: buffer<128x32xf16, #s0>, %arg7: buffer<32x128xf16, #s1>) {
              %19 = constant <value = 0> : i32
              %20 = tiled_load %a_tiles, [%arg1, %arg4] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r1>
              local_store %20, %arg6, [%19, %19] : tile<128x32xf16, #r1>, buffer<128x32xf16, #s0>, i32, i32
              %21 = tiled_load %b_tiles, [%arg4, %arg0] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>
              local_store %21, %arg7, [%19, %19] : tile<32x128xf16, #r2>, buffer<32x128xf16, #s1>, i32, i32
              async.pipeline.yield
            }
            async.pipeline.producer_commit %0, %17 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
            %18 = async.pipeline.inc_iter %arg5 : iterator<8, producer>
            continue [%18] : iterator<8, producer>
          }
          %13 = async.pipeline.consumer_wait %6, %arg3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %14:4 = async.pipeline.consumer_read %6, %13 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %16:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%16#0, %16#1, %16#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %6, %14#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %14#1 : i1 {
            yield
          } {
            break
          }
          %15 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%14#2, %14#3, %12, %15] : i32, i32, iterator<8, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "schedule", num_warps = 1> {
        loop [%10, %11] : iterator<2, producer>, iterator<2, consumer> (%arg0: iterator<2, producer>, %arg1: iterator<2, consumer>) {
          %12 = async.pipeline.producer_acquire %6, %arg0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
          %13 = async.pipeline.producer_write %6, %12 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<4xi32, #s2>) {
            async.cancel_launch %arg2 : buffer<4xi32, #s2>
            async.pipeline.yield
          }
          async.pipeline.producer_commit %6, %13 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
          %14 = async.pipeline.inc_iter %arg0 : iterator<2, producer>
          %15 = async.pipeline.consumer_wait %6, %arg1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %16:4 = async.pipeline.consumer_read %6, %15 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2: buffer<4xi32, #s2>) {
            %18:4 = cancelled_launch %arg2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%18#0, %18#1, %18#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %6, %16#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %16#1 : i1 {
            yield
          } {
            break
          }
          %17 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
          continue [%14, %17] : iterator<2, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
