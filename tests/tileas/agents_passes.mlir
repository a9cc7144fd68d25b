// RUN: opt --passes=canonicalize,cse,licm,dce
// #r0 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(32,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// tileas.module @passes <target = "sm_90a"> {
//   func @f <num_warps = 4> (%from: ptr, %n: i32, %c: i1) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %two = constant <value = 0x4000> : tile<64x64xf16, #r0>
//     %m = make_memref %from, [%n] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
//     %scratch = alloc_tensor : buffer<64x64xf16, #s0>
//     %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
//     %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
//     %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <num_warps = 4> {
//         %own = constant <value = 0x4000> : tile<64x64xf16, #r0>
//         %nought = constant <value = 0> : i32
//         %first = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
//         %read0 = async.pipeline.consumer_read %p, %first : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%b: buffer<64x64xf16, #s0>) {
//           async.pipeline.yield
//         }
//         %before = for %nought, %n, %one, [%read0] : i32, i32, i32, stage<read> -> stage<read> (%i: i32, %s: stage<read>) {
//           barrier
//           continue [%s] : stage<read>
//         }
//         async.pipeline.consumer_release %p, %before : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
//         local_store %own, %scratch, [%nought, %nought] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//         %next = async.pipeline.inc_iter %r : iterator<2, consumer>
//         %r9 = for %one, %n, %one, [%next] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%i: i32, %it: iterator<2, consumer>) {
//           %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
//           %read, %x = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf16, #r0> (%b: buffer<64x64xf16, #s0>) {
//             %t = local_load %b, [%nought, %nought] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r0>
//             async.pipeline.yield [%t] : tile<64x64xf16, #r0>
//           }
//           async.pipeline.consumer_release %p, %read : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
//           %more = async.pipeline.inc_iter %it : iterator<2, consumer>
//           continue [%more] : iterator<2, consumer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.agent <num_warps = 4> {
//         %mine = constant <value = 0x4000> : tile<64x64xf16, #r0>
//         %four = addf %mine, %mine : tile<64x64xf16, #r0>
//         %w9 = for %zero, %n, %one, [%w] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
//           %empty = async.pipeline.producer_acquire %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
//           %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, #s0>) {
//             %same = addi %zero, %n : i32
//             %row = addi %n, %one : i32
//             %eight = addf %four, %four : tile<64x64xf16, #r0>
//             local_store %eight, %b, [%zero, %zero] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//             async.tiled_tma_load %tiles, %b, %map, [%row, %same] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, #s0>>, stage<written>
//           %next = async.pipeline.inc_iter %it : iterator<2, producer>
//           continue [%next] : iterator<2, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     local_store %two, %scratch, [%zero, %zero] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//     return
//   }
// }
//
// What passes are tempted to do to agents, and do not. Both agents and the kernel make the same numbers and the same tile, by as
// many warps: each keeps its own tile, and numbers stay where they are made. What a round of the producer computes anew
// leaves the loop, but not the agent, and what stands in the body of a write stays there. A stage that a loop only hands through
// is handed through. A read whose values nobody uses is still a read; a load of its body goes. An iterator that nobody uses behind
// the loop is still carried round it. A pipeline that nobody uses goes.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(32,0)]
tileas.module @passes <target = "sm_90a"> {
  func @f <num_warps = 4> (%from: ptr, %n: i32, %c: i1) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %two = constant <value = 0x4000> : tile<64x64xf16, #r0>
    %m = make_memref %from, [%n] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %scratch = alloc_tensor : buffer<64x64xf16, #s0>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %spare = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %own = constant <value = 0x4000> : tile<64x64xf16, #r0>
        %nought = constant <value = 0> : i32
        %first = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
        %read0 = async.pipeline.consumer_read %p, %first : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%b: buffer<64x64xf16, #s0>) {
          %t = local_load %b, [%nought, %nought] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r0>
          async.pipeline.yield
        }
        %before = for %nought, %n, %one, [%read0] : i32, i32, i32, stage<read> -> stage<read> (%i: i32, %s: stage<read>) {
          barrier
          continue [%s] : stage<read>
        }
        async.pipeline.consumer_release %p, %before : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
        local_store %own, %scratch, [%nought, %nought] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
        %next = async.pipeline.inc_iter %r : iterator<2, consumer>
        %r9 = for %one, %n, %one, [%next] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%i: i32, %it: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read, %x = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf16, #r0> (%b: buffer<64x64xf16, #s0>) {
            %t = local_load %b, [%nought, %nought] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r0>
            async.pipeline.yield [%t] : tile<64x64xf16, #r0>
          }
          async.pipeline.consumer_release %p, %read : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
          %more = async.pipeline.inc_iter %it : iterator<2, consumer>
          continue [%more] : iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 4> {
        %mine = constant <value = 0x4000> : tile<64x64xf16, #r0>
        %w9 = for %zero, %n, %one, [%w] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
          %four = addf %mine, %mine : tile<64x64xf16, #r0>
          %column = addi %zero, %n : i32
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, #s0>) {
            %same = addi %zero, %n : i32
            %row = addi %n, %one : i32
            %eight = addf %four, %four : tile<64x64xf16, #r0>
            local_store %eight, %b, [%zero, %zero] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
            async.tiled_tma_load %tiles, %b, %map, [%row, %same] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, #s0>>, stage<written>
          %next = async.pipeline.inc_iter %it : iterator<2, producer>
          continue [%next] : iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    local_store %two, %scratch, [%zero, %zero] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
    return
  }
}
