// RUN: emulate --grid 2 --checks -a a:f16[{m},{k}]=randint(-2,3,seed=1) -a b:f16[{n},{k}]=randint(-2,3,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k} -a {tiles} -a {columns} -a '{"tensor":"a","box":[64,128],"swizzle":"128B"}' \
// -a '{"tensor":"b","box":[64,128],"swizzle":"128B"}'
// with m=128 n=128 k=64 tiles=1 columns=1
// with m=256 n=384 k=192 tiles=6 columns=3
// with m=200 n=328 k=328 tiles=6 columns=3
// product c = a rows/1 b transposed
// fault E0881 tcgen05.wait::ld.sync.aligned; =>
// fault E0881 bar.warp.sync 4294967295; =>
//
// RUN: emulate --grid 2 --checks -a a:f16[{m},{k}]=randint(-2,3,seed=1) -a b:f16[{n},{k}]=randint(-2,3,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k} -a {tiles} -a {columns}
// compile --abi=drop-in
// with m=200 n=328 k=328 tiles=6 columns=3
// product c = a rows/1 b transposed
//
// A persistent product on Blackwell, `tests/tileas/agents_blackwell.mlir`: one warp loads by tensor maps, one multiplies into tensor memory,
// and a warpgroup stores a tile while the next one is made in the other stage of tensor memory. Then the same for a client that passes no
// tensor maps: the kernel makes them.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16),(0,32),(0,64)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @blackwell <target = "sm_100a"> {
  func @gemm <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %m: i32, %n: i32, %k: i32, %tiles: i32, %columns: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %block = get_program_id <axis = 0> : i32
    %blocks = get_num_programs <axis = 0> : i32
    %ma = make_memref %pa, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mb = make_memref %pb, [%n, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %mc = make_memref %pc, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a = block_tile %ma : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>
    %b = block_tile %mb : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [1, 0]>
    %c = block_tile %mc : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %steps = get_tile_count %a <dim = 1> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]> -> i32
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %db = make_tiled_tma_desc %mb <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>
    %q = async.pipeline.create_pipeline : pipeline<2, tmem<128x128xf32, #t0>>
    %w0 = async.pipeline.create_iterator %p : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<4, producer>
    %r0 = async.pipeline.create_iterator %p : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<4, consumer>
    %wq0 = async.pipeline.create_iterator %q : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
    %rq0 = async.pipeline.create_iterator %q : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %rq9 = for %block, %tiles, %blocks, [%rq0] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%t: i32, %rq: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %q, %rq : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
          %read, %sum = async.pipeline.consumer_read %q, %full : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%acc: tmem<128x128xf32, #t0>) {
            %values = tmem_load %acc : tmem<128x128xf32, #t0> -> tile<128x128xf32, #r0>
            async.pipeline.yield [%values] : tile<128x128xf32, #r0>
          }
          async.pipeline.consumer_release %q, %read : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
          %half = fp_to_fp %sum : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
          %i = divi %t, %columns : i32
          %j = remi %t, %columns : i32
          tiled_store %half, %c, [%i, %j] : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
          %rq1 = async.pipeline.inc_iter %rq : iterator<2, consumer>
          continue [%rq1] : iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %r9, %wq9 = for %block, %tiles, %blocks, [%r0, %wq0] : i32, i32, i32, iterator<4, consumer>, iterator<2, producer> -> iterator<4, consumer>, iterator<2, producer> (%t: i32, %r: iterator<4, consumer>, %wq: iterator<2, producer>) {
          %empty = async.pipeline.producer_acquire %q, %wq : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
          %written, %r2 = async.pipeline.producer_write %q, %empty : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<4, consumer> (%acc: tmem<128x128xf32, #t0>) {
            %behind = for %zero, %steps, %one, [%r] : i32, i32, i32, iterator<4, consumer> -> iterator<4, consumer> (%s: i32, %it: iterator<4, consumer>) {
              %more = cmpi %s, %zero <predicate = greater_than, signed> : i32, i32 -> i1
              %full = async.pipeline.consumer_wait %p, %it : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<4, consumer> -> stage<full>
              %read = async.pipeline.consumer_read %p, %full : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<full> -> stage<read> (%sa: buffer<128x64xf16, #s0>, %sb: buffer<64x128xf16, #s1>) {
                tcgen05.mma %sa, %sb, %acc, [%more] : buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>, tmem<128x128xf32, #t0>, i1
                async.pipeline.yield
              }
              async.pipeline.consumer_release %p, %read : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<read>
              %next = async.pipeline.inc_iter %it : iterator<4, consumer>
              continue [%next] : iterator<4, consumer>
            }
            async.pipeline.yield [%behind] : iterator<4, consumer>
          }
          async.pipeline.producer_commit %q, %written : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
          %wq1 = async.pipeline.inc_iter %wq : iterator<2, producer>
          continue [%r2, %wq1] : iterator<4, consumer>, iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %w9 = for %block, %tiles, %blocks, [%w0] : i32, i32, i32, iterator<4, producer> -> iterator<4, producer> (%t: i32, %w: iterator<4, producer>) {
          %i = divi %t, %columns : i32
          %j = remi %t, %columns : i32
          %behind = for %zero, %steps, %one, [%w] : i32, i32, i32, iterator<4, producer> -> iterator<4, producer> (%s: i32, %it: iterator<4, producer>) {
            %empty = async.pipeline.producer_acquire %p, %it : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<4, producer> -> stage<empty>
            %written = async.pipeline.producer_write %p, %empty : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%sa: buffer<128x64xf16, #s0>, %sb: buffer<64x128xf16, #s1>) {
              async.tiled_tma_load %a, %sa, %da, [%i, %s] : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>, buffer<128x64xf16, #s0>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
              async.tiled_tma_load %b, %sb, %db, [%s, %j] : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [1, 0]>, buffer<64x128xf16, #s1>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
              async.pipeline.yield
            }
            async.pipeline.producer_commit %p, %written : pipeline<4, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<written>
            %next = async.pipeline.inc_iter %it : iterator<4, producer>
            continue [%next] : iterator<4, producer>
          }
          continue [%behind] : iterator<4, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
