// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4),(0,8),(0,16),(0,32)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
// #r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
// #r4 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
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
//     %1 = async.pipeline.create_pipeline : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>
//     %2 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, producer>
//     %3 = async.pipeline.create_iterator %1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<8, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         for %zero, %tiles, %one, [%3] : i32, i32, i32, iterator<8, consumer> -> iterator<8, consumer> (%t: i32, %arg0: iterator<8, consumer>) {
//           %sum:2 = for %zero, %steps, %one, [%0, %arg0] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<8, consumer> -> tile<64x64xf32, #r0>, iterator<8, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg1: iterator<8, consumer>) {
//             %4 = async.pipeline.consumer_wait %1, %arg1 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, consumer> -> stage<full>
//             %5:2 = async.pipeline.consumer_read %1, %4 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg2: buffer<64x16xf16, #s0>, %arg3: buffer<16x64xf16, #s1>) {
//               %7 = constant <value = 0> : i32
//               %8 = local_load %arg2, [%7, %7] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r1>
//               %9 = local_load %arg3, [%7, %7] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r2>
//               %next = dot %8, %9, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//               async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %1, %5#0 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
//             %6 = async.pipeline.inc_iter %arg1 : iterator<8, consumer>
//             continue [%5#1, %6] : tile<64x64xf32, #r0>, iterator<8, consumer>
//           }
//           tiled_store %sum#0, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//           continue [%sum#1] : iterator<8, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %tiles, %one, [%2] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg0: i32, %arg1: iterator<8, producer>) {
//           %4 = for %zero, %steps, %one, [%arg1] : i32, i32, i32, iterator<8, producer> -> iterator<8, producer> (%arg2: i32, %arg3: iterator<8, producer>) {
//             %5 = async.pipeline.producer_acquire %1, %arg3 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<8, producer> -> stage<empty>
//             %6 = async.pipeline.producer_write %1, %5 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<64x16xf16, #s0>, %arg5: buffer<16x64xf16, #s1>) {
//               %8 = constant <value = 0> : i32
//               %9 = tiled_load %av, [%x, %arg2] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>
//               local_store %9, %arg4, [%8, %8] : tile<64x16xf16, #r3>, buffer<64x16xf16, #s0>, i32, i32
//               %10 = tiled_load %bv, [%arg2, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r4>
//               local_store %10, %arg5, [%8, %8] : tile<16x64xf16, #r4>, buffer<16x64xf16, #s1>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %1, %6 : pipeline<8, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
//             %7 = async.pipeline.inc_iter %arg3 : iterator<8, producer>
//             continue [%7] : iterator<8, producer>
//           }
//           continue [%4] : iterator<8, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A loop over tiles around the product. Both agents run it, and take their iterators through it: the first stage of a tile follows
// the last one of the tile before.
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
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
