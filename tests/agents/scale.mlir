// RUN: emulate --grid 1 --checks -a a:f16[{rows},64]=randint(-3,4,seed=1) -a c:f16[{rows},64]=zeros -a {rows} -a {rows/64} \
// -a '{"tensor":"a","box":[64,64],"swizzle":"128B"}' -a '{"tensor":"c","box":[64,64],"swizzle":"128B"}'
// with rows=64
// with rows=128
// with rows=300
// scaled c = a 4
// fault E0881 cp.async.bulk.wait_group.read 0; =>
// fault E0882 fence.proxy.async.shared::cta; =>
// fault E0886 cp.async.bulk.wait_group 0; =>
// fault E0880 bar.warp.sync 4294967295; =>
//
// Tiles go through two agents: one doubles them, the other one does so again and stores them as boxes from one buffer, which it
// writes again when the copy has read it. Each moves tiles between layouts through scratch of its own, and meets at a barrier of
// its own.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(1,0),(2,0)] lane=[(0,8),(0,16),(0,32),(4,0),(8,0)] warp=[(16,0),(32,0)]
tileas.module @m <target = "sm_90a"> {
  func @scale <num_warps = 4> (%pa: ptr, %pc: ptr, %rows: i32, %tiles: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %ma = make_memref %pa, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %mc = make_memref %pc, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %a = block_tile %ma : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %c = block_tile %mc : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %dc = make_tiled_tma_desc %mc <tma_idx = 1> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %out = alloc_tensor : buffer<64x64xf16, #s0>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %q = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %pw = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
    %pr = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
    %qw = async.pipeline.create_iterator %q : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
    %qr = async.pipeline.create_iterator %q : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "double", num_warps = 4> {
        %pr9, %qw9 = for %zero, %tiles, %one, [%pr, %qw] : i32, i32, i32, iterator<2, consumer>, iterator<2, producer> -> iterator<2, consumer>, iterator<2, producer> (%i: i32, %it: iterator<2, consumer>, %to: iterator<2, producer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read, %x = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf16, #r0> (%b: buffer<64x64xf16, #s0>) {
            %t = local_load %b, [%zero, %zero] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r0>
            async.pipeline.yield [%t] : tile<64x64xf16, #r0>
          }
          async.pipeline.consumer_release %p, %read : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
          %twice = addf %x, %x : tile<64x64xf16, #r0>
          %moved = convert_layout %twice : tile<64x64xf16, #r0> -> tile<64x64xf16, #r1>
          %empty = async.pipeline.producer_acquire %q, %to : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
          %written = async.pipeline.producer_write %q, %empty : pipeline<2, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, #s0>) {
            local_store %moved, %b, [%zero, %zero] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %q, %written : pipeline<2, buffer<64x64xf16, #s0>>, stage<written>
          %next = async.pipeline.inc_iter %it : iterator<2, consumer>
          %more = async.pipeline.inc_iter %to : iterator<2, producer>
          continue [%next, %more] : iterator<2, consumer>, iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "store", num_warps = 4> {
        %qr9 = for %zero, %tiles, %one, [%qr] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%i: i32, %it: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %q, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read, %x = async.pipeline.consumer_read %q, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, tile<64x64xf16, #r1> (%b: buffer<64x64xf16, #s0>) {
            %t = local_load %b, [%zero, %zero] : buffer<64x64xf16, #s0>, i32, i32 -> tile<64x64xf16, #r1>
            async.pipeline.yield [%t] : tile<64x64xf16, #r1>
          }
          async.pipeline.consumer_release %q, %read : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
          %twice = addf %x, %x : tile<64x64xf16, #r1>
          %moved = convert_layout %twice : tile<64x64xf16, #r1> -> tile<64x64xf16, #r0>
          async.store_wait <pending = 0, read>
          local_store %moved, %out, [%zero, %zero] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
          mma.fence
          barrier
          async.tiled_tma_store %out, %c, %dc, [%i, %zero] : buffer<64x64xf16, #s0>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          %next = async.pipeline.inc_iter %it : iterator<2, consumer>
          continue [%next] : iterator<2, consumer>
        }
        async.store_wait <pending = 0>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %pw9 = for %zero, %tiles, %one, [%pw] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, #s0>) {
            async.tiled_tma_load %a, %b, %da, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
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
