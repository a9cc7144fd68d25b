#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(32,0)]
tileas.module @example <target = "sm_90a"> {
  func @scale <num_warps = 4> (%from: ptr, %to: ptr, %rows: i32, %tiles: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %n = make_memref %to, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %in = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %out = block_tile %n : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "work", num_warps = 4> {
        %two = constant <value = 0x4000> : tile<64x64xf16, #r0>
        %r9 = for %zero, %tiles, %one, [%r] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%i: i32, %it: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read, %x = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf16, #r0> (%b: buffer<64x64xf16, #s0>) {
            %t = local_load %b, [%zero, %zero] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r0>
            async.pipeline.yield [%t] : tile<64x64xf16, #r0>
          }
          async.pipeline.consumer_release %p, %read : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
          %y = mulf %x, %two : tile<64x64xf16, #r0>
          tiled_store %y, %out, [%i, %zero] : tile<64x64xf16, #r0>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
          %next = async.pipeline.inc_iter %it : iterator<2, consumer>
          continue [%next] : iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %w9 = for %zero, %tiles, %one, [%w] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, #s0>) {
            async.tiled_tma_load %in, %b, %map, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
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
    return
  }
}
