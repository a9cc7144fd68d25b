// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t2 = part=[(0,1)] column=[(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// #r3 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
// tileas.module @weights <target = "sm_100a"> {
//   func @of_scores <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
//     %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
//     %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
//     %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
//     %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %0 = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
//     %3 = async.pipeline.create_pipeline : pipeline<2, buffer<64x128xf16, #s1>>
//     %4 = async.pipeline.create_pipeline : pipeline<2, buffer<128x64xf16, #s0>>
//     %5 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %6 = async.pipeline.create_pipeline : pipeline<1, tmem<128x64xf32, #t1>>
//     %7 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf16, #t2>>
//     %8 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %9 = async.pipeline.create_iterator %3 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, producer>
//     %10 = async.pipeline.create_iterator %4 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, producer>
//     %11 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %12 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, producer>
//     %13 = async.pipeline.create_iterator %7 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, producer>
//     %14 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %15 = async.pipeline.create_iterator %3 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, consumer>
//     %16 = async.pipeline.create_iterator %4 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, consumer>
//     %17 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %18 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, consumer>
//     %19 = async.pipeline.create_iterator %7 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %1 = constant <value = 0.5> : tile<128x64xf32, #r0>
//         %2 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %20 = async.pipeline.consumer_wait %6, %18 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %21 = async.pipeline.consumer_read %6, %20 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg0: tmem<128x64xf32, #t1>) {
//           tmem_store %2, %arg0 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %6, %21 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         %22 = async.pipeline.inc_iter %18 : iterator<1, consumer>
//         %23:3 = for %zero, %steps, %one, [%17, %22, %13] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %26 = async.pipeline.consumer_wait %5, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %27:2 = async.pipeline.consumer_read %5, %26 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg3: tmem<128x128xf32, #t0>) {
//             %35 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%35] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %5, %27#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %28 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow = fp_to_fp %27#1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
//           %29 = async.pipeline.producer_acquire %7, %arg2 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, producer> -> stage<empty>
//           %30 = async.pipeline.producer_write %7, %29 : pipeline<1, tmem<128x128xf16, #t2>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t2>) {
//             tmem_store %narrow, %arg3 : tile<128x128xf16, #r1>, tmem<128x128xf16, #t2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %7, %30 : pipeline<1, tmem<128x128xf16, #t2>>, stage<written>
//           %31 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %32 = async.pipeline.consumer_wait %6, %arg1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//           %33 = async.pipeline.consumer_read %6, %32 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg3: tmem<128x64xf32, #t1>) {
//             %35 = tmem_load %arg3 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             %scaled = mulf %35, %1 : tile<128x64xf32, #r0>
//             tmem_store %scaled, %arg3 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %6, %33 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//           %34 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%28, %34, %31] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %24 = async.pipeline.consumer_wait %6, %23#1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %25:2 = async.pipeline.consumer_read %6, %24 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x64xf32, #t1>) {
//           %26 = tmem_load %arg0 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//           async.pipeline.yield [%26] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %6, %25#0 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         tiled_store %25#1, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %20 = async.pipeline.consumer_wait %0, %14 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %21:6 = async.pipeline.consumer_read %0, %20 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg0: buffer<128x64xf16, #s0>) {
//           %22 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %23:5 = if %22 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> {
//             %24 = async.pipeline.consumer_wait %3, %15 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//             %25 = async.pipeline.consumer_read %3, %24 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg1: buffer<64x128xf16, #s1>) {
//               %35 = async.pipeline.producer_acquire %5, %11 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %36 = async.pipeline.producer_write %5, %35 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 %37 = constant <value = false> : i1
//                 tcgen05.mma %arg0, %arg1, %arg2, [%37] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %5, %36 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               async.pipeline.yield
//             }
//             async.pipeline.consumer_release %3, %25 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//             %26 = async.pipeline.inc_iter %15 : iterator<2, consumer>
//             %27 = async.pipeline.inc_iter %11 : iterator<1, producer>
//             %28 = async.pipeline.producer_acquire %6, %12 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %29 = async.pipeline.producer_write %6, %28 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %6, %29 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %30 = async.pipeline.inc_iter %12 : iterator<1, producer>
//             %31 = async.pipeline.producer_acquire %6, %30 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %32 = async.pipeline.producer_write %6, %31 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %6, %32 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %33 = async.pipeline.inc_iter %30 : iterator<1, producer>
//             %34:5 = for %zero, %steps, %one, [%26, %16, %27, %33, %19] : i32, i32, i32, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>, %arg4: iterator<1, producer>, %arg5: iterator<1, producer>, %arg6: iterator<1, consumer>) {
//               %35 = subi %steps, %arg1 : i32
//               %36 = cmpi %35, %one <predicate = greater_than> : i32, i32 -> i1
//               %37:2 = if %36 : i1 -> iterator<2, consumer>, iterator<1, producer> {
//                 %43 = async.pipeline.consumer_wait %3, %arg2 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                 %44 = async.pipeline.consumer_read %3, %43 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg7: buffer<64x128xf16, #s1>) {
//                   %47 = async.pipeline.producer_acquire %5, %arg4 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                   %48 = async.pipeline.producer_write %5, %47 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg8: tmem<128x128xf32, #t0>) {
//                     %49 = constant <value = false> : i1
//                     tcgen05.mma %arg0, %arg7, %arg8, [%49] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %5, %48 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %3, %44 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//                 %45 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
//                 %46 = async.pipeline.inc_iter %arg4 : iterator<1, producer>
//                 yield [%45, %46] : iterator<2, consumer>, iterator<1, producer>
//               } {
//                 yield [%arg2, %arg4] : iterator<2, consumer>, iterator<1, producer>
//               }
//               %38 = async.pipeline.consumer_wait %4, %arg3 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
//               %39 = async.pipeline.consumer_read %4, %38 : pipeline<2, buffer<128x64xf16, #s0>>, stage<full> -> stage<read> (%arg7: buffer<128x64xf16, #s0>) {
//                 %43 = async.pipeline.producer_acquire %6, %arg5 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//                 %44 = async.pipeline.producer_write %6, %43 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg8: tmem<128x64xf32, #t1>) {
//                   %45 = async.pipeline.consumer_wait %7, %arg6 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, consumer> -> stage<full>
//                   %46 = async.pipeline.consumer_read %7, %45 : pipeline<1, tmem<128x128xf16, #t2>>, stage<full> -> stage<read> (%arg9: tmem<128x128xf16, #t2>) {
//                     tcgen05.mma %arg9, %arg7, %arg8 : tmem<128x128xf16, #t2>, buffer<128x64xf16, #s0>, tmem<128x64xf32, #t1>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %7, %46 : pipeline<1, tmem<128x128xf16, #t2>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %6, %44 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %4, %39 : pipeline<2, buffer<128x64xf16, #s0>>, stage<read>
//               %40 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//               %41 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//               %42 = async.pipeline.inc_iter %arg6 : iterator<1, consumer>
//               continue [%37#0, %40, %37#1, %41, %42] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//             }
//             yield [%34#0, %34#1, %34#2, %34#3, %34#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           } {
//             %24 = async.pipeline.producer_acquire %6, %12 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %25 = async.pipeline.producer_write %6, %24 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %6, %25 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %26 = async.pipeline.inc_iter %12 : iterator<1, producer>
//             %27 = async.pipeline.producer_acquire %6, %26 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %28 = async.pipeline.producer_write %6, %27 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %6, %28 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %29 = async.pipeline.inc_iter %26 : iterator<1, producer>
//             yield [%15, %16, %11, %29, %19] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           }
//           async.pipeline.yield [%23#0, %23#1, %23#2, %23#3, %23#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//         }
//         async.pipeline.consumer_release %0, %21#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %20 = async.pipeline.producer_acquire %0, %8 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %21 = async.pipeline.producer_write %0, %20 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           %36 = constant <value = 0> : i32
//           %37 = tiled_load %a_tiles, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x64xf16, #r2>
//           local_store %37, %arg0, [%36, %36] : tile<128x64xf16, #r2>, buffer<128x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %21 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %22 = async.pipeline.inc_iter %8 : iterator<1, producer>
//         %23:2 = for %zero, %steps, %one, [%9, %10] : i32, i32, i32, iterator<2, producer>, iterator<2, producer> -> iterator<2, producer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>, %arg2: iterator<2, producer>) {
//           %36 = async.pipeline.producer_acquire %3, %arg1 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %37 = async.pipeline.producer_write %3, %36 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x128xf16, #s1>) {
//             %42 = constant <value = 0> : i32
//             %43 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r3>
//             local_store %43, %arg3, [%42, %42] : tile<64x128xf16, #r3>, buffer<64x128xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %3, %37 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//           %38 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           %39 = async.pipeline.producer_acquire %4, %arg2 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %40 = async.pipeline.producer_write %4, %39 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x64xf16, #s0>) {
//             %42 = constant <value = 0> : i32
//             %43 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r2>
//             local_store %43, %arg3, [%42, %42] : tile<128x64xf16, #r2>, buffer<128x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %4, %40 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//           %41 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//           continue [%38, %41] : iterator<2, producer>
//         }
//         %24 = async.pipeline.producer_acquire %0, %22 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %25 = async.pipeline.producer_write %0, %24 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %25 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %26 = async.pipeline.producer_acquire %3, %23#0 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %27 = async.pipeline.producer_write %3, %26 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %27 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %28 = async.pipeline.inc_iter %23#0 : iterator<2, producer>
//         %29 = async.pipeline.producer_acquire %3, %28 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %30 = async.pipeline.producer_write %3, %29 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %30 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %31 = async.pipeline.producer_acquire %4, %23#1 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %32 = async.pipeline.producer_write %4, %31 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %4, %32 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         %33 = async.pipeline.inc_iter %23#1 : iterator<2, producer>
//         %34 = async.pipeline.producer_acquire %4, %33 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %35 = async.pipeline.producer_write %4, %34 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %4, %35 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Threads write the left operand of the second product into tensor memory: 192 columns of sums leave 64 of 256 for it.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
#r3 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @weights <target = "sm_100a"> {
  func @of_scores <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
    %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
    %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %a_tile = tiled_load %a_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x64xf16, #r0>
    %0 = constant <value = 0.0> : tile<128x128xf32, #r3>
    %1 = constant <value = 0.5> : tile<128x64xf32, #r1>
    %2 = constant <value = 0.0> : tile<128x64xf32, #r1>
    %sum = for %zero, %steps, %one, [%2] : i32, i32, i32, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1> (%i: i32, %so_far: tile<128x64xf32, #r1>) {
      %b_tile = tiled_load %b_tiles, [%zero, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r2>
      %first = dot %a_tile, %b_tile, %0 <warpgroups = [1, 1]> : tile<128x64xf16, #r0>, tile<64x128xf16, #r2>, tile<128x128xf32, #r3> -> tile<128x128xf32, #r3>
      %narrow = fp_to_fp %first : tile<128x128xf32, #r3> -> tile<128x128xf16, #r3>
      %scaled = mulf %so_far, %1 : tile<128x64xf32, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r0>
      %next = dot %narrow, %d_tile, %scaled <warpgroups = [1, 1]> : tile<128x128xf16, #r3>, tile<128x64xf16, #r0>, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1>
      continue [%next] : tile<128x64xf32, #r1>
    }
    tiled_store %sum, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r1>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
    return
  }
}
