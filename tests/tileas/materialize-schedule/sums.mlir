// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4),(0,8),(0,16),(0,32)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(0,32)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
// #r1 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
// #r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_100a"> {
//   func @gemm <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1, sum_stages = 2> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
//     %x = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
//     %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>
//     %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>
//     %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
//     %steps = get_tile_count %av <dim = 1> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %1 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>
//     %2 = async.pipeline.create_pipeline : pipeline<2, tmem<64x64xf32, #t0>>
//     %3 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, producer>
//     %4 = async.pipeline.create_iterator %2 : pipeline<2, tmem<64x64xf32, #t0>> -> iterator<2, producer>
//     %5 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, consumer>
//     %6 = async.pipeline.create_iterator %2 : pipeline<2, tmem<64x64xf32, #t0>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         for %zero, %tiles, %one, [%6] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%t: i32, %arg0: iterator<2, consumer>) {
//           %7 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %8:2 = if %7 : i1 -> tile<64x64xf32, #r0>, iterator<2, consumer> {
//             %9 = async.pipeline.consumer_wait %2, %arg0 : pipeline<2, tmem<64x64xf32, #t0>>, iterator<2, consumer> -> stage<full>
//             %10:2 = async.pipeline.consumer_read %2, %9 : pipeline<2, tmem<64x64xf32, #t0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg1: tmem<64x64xf32, #t0>) {
//               %12 = tmem_load %arg1 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r0>
//               async.pipeline.yield [%12] : tile<64x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %2, %10#0 : pipeline<2, tmem<64x64xf32, #t0>>, stage<read>
//             %11 = async.pipeline.inc_iter %arg0 : iterator<2, consumer>
//             yield [%10#1, %11] : tile<64x64xf32, #r0>, iterator<2, consumer>
//           } {
//             yield [%0, %arg0] : tile<64x64xf32, #r0>, iterator<2, consumer>
//           }
//           tiled_store %8#0, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//           continue [%8#1] : iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         for %zero, %tiles, %one, [%5, %4] : i32, i32, i32, iterator<8, consumer>, iterator<2, producer> -> iterator<8, consumer>, iterator<2, producer> (%arg0: i32, %arg1: iterator<8, consumer>, %arg2: iterator<2, producer>) {
//           %7 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %8:2 = if %7 : i1 -> iterator<8, consumer>, iterator<2, producer> {
//             %9 = async.pipeline.producer_acquire %2, %arg2 : pipeline<2, tmem<64x64xf32, #t0>>, iterator<2, producer> -> stage<empty>
//             %10:2 = async.pipeline.producer_write %2, %9 : pipeline<2, tmem<64x64xf32, #t0>>, stage<empty> -> stage<written>, iterator<8, consumer> (%arg3: tmem<64x64xf32, #t0>) {
//               %12 = for %zero, %steps, %one, [%arg1] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%arg4: i32, %arg5: iterator<8, consumer>) {
//                 %13 = cmpi %arg4, %zero <predicate = not_equal, signed> : i32, i32 -> i1
//                 %14 = async.pipeline.consumer_wait %1, %arg5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//                 %15 = async.pipeline.consumer_read %1, %14 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read> (%arg6: buffer<64x16xf16, #s0>, %arg7: buffer<16x64xf16, #s1>) {
//                   tcgen05.mma %arg6, %arg7, %arg3, [%13] : buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//                   async.pipeline.yield
//                 }
//                 async.pipeline.consumer_release %1, %15 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
//                 %16 = async.pipeline.inc_iter %arg5 : iterator<8, consumer>
//                 continue [%16] : iterator<8, consumer>
//               }
//               async.pipeline.yield [%12] : iterator<8, consumer>
//             }
//             async.pipeline.producer_commit %2, %10#0 : pipeline<2, tmem<64x64xf32, #t0>>, stage<written>
//             %11 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
//             yield [%10#1, %11] : iterator<8, consumer>, iterator<2, producer>
//           } {
//             yield [%arg1, %arg2] : iterator<8, consumer>, iterator<2, producer>
//           }
//           continue [%8#0, %8#1] : iterator<8, consumer>, iterator<2, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %tiles, %one, [%3] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %7 = for %zero, %steps, %one, [%arg1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg2: i32, %arg3: iterator<8, producer>) {
//             %8 = async.pipeline.producer_acquire %1, %arg3 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//             %9 = async.pipeline.producer_write %1, %8 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<64x16xf16, #s0>, %arg5: buffer<16x64xf16, #s1>) {
//               %11 = constant <value = 0> : i32
//               %12 = tiled_load %av, [%x, %arg2] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
//               local_store %12, %arg4, [%11, %11] : tile<64x16xf16, #r1>, buffer<64x16xf16, #s0>, i32, i32
//               %13 = tiled_load %bv, [%arg2, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
//               local_store %13, %arg5, [%11, %11] : tile<16x64xf16, #r2>, buffer<16x64xf16, #s1>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %1, %9 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
//             %10 = async.pipeline.inc_iter %arg3 : iterator<8, producer>
//             continue [%10] : iterator<8, producer>
//           }
//           continue [%7] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Sums in tensor memory, in a loop of tiles: one warp multiplies a tile into one stage while the sum of the one before is stored.
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
tileas.module @m <target = "sm_100a"> {
  func @gemm <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1, sum_stages = 2> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
    %x = get_program_id <axis = 0> : i32
    %y = get_program_id <axis = 1> : i32
    %am = make_memref %pa, [%rows, %depth], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %bm = make_memref %pb, [%depth, %columns], [%depth] : ptr, i32, i32, i32 -> memref<?x?xf16, [1, ?]>
    %cm = make_memref %pc, [%rows, %columns], [%columns] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %av = block_tile %am : memref<?x?xf16, [?, 1]> -> block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>
    %bv = block_tile %bm : memref<?x?xf16, [1, ?]> -> block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>
    %cv = block_tile %cm : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %steps = get_tile_count %av <dim = 1> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    for %zero, %tiles, %one : i32, i32, i32 (%t: i32) {
      %sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
        %l = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
        %r = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
        %next = dot %l, %r, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
        continue [%next] : tile<64x64xf32, #r0>
      }
      tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
      continue
    }
    return
  }
}
