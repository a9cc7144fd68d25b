// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t1 = part=[(0,1)] column=[(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0)]
// tileas.module @weights <target = "sm_100a"> {
//   func @over_scores <num_warps = 4, occupancy = 1, path = agents, stages = 2, producer_warps = 2, registers = [216, 72], sum_stages = 1, chains> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x128xf16, [128, 1]>
//     %b_all = make_memref %b : ptr -> memref<128x512xf16, [512, 1]>
//     %d_all = make_memref %d : ptr -> memref<512x128xf16, [128, 1]>
//     %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x128xf32, [128, 1]>
//     %b_tiles = block_tile %b_all : memref<128x512xf16, [512, 1]> -> block_tile<[128, 128], memref<128x512xf16, [512, 1]>, step = [128, 128], dims = [0, 1]>
//     %d_tiles = block_tile %d_all : memref<512x128xf16, [128, 1]> -> block_tile<[128, 128], memref<512x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %5 = block_tile %a_all : memref<?x128xf16, [128, 1]> -> block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>
//     %10 = block_tile %c_all : memref<?x128xf32, [128, 1]> -> block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %6 = async.pipeline.create_pipeline : pipeline<1, buffer<128x128xf16, #s0>>
//     %9 = async.pipeline.create_pipeline : pipeline<2, buffer<128x128xf16, #s0>>
//     %11 = async.pipeline.create_pipeline : pipeline<1, buffer<128x128xf16, #s0>>
//     %12 = async.pipeline.create_pipeline : pipeline<2, buffer<128x128xf16, #s0>>
//     %13 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %14 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %15 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %16 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %17 = async.pipeline.create_pipeline [%13] : pipeline<1, tmem<128x128xf32, #t0>> -> pipeline<1, tmem<128x128xf16, #t1>>
//     %18 = async.pipeline.create_pipeline [%14] : pipeline<1, tmem<128x128xf32, #t0>> -> pipeline<1, tmem<128x128xf16, #t1>>
//     %19 = async.pipeline.create_iterator %6 : pipeline<1, buffer<128x128xf16, #s0>> -> iterator<1, producer>
//     %20 = async.pipeline.create_iterator %9 : pipeline<2, buffer<128x128xf16, #s0>> -> iterator<2, producer>
//     %21 = async.pipeline.create_iterator %11 : pipeline<1, buffer<128x128xf16, #s0>> -> iterator<1, producer>
//     %22 = async.pipeline.create_iterator %12 : pipeline<2, buffer<128x128xf16, #s0>> -> iterator<2, producer>
//     %23 = async.pipeline.create_iterator %13 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %24 = async.pipeline.create_iterator %14 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %25 = async.pipeline.create_iterator %15 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %26 = async.pipeline.create_iterator %16 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %27 = async.pipeline.create_iterator %17 : pipeline<1, tmem<128x128xf16, #t1>> -> iterator<1, producer>
//     %28 = async.pipeline.create_iterator %18 : pipeline<1, tmem<128x128xf16, #t1>> -> iterator<1, producer>
//     %29 = async.pipeline.create_iterator %6 : pipeline<1, buffer<128x128xf16, #s0>> -> iterator<1, consumer>
//     %30 = async.pipeline.create_iterator %9 : pipeline<2, buffer<128x128xf16, #s0>> -> iterator<2, consumer>
//     %31 = async.pipeline.create_iterator %11 : pipeline<1, buffer<128x128xf16, #s0>> -> iterator<1, consumer>
//     %32 = async.pipeline.create_iterator %12 : pipeline<2, buffer<128x128xf16, #s0>> -> iterator<2, consumer>
//     %33 = async.pipeline.create_iterator %13 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %34 = async.pipeline.create_iterator %14 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %35 = async.pipeline.create_iterator %15 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %36 = async.pipeline.create_iterator %16 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %37 = async.pipeline.create_iterator %17 : pipeline<1, tmem<128x128xf16, #t1>> -> iterator<1, consumer>
//     %38 = async.pipeline.create_iterator %18 : pipeline<1, tmem<128x128xf16, #t1>> -> iterator<1, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4, registers = 216> {
//         %1 = constant <value = 2> : i64
//         %block = get_program_id <axis = 0> : i32
//         %0 = exti %block : i32 -> i64
//         %2 = muli %0, %1 : i64
//         %one = constant <value = 1> : i32
//         %zero = constant <value = 0> : i32
//         %7 = constant <value = 0.5> : tile<128x128xf32, #r0>
//         %8 = constant <value = 0.0> : tile<128x128xf32, #r0>
//         %39 = async.pipeline.consumer_wait %15, %35 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %40 = async.pipeline.consumer_read %15, %39 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read> (%arg0: tmem<128x128xf32, #t0>) {
//           tmem_store %8, %arg0 : tile<128x128xf32, #r0>, tmem<128x128xf32, #t0>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %15, %40 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//         %41 = async.pipeline.inc_iter %35 : iterator<1, consumer>
//         %42:3 = for %zero, %steps, %one, [%33, %41, %27] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %45 = async.pipeline.consumer_wait %13, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %46:2 = async.pipeline.consumer_read %13, %45 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//             async.pipeline.yield [%54] : tile<128x128xf32, #r0>
//           }
//           async.pipeline.consumer_release %13, %46#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %47 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow = fp_to_fp %46#1 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//           %48 = async.pipeline.producer_acquire %17, %arg2 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, producer> -> stage<empty>
//           %49 = async.pipeline.producer_write %17, %48 : pipeline<1, tmem<128x128xf16, #t1>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t1>) {
//             tmem_store %narrow, %arg3 : tile<128x128xf16, #r0>, tmem<128x128xf16, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %17, %49 : pipeline<1, tmem<128x128xf16, #t1>>, stage<written>
//           %50 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %51 = async.pipeline.consumer_wait %15, %arg1 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %52 = async.pipeline.consumer_read %15, %51 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//             %scaled = mulf %54, %7 : tile<128x128xf32, #r0>
//             tmem_store %scaled, %arg3 : tile<128x128xf32, #r0>, tmem<128x128xf32, #t0>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %15, %52 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %53 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%47, %53, %50] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %43 = async.pipeline.consumer_wait %15, %42#1 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %44:2 = async.pipeline.consumer_read %15, %43 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
//           %45 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//           async.pipeline.yield [%45] : tile<128x128xf32, #r0>
//         }
//         async.pipeline.consumer_release %15, %44#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//         tiled_store %44#1, %10, [%2, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
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
//         %7 = constant <value = 0.5> : tile<128x128xf32, #r0>
//         %8 = constant <value = 0.0> : tile<128x128xf32, #r0>
//         %39 = async.pipeline.consumer_wait %16, %36 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %40 = async.pipeline.consumer_read %16, %39 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read> (%arg0: tmem<128x128xf32, #t0>) {
//           tmem_store %8, %arg0 : tile<128x128xf32, #r0>, tmem<128x128xf32, #t0>
//           async.pipeline.yield
//         }
//         async.pipeline.consumer_release %16, %40 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//         %41 = async.pipeline.inc_iter %36 : iterator<1, consumer>
//         %42:3 = for %zero, %steps, %one, [%34, %41, %28] : i32, i32, i32, iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> -> iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer> (%i: i32, %arg0: iterator<1, consumer>, %arg1: iterator<1, consumer>, %arg2: iterator<1, producer>) {
//           %45 = async.pipeline.consumer_wait %14, %arg0 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %46:2 = async.pipeline.consumer_read %14, %45 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//             async.pipeline.yield [%54] : tile<128x128xf32, #r0>
//           }
//           async.pipeline.consumer_release %14, %46#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %47 = async.pipeline.inc_iter %arg0 : iterator<1, consumer>
//           %narrow_2 = fp_to_fp %46#1 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
//           %48 = async.pipeline.producer_acquire %18, %arg2 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, producer> -> stage<empty>
//           %49 = async.pipeline.producer_write %18, %48 : pipeline<1, tmem<128x128xf16, #t1>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf16, #t1>) {
//             tmem_store %narrow_2, %arg3 : tile<128x128xf16, #r0>, tmem<128x128xf16, #t1>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %18, %49 : pipeline<1, tmem<128x128xf16, #t1>>, stage<written>
//           %50 = async.pipeline.inc_iter %arg2 : iterator<1, producer>
//           %51 = async.pipeline.consumer_wait %16, %arg1 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %52 = async.pipeline.consumer_read %16, %51 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read> (%arg3: tmem<128x128xf32, #t0>) {
//             %54 = tmem_load %arg3 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//             %scaled_3 = mulf %54, %7 : tile<128x128xf32, #r0>
//             tmem_store %scaled_3, %arg3 : tile<128x128xf32, #r0>, tmem<128x128xf32, #t0>
//             async.pipeline.yield
//           }
//           async.pipeline.consumer_release %16, %52 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %53 = async.pipeline.inc_iter %arg1 : iterator<1, consumer>
//           continue [%47, %53, %50] : iterator<1, consumer>, iterator<1, consumer>, iterator<1, producer>
//         }
//         %43 = async.pipeline.consumer_wait %16, %42#1 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//         %44:2 = async.pipeline.consumer_read %16, %43 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
//           %45 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
//           async.pipeline.yield [%45] : tile<128x128xf32, #r0>
//         }
//         async.pipeline.consumer_release %16, %44#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//         tiled_store %44#1, %10, [%4, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 2, registers = 72> {
//         %one = constant <value = 1> : i32
//         %zero = constant <value = 0> : i32
//         %39 = async.pipeline.consumer_wait %6, %29 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %40:10 = async.pipeline.consumer_read %6, %39 : pipeline<1, buffer<128x128xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<1, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg0: buffer<128x128xf16, #s0>) {
//           %41 = async.pipeline.consumer_wait %11, %31 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, consumer> -> stage<full>
//           %42 = async.pipeline.inc_iter %31 : iterator<1, consumer>
//           %43:9 = async.pipeline.consumer_read %11, %41 : pipeline<1, buffer<128x128xf16, #s0>>, stage<full> -> stage<read>, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg1: buffer<128x128xf16, #s0>) {
//             %44 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//             %45:8 = if %44 : i1 -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> {
//               %46 = addi %zero, %one : i32
//               %47 = async.pipeline.consumer_wait %9, %30 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, consumer> -> stage<full>
//               %48 = async.pipeline.consumer_read %9, %47 : pipeline<2, buffer<128x128xf16, #s0>>, stage<full> -> stage<read> (%arg2: buffer<128x128xf16, #s0>) {
//                 %72 = async.pipeline.producer_acquire %13, %23 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %73 = async.pipeline.producer_write %13, %72 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %76 = constant <value = false> : i1
//                   tcgen05.mma %arg0, %arg2, %arg3, [%76] : buffer<128x128xf16, #s0>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %13, %73 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 %74 = async.pipeline.producer_acquire %14, %24 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %75 = async.pipeline.producer_write %14, %74 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %76 = constant <value = false> : i1
//                   tcgen05.mma %arg1, %arg2, %arg3, [%76] : buffer<128x128xf16, #s0>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %14, %75 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %9, %48 : pipeline<2, buffer<128x128xf16, #s0>>, stage<read>
//               %49 = async.pipeline.inc_iter %30 : iterator<2, consumer>
//               %50 = async.pipeline.inc_iter %23 : iterator<1, producer>
//               %51 = async.pipeline.inc_iter %24 : iterator<1, producer>
//               %52 = async.pipeline.producer_acquire %15, %25 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %53 = async.pipeline.producer_write %15, %52 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %53 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %54 = async.pipeline.inc_iter %25 : iterator<1, producer>
//               %55 = async.pipeline.producer_acquire %16, %26 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %56 = async.pipeline.producer_write %16, %55 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %56 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %57 = async.pipeline.inc_iter %26 : iterator<1, producer>
//               %58 = async.pipeline.producer_acquire %15, %54 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %59 = async.pipeline.producer_write %15, %58 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %59 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %60 = async.pipeline.inc_iter %54 : iterator<1, producer>
//               %61 = async.pipeline.producer_acquire %16, %57 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %62 = async.pipeline.producer_write %16, %61 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %62 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %63 = async.pipeline.inc_iter %57 : iterator<1, producer>
//               %64:8 = for %46, %steps, %one, [%49, %32, %50, %51, %60, %63, %37, %38] : i32, i32, i32, iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> -> iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer> (%arg2: i32, %arg3: iterator<2, consumer>, %arg4: iterator<2, consumer>, %arg5: iterator<1, producer>, %arg6: iterator<1, producer>, %arg7: iterator<1, producer>, %arg8: iterator<1, producer>, %arg9: iterator<1, consumer>, %arg10: iterator<1, consumer>) {
//                 %72 = async.pipeline.consumer_wait %12, %arg4 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, consumer> -> stage<full>
//                 %73 = async.pipeline.consumer_read %12, %72 : pipeline<2, buffer<128x128xf16, #s0>>, stage<full> -> stage<read> (%arg11: buffer<128x128xf16, #s0>) {
//                   %82 = async.pipeline.producer_acquire %15, %arg7 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                   %83 = async.pipeline.producer_write %15, %82 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg12: tmem<128x128xf32, #t0>) {
//                     %86 = async.pipeline.consumer_wait %17, %arg9 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, consumer> -> stage<full>
//                     %87 = async.pipeline.consumer_read %17, %86 : pipeline<1, tmem<128x128xf16, #t1>>, stage<full> -> stage<read> (%arg13: tmem<128x128xf16, #t1>) {
//                       tcgen05.mma %arg13, %arg11, %arg12 : tmem<128x128xf16, #t1>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>
//                       async.pipeline.yield
//                     }
//                     async.pipeline.consumer_release %17, %87 : pipeline<1, tmem<128x128xf16, #t1>>, stage<read>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.producer_commit %15, %83 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                   %84 = async.pipeline.consumer_wait %9, %arg3 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, consumer> -> stage<full>
//                   %85 = async.pipeline.consumer_read %9, %84 : pipeline<2, buffer<128x128xf16, #s0>>, stage<full> -> stage<read> (%arg12: buffer<128x128xf16, #s0>) {
//                     %86 = async.pipeline.producer_acquire %13, %arg5 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %87 = async.pipeline.producer_write %13, %86 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg13: tmem<128x128xf32, #t0>) {
//                       %92 = constant <value = false> : i1
//                       tcgen05.mma %arg0, %arg12, %arg13, [%92] : buffer<128x128xf16, #s0>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %13, %87 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                     %88 = async.pipeline.producer_acquire %16, %arg8 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %89 = async.pipeline.producer_write %16, %88 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg13: tmem<128x128xf32, #t0>) {
//                       %92 = async.pipeline.consumer_wait %18, %arg10 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, consumer> -> stage<full>
//                       %93 = async.pipeline.consumer_read %18, %92 : pipeline<1, tmem<128x128xf16, #t1>>, stage<full> -> stage<read> (%arg14: tmem<128x128xf16, #t1>) {
//                         tcgen05.mma %arg14, %arg11, %arg13 : tmem<128x128xf16, #t1>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>
//                         async.pipeline.yield
//                       }
//                       async.pipeline.consumer_release %18, %93 : pipeline<1, tmem<128x128xf16, #t1>>, stage<read>
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %16, %89 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                     %90 = async.pipeline.producer_acquire %14, %arg6 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                     %91 = async.pipeline.producer_write %14, %90 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg13: tmem<128x128xf32, #t0>) {
//                       %92 = constant <value = false> : i1
//                       tcgen05.mma %arg1, %arg12, %arg13, [%92] : buffer<128x128xf16, #s0>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>, i1
//                       async.pipeline.yield
//                     }
//                     async.pipeline.producer_commit %14, %91 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %9, %85 : pipeline<2, buffer<128x128xf16, #s0>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %12, %73 : pipeline<2, buffer<128x128xf16, #s0>>, stage<read>
//                 %74 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//                 %75 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
//                 %76 = async.pipeline.inc_iter %arg5 : iterator<1, producer>
//                 %77 = async.pipeline.inc_iter %arg6 : iterator<1, producer>
//                 %78 = async.pipeline.inc_iter %arg7 : iterator<1, producer>
//                 %79 = async.pipeline.inc_iter %arg9 : iterator<1, consumer>
//                 %80 = async.pipeline.inc_iter %arg8 : iterator<1, producer>
//                 %81 = async.pipeline.inc_iter %arg10 : iterator<1, consumer>
//                 continue [%74, %75, %76, %77, %78, %80, %79, %81] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//               }
//               %65 = async.pipeline.consumer_wait %12, %64#1 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, consumer> -> stage<full>
//               %66 = async.pipeline.consumer_read %12, %65 : pipeline<2, buffer<128x128xf16, #s0>>, stage<full> -> stage<read> (%arg2: buffer<128x128xf16, #s0>) {
//                 %72 = async.pipeline.producer_acquire %15, %64#4 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %73 = async.pipeline.producer_write %15, %72 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %76 = async.pipeline.consumer_wait %17, %64#6 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, consumer> -> stage<full>
//                   %77 = async.pipeline.consumer_read %17, %76 : pipeline<1, tmem<128x128xf16, #t1>>, stage<full> -> stage<read> (%arg4: tmem<128x128xf16, #t1>) {
//                     tcgen05.mma %arg4, %arg2, %arg3 : tmem<128x128xf16, #t1>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %17, %77 : pipeline<1, tmem<128x128xf16, #t1>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %15, %73 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 %74 = async.pipeline.producer_acquire %16, %64#5 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//                 %75 = async.pipeline.producer_write %16, %74 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg3: tmem<128x128xf32, #t0>) {
//                   %76 = async.pipeline.consumer_wait %18, %64#7 : pipeline<1, tmem<128x128xf16, #t1>>, iterator<1, consumer> -> stage<full>
//                   %77 = async.pipeline.consumer_read %18, %76 : pipeline<1, tmem<128x128xf16, #t1>>, stage<full> -> stage<read> (%arg4: tmem<128x128xf16, #t1>) {
//                     tcgen05.mma %arg4, %arg2, %arg3 : tmem<128x128xf16, #t1>, buffer<128x128xf16, #s0>, tmem<128x128xf32, #t0>
//                     async.pipeline.yield
//                   }
//                   async.pipeline.consumer_release %18, %77 : pipeline<1, tmem<128x128xf16, #t1>>, stage<read>
//                   async.pipeline.yield
//                 }
//                 async.pipeline.producer_commit %16, %75 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %12, %66 : pipeline<2, buffer<128x128xf16, #s0>>, stage<read>
//               %67 = async.pipeline.inc_iter %64#1 : iterator<2, consumer>
//               %68 = async.pipeline.inc_iter %64#4 : iterator<1, producer>
//               %69 = async.pipeline.inc_iter %64#6 : iterator<1, consumer>
//               %70 = async.pipeline.inc_iter %64#5 : iterator<1, producer>
//               %71 = async.pipeline.inc_iter %64#7 : iterator<1, consumer>
//               yield [%64#0, %67, %64#2, %64#3, %68, %70, %69, %71] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//             } {
//               %46 = async.pipeline.producer_acquire %15, %25 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %47 = async.pipeline.producer_write %15, %46 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %47 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %48 = async.pipeline.inc_iter %25 : iterator<1, producer>
//               %49 = async.pipeline.producer_acquire %16, %26 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %50 = async.pipeline.producer_write %16, %49 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %50 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %51 = async.pipeline.inc_iter %26 : iterator<1, producer>
//               %52 = async.pipeline.producer_acquire %15, %48 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %53 = async.pipeline.producer_write %15, %52 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %15, %53 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %54 = async.pipeline.inc_iter %48 : iterator<1, producer>
//               %55 = async.pipeline.producer_acquire %16, %51 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//               %56 = async.pipeline.producer_write %16, %55 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%arg2: tmem<128x128xf32, #t0>) {
//                 async.pipeline.yield
//               }
//               async.pipeline.producer_commit %16, %56 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//               %57 = async.pipeline.inc_iter %51 : iterator<1, producer>
//               yield [%30, %32, %23, %24, %54, %57, %37, %38] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//             }
//             async.pipeline.yield [%45#0, %45#1, %45#2, %45#3, %45#4, %45#5, %45#6, %45#7] : iterator<2, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//           }
//           async.pipeline.consumer_release %11, %43#0 : pipeline<1, buffer<128x128xf16, #s0>>, stage<read>
//           async.pipeline.yield [%43#1, %42, %43#2, %43#3, %43#4, %43#5, %43#6, %43#7, %43#8] : iterator<2, consumer>, iterator<1, consumer>, iterator<2, consumer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, producer>, iterator<1, consumer>, iterator<1, consumer>
//         }
//         async.pipeline.consumer_release %6, %40#0 : pipeline<1, buffer<128x128xf16, #s0>>, stage<read>
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
//         %42 = async.pipeline.producer_acquire %6, %19 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %43 = async.pipeline.producer_write %6, %42 : pipeline<1, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           %63 = constant <value = 0> : i32
//           %64 = tiled_load %5, [%41, %zero] : block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x128xf16, #r1>
//           local_store %64, %arg0, [%63, %63] : tile<128x128xf16, #r1>, buffer<128x128xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %43 : pipeline<1, buffer<128x128xf16, #s0>>, stage<written>
//         %44 = async.pipeline.inc_iter %19 : iterator<1, producer>
//         %45 = async.pipeline.producer_acquire %11, %21 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %46 = async.pipeline.producer_write %11, %45 : pipeline<1, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           %63 = constant <value = 0> : i32
//           %64 = tiled_load %5, [%4, %zero] : block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x128xf16, #r1>
//           local_store %64, %arg0, [%63, %63] : tile<128x128xf16, #r1>, buffer<128x128xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %11, %46 : pipeline<1, buffer<128x128xf16, #s0>>, stage<written>
//         %47 = async.pipeline.inc_iter %21 : iterator<1, producer>
//         %48:2 = for %zero, %steps, %one, [%20, %22] : i32, i32, i32, iterator<2, producer>, iterator<2, producer> -> iterator<2, producer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>, %arg2: iterator<2, producer>) {
//           %63 = async.pipeline.producer_acquire %9, %arg1 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %64 = async.pipeline.producer_write %9, %63 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x128xf16, #s0>) {
//             %69 = constant <value = 0> : i32
//             %70 = tiled_load %b_tiles, [%zero, %arg0] : block_tile<[128, 128], memref<128x512xf16, [512, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> tile<128x128xf16, #r1>
//             local_store %70, %arg3, [%69, %69] : tile<128x128xf16, #r1>, buffer<128x128xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %9, %64 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//           %65 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           %66 = async.pipeline.producer_acquire %12, %arg2 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %67 = async.pipeline.producer_write %12, %66 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg3: buffer<128x128xf16, #s0>) {
//             %69 = constant <value = 0> : i32
//             %70 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[128, 128], memref<512x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> tile<128x128xf16, #r1>
//             local_store %70, %arg3, [%69, %69] : tile<128x128xf16, #r1>, buffer<128x128xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %12, %67 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//           %68 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//           continue [%65, %68] : iterator<2, producer>
//         }
//         %49 = async.pipeline.producer_acquire %6, %44 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %50 = async.pipeline.producer_write %6, %49 : pipeline<1, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %6, %50 : pipeline<1, buffer<128x128xf16, #s0>>, stage<written>
//         %51 = async.pipeline.producer_acquire %9, %48#0 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %52 = async.pipeline.producer_write %9, %51 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %52 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//         %53 = async.pipeline.inc_iter %48#0 : iterator<2, producer>
//         %54 = async.pipeline.producer_acquire %9, %53 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %55 = async.pipeline.producer_write %9, %54 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %9, %55 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//         %56 = async.pipeline.producer_acquire %11, %47 : pipeline<1, buffer<128x128xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %57 = async.pipeline.producer_write %11, %56 : pipeline<1, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %11, %57 : pipeline<1, buffer<128x128xf16, #s0>>, stage<written>
//         %58 = async.pipeline.producer_acquire %12, %48#1 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %59 = async.pipeline.producer_write %12, %58 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %59 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//         %60 = async.pipeline.inc_iter %48#1 : iterator<2, producer>
//         %61 = async.pipeline.producer_acquire %12, %60 : pipeline<2, buffer<128x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
//         %62 = async.pipeline.producer_write %12, %61 : pipeline<2, buffer<128x128xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x128xf16, #s0>) {
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %12, %62 : pipeline<2, buffer<128x128xf16, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
#r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @weights <target = "sm_100a"> {
  func @over_scores <num_warps = 4, occupancy = 1, path = agents, stages = 2, producer_warps = 2, registers = [216, 72], sum_stages = 1, chains> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x128xf16, [128, 1]>
    %b_all = make_memref %b : ptr -> memref<128x512xf16, [512, 1]>
    %d_all = make_memref %d : ptr -> memref<512x128xf16, [128, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x128xf32, [128, 1]>
    %b_tiles = block_tile %b_all : memref<128x512xf16, [512, 1]> -> block_tile<[128, 128], memref<128x512xf16, [512, 1]>, step = [128, 128], dims = [0, 1]>
    %d_tiles = block_tile %d_all : memref<512x128xf16, [128, 1]> -> block_tile<[128, 128], memref<512x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1]>
    %0 = exti %block : i32 -> i64
    %1 = constant <value = 2> : i64
    %2 = muli %0, %1 : i64
    %3 = constant <value = 1> : i64
    %4 = addi %2, %3 : i64
    %5 = block_tile %a_all : memref<?x128xf16, [128, 1]> -> block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>
    %a_tile = tiled_load %5, [%2, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x128xf16, #r0>
    %a_tile_0 = tiled_load %5, [%4, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[128, 128], memref<?x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x128xf16, #r0>
    %6 = constant <value = 0.0> : tile<128x128xf32, #r1>
    %7 = constant <value = 0.5> : tile<128x128xf32, #r1>
    %8 = constant <value = 0.0> : tile<128x128xf32, #r1>
    %9:2 = for %zero, %steps, %one, [%8, %8] : i32, i32, i32, tile<128x128xf32, #r1>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>, tile<128x128xf32, #r1> (%i: i32, %so_far: tile<128x128xf32, #r1>, %arg0: tile<128x128xf32, #r1>) {
      %b_tile = tiled_load %b_tiles, [%zero, %i] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[128, 128], memref<128x512xf16, [512, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> tile<128x128xf16, #r0>
      %first = dot %a_tile, %b_tile, %6 <warpgroups = [1, 1]> : tile<128x128xf16, #r0>, tile<128x128xf16, #r0>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      %first_1 = dot %a_tile_0, %b_tile, %6 <warpgroups = [1, 1]> : tile<128x128xf16, #r0>, tile<128x128xf16, #r0>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      %narrow = fp_to_fp %first : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
      %narrow_2 = fp_to_fp %first_1 : tile<128x128xf32, #r1> -> tile<128x128xf16, #r1>
      %scaled = mulf %so_far, %7 : tile<128x128xf32, #r1>
      %scaled_3 = mulf %arg0, %7 : tile<128x128xf32, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : block_tile<[128, 128], memref<512x128xf16, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> tile<128x128xf16, #r0>
      %next = dot %narrow, %d_tile, %scaled <warpgroups = [1, 1]> : tile<128x128xf16, #r1>, tile<128x128xf16, #r0>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      %next_4 = dot %narrow_2, %d_tile, %scaled_3 <warpgroups = [1, 1]> : tile<128x128xf16, #r1>, tile<128x128xf16, #r0>, tile<128x128xf32, #r1> -> tile<128x128xf32, #r1>
      continue [%next, %next_4] : tile<128x128xf32, #r1>
    }
    %10 = block_tile %c_all : memref<?x128xf32, [128, 1]> -> block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
    tiled_store %9#0, %10, [%2, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r1>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
    tiled_store %9#1, %10, [%4, %zero] <contiguity = [1, 128], divisibility = 16, boxes> : tile<128x128xf32, #r1>, block_tile<[128, 128], memref<?x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i64, i32
    return
  }
}
