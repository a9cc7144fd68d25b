// RUN: opt --passes=materialize-async,dce
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #s2 = offset=[1,2]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[1,2,4,8,16,32] lane=[0,0,0,0,0] warp=[0,0]
// #r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @biased <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
//     %0 = constant <value = 16> : i32
//     %1 = get_program_id <axis = 0> : i32
//     %2 = get_program_id <axis = 1> : i32
//     %3 = get_num_programs <axis = 0> : i32
//     %4 = get_num_programs <axis = 1> : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
//     %13 = async.pipeline.create_pipeline : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
//     %14 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>>
//     %15 = async.pipeline.create_iterator %13 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, producer>
//     %16 = async.pipeline.create_iterator %14 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
//     %17 = async.pipeline.create_iterator %13 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, consumer>
//     %18 = async.pipeline.create_iterator %14 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
//     %19 = async.pipeline.create_pipeline <consumers = 4> : pipeline<2, buffer<4xi32, #s2>>
//     %20 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %21 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %22 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %23 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
//     %24 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
//     %5 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
//     %6 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
//     %7 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %8 = alloc_tensor : buffer<128x64xf16, #s3>
//         %9 = alloc_tensor : buffer<128x64xf16, #s3>
//         loop [%1, %2, %18, %20] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>) {
//           %25 = remi %arg1, %0 : i32
//           %26 = subi %arg1, %25 : i32
//           %27 = subi %4, %26 : i32
//           %28 = mini %27, %0 : i32
//           %29 = muli %25, %3 : i32
//           %30 = addi %29, %arg0 : i32
//           %block_row_0 = divi %30, %28 : i32
//           %31 = muli %block_row_0, %28 : i32
//           %32 = subi %30, %31 : i32
//           %block_col_1 = addi %26, %32 : i32
//           %34 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %35 = if %34 : i1 -> iterator<2, consumer> {
//             %41 = async.pipeline.consumer_wait %14, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
//             %10:2 = async.pipeline.consumer_read %14, %41 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg4: tmem<128x128xf32, #t0>) {
//               %53 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//               %54 = exti %block_col_1 : i32 -> i64
//               %55 = constant <value = 2> : i64
//               %56 = constant <value = 0> : i64
//               %57 = muli %54, %55 : i64
//               %58 = addi %57, %56 : i64
//               %59 = tiled_load %53, [%58] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//               %60 = view %59 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//               %61 = broadcast %60 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r0>
//               %62 = constant <value = 0> : i32
//               %63 = constant <value = 0> : i32
//               %64 = extract_slice %arg4, [%62, %63] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//               %65 = tmem_load %64 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//               %66 = addf %65, %61 : tile<128x64xf32, #r0>
//               %67 = fp_to_fp %66 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//               async.store_wait <pending = 1, read>
//               %68 = constant <value = 0> : i32
//               local_store %67, %9, [%68, %68] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//               mma.fence
//               barrier
//               async.tiled_tma_store %9, %c_tiles, %7, [%block_row_0, %block_col_1] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//               %69 = constant <value = 0> : i32
//               %70 = constant <value = 1> : i32
//               %71 = extract_slice %arg4, [%69, %70] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//               %72 = tmem_load %71 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//               async.pipeline.yield [%72] : tile<128x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %14, %10#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
//             %43 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
//             %11 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//             %12 = exti %block_col_1 : i32 -> i64
//             %42 = constant <value = 2> : i64
//             %44 = constant <value = 1> : i64
//             %45 = muli %12, %42 : i64
//             %46 = addi %45, %44 : i64
//             %47 = tiled_load %11, [%46] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//             %48 = view %47 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//             %49 = broadcast %48 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r0>
//             %50 = addf %10#1, %49 : tile<128x64xf32, #r0>
//             %51 = fp_to_fp %50 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %52 = constant <value = 0> : i32
//             local_store %51, %8, [%52, %52] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %8, %c_tiles, %7, [%block_row_0, %block_col_1] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             yield [%43] : iterator<2, consumer>
//           } {
//             %10 = constant <value = 0.0> : tile<128x64xf32, #r0>
//             %11 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//             %12 = exti %block_col_1 : i32 -> i64
//             %42 = constant <value = 2> : i64
//             %44 = constant <value = 0> : i64
//             %45 = muli %12, %42 : i64
//             %46 = addi %45, %44 : i64
//             %47 = tiled_load %11, [%46] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//             %48 = view %47 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//             %49 = broadcast %48 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r0>
//             %50 = addf %10, %49 : tile<128x64xf32, #r0>
//             %51 = fp_to_fp %50 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %52 = constant <value = 0> : i32
//             local_store %51, %9, [%52, %52] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %9, %c_tiles, %7, [%block_row_0, %block_col_1] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             %53 = constant <value = 0.0> : tile<128x64xf32, #r0>
//             %54 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//             %55 = exti %block_col_1 : i32 -> i64
//             %56 = constant <value = 2> : i64
//             %57 = constant <value = 1> : i64
//             %58 = muli %55, %56 : i64
//             %59 = addi %58, %57 : i64
//             %60 = tiled_load %54, [%59] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//             %61 = view %60 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//             %62 = broadcast %61 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r0>
//             %63 = addf %53, %62 : tile<128x64xf32, #r0>
//             %64 = fp_to_fp %63 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             async.store_wait <pending = 1, read>
//             %65 = constant <value = 0> : i32
//             local_store %64, %8, [%65, %65] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %8, %c_tiles, %7, [%block_row_0, %block_col_1] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             yield [%arg2] : iterator<2, consumer>
//           }
//           %38 = async.pipeline.consumer_wait %19, %arg3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %39:4 = async.pipeline.consumer_read %19, %38 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
//             %41:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%41#0, %41#1, %41#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %19, %39#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %39#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %40 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//           continue [%39#2, %39#3, %35, %40] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
//         }
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         loop [%16, %17, %21] : iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer> (%arg2: iterator<2, producer>, %arg3: iterator<8, consumer>, %arg4: iterator<2, consumer>) {
//           %25 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//           %26:2 = if %25 : i1 -> iterator<8, consumer>, iterator<2, producer> {
//             %30 = async.pipeline.producer_acquire %14, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
//             %31:2 = async.pipeline.producer_write %14, %30 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg5: tmem<128x128xf32, #t0>) {
//               %33 = for %zero, %k_tiles, %one, [%arg3] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg6: i32, %arg7: iterator<8, consumer>) {
//                 %34 = cmpi %arg6, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//                 %35 = async.pipeline.consumer_wait %13, %arg7 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, consumer> -> stage<full>
//                 %36 = async.pipeline.consumer_read %13, %35 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg8: buffer<128x32xf16, #s0>, %arg9: buffer<32x128xf16, #s1>) {
//                   tcgen05.mma %arg8, %arg9, %arg5, [%34] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %13, %36 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
//                 %37 = async.pipeline.inc_iter %arg7 : iterator<8, consumer>
//                 continue [%37] : iterator<8, consumer>
//               }
//               async.pipeline.yield [%33] : iterator<8, consumer>
//             }
//             async.pipeline.producer_commit %14, %31#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
//             %32 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//             yield [%31#1, %32] : iterator<8, consumer>, iterator<2, producer>
//           } {
//             yield [%arg3, %arg2] : iterator<8, consumer>, iterator<2, producer>
//           }
//           %27 = async.pipeline.consumer_wait %19, %arg4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %28:4 = async.pipeline.consumer_read %19, %27 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
//             %30:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%30#0, %30#1, %30#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %19, %28#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %28#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %29 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
//           continue [%26#1, %26#0, %29] : iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         loop [%1, %2, %15, %22] : i32, i32, iterator<8, producer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<8, producer>, %arg3: iterator<2, consumer>) {
//           %25 = remi %arg1, %0 : i32
//           %26 = subi %arg1, %25 : i32
//           %27 = subi %4, %26 : i32
//           %28 = mini %27, %0 : i32
//           %29 = muli %25, %3 : i32
//           %30 = addi %29, %arg0 : i32
//           %block_row_0 = divi %30, %28 : i32
//           %31 = muli %block_row_0, %28 : i32
//           %32 = subi %30, %31 : i32
//           %block_col_1 = addi %26, %32 : i32
//           %33 = for %zero, %k_tiles, %one, [%arg2] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg4: i32, %arg5: iterator<8, producer>) {
//             %37 = async.pipeline.producer_acquire %13, %arg5 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, producer> -> stage<empty>
//             %38 = async.pipeline.producer_write %13, %37 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg6: buffer<128x32xf16, #s0>, %arg7: buffer<32x128xf16, #s1>) {
//               async.tiled_tma_load %a_tiles, %arg6, %5, [%block_row_0, %arg4] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, buffer<128x32xf16, #s0>, tma_desc<128x32xf16, swizzle = 64>, i32, i32
//               async.tiled_tma_load %b_tiles, %arg7, %6, [%arg4, %block_col_1] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, buffer<32x128xf16, #s1>, tma_desc<32x64xf16, swizzle = 128>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %13, %38 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
//             %39 = async.pipeline.inc_iter %arg5 : iterator<8, producer>
//             continue [%39] : iterator<8, producer>
//           }
//           %34 = async.pipeline.consumer_wait %19, %arg3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %35:4 = async.pipeline.consumer_read %19, %34 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
//             %37:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%37#0, %37#1, %37#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %19, %35#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %35#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %36 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
//           continue [%35#2, %35#3, %33, %36] : i32, i32, iterator<8, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "schedule", num_warps = 1> {
//         loop [%23, %24] : iterator<2, producer>, iterator<2, consumer> (%arg0: iterator<2, producer>, %arg1: iterator<2, consumer>) {
//           %25 = async.pipeline.producer_acquire %19, %arg0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
//           %26 = async.pipeline.producer_write %19, %25 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<4xi32, #s2>) {
//             async.cancel_launch %arg2 : buffer<4xi32, #s2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %19, %26 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
//           %27 = async.pipeline.inc_iter %arg0 : iterator<2, producer>
//           %28 = async.pipeline.consumer_wait %19, %arg1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
//           %29:4 = async.pipeline.consumer_read %19, %28 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2: buffer<4xi32, #s2>) {
//             %31:4 = cancelled_launch %arg2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
//             async.pipeline.yield [%31#0, %31#1, %31#2] : i1, i32, i32
//           }
//           async.pipeline.consumer_release %19, %29#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
//           if %29#1 : i1 {
//             yield
//           } {
//             break
//           }
//           %30 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
//           continue [%27, %30] : iterator<2, producer>, iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

// A row that is added to a sum is loaded slice by slice, in front of its slice of tensor memory, as tiles of the size of a slice.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#s2 = offset=[1,2]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
#r2 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
#r3 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
#r4 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
#r5 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
tileas.module @m <target = "sm_100a"> {
  func @biased <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
    %0 = constant <value = 16> : i32
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
    %block_row = divi %10, %8 : i32
    %11 = muli %block_row, %8 : i32
    %12 = subi %10, %11 : i32
    %block_col = addi %6, %12 : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %bias_tiles = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %13 = async.pipeline.create_pipeline : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
    %14 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>>
    %15 = async.pipeline.create_iterator %13 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, producer>
    %16 = async.pipeline.create_iterator %14 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
    %17 = async.pipeline.create_iterator %13 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<8, consumer>
    %18 = async.pipeline.create_iterator %14 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
    %19 = async.pipeline.create_pipeline <consumers = 4> : pipeline<2, buffer<4xi32, #s2>>
    %20 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %21 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %22 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %23 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
    %24 = async.pipeline.create_iterator %19 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
    make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        loop [%1, %2, %18, %20] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>) {
          %25 = remi %arg1, %0 : i32
          %26 = subi %arg1, %25 : i32
          %27 = subi %4, %26 : i32
          %28 = mini %27, %0 : i32
          %29 = muli %25, %3 : i32
          %30 = addi %29, %arg0 : i32
          %block_row_0 = divi %30, %28 : i32
          %31 = muli %block_row_0, %28 : i32
          %32 = subi %30, %31 : i32
          %block_col_1 = addi %26, %32 : i32
          %33 = constant <value = 0.0> : tile<128x128xf32, #r0>
          %34 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %35:2 = if %34 : i1 -> tile<128x128xf32, #r0>, iterator<2, consumer> {
            %41 = async.pipeline.consumer_wait %14, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
            %42:2 = async.pipeline.consumer_read %14, %41 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg4: tmem<128x128xf32, #t0>) {
              %44 = tmem_load %arg4 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
              async.pipeline.yield [%44] : tile<128x128xf32, #r0>
            }
            async.pipeline.consumer_release %14, %42#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
            %43 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
            yield [%42#1, %43] : tile<128x128xf32, #r0>, iterator<2, consumer>
          } {
            yield [%33, %arg2] : tile<128x128xf32, #r0>, iterator<2, consumer>
          }
          %row_bias = tiled_load %bias_tiles, [%block_col_1] <contiguous_dim = 0, no_boxes = base> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r1>
          %bias_1 = view %row_bias : tile<128xf32, #r1> -> tile<1x128xf32, #r2>
          %36 = convert_layout %bias_1 : tile<1x128xf32, #r2> -> tile<1x128xf32, #r3>
          %37 = broadcast %36 : tile<1x128xf32, #r3> -> tile<128x128xf32, #r0>
          %shifted = addf %35#0, %37 : tile<128x128xf32, #r0>
          %narrow = fp_to_fp %shifted : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
          tiled_store %narrow, %c_tiles, [%block_row_0, %block_col_1] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
          %38 = async.pipeline.consumer_wait %19, %arg3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %39:4 = async.pipeline.consumer_read %19, %38 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %41:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%41#0, %41#1, %41#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %19, %39#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %39#1 : i1 {
            yield
          } {
            break
          }
          %40 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%39#2, %39#3, %35#1, %40] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        loop [%1, %2, %16, %17, %21] : i32, i32, iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, producer>, %arg3: iterator<8, consumer>, %arg4: iterator<2, consumer>) {
          %25 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %26:2 = if %25 : i1 -> iterator<8, consumer>, iterator<2, producer> {
            %30 = async.pipeline.producer_acquire %14, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
            %31:2 = async.pipeline.producer_write %14, %30 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg5: tmem<128x128xf32, #t0>) {
              %33 = for %zero, %k_tiles, %one, [%arg3] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg6: i32, %arg7: iterator<8, consumer>) {
                %34 = cmpi %arg6, %zero <predicate = not_equal, signed> : i32, i32 -> i1
                %35 = async.pipeline.consumer_wait %13, %arg7 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, consumer> -> stage<full>
                %36 = async.pipeline.consumer_read %13, %35 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg8: buffer<128x32xf16, #s0>, %arg9: buffer<32x128xf16, #s1>) {
                  tcgen05.mma %arg8, %arg9, %arg5, [%34] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
                  async.pipeline.yield
                }
                async.pipeline.consumer_release %13, %36 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
                %37 = async.pipeline.inc_iter %arg7 : iterator<8, consumer>
                continue [%37] : iterator<8, consumer>
              }
              async.pipeline.yield [%33] : iterator<8, consumer>
            }
            async.pipeline.producer_commit %14, %31#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
            %32 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
            yield [%31#1, %32] : iterator<8, consumer>, iterator<2, producer>
          } {
            yield [%arg3, %arg2] : iterator<8, consumer>, iterator<2, producer>
          }
          %27 = async.pipeline.consumer_wait %19, %arg4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %28:4 = async.pipeline.consumer_read %19, %27 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
            %30:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%30#0, %30#1, %30#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %19, %28#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %28#1 : i1 {
            yield
          } {
            break
          }
          %29 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
          continue [%28#2, %28#3, %26#1, %26#0, %29] : i32, i32, iterator<2, producer>, iterator<8, consumer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        loop [%1, %2, %15, %22] : i32, i32, iterator<8, producer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<8, producer>, %arg3: iterator<2, consumer>) {
          %25 = remi %arg1, %0 : i32
          %26 = subi %arg1, %25 : i32
          %27 = subi %4, %26 : i32
          %28 = mini %27, %0 : i32
          %29 = muli %25, %3 : i32
          %30 = addi %29, %arg0 : i32
          %block_row_0 = divi %30, %28 : i32
          %31 = muli %block_row_0, %28 : i32
          %32 = subi %30, %31 : i32
          %block_col_1 = addi %26, %32 : i32
          %33 = for %zero, %k_tiles, %one, [%arg2] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg4: i32, %arg5: iterator<8, producer>) {
            %37 = async.pipeline.producer_acquire %13, %arg5 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<8, producer> -> stage<empty>
            %38 = async.pipeline.producer_write %13, %37 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg6: buffer<128x32xf16, #s0>, %arg7: buffer<32x128xf16, #s1>) {
              %40 = constant <value = 0> : i32
              %41 = tiled_load %a_tiles, [%block_row_0, %arg4] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r4>
              local_store %41, %arg6, [%40, %40] : tile<128x32xf16, #r4>, buffer<128x32xf16, #s0>, i32, i32
              %42 = tiled_load %b_tiles, [%arg4, %block_col_1] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r5>
              local_store %42, %arg7, [%40, %40] : tile<32x128xf16, #r5>, buffer<32x128xf16, #s1>, i32, i32
              async.pipeline.yield
            }
            async.pipeline.producer_commit %13, %38 : pipeline<8, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
            %39 = async.pipeline.inc_iter %arg5 : iterator<8, producer>
            continue [%39] : iterator<8, producer>
          }
          %34 = async.pipeline.consumer_wait %19, %arg3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %35:4 = async.pipeline.consumer_read %19, %34 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %37:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%37#0, %37#1, %37#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %19, %35#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %35#1 : i1 {
            yield
          } {
            break
          }
          %36 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%35#2, %35#3, %33, %36] : i32, i32, iterator<8, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "schedule", num_warps = 1> {
        loop [%23, %24] : iterator<2, producer>, iterator<2, consumer> (%arg0: iterator<2, producer>, %arg1: iterator<2, consumer>) {
          %25 = async.pipeline.producer_acquire %19, %arg0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
          %26 = async.pipeline.producer_write %19, %25 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<4xi32, #s2>) {
            async.cancel_launch %arg2 : buffer<4xi32, #s2>
            async.pipeline.yield
          }
          async.pipeline.producer_commit %19, %26 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
          %27 = async.pipeline.inc_iter %arg0 : iterator<2, producer>
          %28 = async.pipeline.consumer_wait %19, %arg1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %29:4 = async.pipeline.consumer_read %19, %28 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2: buffer<4xi32, #s2>) {
            %31:4 = cancelled_launch %arg2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%31#0, %31#1, %31#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %19, %29#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %29#1 : i1 {
            yield
          } {
            break
          }
          %30 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
          continue [%27, %30] : iterator<2, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
