// RUN: opt --passes=materialize-async,dce
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0),(0,64)]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @gemm <num_warps = 4, occupancy = 2, path = agents, stages = 6, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32) {
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
//     %0 = async.pipeline.create_pipeline : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
//     %1 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
//     %2 = async.pipeline.create_iterator %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, producer>
//     %3 = async.pipeline.create_iterator %1 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
//     %4 = async.pipeline.create_iterator %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, consumer>
//     %5 = async.pipeline.create_iterator %1 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
//     %15 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
//     %16 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
//     %17 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %7 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         if %7 : i1 {
//           %9 = async.pipeline.consumer_wait %1, %5 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
//           %18:2 = async.pipeline.consumer_read %1, %9 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
//             barrier
//             %25 = constant <value = 0> : i32
//             %26 = constant <value = 0> : i32
//             %27 = extract_slice %arg0, [%25, %26] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//             %28 = tmem_load %27 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             %29 = fp_to_fp %28 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//             %30 = async.pipeline.reuse %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> buffer<128x128xf16, #s2>
//             %31 = constant <value = 0> : i32
//             %32 = constant <value = 0> : i32
//             %33 = extract_slice %30, [%31, %32] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//             %34 = constant <value = 0> : i32
//             local_store %29, %33, [%34, %34] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//             mma.fence
//             barrier
//             async.tiled_tma_store %33, %c_tiles, %17, [%row, %column] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//             %35 = constant <value = 0> : i32
//             %36 = constant <value = 1> : i32
//             %37 = extract_slice %arg0, [%35, %36] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
//             %38 = tmem_load %37 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
//             async.pipeline.yield [%38] : tile<128x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %1, %18#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
//           %19 = fp_to_fp %18#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//           %20 = async.pipeline.reuse %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> buffer<128x128xf16, #s2>
//           %21 = constant <value = 0> : i32
//           %22 = constant <value = 1> : i32
//           %23 = extract_slice %20, [%21, %22] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//           %24 = constant <value = 0> : i32
//           local_store %19, %23, [%24, %24] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//           mma.fence
//           barrier
//           async.tiled_tma_store %23, %c_tiles, %17, [%row, %column] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//           yield
//         } {
//           barrier
//           %18 = constant <value = 0.0> : tile<128x64xf32, #r0>
//           %19 = fp_to_fp %18 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//           %20 = async.pipeline.reuse %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> buffer<128x128xf16, #s2>
//           %21 = constant <value = 0> : i32
//           %22 = constant <value = 0> : i32
//           %23 = extract_slice %20, [%21, %22] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//           %24 = constant <value = 0> : i32
//           local_store %19, %23, [%24, %24] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//           mma.fence
//           barrier
//           async.tiled_tma_store %23, %c_tiles, %17, [%row, %column] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//           %25 = constant <value = 0.0> : tile<128x64xf32, #r0>
//           %26 = fp_to_fp %25 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
//           %27 = constant <value = 0> : i32
//           %28 = constant <value = 1> : i32
//           %29 = extract_slice %20, [%27, %28] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//           %30 = constant <value = 0> : i32
//           local_store %26, %29, [%30, %30] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s3>, i32, i32
//           mma.fence
//           barrier
//           async.tiled_tma_store %29, %c_tiles, %17, [%row, %column] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//           yield
//         }
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %6 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         if %6 : i1 {
//           %7 = async.pipeline.producer_acquire %1, %3 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
//           %8:2 = async.pipeline.producer_write %1, %7 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<6, consumer> (%arg0: tmem<128x128xf32, #t0>) {
//             %10 = for %zero, %k_tiles, %one, [%4] : i32, i32, i32, iterator<6, consumer> -> iterator<6, consumer> (%arg1: i32, %arg2: iterator<6, consumer>) {
//               %11 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//               %12 = async.pipeline.consumer_wait %0, %arg2 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, consumer> -> stage<full>
//               %13 = async.pipeline.consumer_read %0, %12 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg3: buffer<128x32xf16, #s0>, %arg4: buffer<32x128xf16, #s1>) {
//                 tcgen05.mma %arg3, %arg4, %arg0, [%11] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %0, %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
//               %14 = async.pipeline.inc_iter %arg2 : iterator<6, consumer>
//               continue [%14] : iterator<6, consumer>
//             }
//             async.pipeline.yield [%10] : iterator<6, consumer>
//           }
//           async.pipeline.producer_commit %1, %8#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
//           yield
//         } {
//           yield
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %k_tiles, %one, [%2] : i32, i32, i32, iterator<6, producer> -> iterator<6, producer> (%arg0: i32, %arg1: iterator<6, producer>) {
//           %6 = async.pipeline.producer_acquire %0, %arg1 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, producer> -> stage<empty>
//           %7 = async.pipeline.producer_write %0, %6 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x128xf16, #s1>) {
//             async.tiled_tma_load %a_tiles, %arg2, %15, [%row, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, buffer<128x32xf16, #s0>, tma_desc<128x32xf16, swizzle = 64>, i32, i32
//             async.tiled_tma_load %b_tiles, %arg3, %16, [%arg0, %column] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, buffer<32x128xf16, #s1>, tma_desc<32x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %7 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
//           %8 = async.pipeline.inc_iter %arg1 : iterator<6, producer>
//           continue [%8] : iterator<6, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

// A sum is stored in slices of 64 columns: through the stages of the complete product.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
#r2 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
tileas.module @m <target = "sm_100a"> {
  func @gemm <num_warps = 4, occupancy = 2, path = agents, stages = 6, producer_warps = 1, sum_stages = 1> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32) {
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
    %0 = async.pipeline.create_pipeline : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
    %1 = async.pipeline.create_pipeline : pipeline<1, tmem<128x128xf32, #t0>>
    %2 = async.pipeline.create_iterator %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, producer>
    %3 = async.pipeline.create_iterator %1 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, producer>
    %4 = async.pipeline.create_iterator %0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, consumer>
    %5 = async.pipeline.create_iterator %1 : pipeline<1, tmem<128x128xf32, #t0>> -> iterator<1, consumer>
    make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
    make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %6 = constant <value = 0.0> : tile<128x128xf32, #r0>
        %7 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        %8:2 = if %7 : i1 -> tile<128x128xf32, #r0>, iterator<1, consumer> {
          %9 = async.pipeline.consumer_wait %1, %5 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, consumer> -> stage<full>
          %10:2 = async.pipeline.consumer_read %1, %9 : pipeline<1, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg0: tmem<128x128xf32, #t0>) {
            %12 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
            async.pipeline.yield [%12] : tile<128x128xf32, #r0>
          }
          async.pipeline.consumer_release %1, %10#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<read>
          %11 = async.pipeline.inc_iter %5 : iterator<1, consumer>
          yield [%10#1, %11] : tile<128x128xf32, #r0>, iterator<1, consumer>
        } {
          yield [%6, %5] : tile<128x128xf32, #r0>, iterator<1, consumer>
        }
        %result = fp_to_fp %8#0 : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
        tiled_store %result, %c_tiles, [%row, %column] <contiguity = [1, 16], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %6 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        if %6 : i1 -> iterator<6, consumer>, iterator<1, producer> {
          %7 = async.pipeline.producer_acquire %1, %3 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
          %8:2 = async.pipeline.producer_write %1, %7 : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<6, consumer> (%arg0: tmem<128x128xf32, #t0>) {
            %10 = for %zero, %k_tiles, %one, [%4] : i32, i32, i32, iterator<6, consumer> -> iterator<6, consumer> (%arg1: i32, %arg2: iterator<6, consumer>) {
              %11 = cmpi %arg1, %zero <predicate = not_equal, signed> : i32, i32 -> i1
              %12 = async.pipeline.consumer_wait %0, %arg2 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, consumer> -> stage<full>
              %13 = async.pipeline.consumer_read %0, %12 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read> (%arg3: buffer<128x32xf16, #s0>, %arg4: buffer<32x128xf16, #s1>) {
                tcgen05.mma %arg3, %arg4, %arg0, [%11] : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
                async.pipeline.yield
              }
              async.pipeline.consumer_release %0, %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
              %14 = async.pipeline.inc_iter %arg2 : iterator<6, consumer>
              continue [%14] : iterator<6, consumer>
            }
            async.pipeline.yield [%10] : iterator<6, consumer>
          }
          async.pipeline.producer_commit %1, %8#0 : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
          %9 = async.pipeline.inc_iter %3 : iterator<1, producer>
          yield [%8#1, %9] : iterator<6, consumer>, iterator<1, producer>
        } {
          yield [%4, %3] : iterator<6, consumer>, iterator<1, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        for %zero, %k_tiles, %one, [%2] : i32, i32, i32, iterator<6, producer> -> iterator<6, producer> (%arg0: i32, %arg1: iterator<6, producer>) {
          %6 = async.pipeline.producer_acquire %0, %arg1 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, producer> -> stage<empty>
          %7 = async.pipeline.producer_write %0, %6 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x128xf16, #s1>) {
            %9 = constant <value = 0> : i32
            %10 = tiled_load %a_tiles, [%row, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r1>
            local_store %10, %arg2, [%9, %9] : tile<128x32xf16, #r1>, buffer<128x32xf16, #s0>, i32, i32
            %11 = tiled_load %b_tiles, [%arg0, %column] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r2>
            local_store %11, %arg3, [%9, %9] : tile<32x128xf16, #r2>, buffer<32x128xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %0, %7 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
          %8 = async.pipeline.inc_iter %arg1 : iterator<6, producer>
          continue [%8] : iterator<6, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
