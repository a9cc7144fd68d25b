// RUN: emulate --grid 1 --checks -a a:f16[{rows},64]=randint(-3,4,seed=1) -a c:f16[{rows},64]=zeros -a {rows} -a {rows/64} \
// -a '{"tensor":"a","box":[64,64],"swizzle":"128B"}' -a '{"tensor":"c","box":[64,64],"swizzle":"128B"}'
// with rows=64
// with rows=128
// with rows=300
// scaled c = a 1
// fault E0881 cp.async.bulk.wait_group.read 1; =>
// fault E0886 cp.async.bulk.wait_group.read 0; =>
//
// Boxes are stored from the stages that they were copied into. A stage is released when the store of the next one has begun: the
// release waits until all stores but the last one have read their memory.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
tileas.module @m <target = "sm_90a"> {
  func @moved <num_warps = 1> (%pa: ptr, %pc: ptr, %rows: i32, %tiles: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %ma = make_memref %pa, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %mc = make_memref %pc, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %a = block_tile %ma : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %c = block_tile %mc : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %dc = make_tiled_tma_desc %mc <tma_idx = 1> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, #s0>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, #s0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 1> {
        %full0 = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
        %first = async.pipeline.consumer_read %p, %full0 : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%b: buffer<64x64xf16, #s0>) {
          async.tiled_tma_store %b, %c, %dc, [%zero, %zero] : buffer<64x64xf16, #s0>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        %r1 = async.pipeline.inc_iter %r : iterator<2, consumer>
        %last, %r9 = for %one, %tiles, %one, [%first, %r1] : i32, i32, i32, stage<read>, iterator<2, consumer> -> stage<read>, iterator<2, consumer> (%i: i32, %before: stage<read>, %it: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, #s0>>, stage<full> -> stage<read> (%b: buffer<64x64xf16, #s0>) {
            async.tiled_tma_store %b, %c, %dc, [%i, %zero] : buffer<64x64xf16, #s0>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.consumer_release %p, %before : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
          %next = async.pipeline.inc_iter %it : iterator<2, consumer>
          continue [%read, %next] : stage<read>, iterator<2, consumer>
        }
        async.pipeline.consumer_release %p, %last : pipeline<2, buffer<64x64xf16, #s0>>, stage<read>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %w9 = for %zero, %tiles, %one, [%w] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
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
