// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t2 = part=[(0,1)] column=[(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r2 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0)]
// #r3 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0)]
// tileas.module @weights <target = "sm_100a"> {
//   func @of_scores <num_warps = 4, occupancy = 1, path = agents, stages = 6, producer_warps = 2, registers = [216, 72], sum_stages = 1, chains> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
//     %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
//     %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
//     %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %5 = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
//     %10 = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %6 = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
//     %9 = async.pipeline.create_pipeline : pipeline<5, buffer<64x128xf16, #s1>>
//     %11 = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
//     %12 = async.pipeline.create_pipeline : pipeline<5, buffer<128x64xf16, #s0>>
//     %13 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %14 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %15 = async.pipeline.create_pipeline : pipeline<1, tmem<128x64xf32, #t1>>
//     %16 = async.pipeline.create_pipeline : pipeline<1, tmem<128x64xf32, #t1>>
//     %17 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf16, #t2>>
//     %18 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf16, #t2>>
//     %19 = async.pipeline.create_iterator %6 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %20 = async.pipeline.create_iterator %9 : pipeline<5, buffer<64x128xf16, #s1>> -> iterator<5, producer>
//     %21 = async.pipeline.create_iterator %11 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
//     %22 = async.pipeline.create_iterator %12 : pipeline<5, buffer<128x64xf16, #s0>> -> iterator<5, producer>
//     %23 = async.pipeline.create_iterator %13 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %24 = async.pipeline.create_iterator %14 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %25 = async.pipeline.create_iterator %15 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, producer>
//     %26 = async.pipeline.create_iterator %16 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, producer>
//     %27 = async.pipeline.create_iterator %17 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, producer>
//     %28 = async.pipeline.create_iterator %18 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, producer>
//     %29 = async.pipeline.create_iterator %6 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %30 = async.pipeline.create_iterator %9 : pipeline<5, buffer<64x128xf16, #s1>> -> iterator<5, consumer>
//     %31 = async.pipeline.create_iterator %11 : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
//     %32 = async.pipeline.create_iterator %12 : pipeline<5, buffer<128x64xf16, #s0>> -> iterator<5, consumer>
//     %33 = async.pipeline.create_iterator %13 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %34 = async.pipeline.create_iterator %14 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %35 = async.pipeline.create_iterator %15 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, consumer>
//     %36 = async.pipeline.create_iterator %16 : pipeline<1, tmem<128x64xf32, #t1>> -> iterator<1, consumer>
//     %37 = async.pipeline.create_iterator %17 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, consumer>
//     %38 = async.pipeline.create_iterator %18 : pipeline<1, tmem<128x128xf16, #t2>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4, registers = 216> {
//         %1 = constant <value = 2> : i64
//         %block = get_program_id <axis = 0> : i32
//         %0 = exti %block : i32 -> i64
//         %2 = muli %0, %1 : i64
//         %one = constant <value = 1> : i32
//         %zero = constant <value = 0> : i32
//         %7 = constant <value = 0.5> : tile<128x64xf32, #r0>
//         %8 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %39 = async.pipeline.consumer_wait %15, %35 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %40 = async.pipeline.consumer_read %15, %39 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg0: tmem<128x64xf32, #t1>) {
//           tmem_store %8, %arg0 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %15, %40 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         %41 = async.pipeline.inc_iter %35 : iterator<1, consumer>
//         %42:3 = for %zero, %steps, %one, [%33, %41, %27] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %45 = async.pipeline.consumer_wait %13, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %46:2 = async.pipeline.consumer_read %13, %45 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%54] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %13, %46#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %47 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow = fp_to_fp %46#1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
//           %48 = async.pipeline.producer_acquire %17, %arg2 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, producer> -> stage<empty>
//           %49 = async.pipeline.producer_write %17, %48 : pipeline<1, tmem<128x128xf16, #t2>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t2>) {
//             tmem_store %narrow, %arg3 : tile<128x128xf16, #r1>, tmem<128x128xf16, #t2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %17, %49 : pipeline<1, tmem<128x128xf16, #t2>>, stage<written>
//           %50 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %51 = async.pipeline.consumer_wait %15, %arg1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//           %52 = async.pipeline.consumer_read %15, %51 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg3: tmem<128x64xf32, #t1>) {
//             %54 = tmem_load %arg3 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             %scaled = mulf %54, %7 : tile<128x64xf32, #r0>
//             tmem_store %scaled, %arg3 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %15, %52 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//           %53 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%47, %53, %50] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %43 = async.pipeline.consumer_wait %15, %42#1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %44:2 = async.pipeline.consumer_read %15, %43 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x64xf32, #t1>) {
//           %45 = tmem_load %arg0 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//           async.pipeline.yield [%45] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %15, %44#0 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         tiled_store %44#1, %10, [%2, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "store", num_warps = 4, registers = 216> {
//         %3 = constant <value = 1> : i64
//         %1 = constant <value = 2> : i64
//         %block = get_program_id <axis = 0> : i32
//         %0 = exti %block : i32 -> i64
//         %2 = muli %0, %1 : i64
//         %4 = addi %2, %3 : i64
//         %one = constant <value = 1> : i32
//         %zero = constant <value = 0> : i32
//         %7 = constant <value = 0.5> : tile<128x64xf32, #r0>
//         %8 = constant <value = 0.0> : tile<128x64xf32, #r0>
//         %39 = async.pipeline.consumer_wait %16, %36 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %40 = async.pipeline.consumer_read %16, %39 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg0: tmem<128x64xf32, #t1>) {
//           tmem_store %8, %arg0 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %16, %40 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         %41 = async.pipeline.inc_iter %36 : iterator<1, consumer>
//         %42:3 = for %zero, %steps, %one, [%34, %41, %28] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %45 = async.pipeline.consumer_wait %14, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %46:2 = async.pipeline.consumer_read %14, %45 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%54] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %14, %46#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %47 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow_2 = fp_to_fp %46#1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
//           %48 = async.pipeline.producer_acquire %18, %arg2 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, producer> -> stage<empty>
//           %49 = async.pipeline.producer_write %18, %48 : pipeline<1, tmem<128x128xf16, #t2>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t2>) {
//             tmem_store %narrow_2, %arg3 : tile<128x128xf16, #r1>, tmem<128x128xf16, #t2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %18, %49 : pipeline<1, tmem<128x128xf16, #t2>>, stage<written>
//           %50 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %51 = async.pipeline.consumer_wait %16, %arg1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//           %52 = async.pipeline.consumer_read %16, %51 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read> (%arg3: tmem<128x64xf32, #t1>) {
//             %54 = tmem_load %arg3 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             %scaled_3 = mulf %54, %7 : tile<128x64xf32, #r0>
//             tmem_store %scaled_3, %arg3 : tile<128x64xf32, #r0>, tmem<128x64xf32, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %16, %52 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//           %53 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%47, %53, %50] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %43 = async.pipeline.consumer_wait %16, %42#1 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %44:2 = async.pipeline.consumer_read %16, %43 : pipeline<1, tmem<128x64xf32, #t1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x64xf32, #t1>) {
//           %45 = tmem_load %arg0 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//           async.pipeline.yield [%45] : tile<128x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %16, %44#0 : pipeline<1, tmem<128x64xf32, #t1>>, stage<read>
//         tiled_store %44#1, %10, [%4, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 2, registers = 72> {
//         %one = constant <value = 1> : i32
//         %zero = constant <value = 0> : i32
//         %39 = async.pipeline.consumer_wait %6, %29 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %40:10 = async.pipeline.consumer_read %6, %39 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, iterator<5, consumer>, iterator<1, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg0: buffer<128x64xf16, #s0>) {
//           %41 = async.pipeline.consumer_wait %11, %31 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//           %42 = async.pipeline.inc_iter %31 : iterator<1, consumer>
//           %43:9 = async.pipeline.consumer_read %11, %41 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg1: buffer<128x64xf16, #s0>) {
//             %44 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//             %45:8 = if %44 : i1 -> iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> {
//               %46 = async.pipeline.consumer_wait %9, %30 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, consumer> -> stage<full>
//               %47 = async.pipeline.consumer_read %9, %46 : pipeline<5, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg2: buffer<64x128xf16, #s1>) {
//                 %64 = async.pipeline.producer_acquire %13, %23 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %65 = async.pipeline.producer_write %13, %64 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %68 = constant <value = false> : i1
//                   tcgen05.mma %arg0, %arg2, %arg3, [%68] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %13, %65 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 %66 = async.pipeline.producer_acquire %14, %24 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %67 = async.pipeline.producer_write %14, %66 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %68 = constant <value = false> : i1
//                   tcgen05.mma %arg1, %arg2, %arg3, [%68] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %14, %67 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %9, %47 : pipeline<5, buffer<64x128xf16, #s1>>, stage<read>
//               %48 = async.pipeline.inc_iter %30 : iterator<5, consumer>
//               %49 = async.pipeline.inc_iter %23 : iterator<1, producer>
//               %50 = async.pipeline.inc_iter %24 : iterator<1, producer>
//               %51 = async.pipeline.producer_acquire %15, %25 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %52 = async.pipeline.producer_write %15, %51 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %52 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %53 = async.pipeline.inc_iter %25 : iterator<1, producer>
//               %54 = async.pipeline.producer_acquire %16, %26 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %55 = async.pipeline.producer_write %16, %54 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %55 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %56 = async.pipeline.inc_iter %26 : iterator<1, producer>
//               %57 = async.pipeline.producer_acquire %15, %53 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %58 = async.pipeline.producer_write %15, %57 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %58 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %59 = async.pipeline.inc_iter %53 : iterator<1, producer>
//               %60 = async.pipeline.producer_acquire %16, %56 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %61 = async.pipeline.producer_write %16, %60 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %61 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %62 = async.pipeline.inc_iter %56 : iterator<1, producer>
//               %63:8 = for %zero, %steps, %one, [%48, %32, %49, %50, %59, %62, %37, %38] : i32, i32, i32, iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> -> iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg2: i32, %arg3: iterator<5, consumer>, %arg4: iterator<5, consumer>, %arg5: iterator<1, producer>, %arg6: iterator<1, producer>, %arg7: iterator<1, producer>, %arg8: iterator<1, producer>, %arg9: iterator<1, consumer>, %arg10: iterator<1, consumer>) {
//                 %64 = subi %steps, %arg2 : i32
//                 %65 = cmpi %64, %one <predicate = greater_than> : i32, i32 -> i1
//                 %66:3 = if %65 : i1 -> iterator<5, consumer>, iterator<1, producer>, iterator<1, producer> {
//                   %74 = async.pipeline.consumer_wait %9, %arg3 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, consumer> -> stage<full>
//                   %75 = async.pipeline.consumer_read %9, %74 : pipeline<5, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%arg11: buffer<64x128xf16, #s1>) {
//                     %79 = async.pipeline.producer_acquire %13, %arg5 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %80 = async.pipeline.producer_write %13, %79 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg12: tmem<128x128xf32, #t0>) {
//                       %83 = constant <value = false> : i1
//                       tcgen05.mma %arg0, %arg11, %arg12, [%83] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %13, %80 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                     %81 = async.pipeline.producer_acquire %14, %arg6 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %82 = async.pipeline.producer_write %14, %81 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg12: tmem<128x128xf32, #t0>) {
//                       %83 = constant <value = false> : i1
//                       tcgen05.mma %arg1, %arg11, %arg12, [%83] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %14, %82 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %9, %75 : pipeline<5, buffer<64x128xf16, #s1>>, stage<read>
//                   %76 = async.pipeline.inc_iter %arg3 : iterator<5, consumer>
//                   %77 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//                   %78 = async.pipeline.inc_iter %arg6 : iterator<1, producer>
//                   yield [%76, %77, %78] : iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>
//                 } {
//                   yield [%arg3, %arg5, %arg6] : iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>
//                 }
//                 %67 = async.pipeline.consumer_wait %12, %arg4 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, consumer> -> stage<full>
//                 %68 = async.pipeline.consumer_read %12, %67 : pipeline<5, buffer<128x64xf16, #s0>>, stage<full> -> stage<read> (%arg11: buffer<128x64xf16, #s0>) {
//                   %74 = async.pipeline.producer_acquire %15, %arg7 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//                   %75 = async.pipeline.producer_write %15, %74 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg12: tmem<128x64xf32, #t1>) {
//                     %78 = async.pipeline.consumer_wait %17, %arg9 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, consumer> -> stage<full>
//                     %79 = async.pipeline.consumer_read %17, %78 : pipeline<1, tmem<128x128xf16, #t2>>, stage<full> -> stage<read> (%arg13: tmem<128x128xf16, #t2>) {
//                       tcgen05.mma %arg13, %arg11, %arg12 : tmem<128x128xf16, #t2>, buffer<128x64xf16, #s0>, tmem<128x64xf32, #t1>
//                       async.pipeline.yield
//                     }
//                     async.pipeline.consumer_release %17, %79 : pipeline<1, tmem<128x128xf16, #t2>>, stage<read>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %15, %75 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//                   %76 = async.pipeline.producer_acquire %16, %arg8 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//                   %77 = async.pipeline.producer_write %16, %76 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg12: tmem<128x64xf32, #t1>) {
//                     %78 = async.pipeline.consumer_wait %18, %arg10 : pipeline<1, tmem<128x128xf16, #t2>>, iterator<1, consumer> -> stage<full>
//                     %79 = async.pipeline.consumer_read %18, %78 : pipeline<1, tmem<128x128xf16, #t2>>, stage<full> -> stage<read> (%arg13: tmem<128x128xf16, #t2>) {
//                       tcgen05.mma %arg13, %arg11, %arg12 : tmem<128x128xf16, #t2>, buffer<128x64xf16, #s0>, tmem<128x64xf32, #t1>
//                       async.pipeline.yield
//                     }
//                     async.pipeline.consumer_release %18, %79 : pipeline<1, tmem<128x128xf16, #t2>>, stage<read>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %16, %77 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %12, %68 : pipeline<5, buffer<128x64xf16, #s0>>, stage<read>
//                 %69 = async.pipeline.inc_iter %arg4 : iterator<5, consumer>
//                 %70 = async.pipeline.inc_iter %arg7 : iterator<1, producer>
//                 %71 = async.pipeline.inc_iter %arg9 : iterator<1, consumer>
//                 %72 = async.pipeline.inc_iter %arg8 : iterator<1, producer>
//                 %73 = async.pipeline.inc_iter %arg10 : iterator<1, consumer>
//                 continue [%66#0, %69, %66#1, %66#2, %70, %72, %71, %73] : iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//               }
//               yield [%63#0, %63#1, %63#2, %63#3, %63#4, %63#5, %63#6, %63#7] : iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//             } {
//               %46 = async.pipeline.producer_acquire %15, %25 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %47 = async.pipeline.producer_write %15, %46 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %47 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %48 = async.pipeline.inc_iter %25 : iterator<1, producer>
//               %49 = async.pipeline.producer_acquire %16, %26 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %50 = async.pipeline.producer_write %16, %49 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %50 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %51 = async.pipeline.inc_iter %26 : iterator<1, producer>
//               %52 = async.pipeline.producer_acquire %15, %48 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %53 = async.pipeline.producer_write %15, %52 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %53 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %54 = async.pipeline.inc_iter %48 : iterator<1, producer>
//               %55 = async.pipeline.producer_acquire %16, %51 : pipeline<1, tmem<128x64xf32, #t1>>, iterator<1, producer> -> stage<empty>
//               %56 = async.pipeline.producer_write %16, %55 : pipeline<1, tmem<128x64xf32, #t1>>, stage<empty> -> stage<written> (%arg2: tmem<128x64xf32, #t1>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %56 : pipeline<1, tmem<128x64xf32, #t1>>, stage<written>
//               %57 = async.pipeline.inc_iter %51 : iterator<1, producer>
//               yield [%30, %32, %23, %24, %54, %57, %37, %38] : iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//             }
//             async.pipeline.yield [%45#0, %45#1, %45#2, %45#3, %45#4, %45#5, %45#6, %45#7] : iterator<5, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//           }
//           async.pipeline.consumer_release %11, %43#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//           async.pipeline.yield [%43#1, %42, %43#2, %43#3, %43#4, %43#5, %43#6, %43#7, %43#8] : iterator<5, consumer>, iterator<1, consumer>, iterator<5, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//         }
//         async.pipeline.consumer_release %6, %40#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 2, registers = 72> {
//         %one = constant <value = 1> : i32
//         %3 = constant <value = 1> : i64
//         %1 = constant <value = 2> : i64
//         %block = get_program_id <axis = 0> : i32
//         %0 = exti %block : i32 -> i64
//         %2 = muli %0, %1 : i64
//         %4 = addi %2, %3 : i64
//         %zero = constant <value = 0> : i32
//         %39 = constant <value = 2> : i64
//         %block_0 = get_program_id <axis = 0> : i32
//         %40 = exti %block_0 : i32 -> i64
//         %41 = muli %40, %39 : i64
//         %42 = async.pipeline.producer_acquire %6, %19 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %43 = async.pipeline.producer_write %6, %42 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           %81 = constant <value = 0> : i32
//           %82 = tiled_load %5, [%41, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16, #r2>
//           local_store %82, %arg0, [%81, %81] : tile<128x64xf16, #r2>, buffer<128x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %43 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %44 = async.pipeline.inc_iter %19 : iterator<1, producer>
//         %45 = async.pipeline.producer_acquire %11, %21 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %46 = async.pipeline.producer_write %11, %45 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           %81 = constant <value = 0> : i32
//           %82 = tiled_load %5, [%4, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16, #r2>
//           local_store %82, %arg0, [%81, %81] : tile<128x64xf16, #r2>, buffer<128x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %11, %46 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %47 = async.pipeline.inc_iter %21 : iterator<1, producer>
//         %48:2 = for %zero, %steps, %one, [%20, %22] : i32, i32, i32, iterator<5, producer>, iterator<5, producer> -> iterator<5, producer>, iterator<5, producer> (%arg0: i32, %arg1: iterator<5, producer>, %arg2: iterator<5, producer>) {
//           %81 = async.pipeline.producer_acquire %9, %arg1 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//           %82 = async.pipeline.producer_write %9, %81 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x128xf16, #s1>) {
//             %87 = constant <value = 0> : i32
//             %88 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r3>
//             local_store %88, %arg3, [%87, %87] : tile<64x128xf16, #r3>, buffer<64x128xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %9, %82 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//           %83 = async.pipeline.inc_iter %arg1 : iterator<5, producer>
//           %84 = async.pipeline.producer_acquire %12, %arg2 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//           %85 = async.pipeline.producer_write %12, %84 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x64xf16, #s0>) {
//             %87 = constant <value = 0> : i32
//             %88 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r2>
//             local_store %88, %arg3, [%87, %87] : tile<128x64xf16, #r2>, buffer<128x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %12, %85 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//           %86 = async.pipeline.inc_iter %arg2 : iterator<5, producer>
//           continue [%83, %86] : iterator<5, producer>
//         }
//         %49 = async.pipeline.producer_acquire %6, %44 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %50 = async.pipeline.producer_write %6, %49 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %50 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %51 = async.pipeline.producer_acquire %9, %48#0 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//         %52 = async.pipeline.producer_write %9, %51 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %52 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//         %53 = async.pipeline.inc_iter %48#0 : iterator<5, producer>
//         %54 = async.pipeline.producer_acquire %9, %53 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//         %55 = async.pipeline.producer_write %9, %54 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %55 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//         %56 = async.pipeline.inc_iter %53 : iterator<5, producer>
//         %57 = async.pipeline.producer_acquire %9, %56 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//         %58 = async.pipeline.producer_write %9, %57 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %58 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//         %59 = async.pipeline.inc_iter %56 : iterator<5, producer>
//         %60 = async.pipeline.producer_acquire %9, %59 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//         %61 = async.pipeline.producer_write %9, %60 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %61 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//         %62 = async.pipeline.inc_iter %59 : iterator<5, producer>
//         %63 = async.pipeline.producer_acquire %9, %62 : pipeline<5, buffer<64x128xf16, #s1>>, iterator<5, producer> -> stage<empty>
//         %64 = async.pipeline.producer_write %9, %63 : pipeline<5, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg0: buffer<64x128xf16, #s1>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %64 : pipeline<5, buffer<64x128xf16, #s1>>, stage<written>
//         %65 = async.pipeline.producer_acquire %11, %47 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %66 = async.pipeline.producer_write %11, %65 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %11, %66 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
//         %67 = async.pipeline.producer_acquire %12, %48#1 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//         %68 = async.pipeline.producer_write %12, %67 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %68 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//         %69 = async.pipeline.inc_iter %48#1 : iterator<5, producer>
//         %70 = async.pipeline.producer_acquire %12, %69 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//         %71 = async.pipeline.producer_write %12, %70 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %71 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//         %72 = async.pipeline.inc_iter %69 : iterator<5, producer>
//         %73 = async.pipeline.producer_acquire %12, %72 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//         %74 = async.pipeline.producer_write %12, %73 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %74 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//         %75 = async.pipeline.inc_iter %72 : iterator<5, producer>
//         %76 = async.pipeline.producer_acquire %12, %75 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//         %77 = async.pipeline.producer_write %12, %76 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %77 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//         %78 = async.pipeline.inc_iter %75 : iterator<5, producer>
//         %79 = async.pipeline.producer_acquire %12, %78 : pipeline<5, buffer<128x64xf16, #s0>>, iterator<5, producer> -> stage<empty>
//         %80 = async.pipeline.producer_write %12, %79 : pipeline<5, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %80 : pipeline<5, buffer<128x64xf16, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r3 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
tileas.module @weights <target = "sm_100a"> {
  func @of_scores <num_warps = 4, occupancy = 1, path = agents, stages = 6, producer_warps = 2, registers = [216, 72], sum_stages = 1, chains> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %b_all = make_memref %b : ptr -> memref<64x512xf16, [512, 1]>
    %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %b_tiles = block_tile %b_all : memref<64x512xf16, [512, 1]> -> block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>
    %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %0 = exti %block : i32 -> i64
    %1 = constant <value = 2> : i64
    %2 = muli %0, %1 : i64
    %3 = constant <value = 1> : i64
    %4 = addi %2, %3 : i64
    %5 = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %a_tile = tiled_load %5, [%2, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16, #r0>
    %a_tile_0 = tiled_load %5, [%4, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x64xf16, #r0>
    %6 = constant <value = 0.0> : tile<128x128xf32, #r1>
    %7 = constant <value = 0.5> : tile<128x64xf32, #r2>
    %8 = constant <value = 0.0> : tile<128x64xf32, #r2>
    %9:2 = for %zero, %steps, %one, [%8, %8] : i32, i32, i32, tile<128x64xf32, #r2>, tile<128x64xf32, #r2> -> tile<128x64xf32, #r2>, tile<128x64xf32, #r2> (%i: i32, %so_far: tile<128x64xf32, #r2>, %arg0: tile<128x64xf32, #r2>) {
      %b_tile = tiled_load %b_tiles, [%zero, %i] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[64, 128], memref<64x512xf16, [512, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32 -> tile<64x128xf16, #r3>
      %first = dot %a_tile, %b_tile, %6 <warpgroups = [1, 1]> : tile<128x64xf16, #r0>, tile<64x128xf16, #r3>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      %first_1 = dot %a_tile_0, %b_tile, %6 <warpgroups = [1, 1]> : tile<128x64xf16, #r0>, tile<64x128xf16, #r3>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      %narrow = fp_to_fp %first : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
      %narrow_2 = fp_to_fp %first_1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
      %scaled = mulf %so_far, %7 : tile<128x64xf32, #r2>
      %scaled_3 = mulf %arg0, %7 : tile<128x64xf32, #r2>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[128, 64], memref<512x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r0>
      %next = dot %narrow, %d_tile, %scaled <warpgroups = [1, 1]> : tile<128x128xf16, #r1>, tile<128x64xf16, #r0>, tile<128x64xf32, #r2> -> tile<128x64xf32, #r2>
      %next_4 = dot %narrow_2, %d_tile, %scaled_3 <warpgroups = [1, 1]> : tile<128x128xf16, #r1>, tile<128x64xf16, #r0>, tile<128x64xf32, #r2> -> tile<128x64xf32, #r2>
      continue [%next, %next_4] : tile<128x64xf32, #r2>
    }
    %10 = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    tiled_store %9#0, %10, [%2, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<128x64xf32, #r2>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32
    tiled_store %9#1, %10, [%4, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<128x64xf32, #r2>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i64, i32
    return
  }
}
