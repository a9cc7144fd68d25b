// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16),(0,32)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(0,32)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
// #r1 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @shared <target = "sm_100a"> {
//   func @three_products <num_warps = 4, occupancy = 3, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%q: ptr, %g: ptr, %k: ptr, %v: ptr, %o: ptr, %rows: i32, %keys: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %q_t = make_memref %q, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %q_tiles = block_tile %q_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %g_t = make_memref %g, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %g_tiles = block_tile %g_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %k_t = make_memref %k, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %k_tiles = block_tile %k_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %0 = block_tile %k_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
//     %v_t = make_memref %v, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %2 = block_tile %v_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
//     %o_t = make_memref %o, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %o_tiles = block_tile %o_t : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %count = get_tile_count %k_tiles <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
//     %3 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %4 = async.pipeline.create_pipeline <consumers = 2> : pipeline<2, buffer<64x64xf16, #s1>>
//     %5 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %6 = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s1>>
//     %7 = async.pipeline.create_pipeline : pipeline<1, tmem<64x64xf32, #t0>>
//     %8 = async.pipeline.create_pipeline : pipeline<1, tmem<64x64xf32, #t0>>
//     %9 = async.pipeline.create_pipeline : pipeline<1, tmem<64x64xf32, #t0>>
//     %10 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %11 = async.pipeline.create_iterator %3 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %12 = async.pipeline.create_iterator %4 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, producer>
//     %13 = async.pipeline.create_iterator %5 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %14 = async.pipeline.create_iterator %6 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, producer>
//     %15 = async.pipeline.create_iterator %7 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, producer>
//     %16 = async.pipeline.create_iterator %8 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, producer>
//     %17 = async.pipeline.create_iterator %9 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, producer>
//     %18 = async.pipeline.create_iterator %10 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %19 = async.pipeline.create_iterator %3 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %20 = async.pipeline.create_iterator %4 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, consumer>
//     %21 = async.pipeline.create_iterator %5 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %22 = async.pipeline.create_iterator %6 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, consumer>
//     %23 = async.pipeline.create_iterator %7 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, consumer>
//     %24 = async.pipeline.create_iterator %8 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, consumer>
//     %25 = async.pipeline.create_iterator %9 : pipeline<1, tmem<64x64xf32, #t0>> -> iterator<1, consumer>
//     %26 = async.pipeline.create_iterator %10 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %27 = async.pipeline.create_iterator %4 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %1 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %28 = async.pipeline.consumer_wait %9, %25 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %29 = async.pipeline.consumer_read %9, %28 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read> (%arg0: tmem<64x64xf32, #t0>) {
//           tmem_store %1, %arg0 : tile<64x64xf32, #r0>, tmem<64x64xf32, #t0>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %9, %29 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//         %30 = async.pipeline.inc_iter %25 : iterator<1, consumer>
//         %31:4 = for %zero, %count, %one, [%23, %24, %30, %18] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, consumer>, %arg3: iterator<1, producer>) {
//           %34 = async.pipeline.consumer_wait %7, %arg0 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %35:2 = async.pipeline.consumer_read %7, %34 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg4: tmem<64x64xf32, #t0>) {
//             %46 = tmem_load %arg4 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r0>
//             async.pipeline.yield [%46] : tile<64x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %7, %35#0 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//           %36 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %37 = async.pipeline.consumer_wait %8, %arg1 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %38:2 = async.pipeline.consumer_read %8, %37 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg4: tmem<64x64xf32, #t0>) {
//             %46 = tmem_load %arg4 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r0>
//             async.pipeline.yield [%46] : tile<64x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %8, %38#0 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//           %39 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           %both = mulf %35#1, %38#1 : tile<64x64xf32, #r0>
//           %narrow = fp_to_fp %both : tile<64x64xf32, #r0> -> tile<64x64xf16, #r0>
//           %40 = async.pipeline.producer_acquire %10, %arg3 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//           %41 = async.pipeline.producer_write %10, %40 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg4: buffer<64x64xf16, #s0>) {
//             %46 = constant <value = 0> : i32
//             local_store %narrow, %arg4, [%46, %46] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %10, %41 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//           %42 = async.pipeline.inc_iter %arg3 : iterator<1, producer>
//           %43 = async.pipeline.consumer_wait %9, %arg2 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %44 = async.pipeline.consumer_read %9, %43 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read> (%arg4: tmem<64x64xf32, #t0>) {
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %9, %44 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//           %45 = async.pipeline.inc_iter %arg2 : iterator<1, consumer>
//           continue [%36, %39, %45, %42] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %32 = async.pipeline.consumer_wait %9, %31#2 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %33:2 = async.pipeline.consumer_read %9, %32 : pipeline<1, tmem<64x64xf32, #t0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg0: tmem<64x64xf32, #t0>) {
//           %34 = tmem_load %arg0 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r0>
//           async.pipeline.yield [%34] : tile<64x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %9, %33#0 : pipeline<1, tmem<64x64xf32, #t0>>, stage<read>
//         tiled_store %33#1, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %28 = async.pipeline.consumer_wait %3, %19 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %29:9 = async.pipeline.consumer_read %3, %28 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<1, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer> (%arg0: buffer<64x64xf16, #s0>) {
//           %30 = async.pipeline.consumer_wait %5, %21 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//           %31 = async.pipeline.inc_iter %21 : iterator<1, consumer>
//           %32:8 = async.pipeline.consumer_read %5, %30 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer> (%arg1: buffer<64x64xf16, #s0>) {
//             %33 = cmpi %zero, %count <predicate = less_than, signed> : i32, i32 -> i1
//             %34:7 = if %33 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer> {
//               %35 = async.pipeline.consumer_wait %4, %20 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//               %36 = async.pipeline.consumer_read %4, %35 : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg2: buffer<64x64xf16, #s1>) {
//                 %50 = async.pipeline.producer_acquire %7, %15 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %51 = async.pipeline.producer_write %7, %50 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<64x64xf32, #t0>) {
//                   %52 = constant <value = false> : i1
//                   tcgen05.mma %arg0, %arg2, %arg3, [%52] : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %7, %51 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %4, %36 : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//               %37 = async.pipeline.inc_iter %20 : iterator<2, consumer>
//               %38 = async.pipeline.inc_iter %15 : iterator<1, producer>
//               %39 = async.pipeline.consumer_wait %6, %22 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//               %40 = async.pipeline.consumer_read %6, %39 : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg2: buffer<64x64xf16, #s1>) {
//                 %50 = async.pipeline.producer_acquire %8, %16 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %51 = async.pipeline.producer_write %8, %50 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<64x64xf32, #t0>) {
//                   %52 = constant <value = false> : i1
//                   tcgen05.mma %arg1, %arg2, %arg3, [%52] : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %8, %51 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %6, %40 : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//               %41 = async.pipeline.inc_iter %22 : iterator<2, consumer>
//               %42 = async.pipeline.inc_iter %16 : iterator<1, producer>
//               %43 = async.pipeline.producer_acquire %9, %17 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %44 = async.pipeline.producer_write %9, %43 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<64x64xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %9, %44 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//               %45 = async.pipeline.inc_iter %17 : iterator<1, producer>
//               %46 = async.pipeline.producer_acquire %9, %45 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %47 = async.pipeline.producer_write %9, %46 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<64x64xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %9, %47 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//               %48 = async.pipeline.inc_iter %45 : iterator<1, producer>
//               %49:7 = for %zero, %count, %one, [%37, %41, %38, %42, %48, %26, %27] : i32, i32, i32, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer> -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer> (%arg2: i32, %arg3: iterator<2, consumer>, %arg4: iterator<2, consumer>, %arg5: iterator<1, producer>, %arg6: iterator<1, producer>, %arg7: iterator<1, producer>, %arg8: iterator<1, consumer>, %arg9: iterator<2, consumer>) {
//                 %50 = subi %count, %arg2 : i32
//                 %51 = cmpi %50, %one <predicate = greater_than> : i32, i32 -> i1
//                 %52:4 = if %51 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer> {
//                   %58 = async.pipeline.consumer_wait %4, %arg3 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                   %59 = async.pipeline.consumer_read %4, %58 : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg10: buffer<64x64xf16, #s1>) {
//                     %66 = async.pipeline.producer_acquire %7, %arg5 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %67 = async.pipeline.producer_write %7, %66 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg11: tmem<64x64xf32, #t0>) {
//                       %68 = constant <value = false> : i1
//                       tcgen05.mma %arg0, %arg10, %arg11, [%68] : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %7, %67 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %4, %59 : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//                   %60 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//                   %61 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//                   %62 = async.pipeline.consumer_wait %6, %arg4 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                   %63 = async.pipeline.consumer_read %6, %62 : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg10: buffer<64x64xf16, #s1>) {
//                     %66 = async.pipeline.producer_acquire %8, %arg6 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %67 = async.pipeline.producer_write %8, %66 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg11: tmem<64x64xf32, #t0>) {
//                       %68 = constant <value = false> : i1
//                       tcgen05.mma %arg1, %arg10, %arg11, [%68] : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %8, %67 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %6, %63 : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//                   %64 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
//                   %65 = async.pipeline.inc_iter %arg6 : iterator<1, producer>
//                   yield [%60, %64, %61, %65] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>
//                 } {
//                   yield [%arg3, %arg4, %arg5, %arg6] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>
//                 }
//                 %53 = async.pipeline.consumer_wait %4, %arg9 <consumer_idx = 1> : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                 %54 = async.pipeline.consumer_read %4, %53 <consumer_idx = 1> : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg10: buffer<64x64xf16, #s1>) {
//                   %58 = transpose_buffer %arg10 : buffer<64x64xf16, #s1> -> buffer<64x64xf16, #s0>
//                   %59 = async.pipeline.producer_acquire %9, %arg7 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                   %60 = async.pipeline.producer_write %9, %59 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg11: tmem<64x64xf32, #t0>) {
//                     %61 = async.pipeline.consumer_wait %10, %arg8 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//                     %62 = async.pipeline.consumer_read %10, %61 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%arg12: buffer<64x64xf16, #s0>) {
//                       tcgen05.mma %arg12, %58, %arg11 : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tmem<64x64xf32, #t0>
//                       async.pipeline.yield
//                     }
//                     async.pipeline.consumer_release %10, %62 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %9, %60 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %4, %54 <consumer_idx = 1> : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//                 %55 = async.pipeline.inc_iter %arg9 : iterator<2, consumer>
//                 %56 = async.pipeline.inc_iter %arg7 : iterator<1, producer>
//                 %57 = async.pipeline.inc_iter %arg8 : iterator<1, consumer>
//                 continue [%52#0, %52#1, %52#2, %52#3, %56, %57, %55] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer>
//               }
//               yield [%49#0, %49#1, %49#2, %49#3, %49#4, %49#5, %49#6] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer>
//             } {
//               %35 = async.pipeline.producer_acquire %9, %17 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %36 = async.pipeline.producer_write %9, %35 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<64x64xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %9, %36 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//               %37 = async.pipeline.inc_iter %17 : iterator<1, producer>
//               %38 = async.pipeline.producer_acquire %9, %37 : pipeline<1, tmem<64x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %39 = async.pipeline.producer_write %9, %38 : pipeline<1, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<64x64xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %9, %39 : pipeline<1, tmem<64x64xf32, #t0>>, stage<written>
//               %40 = async.pipeline.inc_iter %37 : iterator<1, producer>
//               yield [%20, %22, %15, %16, %40, %26, %27] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer>
//             }
//             async.pipeline.yield [%34#0, %34#1, %34#2, %34#3, %34#4, %34#5, %34#6] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer>
//           }
//           async.pipeline.consumer_release %5, %32#0 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//           async.pipeline.yield [%32#1, %31, %32#2, %32#3, %32#4, %32#5, %32#6, %32#7] : iterator<2, consumer>, iterator<1, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<2, consumer>
//         }
//         async.pipeline.consumer_release %3, %29#0 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %28 = async.pipeline.producer_acquire %3, %11 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %29 = async.pipeline.producer_write %3, %28 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           %49 = constant <value = 0> : i32
//           %50 = tiled_load %q_tiles, [%block, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
//           local_store %50, %arg0, [%49, %49] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %29 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         %30 = async.pipeline.inc_iter %11 : iterator<1, producer>
//         %31 = async.pipeline.producer_acquire %5, %13 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %32 = async.pipeline.producer_write %5, %31 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           %49 = constant <value = 0> : i32
//           %50 = tiled_load %g_tiles, [%block, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
//           local_store %50, %arg0, [%49, %49] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %5, %32 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         %33 = async.pipeline.inc_iter %13 : iterator<1, producer>
//         %34:2 = for %zero, %count, %one, [%12, %14] : i32, i32, i32, iterator<2, producer>, iterator<2, producer> -> iterator<2, producer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>, %arg2: iterator<2, producer>) {
//           %49 = async.pipeline.producer_acquire %4, %arg1 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %50 = async.pipeline.producer_write %4, %49 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
//             %55 = constant <value = 0> : i32
//             %56 = tiled_load %0, [%zero, %arg0] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
//             local_store %56, %arg3, [%55, %55] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %4, %50 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//           %51 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           %52 = async.pipeline.producer_acquire %6, %arg2 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %53 = async.pipeline.producer_write %6, %52 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
//             %55 = constant <value = 0> : i32
//             %56 = tiled_load %2, [%zero, %arg0] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
//             local_store %56, %arg3, [%55, %55] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %6, %53 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//           %54 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//           continue [%51, %54] : iterator<2, producer>
//         }
//         %35 = async.pipeline.producer_acquire %3, %30 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %36 = async.pipeline.producer_write %3, %35 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %36 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         %37 = async.pipeline.producer_acquire %4, %34#0 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %38 = async.pipeline.producer_write %4, %37 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %4, %38 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//         %39 = async.pipeline.inc_iter %34#0 : iterator<2, producer>
//         %40 = async.pipeline.producer_acquire %4, %39 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %41 = async.pipeline.producer_write %4, %40 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %4, %41 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//         %42 = async.pipeline.producer_acquire %5, %33 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %43 = async.pipeline.producer_write %5, %42 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %5, %43 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         %44 = async.pipeline.producer_acquire %6, %34#1 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %45 = async.pipeline.producer_write %6, %44 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %45 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//         %46 = async.pipeline.inc_iter %34#1 : iterator<2, producer>
//         %47 = async.pipeline.producer_acquire %6, %46 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %48 = async.pipeline.producer_write %6, %47 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %48 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A tile that two products multiply, with one of another tile between, and sums in tensor memory. The first product is an iteration ahead:
// each of the two is a consumer of the stages, with an iterator of its own.
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
#r2 = reg=[(1,0),(2,0),(4,0),(0,16),(0,32)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
tileas.module @shared <target = "sm_100a"> {
  func @three_products <num_warps = 4, occupancy = 3, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%q: ptr, %g: ptr, %k: ptr, %v: ptr, %o: ptr, %rows: i32, %keys: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %q_t = make_memref %q, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %q_tiles = block_tile %q_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %g_t = make_memref %g, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %g_tiles = block_tile %g_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %k_t = make_memref %k, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %k_tiles = block_tile %k_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %v_t = make_memref %v, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %v_tiles = block_tile %v_t : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %o_t = make_memref %o, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %o_tiles = block_tile %o_t : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %count = get_tile_count %k_tiles <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
    %q_tile = tiled_load %q_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
    %g_tile = tiled_load %g_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
    %0 = constant <value = 0.0> : tile<64x64xf32, #r1>
    %1 = constant <value = 0.0> : tile<64x64xf32, #r1>
    %sum = for %zero, %count, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1> (%i: i32, %so_far: tile<64x64xf32, #r1>) {
      %k_tile = tiled_load %k_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
      %k_turned = permute %k_tile <permutation = [1, 0]> : tile<64x64xf16, #r0> -> tile<64x64xf16, #r2>
      %v_tile = tiled_load %v_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
      %v_turned = permute %v_tile <permutation = [1, 0]> : tile<64x64xf16, #r0> -> tile<64x64xf16, #r2>
      %first = dot %q_tile, %k_turned, %0 <warpgroups = [1, 1]> : tile<64x64xf16, #r0>, tile<64x64xf16, #r2>, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1>
      %second = dot %g_tile, %v_turned, %0 <warpgroups = [1, 1]> : tile<64x64xf16, #r0>, tile<64x64xf16, #r2>, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1>
      %both = mulf %first, %second : tile<64x64xf32, #r1>
      %narrow = fp_to_fp %both : tile<64x64xf32, #r1> -> tile<64x64xf16, #r1>
      %next = dot %narrow, %k_tile, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r1>, tile<64x64xf16, #r0>, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1>
      continue [%next] : tile<64x64xf32, #r1>
    }
    tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r1>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
