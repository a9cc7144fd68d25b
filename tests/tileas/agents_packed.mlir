// RUN: opt --passes=canonicalize,cse,dce
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(1,0),(2,32),(4,64),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(0,1),(32,2),(64,4),(0,8),(0,16),(0,32),(0,64)]
// #s2 = offset=[(0,1),(0,2),(32,0),(64,0),(1,0),(2,0),(4,0),(8,0),(16,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #t1 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)]
// #r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r2 = reg=[(0,1),(0,2)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @scaled <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 4, sum_stages = 2, take_over> (%pa: ptr, %pb: ptr, %psa: ptr, %psb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %scales: i32) {
//     %x = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [?, 1]>
//     %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [1, ?]>
//     %sam = make_memref %psa, [%rows, %scales], [%scales] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
//     %sbm = make_memref %psb, [%scales, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
//     %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %av = block_tile %am : memref<?x?xf4E2M1FN, [?, 1]> -> block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %bv = block_tile %bm : memref<?x?xf4E2M1FN, [1, ?]> -> block_tile<[128, 128], memref<?x?xf4E2M1FN, [1, ?]>, step = [128, 128], dims = [0, 1]>
//     %sav = block_tile %sam : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
//     %0 = block_tile %sbm : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [1, 0]>
//     %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %steps = get_tile_count %av <dim = 1> : block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %1 = async.pipeline.create_pipeline : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>
//     %2 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>
//     %3 = async.pipeline.create_iterator %1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<8, producer>
//     %4 = async.pipeline.create_iterator %2 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>> -> iterator<2, producer>
//     %5 = async.pipeline.create_iterator %1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<8, consumer>
//     %6 = async.pipeline.create_iterator %2 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>> -> iterator<2, consumer>
//     %7 = make_tiled_tma_desc %am <tma_idx = 0> : memref<?x?xf4E2M1FN, [?, 1]> -> tma_desc<128x128xf4E2M1FN, swizzle = 64>
//     %8 = make_tiled_tma_desc %bm <tma_idx = 1> : memref<?x?xf4E2M1FN, [1, ?]> -> tma_desc<128x128xf4E2M1FN, swizzle = 64>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %none = constant <value = 0.0> : tile<128x128xf32, #r0>
//         %9 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         %10 = if %9 : i1 -> tile<128x128xf32, #r0> {
//           %11 = async.pipeline.consumer_wait %2, %6 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, iterator<2, consumer> -> stage<full>
//           %12:2 = async.pipeline.consumer_read %2, %11 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg0: tmem<128x128xf32, #t0>, %arg1: tmem<128x4xf8E8M0FNU, #t1>, %arg2: tmem<128x4xf8E8M0FNU, #t1>) {
//             %15 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
//             async.pipeline.yield [%15] : tile<128x128xf32, #r1>
//           }
//           async.pipeline.consumer_release %2, %12#0 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<read>
//           %13 = convert_layout %12#1 : tile<128x128xf32, #r1> -> tile<128x128xf32, #r0>
//           yield [%13] : tile<128x128xf32, #r0>
//         } {
//           yield [%none] : tile<128x128xf32, #r0>
//         }
//         %done = tiled_store %10, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %9 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         if %9 : i1 {
//           %10 = async.pipeline.producer_acquire %2, %4 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, iterator<2, producer> -> stage<empty>
//           %11:2 = async.pipeline.producer_write %2, %10 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg0: tmem<128x128xf32, #t0>, %arg1: tmem<128x4xf8E8M0FNU, #t1>, %arg2: tmem<128x4xf8E8M0FNU, #t1>) {
//             %13 = for %zero, %steps, %one, [%5] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg3: i32, %arg4: iterator<8, consumer>) {
//               %14 = cmpi %arg3, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//               %15 = async.pipeline.consumer_wait %1, %arg4 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<8, consumer> -> stage<full>
//               %16 = async.pipeline.consumer_read %1, %15 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<full> -> stage<read> (%arg5: buffer<128x128xf4E2M1FN, packed, #s0>, %arg6: buffer<128x128xf4E2M1FN, packed, #s1>, %arg7: buffer<128x4xf8E8M0FNU, #s2>, %arg8: buffer<128x4xf8E8M0FNU, #s2>) {
//                 tcgen05.copy %arg7, %arg1 : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t1>
//                 tcgen05.copy %arg8, %arg2 : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t1>
//                 tcgen05.block_scaled_mma %arg5, %arg6, %arg0, %arg1, %arg2, [%14] : buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>, i1
//                 async.pipeline.yield
//               }
//               async.pipeline.consumer_release %1, %16 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<read>
//               %17 = async.pipeline.inc_iter %arg4 : iterator<8, consumer>
//               continue [%17] : iterator<8, consumer>
//             }
//             async.pipeline.yield [%13] : iterator<8, consumer>
//           }
//           async.pipeline.producer_commit %2, %11#0 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<written>
//           yield
//         } {
//           yield
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 4> {
//         for %zero, %steps, %one, [%3] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %9 = async.pipeline.producer_acquire %1, %arg1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<8, producer> -> stage<empty>
//           %10 = async.pipeline.producer_write %1, %9 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<128x128xf4E2M1FN, packed, #s0>, %arg3: buffer<128x128xf4E2M1FN, packed, #s1>, %arg4: buffer<128x4xf8E8M0FNU, #s2>, %arg5: buffer<128x4xf8E8M0FNU, #s2>) {
//             %12 = constant <value = 0> : i32
//             async.tiled_tma_load %av, %arg2, %7, [%x, %arg0] : block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf4E2M1FN, packed, #s0>, tma_desc<128x128xf4E2M1FN, swizzle = 64>, i32, i32
//             async.tiled_tma_load %bv, %arg3, %8, [%arg0, %y] : block_tile<[128, 128], memref<?x?xf4E2M1FN, [1, ?]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf4E2M1FN, packed, #s1>, tma_desc<128x128xf4E2M1FN, swizzle = 64>, i32, i32
//             async.tiled_load %sav, [%x, %arg0], %arg4 <contiguity = [1, 4], divisibility = 4> : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
//             %13 = tiled_load %0, [%y, %arg0] <contiguity = [1, 1]> : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [1, 0]>, i32, i32 -> tile<128x4xf8E8M0FNU, #r2>
//             local_store %13, %arg5, [%12, %12] : tile<128x4xf8E8M0FNU, #r2>, buffer<128x4xf8E8M0FNU, #s2>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %1, %10 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<written>
//           %11 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
//           continue [%11] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A product of 4-bit floats with block scales: two elements in a byte of the stages that tensor maps fill.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(1,0),(2,32),(4,64),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(0,1),(32,2),(64,4),(0,8),(0,16),(0,32),(0,64)]
#s2 = offset=[(0,1),(0,2),(32,0),(64,0),(1,0),(2,0),(4,0),(8,0),(16,0)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#t1 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)]
#r0 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r2 = reg=[(0,1),(0,2)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @m <target = "sm_100a"> {
  func @scaled <num_warps = 4, occupancy = 1, path = agents, stages = 8, producer_warps = 4, sum_stages = 2, take_over> (%pa: ptr, %pb: ptr, %psa: ptr, %psb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %scales: i32) {
    %x = get_program_id <axis = 0> : i32
    %y = get_program_id <axis = 1> : i32
    %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [?, 1]>
    %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf4E2M1FN, [1, ?]>
    %sam = make_memref %psa, [%rows, %scales], [%scales] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
    %sbm = make_memref %psb, [%scales, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
    %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %av = block_tile %am : memref<?x?xf4E2M1FN, [?, 1]> -> block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %bv = block_tile %bm : memref<?x?xf4E2M1FN, [1, ?]> -> block_tile<[128, 128], memref<?x?xf4E2M1FN, [1, ?]>, step = [128, 128], dims = [0, 1]>
    %sav = block_tile %sam : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
    %0 = block_tile %sbm : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [1, 0]>
    %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %steps = get_tile_count %av <dim = 1> : block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %1 = async.pipeline.create_pipeline : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>
    %2 = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>
    %3 = async.pipeline.create_iterator %1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<8, producer>
    %4 = async.pipeline.create_iterator %2 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>> -> iterator<2, producer>
    %5 = async.pipeline.create_iterator %1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<8, consumer>
    %6 = async.pipeline.create_iterator %2 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>> -> iterator<2, consumer>
    %7 = make_tiled_tma_desc %am <tma_idx = 0> : memref<?x?xf4E2M1FN, [?, 1]> -> tma_desc<128x128xf4E2M1FN, swizzle = 64>
    %8 = make_tiled_tma_desc %bm <tma_idx = 1> : memref<?x?xf4E2M1FN, [1, ?]> -> tma_desc<128x128xf4E2M1FN, swizzle = 64>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %none = constant <value = 0.0> : tile<128x128xf32, #r0>
        %9 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
        %10:2 = if %9 : i1 -> tile<128x128xf32, #r0>, iterator<2, consumer> {
          %11 = async.pipeline.consumer_wait %2, %6 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, iterator<2, consumer> -> stage<full>
          %12:2 = async.pipeline.consumer_read %2, %11 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<full> -> stage<read>, tile<128x128xf32, #r1> (%arg0: tmem<128x128xf32, #t0>, %arg1: tmem<128x4xf8E8M0FNU, #t1>, %arg2: tmem<128x4xf8E8M0FNU, #t1>) {
            %15 = tmem_load %arg0 : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r1>
            async.pipeline.yield [%15] : tile<128x128xf32, #r1>
          }
          async.pipeline.consumer_release %2, %12#0 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<read>
          %13 = convert_layout %12#1 : tile<128x128xf32, #r1> -> tile<128x128xf32, #r0>
          %14 = async.pipeline.inc_iter %6 : iterator<2, consumer>
          yield [%13, %14] : tile<128x128xf32, #r0>, iterator<2, consumer>
        } {
          yield [%none, %6] : tile<128x128xf32, #r0>, iterator<2, consumer>
        }
        %done = tiled_store %10#0, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %9 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
        if %9 : i1 -> iterator<8, consumer>, iterator<2, producer> {
          %10 = async.pipeline.producer_acquire %2, %4 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, iterator<2, producer> -> stage<empty>
          %11:2 = async.pipeline.producer_write %2, %10 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg0: tmem<128x128xf32, #t0>, %arg1: tmem<128x4xf8E8M0FNU, #t1>, %arg2: tmem<128x4xf8E8M0FNU, #t1>) {
            %13 = for %zero, %steps, %one, [%5] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg3: i32, %arg4: iterator<8, consumer>) {
              %14 = cmpi %arg3, %zero <predicate = not_equal, signed> : i32, i32 -> i1
              %15 = async.pipeline.consumer_wait %1, %arg4 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<8, consumer> -> stage<full>
              %16 = async.pipeline.consumer_read %1, %15 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<full> -> stage<read> (%arg5: buffer<128x128xf4E2M1FN, packed, #s0>, %arg6: buffer<128x128xf4E2M1FN, packed, #s1>, %arg7: buffer<128x4xf8E8M0FNU, #s2>, %arg8: buffer<128x4xf8E8M0FNU, #s2>) {
                tcgen05.copy %arg7, %arg1 : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t1>
                tcgen05.copy %arg8, %arg2 : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t1>
                tcgen05.block_scaled_mma %arg5, %arg6, %arg0, %arg1, %arg2, [%14] : buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>, i1
                async.pipeline.yield
              }
              async.pipeline.consumer_release %1, %16 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<read>
              %17 = async.pipeline.inc_iter %arg4 : iterator<8, consumer>
              continue [%17] : iterator<8, consumer>
            }
            async.pipeline.yield [%13] : iterator<8, consumer>
          }
          async.pipeline.producer_commit %2, %11#0 : pipeline<2, tmem<128x128xf32, #t0>, tmem<128x4xf8E8M0FNU, #t1>, tmem<128x4xf8E8M0FNU, #t1>>, stage<written>
          %12 = async.pipeline.inc_iter %4 : iterator<2, producer>
          yield [%11#1, %12] : iterator<8, consumer>, iterator<2, producer>
        } {
          yield [%5, %4] : iterator<8, consumer>, iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4> {
        for %zero, %steps, %one, [%3] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
          %9 = async.pipeline.producer_acquire %1, %arg1 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<8, producer> -> stage<empty>
          %10 = async.pipeline.producer_write %1, %9 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<128x128xf4E2M1FN, packed, #s0>, %arg3: buffer<128x128xf4E2M1FN, packed, #s1>, %arg4: buffer<128x4xf8E8M0FNU, #s2>, %arg5: buffer<128x4xf8E8M0FNU, #s2>) {
            %12 = constant <value = 0> : i32
            async.tiled_tma_load %av, %arg2, %7, [%x, %arg0] : block_tile<[128, 128], memref<?x?xf4E2M1FN, [?, 1]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf4E2M1FN, packed, #s0>, tma_desc<128x128xf4E2M1FN, swizzle = 64>, i32, i32
            async.tiled_tma_load %bv, %arg3, %8, [%arg0, %y] : block_tile<[128, 128], memref<?x?xf4E2M1FN, [1, ?]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf4E2M1FN, packed, #s1>, tma_desc<128x128xf4E2M1FN, swizzle = 64>, i32, i32
            async.tiled_load %sav, [%x, %arg0], %arg4 <contiguity = [1, 4], divisibility = 4> : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
            %13 = tiled_load %0, [%y, %arg0] <contiguity = [1, 1]> : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [1, 0]>, i32, i32 -> tile<128x4xf8E8M0FNU, #r2>
            local_store %13, %arg5, [%12, %12] : tile<128x4xf8E8M0FNU, #r2>, buffer<128x4xf8E8M0FNU, #s2>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %1, %10 : pipeline<8, buffer<128x128xf4E2M1FN, packed, #s0>, buffer<128x128xf4E2M1FN, packed, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<written>
          %11 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
          continue [%11] : iterator<8, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
