// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(1,0),(2,0),(4,0),(0,16)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
// #r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
// #r4 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r5 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// #r6 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
// tileas.module @shared <target = "sm_90a"> {
//   func @keys_are_values <num_warps = 4, occupancy = 3, path = agents, stages = 2, producer_warps = 1> (%q: ptr, %x: ptr, %o: ptr, %queries: i32, %keys: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %q_tensor = make_memref %q, [%queries] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %x_tensor = make_memref %x, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %o_tensor = make_memref %o, [%queries] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %q_tiles = block_tile %q_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %x_tiles = block_tile %x_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[32, 64], memref<?x64xf16, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
//     %2 = block_tile %x_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[64, 32], memref<?x64xf16, [64, 1]>, step = [64, 32], dims = [1, 0], padding = zero>
//     %o_tiles = block_tile %o_tensor : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %count = get_tile_count %x_tiles <dim = 0> : block_tile<[32, 64], memref<?x64xf16, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
//     %3 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %4 = async.pipeline.create_pipeline : pipeline<2, buffer<64x32xf16, #s1>>
//     %5 = async.pipeline.create_iterator %3 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %6 = async.pipeline.create_iterator %4 : pipeline<2, buffer<64x32xf16, #s1>> -> iterator<2, producer>
//     %7 = async.pipeline.create_iterator %3 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %8 = async.pipeline.create_iterator %4 : pipeline<2, buffer<64x32xf16, #s1>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %0 = constant <value = 0.0> : tile<64x32xf32, #r0>
//         %1 = constant <value = 0.0> : tile<64x64xf32, #r1>
//         %9 = async.pipeline.consumer_wait %3, %7 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %10:2 = async.pipeline.consumer_read %3, %9 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r1> (%arg0: buffer<64x64xf16, #s0>) {
//           %sum:2 = for %zero, %count, %one, [%1, %8] : i32, i32, i32, tile<64x64xf32, #r1>, iterator<2, consumer> -> tile<64x64xf32, #r1>, iterator<2, consumer> (%i: i32, %so_far: tile<64x64xf32, #r1>, %arg1: iterator<2, consumer>) {
//             %11 = async.pipeline.consumer_wait %4, %arg1 : pipeline<2, buffer<64x32xf16, #s1>>, iterator<2, consumer> -> stage<full>
//             %12:2 = async.pipeline.consumer_read %4, %11 : pipeline<2, buffer<64x32xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r1> (%arg2: buffer<64x32xf16, #s1>) {
//               %14 = constant <value = 0> : i32
//               %15 = local_load %arg2, [%14, %14] : buffer<64x32xf16, #s1>, i32, i32 -> tile<64x32xf16, #r2>
//               %16 = constant <value = 0> : i32
//               %17 = local_load %arg0, [%16, %16] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r3>
//               %scores = dot %17, %15, %0 <warpgroups = [1, 1]> : tile<64x64xf16, #r3>, tile<64x32xf16, #r2>, tile<64x32xf32, #r0> -> tile<64x32xf32, #r0>
//               %weights = fp_to_fp %scores : tile<64x32xf32, #r0> -> tile<64x32xf16, #r0>
//               %18 = constant <value = 0> : i32
//               %19 = transpose_buffer %arg2 : buffer<64x32xf16, #s1> -> buffer<32x64xf16, #s2>
//               %20 = local_load %19, [%18, %18] : buffer<32x64xf16, #s2>, i32, i32 -> tile<32x64xf16, #r4>
//               %next = dot %weights, %20, %so_far <warpgroups = [1, 1]> : tile<64x32xf16, #r0>, tile<32x64xf16, #r4>, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//               async.pipeline.yield [%next] : tile<64x64xf32, #r1>
//             }
//             async.pipeline.consumer_release %4, %12#0 : pipeline<2, buffer<64x32xf16, #s1>>, stage<read>
//             %13 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
//             continue [%12#1, %13] : tile<64x64xf32, #r1>, iterator<2, consumer>
//           }
//           async.pipeline.yield [%sum#0] : tile<64x64xf32, #r1>
//         }
//         async.pipeline.consumer_release %3, %10#0 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//         tiled_store %10#1, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r1>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %9 = async.pipeline.producer_acquire %3, %5 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %10 = async.pipeline.producer_write %3, %9 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           %11 = constant <value = 0> : i32
//           %12 = tiled_load %q_tiles, [%block, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r5>
//           local_store %12, %arg0, [%11, %11] : tile<64x64xf16, #r5>, buffer<64x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %3, %10 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         for %zero, %count, %one, [%6] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>) {
//           %11 = async.pipeline.producer_acquire %4, %arg1 : pipeline<2, buffer<64x32xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %12 = async.pipeline.producer_write %4, %11 : pipeline<2, buffer<64x32xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x32xf16, #s1>) {
//             %14 = constant <value = 0> : i32
//             %15 = tiled_load %2, [%zero, %arg0] : block_tile<[64, 32], memref<?x64xf16, [64, 1]>, step = [64, 32], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x32xf16, #r6>
//             local_store %15, %arg2, [%14, %14] : tile<64x32xf16, #r6>, buffer<64x32xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %4, %12 : pipeline<2, buffer<64x32xf16, #s1>>, stage<written>
//           %13 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           continue [%13] : iterator<2, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// A tile that two products multiply: transposed first, then as it is. One read of its stage holds both products and what is between.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(8,0),(0,8),(0,16)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r3 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r4 = reg=[(1,0),(2,0),(4,0),(0,16)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
tileas.module @shared <target = "sm_90a"> {
  func @keys_are_values <num_warps = 4, occupancy = 3, path = agents, stages = 2, producer_warps = 1> (%q: ptr, %x: ptr, %o: ptr, %queries: i32, %keys: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %q_tensor = make_memref %q, [%queries] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %x_tensor = make_memref %x, [%keys] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %o_tensor = make_memref %o, [%queries] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %q_tiles = block_tile %q_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %x_tiles = block_tile %x_tensor : memref<?x64xf16, [64, 1]> -> block_tile<[32, 64], memref<?x64xf16, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>
    %o_tiles = block_tile %o_tensor : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %count = get_tile_count %x_tiles <dim = 0> : block_tile<[32, 64], memref<?x64xf16, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero> -> i32
    %q_tile = tiled_load %q_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
    %0 = constant <value = 0.0> : tile<64x32xf32, #r1>
    %1 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %sum = for %zero, %count, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
      %tile = tiled_load %x_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[32, 64], memref<?x64xf16, [64, 1]>, step = [32, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x64xf16, #r3>
      %turned = permute %tile <permutation = [1, 0]> : tile<32x64xf16, #r3> -> tile<64x32xf16, #r4>
      %scores = dot %q_tile, %turned, %0 <warpgroups = [1, 1]> : tile<64x64xf16, #r0>, tile<64x32xf16, #r4>, tile<64x32xf32, #r1> -> tile<64x32xf32, #r1>
      %weights = fp_to_fp %scores : tile<64x32xf32, #r1> -> tile<64x32xf16, #r1>
      %next = dot %weights, %tile, %so_far <warpgroups = [1, 1]> : tile<64x32xf16, #r1>, tile<32x64xf16, #r3>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    tiled_store %sum, %o_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
