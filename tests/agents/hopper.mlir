// RUN: emulate --grid {m/128},{n/128} --checks -a a:f16[{m},{k}]=randint(-2,3,seed=1) -a b:f16[{k},{n}]=randint(-2,3,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k} -a '{"tensor":"a","box":[64,128],"swizzle":"128B"}' \
// -a '{"tensor":"b","box":[64,64],"swizzle":"128B"}' -a '{"tensor":"c","box":[64,128],"swizzle":"128B"}'
// with m=128 n=128 k=64
// with m=200 n=88 k=328
// product c = a b
// fault E0882 fence.proxy.async.shared::cta; =>
// fault E0886 cp.async.bulk.wait_group 0; =>
// fault E0888 ], 4; => ], 3;
//
// The product of `tests/tileas/agents_hopper.mlir`: two atoms of rows a warpgroup, a full budget of registers, and a result that is
// stored in boxes.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0),(0,64)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64),(64,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
tileas.module @hopper <target = "sm_90a"> {
  func @gemm <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %m: i32, %n: i32, %k: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %i = get_program_id <axis = 0> : i32
    %j = get_program_id <axis = 1> : i32
    %ma = make_memref %pa, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mb = make_memref %pb, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mc = make_memref %pc, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a = block_tile %ma : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>
    %b = block_tile %mb : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1]>
    %c = block_tile %mc : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %steps = get_tile_count %a <dim = 1> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]> -> i32
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %db = make_tiled_tma_desc %mb <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %dc = make_tiled_tma_desc %mc <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %out = alloc_tensor : buffer<128x128xf16, #s0>
    %p = async.pipeline.create_pipeline : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>
    %w0 = async.pipeline.create_iterator %p : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>> -> iterator<4, producer>
    %r0 = async.pipeline.create_iterator %p : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>> -> iterator<4, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4, registers = 232> {
        %none = constant <value = 0.0> : tile<128x128xf32, #r0>
        %first = async.pipeline.consumer_wait %p, %r0 : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, iterator<4, consumer> -> stage<full>
        %read0, %d0 = async.pipeline.consumer_read %p, %first : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<full> -> stage<read>, pending<128x128xf32, #r0> (%sa: buffer<128x64xf16, #s1>, %sb: buffer<64x128xf16, #s2>) {
          %d = async.dot %sa, %sb, %none : buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>, tile<128x128xf32, #r0> -> pending<128x128xf32, #r0>
          async.pipeline.yield [%d] : pending<128x128xf32, #r0>
        }
        %r1 = async.pipeline.inc_iter %r0 : iterator<4, consumer>
        %last, %sum, %r9 = for %one, %steps, %one, [%read0, %d0, %r1] : i32, i32, i32, stage<read>, pending<128x128xf32, #r0>, iterator<4, consumer> -> stage<read>, pending<128x128xf32, #r0>, iterator<4, consumer> (%s: i32, %before: stage<read>, %acc: pending<128x128xf32, #r0>, %it: iterator<4, consumer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, iterator<4, consumer> -> stage<full>
          %read, %next = async.pipeline.consumer_read %p, %full : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<full> -> stage<read>, pending<128x128xf32, #r0> (%sa: buffer<128x64xf16, #s1>, %sb: buffer<64x128xf16, #s2>) {
            %d = async.dot %sa, %sb, %acc : buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>, pending<128x128xf32, #r0> -> pending<128x128xf32, #r0>
            async.pipeline.yield [%d] : pending<128x128xf32, #r0>
          }
          async.pipeline.consumer_release %p, %before : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<read>
          %more = async.pipeline.inc_iter %it : iterator<4, consumer>
          continue [%read, %next, %more] : stage<read>, pending<128x128xf32, #r0>, iterator<4, consumer>
        }
        %whole = async.dot_wait %sum : pending<128x128xf32, #r0> -> tile<128x128xf32, #r0>
        async.pipeline.consumer_release %p, %last : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<read>
        %half = fp_to_fp %whole : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
        local_store %half, %out, [%zero, %zero] : tile<128x128xf16, #r0>, buffer<128x128xf16, #s0>, i32, i32
        mma.fence
        barrier
        async.tiled_tma_store %out, %c, %dc, [%i, %j] : buffer<128x128xf16, #s0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
        async.store_wait <pending = 0>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 40> {
        %w9 = for %zero, %steps, %one, [%w0] : i32, i32, i32, iterator<4, producer> -> iterator<4, producer> (%s: i32, %it: iterator<4, producer>) {
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, iterator<4, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<empty> -> stage<written> (%sa: buffer<128x64xf16, #s1>, %sb: buffer<64x128xf16, #s2>) {
            async.tiled_tma_load %a, %sa, %da, [%i, %s] : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>, buffer<128x64xf16, #s1>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
            async.tiled_tma_load %b, %sb, %db, [%s, %j] : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1]>, buffer<64x128xf16, #s2>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %p, %written : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>, stage<written>
          %more = async.pipeline.inc_iter %it : iterator<4, producer>
          continue [%more] : iterator<4, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
