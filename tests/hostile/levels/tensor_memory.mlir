#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @sum <target = "sm_100a"> {
  func @sum <num_warps = 4, num_ctas = 2> (%to: ptr, %rows: i32) {
    %zero = constant <value = 0> : i32
    %false = constant <value = false> : i1
    %m = make_memref %to, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %out = block_tile %m : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %a = alloc_tensor : buffer<128x64xf16, #s0>
    %b = alloc_tensor : buffer<64x64xf16, #s1>
    %own = tcgen05.alloc : tmem<128x64xf32, #t0>
    %p = async.pipeline.create_pipeline <consumers = 2> : pipeline<1, tmem<128x64xf32, #t0>>
    %w = async.pipeline.create_iterator %p : pipeline<1, tmem<128x64xf32, #t0>> -> iterator<1, producer>
    %r = async.pipeline.create_iterator %p : pipeline<1, tmem<128x64xf32, #t0>> -> iterator<1, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %full = async.pipeline.consumer_wait %p, %r <consumer_idx = 1> : pipeline<1, tmem<128x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
        %read, %x = async.pipeline.consumer_read %p, %full <consumer_idx = 1> : pipeline<1, tmem<128x64xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%t: tmem<128x64xf32, #t0>) {
          %x = tmem_load %t : tmem<128x64xf32, #t0> -> tile<128x64xf32, #r0>
          async.pipeline.yield [%x] : tile<128x64xf32, #r0>
        }
        async.pipeline.consumer_release %p, %read <consumer_idx = 1> : pipeline<1, tmem<128x64xf32, #t0>>, stage<read>
        tiled_store %x, %out, [%zero, %zero] : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 4> {
        %full = async.pipeline.consumer_wait %p, %r : pipeline<1, tmem<128x64xf32, #t0>>, iterator<1, consumer> -> stage<full>
        %read, %x = async.pipeline.consumer_read %p, %full : pipeline<1, tmem<128x64xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%t: tmem<128x64xf32, #t0>) {
          %x = tmem_load %t : tmem<128x64xf32, #t0> -> tile<128x64xf32, #r0>
          async.pipeline.yield [%x] : tile<128x64xf32, #r0>
        }
        tmem_store %x, %own : tile<128x64xf32, #r0>, tmem<128x64xf32, #t0>
        async.pipeline.consumer_release %p, %read : pipeline<1, tmem<128x64xf32, #t0>>, stage<read>
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<1, tmem<128x64xf32, #t0>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<1, tmem<128x64xf32, #t0>>, stage<empty> -> stage<written> (%t: tmem<128x64xf32, #t0>) {
          tcgen05.mma %a, %b, %t, [%false] : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<128x64xf32, #t0>, i1
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<1, tmem<128x64xf32, #t0>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    cluster_barrier
    return
  }
}
