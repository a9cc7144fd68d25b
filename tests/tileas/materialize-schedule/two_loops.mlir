// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[]
// tileas.module @m <target = "sm_90a"> {
//   func @two_loops <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 1> (%a: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
//     %block = get_program_id <axis = 0> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x512xf16, [512, 1]>
//     %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
//     %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %a_tiles = block_tile %a_all : memref<?x512xf16, [512, 1]> -> block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %2 = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>
//     %3 = async.pipeline.create_iterator %2 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, producer>
//     %4 = async.pipeline.create_iterator %2 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//         %first:2 = for %zero, %block, %one, [%0, %4] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<3, consumer> -> tile<64x64xf32, #r0>, iterator<3, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg0: iterator<3, consumer>) {
//           %5 = async.pipeline.consumer_wait %2, %arg0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
//           %6:2 = async.pipeline.consumer_read %2, %5 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg1: buffer<64x64xf16, #s0>, %arg2: buffer<64x64xf16, #s0>) {
//             %8 = constant <value = 0> : i32
//             %9 = local_load %arg1, [%8, %8] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//             %10 = local_load %arg2, [%8, %8] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//             %next = dot %9, %10, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r1>, tile<64x64xf16, #r1>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//             async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %2, %6#0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
//           %7 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
//           continue [%6#1, %7] : tile<64x64xf32, #r0>, iterator<3, consumer>
//         }
//         %1 = constant <value = 0.5> : tile<64x64xf32, #r0>
//         %halved = mulf %first#0, %1 : tile<64x64xf32, #r0>
//         %sum:2 = for %block, %steps, %one, [%halved, %first#1] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<3, consumer> -> tile<64x64xf32, #r0>, iterator<3, consumer> (%i: i32, %so_far: tile<64x64xf32, #r0>, %arg0: iterator<3, consumer>) {
//           %5 = async.pipeline.consumer_wait %2, %arg0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
//           %6:2 = async.pipeline.consumer_read %2, %5 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf32, #r0> (%arg1: buffer<64x64xf16, #s0>, %arg2: buffer<64x64xf16, #s0>) {
//             %8 = constant <value = 0> : i32
//             %9 = local_load %arg1, [%8, %8] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//             %10 = local_load %arg2, [%8, %8] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
//             %next = dot %9, %10, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r1>, tile<64x64xf16, #r1>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//             async.pipeline.yield [%next] : tile<64x64xf32, #r0>
//           }
//           async.pipeline.consumer_release %2, %6#0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
//           %7 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
//           continue [%6#1, %7] : tile<64x64xf32, #r0>, iterator<3, consumer>
//         }
//         tiled_store %sum#0, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %5 = for %zero, %block, %one, [%3] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %6 = async.pipeline.producer_acquire %2, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
//           %7 = async.pipeline.producer_write %2, %6 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x64xf16, #s0>) {
//             %9 = constant <value = 0> : i32
//             %10 = tiled_load %a_tiles, [%block, %arg0] : block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r2>
//             local_store %10, %arg2, [%9, %9] : tile<64x64xf16, #r2>, buffer<64x64xf16, #s0>, i32, i32
//             %11 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r2>
//             local_store %11, %arg3, [%9, %9] : tile<64x64xf16, #r2>, buffer<64x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %2, %7 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
//           %8 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%8] : iterator<3, producer>
//         }
//         for %block, %steps, %one, [%5] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
//           %6 = async.pipeline.producer_acquire %2, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
//           %7 = async.pipeline.producer_write %2, %6 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x64xf16, #s0>) {
//             %9 = constant <value = 0> : i32
//             %10 = tiled_load %a_tiles, [%block, %arg0] : block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r2>
//             local_store %10, %arg2, [%9, %9] : tile<64x64xf16, #r2>, buffer<64x64xf16, #s0>, i32, i32
//             %11 = tiled_load %d_tiles, [%arg0, %zero] : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r2>
//             local_store %11, %arg3, [%9, %9] : tile<64x64xf16, #r2>, buffer<64x64xf16, #s0>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %2, %7 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
//           %8 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
//           continue [%8] : iterator<3, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Loops that come one after the other, with tiles that lie in memory alike, share one pipeline, whose iterators go from loop to loop.

#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @m <target = "sm_90a"> {
  func @two_loops <num_warps = 4, occupancy = 4, path = agents, stages = 3, producer_warps = 1> (%a: ptr, %d: ptr, %c: ptr, %rows: i32, %steps: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x512xf16, [512, 1]>
    %d_all = make_memref %d : ptr -> memref<512x64xf16, [64, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %a_tiles = block_tile %a_all : memref<?x512xf16, [512, 1]> -> block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %d_tiles = block_tile %d_all : memref<512x64xf16, [64, 1]> -> block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    %first = for %zero, %block, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
      %a_tile = tiled_load %a_tiles, [%block, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r1>
      %next = dot %a_tile, %d_tile, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r1>, tile<64x64xf16, #r1>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    %1 = constant <value = 0.5> : tile<64x64xf32, #r0>
    %halved = mulf %first, %1 : tile<64x64xf32, #r0>
    %sum = for %block, %steps, %one, [%halved] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %so_far: tile<64x64xf32, #r0>) {
      %a_tile = tiled_load %a_tiles, [%block, %i] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<?x512xf16, [512, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
      %d_tile = tiled_load %d_tiles, [%i, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : block_tile<[64, 64], memref<512x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r1>
      %next = dot %a_tile, %d_tile, %so_far <warpgroups = [1, 1]> : tile<64x64xf16, #r1>, tile<64x64xf16, #r1>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    tiled_store %sum, %c_tiles, [%block, %zero] <contiguity = [1, 64], divisibility = 16, boxes> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
    return
  }
}
