// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4),(0,8),(0,16),(0,32)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r2 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r4 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
// tileas.module @m <target = "sm_90a"> {
//   func @gemm <num_warps = 4, occupancy = 4, path = unspecialized, stages = 3> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
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
//     %1 = async.pipeline.create_pipeline : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>
//     %2 = async.pipeline.create_iterator %1 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<3, producer>
//     %3 = async.pipeline.create_iterator %1 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>> -> iterator<3, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %4 = constant <value = 0> : i32
//         %5 = constant <value = 1> : i32
//         %6 = constant <value = 2> : i32
//         %7:2 = for %4, %6, %5, [%2, %zero] : i32, i32, i32, iterator<3, producer>, i32 -> iterator<3, producer>, i32 (%arg0: i32, %arg1: iterator<3, producer>, %arg2: i32) {
//           %8 = cmpi %arg2, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %9:2 = if %8 : i1 -> iterator<3, producer>, i32 {
//             %10 = async.pipeline.producer_acquire %1, %arg1 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %11 = async.pipeline.producer_write %1, %10 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x16xf16, #s0>, %arg4: buffer<16x64xf16, #s1>) {
//               %14 = constant <value = 0> : i32
//               %15 = tiled_load %av, [%x, %arg2] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
//               local_store %15, %arg3, [%14, %14] : tile<64x16xf16, #r1>, buffer<64x16xf16, #s0>, i32, i32
//               %16 = tiled_load %bv, [%arg2, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
//               local_store %16, %arg4, [%14, %14] : tile<16x64xf16, #r2>, buffer<16x64xf16, #s1>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %1, %11 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
//             %12 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//             %13 = addi %arg2, %one : i32
//             yield [%12, %13] : iterator<3, producer>, i32
//           } {
//             yield [%arg1, %arg2] : iterator<3, producer>, i32
//           }
//           continue [%9#0, %9#1] : iterator<3, producer>, i32
//         }
//         %sum:4 = for %zero, %steps, %one, [%0, %3, %7#0, %7#1] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, producer>, i32 -> tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, producer>, i32 (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg0: iterator<3, consumer>, %arg1: iterator<3, producer>, %arg2: i32) {
//           %8 = async.pipeline.consumer_wait %1, %arg0 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
//           %9:2 = async.pipeline.consumer_read %1, %8 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg3: buffer<64x16xf16, #s0>, %arg4: buffer<16x64xf16, #s1>) {
//             %13 = constant <value = 0> : i32
//             %14 = local_load %arg3, [%13, %13] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r3>
//             %15 = local_load %arg4, [%13, %13] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r4>
//             %next = dot %14, %15, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//             async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %1, %9#0 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<read>
//           %10 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
//           %11 = cmpi %arg2, %steps <predicate = less_than, signed> : i32, i32 -> i1
//           %12:2 = if %11 : i1 -> iterator<3, producer>, i32 {
//             %13 = async.pipeline.producer_acquire %1, %arg1 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//             %14 = async.pipeline.producer_write %1, %13 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x16xf16, #s0>, %arg4: buffer<16x64xf16, #s1>) {
//               %17 = constant <value = 0> : i32
//               %18 = tiled_load %av, [%x, %arg2] : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
//               local_store %18, %arg3, [%17, %17] : tile<64x16xf16, #r1>, buffer<64x16xf16, #s0>, i32, i32
//               %19 = tiled_load %bv, [%arg2, %y] : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
//               local_store %19, %arg4, [%17, %17] : tile<16x64xf16, #r2>, buffer<16x64xf16, #s1>, i32, i32
//               async.pipeline.yield
//             }
//             async.pipeline.producer_commit %1, %14 : pipeline<3, buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>>, stage<written>
//             %15 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//             %16 = addi %arg2, %one : i32
//             yield [%15, %16] : iterator<3, producer>, i32
//           } {
//             yield [%arg1, %arg2] : iterator<3, producer>, i32
//           }
//           continue [%9#1, %10, %12#0, %12#1] : tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, producer>, i32
//         }
//         tiled_store %sum#0, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// The warps that multiply also copy: two stages are filled before the loop, and each iteration fills one more after its product.
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(0,16),(0,32)]
tileas.module @m <target = "sm_90a"> {
  func @gemm <num_warps = 4, occupancy = 4, path = unspecialized, stages = 3> (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {
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
    %sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
      %l = tiled_load %av, [%x, %i] <contiguity = [1, 16], divisibility = 16, boxes> : block_tile<[64, 16], memref<?x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
      %r = tiled_load %bv, [%i, %y] <contiguity = [16, 1], divisibility = 16, boxes> : block_tile<[16, 64], memref<?x?xf16, [1, ?]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
      %next = dot %l, %r, %so_far <warpgroups = [1, 1]> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    tiled_store %sum, %cv, [%x, %y] <contiguity = [1, 16], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
