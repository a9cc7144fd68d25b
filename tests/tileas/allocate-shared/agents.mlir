// RUN: opt --passes=allocate-shared
// #s0 = offset=[1,2,4,8,16,32,64]
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #r1 = reg=[] lane=[4,8,16,32,64] warp=[1,2]
// tileas.module @m <target = "sm_90a"> {
//   func @k <num_warps = 4, shared_bytes = 2176> {
//     %zero = constant <value = 0> : i32
//     %pipe = async.pipeline.create_pipeline <offset = 0> : pipeline<1, buffer<128xf32, #s0>>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "first", num_warps = 4> {
//         %tile = constant <value = 1.0> : tile<128xf32, #r0>
//         %moved = convert_layout %tile <scratch = [1152, 512]> : tile<128xf32, #r0> -> tile<128xf32, #r1>
//         %again = convert_layout %moved <scratch = [1152, 512]> : tile<128xf32, #r1> -> tile<128xf32, #r0>
//         %it = async.pipeline.create_iterator %pipe : pipeline<1, buffer<128xf32, #s0>> -> iterator<1, producer>
//         %empty = async.pipeline.producer_acquire %pipe, %it : pipeline<1, buffer<128xf32, #s0>>, iterator<1, producer> -> stage<empty>
//         %written = async.pipeline.producer_write %pipe, %empty : pipeline<1, buffer<128xf32, #s0>>, stage<empty> -> stage<written> (%stage: buffer<128xf32, #s0>) {
//           local_store %again, %stage, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %pipe, %written : pipeline<1, buffer<128xf32, #s0>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "second", num_warps = 4> {
//         %tile = constant <value = 1.0> : tile<128xf32, #r0>
//         %moved = convert_layout %tile <scratch = [1664, 512]> : tile<128xf32, #r0> -> tile<128xf32, #r1>
//         %it = async.pipeline.create_iterator %pipe : pipeline<1, buffer<128xf32, #s0>> -> iterator<1, consumer>
//         %full = async.pipeline.consumer_wait %pipe, %it : pipeline<1, buffer<128xf32, #s0>>, iterator<1, consumer> -> stage<full>
//         %read, %value = async.pipeline.consumer_read %pipe, %full : pipeline<1, buffer<128xf32, #s0>>, stage<full> -> stage<read>, tile<128xf32, #r0> (%stage: buffer<128xf32, #s0>) {
//           %loaded = local_load %stage, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r0>
//           async.pipeline.yield [%loaded] : tile<128xf32, #r0>
//         }
//         async.pipeline.consumer_release %pipe, %read : pipeline<1, buffer<128xf32, #s0>>, stage<read>
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// Agents of a switch run at the same time, wherever they stand in the text: both conversions get scratch of their own. Within an
// agent one op runs after the other, so the second conversion of the first agent has the scratch of the first one. The pipeline
// has its stage and the two mbarriers of it, as long as an agent may use it.
tileas.module @m <target = "sm_90a"> {
  func @k <num_warps = 4> () {
    %zero = constant <value = 0> : i32
    %pipe = async.pipeline.create_pipeline : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "first", num_warps = 4> {
        %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
        %moved = convert_layout %tile : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]>
        %again = convert_layout %moved : tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]> -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
        %it = async.pipeline.create_iterator %pipe : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>> -> iterator<1, producer>
        %empty = async.pipeline.producer_acquire %pipe, %it : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %pipe, %empty : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, stage<empty> -> stage<written> (%stage: buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>) {
          local_store %again, %stage, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %pipe, %written : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "second", num_warps = 4> {
        %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
        %moved = convert_layout %tile : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]>
        %it = async.pipeline.create_iterator %pipe : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>> -> iterator<1, consumer>
        %full = async.pipeline.consumer_wait %pipe, %it : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, iterator<1, consumer> -> stage<full>
        %read, %value = async.pipeline.consumer_read %pipe, %full : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, stage<full> -> stage<read>, tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> (%stage: buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>) {
          %loaded = local_load %stage, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
          async.pipeline.yield [%loaded] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
        }
        async.pipeline.consumer_release %pipe, %read : pipeline<1, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>>, stage<read>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
