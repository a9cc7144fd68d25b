// RUN: emulate --grid {m/64},{n/64} --checks -a a:f16[{m},{k}]=randint(-3,4,seed=1) -a b:f16[{k},{n}]=randint(-3,4,seed=2) \
// -a c:f32[{m},{n}]=zeros -a {m} -a {n} -a {k} \
// -a '{"tensor":"b","box":[64,64],"swizzle":"128B"}'
// with m=64 n=64 k=64
// with m=64 n=64 k=256
// with m=40 n=64 k=448
// with m=64 n=128 k=192
// product c = a b
// fault E0882 fence.proxy.async.shared::cta; =>
// fault E0880 bar.warp.sync 4294967295; =>
//
// One factor goes through registers of a warpgroup, the other one comes in boxes, into the same stages. Threads fence what they have
// written before their warps arrive, for products reach shared memory another way.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(32,0)]
tileas.module @m <target = "sm_90a"> {
  func @registers <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %m: i32, %n: i32, %k: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %i = get_program_id <axis = 0> : i32
    %j = get_program_id <axis = 1> : i32
    %ma = make_memref %pa, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mb = make_memref %pb, [%k, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mc = make_memref %pc, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %a = block_tile %ma : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %b = block_tile %mb : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %c = block_tile %mc : memref<?x?xf32, [?, 1]> -> block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>
    %steps = get_tile_count %a <dim = 1> : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
    %db = make_tiled_tma_desc %mb <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>
    %w0 = async.pipeline.create_iterator %p : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, producer>
    %r0 = async.pipeline.create_iterator %p : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>> -> iterator<3, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, #r0>
        %any = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
        %whole, %rest = if %any : i1 -> tile<64x64xf32, #r0>, iterator<3, consumer> {
          %first = async.pipeline.consumer_wait %p, %r0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
          %read0, %d0 = async.pipeline.consumer_read %p, %first : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%sa: buffer<64x64xf16, #s0>, %sb: buffer<64x64xf16, #s0>) {
            %d = async.dot %sa, %sb, %none : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r0> -> pending<64x64xf32, #r0>
            async.pipeline.yield [%d] : pending<64x64xf32, #r0>
          }
          %r1 = async.pipeline.inc_iter %r0 : iterator<3, consumer>
          %last, %sum, %r9 = for %one, %steps, %one, [%read0, %d0, %r1] : i32, i32, i32, stage<read>, pending<64x64xf32, #r0>, iterator<3, consumer> -> stage<read>, pending<64x64xf32, #r0>, iterator<3, consumer> (%s: i32, %before: stage<read>, %acc: pending<64x64xf32, #r0>, %it: iterator<3, consumer>) {
            %full = async.pipeline.consumer_wait %p, %it : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, consumer> -> stage<full>
            %read, %next = async.pipeline.consumer_read %p, %full : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<full> -> stage<read>, pending<64x64xf32, #r0> (%sa: buffer<64x64xf16, #s0>, %sb: buffer<64x64xf16, #s0>) {
              %d = async.dot %sa, %sb, %acc : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, pending<64x64xf32, #r0> -> pending<64x64xf32, #r0>
              async.pipeline.yield [%d] : pending<64x64xf32, #r0>
            }
            async.pipeline.consumer_release %p, %before : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
            %more = async.pipeline.inc_iter %it : iterator<3, consumer>
            continue [%read, %next, %more] : stage<read>, pending<64x64xf32, #r0>, iterator<3, consumer>
          }
          %ended = async.dot_wait %sum : pending<64x64xf32, #r0> -> tile<64x64xf32, #r0>
          async.pipeline.consumer_release %p, %last : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<read>
          yield [%ended, %r9] : tile<64x64xf32, #r0>, iterator<3, consumer>
        } {
          yield [%none, %r0] : tile<64x64xf32, #r0>, iterator<3, consumer>
        }
        tiled_store %whole, %c, [%i, %j] : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<?x?xf32, [?, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4> {
        %w9 = for %zero, %steps, %one, [%w0] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%s: i32, %it: iterator<3, producer>) {
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, iterator<3, producer> -> stage<empty>
          %rows = tiled_load %a, [%i, %s] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16, #r1>
          %written = async.pipeline.producer_write %p, %empty : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<empty> -> stage<written> (%sa: buffer<64x64xf16, #s0>, %sb: buffer<64x64xf16, #s0>) {
            local_store %rows, %sa, [%zero, %zero] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, i32, i32
            async.tiled_tma_load %b, %sb, %db, [%s, %j] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %p, %written : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>>, stage<written>
          %more = async.pipeline.inc_iter %it : iterator<3, producer>
          continue [%more] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
