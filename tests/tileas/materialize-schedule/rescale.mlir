// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t2 = part=[(0,1)] column=[(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r2 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #r3 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r4 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r5 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// #r6 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
// tileas.module @rescale <target = "sm_100a"> {
//   func @by_rows <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
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
//     %1 = async.pipeline.create_pipeline : pipeline<2, buffer<64x128xf16, #s1>>
//     %3 = async.pipeline.create_pipeline : pipeline<2, buffer<128x64xf16, #s0>>
//     %4 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %5 = async.pipeline.create_pipeline : pipeline<1, tmem<128x64xf32, #t1>>
//     %6 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf16, #t2>>
//     %7 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %8 = async.pipeline.create_iterator %1 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, producer>
//     %9 = async.pipeline.create_iterator %3 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, producer>
//     %10 = async.pipeline.create_iterator %4 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %11 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, producer>
//     %12 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, producer>
//     %13 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %14 = async.pipeline.create_iterator %1 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, consumer>
//     %15 = async.pipeline.create_iterator %3 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, consumer>
//     %16 = async.pipeline.create_iterator %4 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %17 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, consumer>
//     %18 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %2 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %19 = async.pipeline.consumer_wait %5, %17 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %20 = async.pipeline.consumer_read %5, %19 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg0: tmem<128x64xf32, #t1>) {
//           tmem_store %2, %arg0 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %5, %20 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         %21 = async.pipeline.inc_iter %17 : iterator<1, consumer>
//         %22:3 = for %zero, %steps, %one, [%16, %21, %12] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %25 = async.pipeline.consumer_wait %4, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %26:2 = async.pipeline.consumer_read %4, %25 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg3: tmem<128x128xf32, #t0>) {
//             %34 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%34] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %4, %26#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %27 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow = fp_to_fp %26#1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
//           %largest = reduce [%26#1] <dim = 1, identities = [4286578688]> : tile<128x128xf32, #r1> -> tile<128xf32, #r2> (%folded: f32, %element: f32) {
//             %both = maxf %element, %folded : f32
//             yield [%both] : f32
//           }
//           %rows_of_largest = view %largest : tile<128xf32, #r2> -> tile<128x1xf32, #r3>
//           %factor = exp2 %rows_of_largest : tile<128x1xf32, #r3>
//           %replicated = convert_layout %factor : tile<128x1xf32, #r3> -> tile<128x1xf32, #r4>
//           %factors = broadcast %replicated : tile<128x1xf32, #r4> -> tile<128x64xf32, #r0>
//           %28 = async.pipeline.producer_acquire %6, %arg2 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, producer> -> stage<empty>
//           %29 = async.pipeline.producer_write %6, %28 : pipeline<1, tmem<128x128xf16, #t2>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t2>) {
//             tmem_store %narrow, %arg3 : tile<128x128xf16, #r1>, tmem<128x128xf16, #t2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %6, %29 : pipeline<1, tmem<128x128xf16, #t2>>, stage<written>
//           %30 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %31 = async.pipeline.consumer_wait %5, %arg1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//           %32 = async.pipeline.consumer_read %5, %31 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg3: tmem<128x64xf32, #t1>) {
//             %34 = constant <value = 1.0> : tile<128x1xf32, #r4>
//             %35 = cmpf %replicated, %34 <predicate = not_equal> : tile<128x1xf32, #r4>, tile<128x1xf32, #r4> -> tile<128x1xi1, #r4>
//             warp_if %35 : tile<128x1xi1, #r4> {
//               %36 = tmem_load %arg3 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//               %scaled = mulf %36, %factors : tile<128x64xf32, #r0>
//               tmem_store %scaled, %arg3 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//               async.pipeline.yield
//             }
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %5, %32 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//           %33 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%27, %33, %30] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %23 = async.pipeline.consumer_wait %5, %22#1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %24:2 = async.pipeline.consumer_read %5, %23 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x64xf32, #t1>) {
//           %25 = tmem_load %arg0 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//           async.pipeline.yield [%25] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %5, %24#0 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         tiled_store %24#1, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %19 = async.pipeline.consumer_wait %0, %13 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %20:6 = async.pipeline.consumer_read %0, %19 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg0: buffer<128x64xf16, #s0>) {
//           %21 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %22:5 = if %21 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> {
//             %23 = async.pipeline.consumer_wait %1, %14 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//             %24 = async.pipeline.consumer_read %1, %23 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg1: buffer<64x128xf16, #s1>) {
//               %34 = async.pipeline.producer_acquire %4, %10 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %35 = async.pipeline.producer_write %4, %34 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 %36 = constant <value = false> : i1
//                 tcgen05.mma %arg0, %arg1, %arg2, [%36] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %4, %35 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               async.pipeline.yield
//             }
//             async.pipeline.consumer_release %1, %24 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//             %25 = async.pipeline.inc_iter %14 : iterator<2, consumer>
//             %26 = async.pipeline.inc_iter %10 : iterator<1, producer>
//             %27 = async.pipeline.producer_acquire %5, %11 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %28 = async.pipeline.producer_write %5, %27 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %28 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %29 = async.pipeline.inc_iter %11 : iterator<1, producer>
//             %30 = async.pipeline.producer_acquire %5, %29 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %31 = async.pipeline.producer_write %5, %30 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %31 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %32 = async.pipeline.inc_iter %29 : iterator<1, producer>
//             %33:5 = for %zero, %steps, %one, [%25, %15, %26, %32, %18] : i32, i32, i32, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>, %arg4: iterator<1, producer>, %arg5: iterator<1, producer>, %arg6: iterator<1, consumer>) {
//               %34 = subi %steps, %arg1 : i32
//               %35 = cmpi %34, %one <predicate = greater_than> : i32, i32 -> i1
//               %36:2 = if %35 : i1 -> iterator<2, consumer>, iterator<1, producer> {
//                 %42 = async.pipeline.consumer_wait %1, %arg2 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                 %43 = async.pipeline.consumer_read %1, %42 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg7: buffer<64x128xf16, #s1>) {
//                   %46 = async.pipeline.producer_acquire %4, %arg4 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                   %47 = async.pipeline.producer_write %4, %46 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg8: tmem<128x128xf32, #t0>) {
//                     %48 = constant <value = false> : i1
//                     tcgen05.mma %arg0, %arg7, %arg8, [%48] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %4, %47 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %1, %43 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//                 %44 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
//                 %45 = async.pipeline.inc_iter %arg4 : iterator<1, producer>
//                 yield [%44, %45] : iterator<2, consumer>, iterator<1, producer>
//               } {
//                 yield [%arg2, %arg4] : iterator<2, consumer>, iterator<1, producer>
//               }
//               %37 = async.pipeline.consumer_wait %3, %arg3 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
//               %38 = async.pipeline.consumer_read %3, %37 : pipeline<2, buffer<128x64xf16, #s0>>, stage<full> -> stage<read> (%arg7: buffer<128x64xf16, #s0>) {
//                 %42 = async.pipeline.producer_acquire %5, %arg5 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//                 %43 = async.pipeline.producer_write %5, %42 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg8: tmem<128x64xf32, #t1>) {
//                   %44 = async.pipeline.consumer_wait %6, %arg6 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, consumer> -> stage<full>
//                   %45 = async.pipeline.consumer_read %6, %44 : pipeline<1, tmem<128x128xf16, #t2>>, stage<full> -> stage<read> (%arg9: tmem<128x128xf16, #t2>) {
//                     tcgen05.mma %arg9, %arg7, %arg8 : tmem<128x128xf16, #t2>, buffer<128x64xf16, #s0>, tmem<128x64xf32, #t1>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %6, %45 : pipeline<1, tmem<128x128xf16, #t2>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %5, %43 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %3, %38 : pipeline<2, buffer<128x64xf16, #s0>>, stage<read>
//               %39 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//               %40 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//               %41 = async.pipeline.inc_iter %arg6 : iterator<1, consumer>
//               continue [%36#0, %39, %36#1, %40, %41] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//             }
//             yield [%33#0, %33#1, %33#2, %33#3, %33#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           } {
//             %23 = async.pipeline.producer_acquire %5, %11 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %24 = async.pipeline.producer_write %5, %23 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %24 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %25 = async.pipeline.inc_iter %11 : iterator<1, producer>
//             %26 = async.pipeline.producer_acquire %5, %25 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %27 = async.pipeline.producer_write %5, %26 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %27 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %28 = async.pipeline.inc_iter %25 : iterator<1, producer>
//             yield [%14, %15, %10, %28, %18] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           }
//           async.pipeline.yield [%22#0, %22#1, %22#2, %22#3, %22#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//         }
//         async.pipeline.consumer_release %0, %20#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %19 = async.pipeline.producer_acquire %0, %7 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %20 = async.pipeline.producer_write %0, %19 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           %35 = constant <value = 0> : i32
//           %36 = tiled_load %a_tiles, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x64xf16, #r5>
//           local_store %36, %arg0, [%35, %35] : tile<128x64xf16, #r5>, buffer<128x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %20 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %21 = async.pipeline.inc_iter %7 : iterator<1, producer>
//         %22:2 = for %zero, %steps, %one, [%8, %9] : i32, i32, i32, iterator<2, producer>, iterator<2, producer> -> iterator<2, producer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>, %arg2: iterator<2, producer>) {
//           %35 = async.pipeline.producer_acquire %1, %arg1 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %36 = async.pipeline.producer_write %1, %35 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x128xf16, #s1>) {
//             %41 = constant <value = 0> : i32
//             %42 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r6>
//             local_store %42, %arg3, [%41, %41] : tile<64x128xf16, #r6>, buffer<64x128xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %1, %36 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//           %37 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           %38 = async.pipeline.producer_acquire %3, %arg2 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %39 = async.pipeline.producer_write %3, %38 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x64xf16, #s0>) {
//             %41 = constant <value = 0> : i32
//             %42 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r5>
//             local_store %42, %arg3, [%41, %41] : tile<128x64xf16, #r5>, buffer<128x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %3, %39 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//           %40 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//           continue [%37, %40] : iterator<2, producer>
//         }
//         %23 = async.pipeline.producer_acquire %0, %21 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %24 = async.pipeline.producer_write %0, %23 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %24 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %25 = async.pipeline.producer_acquire %1, %22#0 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %26 = async.pipeline.producer_write %1, %25 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %1, %26 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %27 = async.pipeline.inc_iter %22#0 : iterator<2, producer>
//         %28 = async.pipeline.producer_acquire %1, %27 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %29 = async.pipeline.producer_write %1, %28 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %1, %29 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %30 = async.pipeline.producer_acquire %3, %22#1 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %31 = async.pipeline.producer_write %3, %30 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %31 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         %32 = async.pipeline.inc_iter %22#1 : iterator<2, producer>
//         %33 = async.pipeline.producer_acquire %3, %32 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %34 = async.pipeline.producer_write %3, %33 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %34 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
//   func @flushed <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
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
//     %1 = async.pipeline.create_pipeline : pipeline<2, buffer<64x128xf16, #s1>>
//     %3 = async.pipeline.create_pipeline : pipeline<2, buffer<128x64xf16, #s0>>
//     %4 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %5 = async.pipeline.create_pipeline : pipeline<1, tmem<128x64xf32, #t1>>
//     %6 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf16, #t2>>
//     %7 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %8 = async.pipeline.create_iterator %1 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, producer>
//     %9 = async.pipeline.create_iterator %3 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, producer>
//     %10 = async.pipeline.create_iterator %4 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %11 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, producer>
//     %12 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, producer>
//     %13 = async.pipeline.create_iterator %0 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %14 = async.pipeline.create_iterator %1 : pipeline<2, buffer<64x128xf16, #s1>> -> iterator<2, consumer>
//     %15 = async.pipeline.create_iterator %3 : pipeline<2, buffer<128x64xf16, #s0>> -> iterator<2, consumer>
//     %16 = async.pipeline.create_iterator %4 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %17 = async.pipeline.create_iterator %5 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, consumer>
//     %18 = async.pipeline.create_iterator %6 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %2 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %19 = async.pipeline.consumer_wait %5, %17 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %20 = async.pipeline.consumer_read %5, %19 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg0: tmem<128x64xf32, #t1>) {
//           tmem_store %2, %arg0 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %5, %20 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         %21 = async.pipeline.inc_iter %17 : iterator<1, consumer>
//         %22:3 = for %zero, %steps, %one, [%16, %21, %12] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %25 = async.pipeline.consumer_wait %4, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %26:2 = async.pipeline.consumer_read %4, %25 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg3: tmem<128x128xf32, #t0>) {
//             %34 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%34] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %4, %26#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %27 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow = fp_to_fp %26#1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
//           %largest = reduce [%26#1] <dim = 1, identities = [4286578688]> : tile<128x128xf32, #r1> -> tile<128xf32, #r2> (%folded: f32, %element: f32) {
//             %both = maxf %element, %folded : f32
//             yield [%both] : f32
//           }
//           %rows_of_largest = view %largest : tile<128xf32, #r2> -> tile<128x1xf32, #r3>
//           %factor = exp2 %rows_of_largest : tile<128x1xf32, #r3>
//           %replicated = convert_layout %factor : tile<128x1xf32, #r3> -> tile<128x1xf32, #r4>
//           %factors = broadcast %replicated : tile<128x1xf32, #r4> -> tile<128x64xf32, #r0>
//           %28 = async.pipeline.producer_acquire %6, %arg2 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, producer> -> stage<empty>
//           %29 = async.pipeline.producer_write %6, %28 : pipeline<1, tmem<128x128xf16, #t2>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t2>) {
//             tmem_store %narrow, %arg3 : tile<128x128xf16, #r1>, tmem<128x128xf16, #t2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %6, %29 : pipeline<1, tmem<128x128xf16, #t2>>, stage<written>
//           %30 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %31 = async.pipeline.consumer_wait %5, %arg1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//           %32 = async.pipeline.consumer_read %5, %31 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg3: tmem<128x64xf32, #t1>) {
//             %34 = tmem_load %arg3 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             %scaled = mulf %34, %factors <flush_to_zero> : tile<128x64xf32, #r0>
//             tmem_store %scaled, %arg3 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %5, %32 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//           %33 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%27, %33, %30] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %23 = async.pipeline.consumer_wait %5, %22#1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %24:2 = async.pipeline.consumer_read %5, %23 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x64xf32, #t1>) {
//           %25 = tmem_load %arg0 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//           async.pipeline.yield [%25] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %5, %24#0 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         tiled_store %24#1, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %19 = async.pipeline.consumer_wait %0, %13 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %20:6 = async.pipeline.consumer_read %0, %19 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg0: buffer<128x64xf16, #s0>) {
//           %21 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %22:5 = if %21 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> {
//             %23 = async.pipeline.consumer_wait %1, %14 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//             %24 = async.pipeline.consumer_read %1, %23 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg1: buffer<64x128xf16, #s1>) {
//               %34 = async.pipeline.producer_acquire %4, %10 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %35 = async.pipeline.producer_write %4, %34 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 %36 = constant <value = false> : i1
//                 tcgen05.mma %arg0, %arg1, %arg2, [%36] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %4, %35 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               async.pipeline.yield
//             }
//             async.pipeline.consumer_release %1, %24 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//             %25 = async.pipeline.inc_iter %14 : iterator<2, consumer>
//             %26 = async.pipeline.inc_iter %10 : iterator<1, producer>
//             %27 = async.pipeline.producer_acquire %5, %11 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %28 = async.pipeline.producer_write %5, %27 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %28 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %29 = async.pipeline.inc_iter %11 : iterator<1, producer>
//             %30 = async.pipeline.producer_acquire %5, %29 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %31 = async.pipeline.producer_write %5, %30 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %31 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %32 = async.pipeline.inc_iter %29 : iterator<1, producer>
//             %33:5 = for %zero, %steps, %one, [%25, %15, %26, %32, %18] : i32, i32, i32, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer> (%arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>, %arg4: iterator<1, producer>, %arg5: iterator<1, producer>, %arg6: iterator<1, consumer>) {
//               %34 = subi %steps, %arg1 : i32
//               %35 = cmpi %34, %one <predicate = greater_than> : i32, i32 -> i1
//               %36:2 = if %35 : i1 -> iterator<2, consumer>, iterator<1, producer> {
//                 %42 = async.pipeline.consumer_wait %1, %arg2 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, consumer> -> stage<full>
//                 %43 = async.pipeline.consumer_read %1, %42 : pipeline<2, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg7: buffer<64x128xf16, #s1>) {
//                   %46 = async.pipeline.producer_acquire %4, %arg4 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                   %47 = async.pipeline.producer_write %4, %46 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg8: tmem<128x128xf32, #t0>) {
//                     %48 = constant <value = false> : i1
//                     tcgen05.mma %arg0, %arg7, %arg8, [%48] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %4, %47 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %1, %43 : pipeline<2, buffer<64x128xf16, #s1>>, stage<read>
//                 %44 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
//                 %45 = async.pipeline.inc_iter %arg4 : iterator<1, producer>
//                 yield [%44, %45] : iterator<2, consumer>, iterator<1, producer>
//               } {
//                 yield [%arg2, %arg4] : iterator<2, consumer>, iterator<1, producer>
//               }
//               %37 = async.pipeline.consumer_wait %3, %arg3 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
//               %38 = async.pipeline.consumer_read %3, %37 : pipeline<2, buffer<128x64xf16, #s0>>, stage<full> -> stage<read> (%arg7: buffer<128x64xf16, #s0>) {
//                 %42 = async.pipeline.producer_acquire %5, %arg5 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//                 %43 = async.pipeline.producer_write %5, %42 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg8: tmem<128x64xf32, #t1>) {
//                   %44 = async.pipeline.consumer_wait %6, %arg6 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, consumer> -> stage<full>
//                   %45 = async.pipeline.consumer_read %6, %44 : pipeline<1, tmem<128x128xf16, #t2>>, stage<full> -> stage<read> (%arg9: tmem<128x128xf16, #t2>) {
//                     tcgen05.mma %arg9, %arg7, %arg8 : tmem<128x128xf16, #t2>, buffer<128x64xf16, #s0>, tmem<128x64xf32, #t1>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %6, %45 : pipeline<1, tmem<128x128xf16, #t2>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %5, %43 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %3, %38 : pipeline<2, buffer<128x64xf16, #s0>>, stage<read>
//               %39 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//               %40 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//               %41 = async.pipeline.inc_iter %arg6 : iterator<1, consumer>
//               continue [%36#0, %39, %36#1, %40, %41] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//             }
//             yield [%33#0, %33#1, %33#2, %33#3, %33#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           } {
//             %23 = async.pipeline.producer_acquire %5, %11 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %24 = async.pipeline.producer_write %5, %23 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %24 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %25 = async.pipeline.inc_iter %11 : iterator<1, producer>
//             %26 = async.pipeline.producer_acquire %5, %25 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//             %27 = async.pipeline.producer_write %5, %26 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg1: tmem<128x64xf32, #t1>) {
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %5, %27 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//             %28 = async.pipeline.inc_iter %25 : iterator<1, producer>
//             yield [%14, %15, %10, %28, %18] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//           }
//           async.pipeline.yield [%22#0, %22#1, %22#2, %22#3, %22#4] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>
//         }
//         async.pipeline.consumer_release %0, %20#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %19 = async.pipeline.producer_acquire %0, %7 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %20 = async.pipeline.producer_write %0, %19 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           %35 = constant <value = 0> : i32
//           %36 = tiled_load %a_tiles, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x64xf16, #r5>
//           local_store %36, %arg0, [%35, %35] : tile<128x64xf16, #r5>, buffer<128x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %20 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %21 = async.pipeline.inc_iter %7 : iterator<1, producer>
//         %22:2 = for %zero, %steps, %one, [%8, %9] : i32, i32, i32, iterator<2, producer>, iterator<2, producer> -> iterator<2, producer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>, %arg2: iterator<2, producer>) {
//           %35 = async.pipeline.producer_acquire %1, %arg1 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %36 = async.pipeline.producer_write %1, %35 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x128xf16, #s1>) {
//             %41 = constant <value = 0> : i32
//             %42 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r6>
//             local_store %42, %arg3, [%41, %41] : tile<64x128xf16, #r6>, buffer<64x128xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %1, %36 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//           %37 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           %38 = async.pipeline.producer_acquire %3, %arg2 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %39 = async.pipeline.producer_write %3, %38 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x64xf16, #s0>) {
//             %41 = constant <value = 0> : i32
//             %42 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r5>
//             local_store %42, %arg3, [%41, %41] : tile<128x64xf16, #r5>, buffer<128x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %3, %39 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//           %40 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//           continue [%37, %40] : iterator<2, producer>
//         }
//         %23 = async.pipeline.producer_acquire %0, %21 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %24 = async.pipeline.producer_write %0, %23 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %24 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %25 = async.pipeline.producer_acquire %1, %22#0 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %26 = async.pipeline.producer_write %1, %25 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %1, %26 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %27 = async.pipeline.inc_iter %22#0 : iterator<2, producer>
//         %28 = async.pipeline.producer_acquire %1, %27 : pipeline<2, buffer<64x128xf16, #s1>>, iterator<2, producer> -> stage<empty>
//         %29 = async.pipeline.producer_write %1, %28 : pipeline<2, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %1, %29 : pipeline<2, buffer<64x128xf16, #s1>>, stage<written>
//         %30 = async.pipeline.producer_acquire %3, %22#1 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %31 = async.pipeline.producer_write %3, %30 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %31 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         %32 = async.pipeline.inc_iter %22#1 : iterator<2, producer>
//         %33 = async.pipeline.producer_acquire %3, %32 : pipeline<2, buffer<128x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %34 = async.pipeline.producer_write %3, %33 : pipeline<2, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %34 : pipeline<2, buffer<128x64xf16, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Warps rescale a sum in tensor memory if one of their rows has another factor than one. A product that flushes subnormals to
// zero changes them for a factor of one as well.

#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
#r3 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r4 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
#r5 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r6 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @rescale <target = "sm_100a"> {
  func @by_rows <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
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
    %2 = constant <value = 0.0> : tile<128x64xf32, #r1>
    %sum = for %zero, %steps, %one, [%2] : i32, i32, i32, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1> (%i: i32, %so_far: tile<128x64xf32, #r1>) {
      %b_tile = tiled_load %b_tiles, [%zero, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r2>
      %first = dot %a_tile, %b_tile, %0 <warpgroups = [1, 1]> : tile<128x64xf16, #r0>, tile<64x128xf16, #r2>, tile<128x128xf32, #r3> -> tile<128x128xf32, #r3>
      %narrow = fp_to_fp %first : tile<128x128xf32, #r3> -> tile<128x128xf16, #r3>
      %largest = reduce [%first] <dim = 1, identities = [4286578688]> : tile<128x128xf32, #r3> -> tile<128xf32, #r4> (%folded: f32, %element: f32) {
        %both = maxf %element, %folded : f32
        yield [%both] : f32
      }
      %rows_of_largest = view %largest : tile<128xf32, #r4> -> tile<128x1xf32, #r5>
      %factor = exp2 %rows_of_largest : tile<128x1xf32, #r5>
      %replicated = convert_layout %factor : tile<128x1xf32, #r5> -> tile<128x1xf32, #r6>
      %factors = broadcast %replicated : tile<128x1xf32, #r6> -> tile<128x64xf32, #r1>
      %scaled = mulf %so_far, %factors : tile<128x64xf32, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r0>
      %next = dot %narrow, %d_tile, %scaled <warpgroups = [1, 1]> : tile<128x128xf16, #r3>, tile<128x64xf16, #r0>, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1>
      continue [%next] : tile<128x64xf32, #r1>
    }
    tiled_store %sum, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r1>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
    return
  }
  func @flushed <num_warps = 4, occupancy = 2, path = agents, stages = 2, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
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
    %2 = constant <value = 0.0> : tile<128x64xf32, #r1>
    %sum = for %zero, %steps, %one, [%2] : i32, i32, i32, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1> (%i: i32, %so_far: tile<128x64xf32, #r1>) {
      %b_tile = tiled_load %b_tiles, [%zero, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r2>
      %first = dot %a_tile, %b_tile, %0 <warpgroups = [1, 1]> : tile<128x64xf16, #r0>, tile<64x128xf16, #r2>, tile<128x128xf32, #r3> -> tile<128x128xf32, #r3>
      %narrow = fp_to_fp %first : tile<128x128xf32, #r3> -> tile<128x128xf16, #r3>
      %largest = reduce [%first] <dim = 1, identities = [4286578688]> : tile<128x128xf32, #r3> -> tile<128xf32, #r4> (%folded: f32, %element: f32) {
        %both = maxf %element, %folded : f32
        yield [%both] : f32
      }
      %rows_of_largest = view %largest : tile<128xf32, #r4> -> tile<128x1xf32, #r5>
      %factor = exp2 %rows_of_largest : tile<128x1xf32, #r5>
      %replicated = convert_layout %factor : tile<128x1xf32, #r5> -> tile<128x1xf32, #r6>
      %factors = broadcast %replicated : tile<128x1xf32, #r6> -> tile<128x64xf32, #r1>
      %scaled = mulf %so_far, %factors <flush_to_zero> : tile<128x64xf32, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r0>
      %next = dot %narrow, %d_tile, %scaled <warpgroups = [1, 1]> : tile<128x128xf16, #r3>, tile<128x64xf16, #r0>, tile<128x64xf32, #r1> -> tile<128x64xf32, #r1>
      continue [%next] : tile<128x64xf32, #r1>
    }
    tiled_store %sum, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, no_boxes = room> : tile<128x64xf32, #r1>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
    return
  }
}
