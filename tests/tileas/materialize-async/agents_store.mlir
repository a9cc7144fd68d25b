// RUN: opt --passes=attach-tma-desc-args,materialize-async
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4),(0,8),(0,16),(0,32)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,4),(2,8),(4,16),(8,0),(16,0),(32,0),(0,32)]
// tileas.module @m <target = "sm_90a"> {
//   func @gemm <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
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
//     %0 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>
//     %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, producer>
//     %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, consumer>
//     %7 = make_tiled_tma_desc %am <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x16xf16, swizzle = 32>
//     %8 = make_tiled_tma_desc %bm <tma_idx = 1> : memref<?x?xf16, [1, ?]> -> tma_desc<16x64xf16, swizzle = 32>
//     %9 = make_tiled_tma_desc %cm <tma_idx = 2> : memref<?x?xf32, [?, 1]> -> tma_desc<64x32xf32, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %10 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//         %sum:2 = if %10 : i1 -> tile<64x64xf32, #r0>, iterator<8, consumer> {
//           %4 = async.pipeline.consumer_wait %0, %2 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//           %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x64xf16, #s1>) {
//             %next = async.dot %arg1, %arg2, %3 : buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>, tile<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//             async.pipeline.yield [%next] : pending<64x64xf32, #r0>
//           }
//           %6 = async.pipeline.inc_iter %2 : iterator<8, consumer>
//           %13 = addi %zero, %one : i32
//           %14:3 = for %13, %steps, %one, [%5#1, %6, %5#0] : i32, i32, i32, pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> -> pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read> (%i: i32, %so_far: pending<64x64xf32, #r0>, %arg0: iterator<8, consumer>, %arg0_0: stage<read>) {
//             %16 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %17:2 = async.pipeline.consumer_read %0, %16 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x64xf16, #s1>) {
//               %next = async.dot %arg1, %arg2, %so_far : buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>, pending<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//               async.pipeline.yield [%next] : pending<64x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %0, %arg0_0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
//             %18 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
//             continue [%17#1, %18, %17#0] : pending<64x64xf32, #r0>, iterator<8, consumer>, stage<read>
//           }
//           %15 = async.dot_wait %14#0 : pending<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//           async.pipeline.consumer_release %0, %14#2 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
//           yield [%15, %14#1] : tile<64x64xf32, #r0>, iterator<8, consumer>
//         } {
//           yield [%3, %2] : tile<64x64xf32, #r0>, iterator<8, consumer>
//         }
//         %11 = async.pipeline.reuse %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> buffer<64x64xf32, #s2>
//         barrier
//         %12 = constant <value = 0> : i32
//         local_store %sum#0, %11, [%12, %12] : tile<64x64xf32, #r0>, buffer<64x64xf32, #s2>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %11, %cv, %9, [%x, %y] : buffer<64x64xf32, #s2>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x32xf32, swizzle = 128>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %steps, %one, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %3 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//           %4 = async.pipeline.producer_write %0, %3 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x64xf16, #s1>) {
//             async.tiled_tma_load %av, %arg2, %7, [%x, %arg0] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, buffer<64x16xf16, #s0>, tma_desc<64x16xf16, swizzle = 32>, i32, i32
//             async.tiled_tma_load %bv, %arg3, %8, [%arg0, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, buffer<16x64xf16, #s1>, tma_desc<16x64xf16, swizzle = 32>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
//           %5 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
//           continue [%5] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// The sum is stored by way of the stages: all warps have left them, they lay it out in boxes, and one thread has these copied.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4),(0,8),(0,16),(0,32)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
#r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
#r4 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
tileas.module @m <target = "sm_90a"> {
  func @gemm <num_warps = 4, occupancy = 4, path = agents, stages = 8, producer_warps = 1> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
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
    %0 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>
    %1 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, producer>
    %2 = async.pipeline.create_iterator %0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %3 = constant <value = 0.0> : tile<64x64xf32, #r0>
        %sum:2 = for %zero, %steps, %one, [%3, %2] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<8, consumer> -> tile<64x64xf32, #r0>, iterator<8, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg0: iterator<8, consumer>) {
          %4 = async.pipeline.consumer_wait %0, %arg0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
          %5:2 = async.pipeline.consumer_read %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg1: buffer<64x16xf16, #s0>, %arg2: buffer<16x64xf16, #s1>) {
            %7 = constant <value = 0> : i32
            %8 = local_load %arg1, [%7, %7] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r1>
            %9 = local_load %arg2, [%7, %7] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r2>
            %next = dot %8, %9, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
            async.pipeline.yield [%next] : tile<64x64xf32, #r0>
          }
          async.pipeline.consumer_release %0, %5#0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
          %6 = async.pipeline.inc_iter %arg0 : iterator<8, consumer>
          continue [%5#1, %6] : tile<64x64xf32, #r0>, iterator<8, consumer>
        }
        tiled_store %sum#0, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        for %zero, %steps, %one, [%1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
          %3 = async.pipeline.producer_acquire %0, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
          %4 = async.pipeline.producer_write %0, %3 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x64xf16, #s1>) {
            %6 = constant <value = 0> : i32
            %7 = tiled_load %av, [%x, %arg0] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>
            local_store %7, %arg2, [%6, %6] : tile<64x16xf16, #r3>, buffer<64x16xf16, #s0>, i32, i32
            %8 = tiled_load %bv, [%arg0, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r4>
            local_store %8, %arg3, [%6, %6] : tile<16x64xf16, #r4>, buffer<16x64xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %0, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
          %5 = async.pipeline.inc_iter %arg1 : iterator<8, producer>
          continue [%5] : iterator<8, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
