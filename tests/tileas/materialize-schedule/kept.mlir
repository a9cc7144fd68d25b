// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16),(0,32)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r2 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// #r3 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_120a"> {
//   func @kept <num_warps = 4, occupancy = 3, path = agents, stages = 3, producer_warps = 1> (%q_raw: ptr, %k_raw: ptr, %o_raw: ptr, %length_raw: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %qt = make_memref %q_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %kt = make_memref %k_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %ot = make_memref %o_raw, [%length_raw] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %qv = block_tile %qt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %kv = block_tile %kt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
//     %ov = block_tile %ot : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %n = get_tile_count %qv <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
//     %0 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %2 = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s1>>
//     %3 = async.pipeline.create_iterator %0 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %4 = async.pipeline.create_iterator %2 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, producer>
//     %5 = async.pipeline.create_iterator %0 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %6 = async.pipeline.create_iterator %2 : pipeline<2, buffer<64x64xf16, #s1>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %1 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %7 = async.pipeline.consumer_wait %0, %5 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %8:2 = async.pipeline.consumer_read %0, %7 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg0: buffer<64x64xf16, #s0>) {
//           %9 = constant <value = 0> : i32
//           %10 = local_load %arg0, [%9, %9] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//           %sum:2 = for %zero, %n, %one, [%1, %6] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<2, consumer> -> tile<64x64xf32, #r0>, iterator<2, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg1: iterator<2, consumer>) {
//             %11 = async.pipeline.consumer_wait %2, %arg1 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, consumer> -> stage<full>
//             %12:2 = async.pipeline.consumer_read %2, %11 : pipeline<2, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg2: buffer<64x64xf16, #s1>) {
//               %14 = constant <value = 0> : i32
//               %15 = local_load %arg2, [%14, %14] : buffer<64x64xf16, #s1>, i32, i32 -> tile<64x64xf16, #r2>
//               %next = dot %10, %15, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//               async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %2, %12#0 : pipeline<2, buffer<64x64xf16, #s1>>, stage<read>
//             %13 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
//             continue [%12#1, %13] : tile<64x64xf32, #r0>, iterator<2, consumer>
//           }
//           async.pipeline.yield [%sum#0] : tile<64x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %0, %8#0 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//         tiled_store %8#1, %ov, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %7 = async.pipeline.producer_acquire %0, %3 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %8 = async.pipeline.producer_write %0, %7 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           %9 = constant <value = 0> : i32
//           %10 = tiled_load %qv, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
//           local_store %10, %arg0, [%9, %9] : tile<64x64xf16, #r3>, buffer<64x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %8 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         for %zero, %n, %one, [%4] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%arg0: i32, %arg1: iterator<2, producer>) {
//           %9 = async.pipeline.producer_acquire %2, %arg1 : pipeline<2, buffer<64x64xf16, #s1>>, iterator<2, producer> -> stage<empty>
//           %10 = async.pipeline.producer_write %2, %9 : pipeline<2, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s1>) {
//             %12 = constant <value = 0> : i32
//             %13 = tiled_load %kv, [%zero, %arg0] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
//             local_store %13, %arg2, [%12, %12] : tile<64x64xf16, #r3>, buffer<64x64xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %2, %10 : pipeline<2, buffer<64x64xf16, #s1>>, stage<written>
//           %11 = async.pipeline.inc_iter %arg1 : iterator<2, producer>
//           continue [%11] : iterator<2, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
//   func @reloaded <num_warps = 4, occupancy = 6, path = agents, stages = 3, producer_warps = 1> (%q_raw: ptr, %k_raw: ptr, %o_raw: ptr, %length_raw: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %qt = make_memref %q_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %kt = make_memref %k_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %ot = make_memref %o_raw, [%length_raw] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %qv = block_tile %qt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %kv = block_tile %kt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
//     %ov = block_tile %ot : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %n = get_tile_count %qv <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
//     %0 = async.pipeline.create_pipeline : pipeline<1, buffer<64x64xf16, #s0>>
//     %2 = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xf16, #s1>>
//     %3 = async.pipeline.create_iterator %0 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, producer>
//     %4 = async.pipeline.create_iterator %2 : pipeline<3, buffer<64x64xf16, #s1>> -> iterator<3, producer>
//     %5 = async.pipeline.create_iterator %0 : pipeline<1, buffer<64x64xf16, #s0>> -> iterator<1, consumer>
//     %6 = async.pipeline.create_iterator %2 : pipeline<3, buffer<64x64xf16, #s1>> -> iterator<3, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %1 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %7 = async.pipeline.consumer_wait %0, %5 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
//         %8:2 = async.pipeline.consumer_read %0, %7 : pipeline<1, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg0: buffer<64x64xf16, #s0>) {
//           %sum:2 = for %zero, %n, %one, [%1, %6] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<3, consumer> -> tile<64x64xf32, #r0>, iterator<3, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg1: iterator<3, consumer>) {
//             %9 = async.pipeline.consumer_wait %2, %arg1 : pipeline<3, buffer<64x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
//             %10:2 = async.pipeline.consumer_read %2, %9 : pipeline<3, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg2: buffer<64x64xf16, #s1>) {
//               %12 = constant <value = 0> : i32
//               %13 = local_load %arg2, [%12, %12] : buffer<64x64xf16, #s1>, i32, i32 -> tile<64x64xf16, #r2>
//               %14 = constant <value = 0> : i32
//               %15 = local_load %arg0, [%14, %14] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//               %next = dot %15, %13, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//               async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//             }
//             async.pipeline.consumer_release %2, %10#0 : pipeline<3, buffer<64x64xf16, #s1>>, stage<read>
//             %11 = async.pipeline.inc_iter %arg1 : iterator<3, consumer>
//             continue [%10#1, %11] : tile<64x64xf32, #r0>, iterator<3, consumer>
//           }
//           async.pipeline.yield [%sum#0] : tile<64x64xf32, #r0>
//         }
//         async.pipeline.consumer_release %0, %8#0 : pipeline<1, buffer<64x64xf16, #s0>>, stage<read>
//         tiled_store %8#1, %ov, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %7 = async.pipeline.producer_acquire %0, %3 : pipeline<1, buffer<64x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
//         %8 = async.pipeline.producer_write %0, %7 : pipeline<1, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<64x64xf16, #s0>) {
//           %9 = constant <value = 0> : i32
//           %10 = tiled_load %qv, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
//           local_store %10, %arg0, [%9, %9] : tile<64x64xf16, #r3>, buffer<64x64xf16, #s0>, i32, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %0, %8 : pipeline<1, buffer<64x64xf16, #s0>>, stage<written>
//         for %zero, %n, %one, [%4] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %9 = async.pipeline.producer_acquire %2, %arg1 : pipeline<3, buffer<64x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
//           %10 = async.pipeline.producer_write %2, %9 : pipeline<3, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s1>) {
//             %12 = constant <value = 0> : i32
//             %13 = tiled_load %kv, [%zero, %arg0] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
//             local_store %13, %arg2, [%12, %12] : tile<64x64xf16, #r3>, buffer<64x64xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %2, %10 : pipeline<3, buffer<64x64xf16, #s1>>, stage<written>
//           %11 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%11] : iterator<3, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

// Warps load the fragments of a tile that stays in its stage once, before the loop, if a thread has registers for them.
// Six thread blocks of a multiprocessor leave none: there they are loaded in each iteration.

#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(1,0),(2,0),(4,0),(0,16),(0,32)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
#r4 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
tileas.module @m <target = "sm_120a"> {
  func @kept <num_warps = 4, occupancy = 3, path = agents, stages = 3, producer_warps = 1> (%q_raw: ptr, %k_raw: ptr, %o_raw: ptr, %length_raw: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %qt = make_memref %q_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %kt = make_memref %k_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %ot = make_memref %o_raw, [%length_raw] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %qv = block_tile %qt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %kv = block_tile %kt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
    %ov = block_tile %ot : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %n = get_tile_count %qv <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
    %x = tiled_load %qv, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
    %0 = convert_layout %x : tile<64x64xf16, #r0> -> tile<64x64xf16, #r1>
    %1 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %sum = for %zero, %n, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
      %y = tiled_load %kv, [%zero, %i] <contiguity = [64, 1], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
      %2 = convert_layout %y : tile<64x64xf16, #r3> -> tile<64x64xf16, #r4>
      %next = dot %0, %2, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    tiled_store %sum, %ov, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
  func @reloaded <num_warps = 4, occupancy = 6, path = agents, stages = 3, producer_warps = 1> (%q_raw: ptr, %k_raw: ptr, %o_raw: ptr, %length_raw: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %qt = make_memref %q_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %kt = make_memref %k_raw, [%length_raw] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %ot = make_memref %o_raw, [%length_raw] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %qv = block_tile %qt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %kv = block_tile %kt : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>
    %ov = block_tile %ot : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %n = get_tile_count %qv <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
    %x = tiled_load %qv, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r0>
    %0 = convert_layout %x : tile<64x64xf16, #r0> -> tile<64x64xf16, #r1>
    %1 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %sum = for %zero, %n, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%i: i32, %so_far: tile<64x64xf32, #r2>) {
      %y = tiled_load %kv, [%zero, %i] <contiguity = [64, 1], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x64xf16, #r3>
      %2 = convert_layout %y : tile<64x64xf16, #r3> -> tile<64x64xf16, #r4>
      %next = dot %0, %2, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    tiled_store %sum, %ov, [%zero, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r2>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
