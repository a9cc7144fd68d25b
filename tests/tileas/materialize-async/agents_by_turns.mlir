// RUN: opt --passes=materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,4),(2,8),(4,16),(8,0),(16,0),(32,0),(0,32)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// tileas.module @turns <target = "sm_90a"> {
//   func @last <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 4, registers = [240, 24], turns = stores> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c : ptr -> memref<64x64xf32, [64, 1]>
//     %c_tiles = block_tile %c_tensor : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
//     %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
//     %tiles = muli %row_tiles, %column_tiles : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = async.pipeline.create_pipeline <consumers = 2, turns> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>
//     %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<8, producer>
//     %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<8, consumer>
//     %36 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x32xf16, swizzle = 64>
//     %37 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
//     %38 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<64x64xf32, [64, 1]> -> tma_desc<64x32xf32, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4, registers = 240, turn = 0> {
//         %39 = alloc_tensor : buffer<64x64xf32, #s2>
//         %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %4 = constant <value = 0> : i32
//         %5 = constant <value = 1> : i32
//         %6 = cmpi %first, %tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %7 = subi %tiles, %first : i32
//         %8 = subi %7, %5 : i32
//         %9 = divi %8, %blocks : i32
//         %10 = addi %9, %5 : i32
//         %11 = select %6, %10, %4 : i1, i32, i32 -> i32
//         %12 = constant <value = 0> : i32
//         %13 = constant <value = 1> : i32
//         %14 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %15 = subi %k_tiles, %zero : i32
//         %16 = subi %15, %13 : i32
//         %17 = divi %16, %one : i32
//         %18 = addi %17, %13 : i32
//         %19 = select %14, %18, %12 : i1, i32, i32 -> i32
//         async.turn <step = open>
//         async.turn <step = open, of = stores>
//         %20 = constant <value = 0> : i32
//         %21 = constant <value = 1> : i32
//         %22 = constant <value = 2> : i32
//         %23 = divi %11, %22 : i32
//         %24 = subi %11, %23 : i32
//         for %20, %24, %21, [%2] <unsigned> : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg0: i32, %arg1: iterator<8, consumer>) {
//           async.turn <step = take>
//           %40 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %sum:2 = if %40 : i1 -> tile<64x64xf32, #r0>, iterator<8, consumer> {
//             %26 = async.pipeline.consumer_wait %0, %arg1 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %27:2 = async.pipeline.consumer_read %0, %26 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//               %sum_next = async.dot %arg3, %arg4, %3 : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, tile<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//               async.pipeline.yield [%sum_next] : pending<64x64xf32, #r0>
//             }
//             %28 = async.pipeline.inc_iter %arg1 : iterator<8, consumer>
//             %42 = addi %zero, %one : i32
//             %43:3 = for %42, %k_tiles, %one, [%27#1, %28, %27#0] : i32, i32, i32, pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> -> pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> (%i: i32, %sum_so_far: pending<64x64xf32, #r0>, %arg2: iterator<8, consumer>, %arg0_0: stage<read>) {
//               %45 = async.pipeline.consumer_wait %0, %arg2 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//               %46:2 = async.pipeline.consumer_read %0, %45 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//                 %sum_next = async.dot %arg3, %arg4, %sum_so_far : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, pending<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//                 async.pipeline.yield [%sum_next] : pending<64x64xf32, #r0>
//               }
//               async.pipeline.consumer_release %0, %arg0_0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//               %47 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
//               continue [%46#1, %47, %46#0] : pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read>
//             }
//             async.turn <step = pass>
//             %44 = async.dot_wait %43#0 : pending<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//             async.pipeline.consumer_release %0, %43#2 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//             yield [%44, %43#1] : tile<64x64xf32, #r0>, iterator<8, consumer>
//           } {
//             async.turn <step = pass>
//             yield [%3, %arg1] : tile<64x64xf32, #r0>, iterator<8, consumer>
//           }
//           barrier
//           async.turn <step = take, of = stores>
//           async.store_wait <pending = 0>
//           %41 = constant <value = 0> : i32
//           local_store %sum#0, %39, [%41, %41] : tile<64x64xf32, #r0>, buffer<64x64xf32, #s2>, i32, i32
//           mma.fence
//           barrier
//           async.tiled_tma_store %39, %c_tiles, %38, [%zero, %zero] : buffer<64x64xf32, #s2>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x32xf32, swizzle = 128>, i32, i32
//           async.store_wait <pending = 0>
//           async.turn <step = pass, of = stores>
//           %25 = async.pipeline.inc_iter %sum#1, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
//           continue [%25] : iterator<8, consumer>
//         }
//         async.turn <step = close>
//         async.turn <step = close, of = stores>
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 4, registers = 240, turn = 1> {
//         %39 = alloc_tensor : buffer<64x64xf32, #s2>
//         %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %4 = constant <value = 0> : i32
//         %5 = constant <value = 1> : i32
//         %6 = cmpi %first, %tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %7 = subi %tiles, %first : i32
//         %8 = subi %7, %5 : i32
//         %9 = divi %8, %blocks : i32
//         %10 = addi %9, %5 : i32
//         %11 = select %6, %10, %4 : i1, i32, i32 -> i32
//         %12 = constant <value = 0> : i32
//         %13 = constant <value = 1> : i32
//         %14 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %15 = subi %k_tiles, %zero : i32
//         %16 = subi %15, %13 : i32
//         %17 = divi %16, %one : i32
//         %18 = addi %17, %13 : i32
//         %19 = select %14, %18, %12 : i1, i32, i32 -> i32
//         %20 = async.pipeline.inc_iter %2, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
//         async.turn <step = open>
//         async.turn <step = open, of = stores>
//         %21 = constant <value = 0> : i32
//         %22 = constant <value = 1> : i32
//         %23 = constant <value = 2> : i32
//         %24 = divi %11, %23 : i32
//         %25 = subi %11, %24 : i32
//         for %21, %25, %22, [%20] <unsigned> : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg0: i32, %arg1: iterator<8, consumer>) {
//           %26 = constant <value = 2> : i32
//           %27 = constant <value = 1> : i32
//           %28 = muli %arg0, %26 : i32
//           %29 = addi %28, %27 : i32
//           %30 = cmpi %29, %11 <predicate = less_than> : i32, i32 -> i1
//           %31 = if %30 : i1 -> iterator<8, consumer> {
//             async.turn <step = take>
//             %40 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//             %sum:2 = if %40 : i1 -> tile<64x64xf32, #r0>, iterator<8, consumer> {
//               %33 = async.pipeline.consumer_wait %0, %arg1 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//               %34:2 = async.pipeline.consumer_read %0, %33 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//                 %sum_next = async.dot %arg3, %arg4, %3 : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, tile<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//                 async.pipeline.yield [%sum_next] : pending<64x64xf32, #r0>
//               }
//               %35 = async.pipeline.inc_iter %arg1 : iterator<8, consumer>
//               %42 = addi %zero, %one : i32
//               %43:3 = for %42, %k_tiles, %one, [%34#1, %35, %34#0] : i32, i32, i32, pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> -> pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> (%i: i32, %sum_so_far: pending<64x64xf32, #r0>, %arg2: iterator<8, consumer>, %arg0_0: stage<read>) {
//                 %45 = async.pipeline.consumer_wait %0, %arg2 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//                 %46:2 = async.pipeline.consumer_read %0, %45 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
//                   %sum_next = async.dot %arg3, %arg4, %sum_so_far : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, pending<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//                   async.pipeline.yield [%sum_next] : pending<64x64xf32, #r0>
//                 }
//                 async.pipeline.consumer_release %0, %arg0_0 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//                 %47 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
//                 continue [%46#1, %47, %46#0] : pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read>
//               }
//               async.turn <step = pass>
//               %44 = async.dot_wait %43#0 : pending<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//               async.pipeline.consumer_release %0, %43#2 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
//               yield [%44, %43#1] : tile<64x64xf32, #r0>, iterator<8, consumer>
//             } {
//               async.turn <step = pass>
//               yield [%3, %arg1] : tile<64x64xf32, #r0>, iterator<8, consumer>
//             }
//             barrier
//             async.turn <step = take, of = stores>
//             async.store_wait <pending = 0>
//             %41 = constant <value = 0> : i32
//             local_store %sum#0, %39, [%41, %41] : tile<64x64xf32, #r0>, buffer<64x64xf32, #s2>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %39, %c_tiles, %38, [%zero, %zero] : buffer<64x64xf32, #s2>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x32xf32, swizzle = 128>, i32, i32
//             async.store_wait <pending = 0>
//             async.turn <step = pass, of = stores>
//             yield [%sum#1] : iterator<8, consumer>
//           } {
//             async.turn <step = take>
//             async.turn <step = pass>
//             async.turn <step = take, of = stores>
//             async.turn <step = pass, of = stores>
//             yield [%arg1] : iterator<8, consumer>
//           }
//           %32 = async.pipeline.inc_iter %31, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
//           continue [%32] : iterator<8, consumer>
//         }
//         async.turn <step = close>
//         async.turn <step = close, of = stores>
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 4, registers = 24> {
//         for %first, %tiles, %blocks, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %row = divi %arg0, %column_tiles <signed> : i32
//           %column = remi %arg0, %column_tiles <signed> : i32
//           %3 = for %zero, %k_tiles, %one, [%arg1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg2: i32, %arg3: iterator<8, producer>) {
//             %4 = async.pipeline.producer_acquire %0, %arg3 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//             %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<64x32xf16, #s0>, %arg5: buffer<32x64xf16, #s1>) {
//               async.tiled_tma_load %a_tiles, %arg4, %36, [%row, %arg2] : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>, buffer<64x32xf16, #s0>, tma_desc<64x32xf16, swizzle = 64>, i32, i32
//               async.tiled_tma_load %b_tiles, %arg5, %37, [%arg2, %column] : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, buffer<32x64xf16, #s1>, tma_desc<32x64xf16, swizzle = 128>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
//             %6 = async.pipeline.inc_iter %arg3 : iterator<8, producer>
//             continue [%6] : iterator<8, producer>
//           }
//           continue [%3] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// The turn of products is passed on before the last product of a tile is waited for, and that of stores when they have completed.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(4,0),(8,0),(16,0),(32,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[(0,1),(0,2),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r4 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @turns <target = "sm_90a"> {
  func @last <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 4, registers = [240, 24], turns = stores> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %first = get_program_id <axis = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c : ptr -> memref<64x64xf32, [64, 1]>
    %c_tiles = block_tile %c_tensor : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero> -> i32
    %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
    %tiles = muli %row_tiles, %column_tiles : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = async.pipeline.create_pipeline <consumers = 2, turns> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>
    %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<8, producer>
    %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>> -> iterator<8, consumer>
    make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x32xf16, swizzle = 64>
    make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<64x64xf32, [64, 1]> -> tma_desc<64x32xf32, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4, registers = 240, turn = 0> {
        %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
        %4 = constant <value = 0> : i32
        %5 = constant <value = 1> : i32
        %6 = cmpi %first, %tiles <predicate = less_than, signed> : i32, i32 -> i1
        %7 = subi %tiles, %first : i32
        %8 = subi %7, %5 : i32
        %9 = divi %8, %blocks : i32
        %10 = addi %9, %5 : i32
        %11 = select %6, %10, %4 : i1, i32, i32 -> i32
        %12 = constant <value = 0> : i32
        %13 = constant <value = 1> : i32
        %14 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        %15 = subi %k_tiles, %zero : i32
        %16 = subi %15, %13 : i32
        %17 = divi %16, %one : i32
        %18 = addi %17, %13 : i32
        %19 = select %14, %18, %12 : i1, i32, i32 -> i32
        async.turn <step = open>
        async.turn <step = open, of = stores>
        %20 = constant <value = 0> : i32
        %21 = constant <value = 1> : i32
        %22 = constant <value = 2> : i32
        %23 = divi %11, %22 : i32
        %24 = subi %11, %23 : i32
        for %20, %24, %21, [%2] <unsigned> : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg0: i32, %arg1: iterator<8, consumer>) {
          async.turn <step = take>
          %sum:2 = for %zero, %k_tiles, %one, [%3, %arg1] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<8, consumer> -> tile<64x64xf32, #r0>, iterator<8, consumer> (%i: i32, %sum_so_far: tile<64x64xf32, #r0>, %arg2: iterator<8, consumer>) {
            %26 = async.pipeline.consumer_wait %0, %arg2 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
            %27:2 = async.pipeline.consumer_read %0, %26 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
              %29 = constant <value = 0> : i32
              %30 = local_load %arg3, [%29, %29] : buffer<64x32xf16, #s0>, i32, i32 -> tile<64x32xf16, #r1>
              %31 = local_load %arg4, [%29, %29] : buffer<32x64xf16, #s1>, i32, i32 -> tile<32x64xf16, #r2>
              %sum_next = dot %30, %31, %sum_so_far <warpgroups = [1, 1]> : tile<64x32xf16, #r1>, tile<32x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
              async.pipeline.yield [%sum_next] : tile<64x64xf32, #r0>
            }
            async.pipeline.consumer_release %0, %27#0 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
            %28 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
            continue [%27#1, %28] : tile<64x64xf32, #r0>, iterator<8, consumer>
          }
          async.turn <step = pass>
          barrier
          async.turn <step = take, of = stores>
          tiled_store %sum#0, %c_tiles, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
          async.turn <step = pass, of = stores>
          %25 = async.pipeline.inc_iter %sum#1, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
          continue [%25] : iterator<8, consumer>
        }
        async.turn <step = close>
        async.turn <step = close, of = stores>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 4, registers = 240, turn = 1> {
        %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
        %4 = constant <value = 0> : i32
        %5 = constant <value = 1> : i32
        %6 = cmpi %first, %tiles <predicate = less_than, signed> : i32, i32 -> i1
        %7 = subi %tiles, %first : i32
        %8 = subi %7, %5 : i32
        %9 = divi %8, %blocks : i32
        %10 = addi %9, %5 : i32
        %11 = select %6, %10, %4 : i1, i32, i32 -> i32
        %12 = constant <value = 0> : i32
        %13 = constant <value = 1> : i32
        %14 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        %15 = subi %k_tiles, %zero : i32
        %16 = subi %15, %13 : i32
        %17 = divi %16, %one : i32
        %18 = addi %17, %13 : i32
        %19 = select %14, %18, %12 : i1, i32, i32 -> i32
        %20 = async.pipeline.inc_iter %2, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
        async.turn <step = open>
        async.turn <step = open, of = stores>
        %21 = constant <value = 0> : i32
        %22 = constant <value = 1> : i32
        %23 = constant <value = 2> : i32
        %24 = divi %11, %23 : i32
        %25 = subi %11, %24 : i32
        for %21, %25, %22, [%20] <unsigned> : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg0: i32, %arg1: iterator<8, consumer>) {
          %26 = constant <value = 2> : i32
          %27 = constant <value = 1> : i32
          %28 = muli %arg0, %26 : i32
          %29 = addi %28, %27 : i32
          %30 = cmpi %29, %11 <predicate = less_than> : i32, i32 -> i1
          %31 = if %30 : i1 -> iterator<8, consumer> {
            async.turn <step = take>
            %sum:2 = for %zero, %k_tiles, %one, [%3, %arg1] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<8, consumer> -> tile<64x64xf32, #r0>, iterator<8, consumer> (%i: i32, %sum_so_far: tile<64x64xf32, #r0>, %arg2: iterator<8, consumer>) {
              %33 = async.pipeline.consumer_wait %0, %arg2 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
              %34:2 = async.pipeline.consumer_read %0, %33 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg3: buffer<64x32xf16, #s0>, %arg4: buffer<32x64xf16, #s1>) {
                %36 = constant <value = 0> : i32
                %37 = local_load %arg3, [%36, %36] : buffer<64x32xf16, #s0>, i32, i32 -> tile<64x32xf16, #r1>
                %38 = local_load %arg4, [%36, %36] : buffer<32x64xf16, #s1>, i32, i32 -> tile<32x64xf16, #r2>
                %sum_next = dot %37, %38, %sum_so_far <warpgroups = [1, 1]> : tile<64x32xf16, #r1>, tile<32x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
                async.pipeline.yield [%sum_next] : tile<64x64xf32, #r0>
              }
              async.pipeline.consumer_release %0, %34#0 <consumer_idx = 1> : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<read>
              %35 = async.pipeline.inc_iter %arg2 : iterator<8, consumer>
              continue [%34#1, %35] : tile<64x64xf32, #r0>, iterator<8, consumer>
            }
            async.turn <step = pass>
            barrier
            async.turn <step = take, of = stores>
            tiled_store %sum#0, %c_tiles, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
            async.turn <step = pass, of = stores>
            yield [%sum#1] : iterator<8, consumer>
          } {
            async.turn <step = take>
            async.turn <step = pass>
            async.turn <step = take, of = stores>
            async.turn <step = pass, of = stores>
            yield [%arg1] : iterator<8, consumer>
          }
          %32 = async.pipeline.inc_iter %31, [%19] : iterator<8, consumer>, i32 -> iterator<8, consumer>
          continue [%32] : iterator<8, consumer>
        }
        async.turn <step = close>
        async.turn <step = close, of = stores>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 24> {
        for %first, %tiles, %blocks, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
          %row = divi %arg0, %column_tiles <signed> : i32
          %column = remi %arg0, %column_tiles <signed> : i32
          %3 = for %zero, %k_tiles, %one, [%arg1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg2: i32, %arg3: iterator<8, producer>) {
            %4 = async.pipeline.producer_acquire %0, %arg3 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
            %5 = async.pipeline.producer_write %0, %4 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<64x32xf16, #s0>, %arg5: buffer<32x64xf16, #s1>) {
              %7 = constant <value = 0> : i32
              %8 = tiled_load %a_tiles, [%row, %arg2] : block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x32xf16, #r3>
              local_store %8, %arg4, [%7, %7] : tile<64x32xf16, #r3>, buffer<64x32xf16, #s0>, i32, i32
              %9 = tiled_load %b_tiles, [%arg2, %column] : block_tile<[32, 64], memref<?x?xf16, [?, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf16, #r4>
              local_store %9, %arg5, [%7, %7] : tile<32x64xf16, #r4>, buffer<32x64xf16, #s1>, i32, i32
              async.pipeline.yield
            }
            async.pipeline.producer_commit %0, %5 : pipeline<8, buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>>, stage<written>
            %6 = async.pipeline.inc_iter %arg3 : iterator<8, producer>
            continue [%6] : iterator<8, producer>
          }
          continue [%3] : iterator<8, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
