// RUN: emulate --grid {m/128},1 --checks -a a:f16[{m},64]=randint(-1,2,seed=1) -a b:f16[64,{n}]=randint(-1,2,seed=2) \
// -a d:f16[{n},64]=randint(-1,2,seed=3) -a c:f32[{m},64]=zeros -a {m} -a {n} \
// -a '{"tensor":"a","box":[64,128],"swizzle":"128B"}' -a '{"tensor":"b","box":[64,64],"swizzle":"128B"}' \
// -a '{"tensor":"d","box":[64,64],"swizzle":"128B"}' -a '{"tensor":"c","box":[32,128],"swizzle":"128B"}'
// with m=128 n=64
// with m=128 n=128
// with m=200 n=448
// product c = a b d
// fault E0839 bar.arrive 3, 256; =>
// fault E0885 wgmma.wait_group.sync.aligned 0; =>
//
// A product of a product, by two warpgroups that begin products by turns: the last product is one step behind, and its wait is late.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0),(64,0)]
#s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,4),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0),(0,32)]
tileas.module @m <target = "sm_90a"> {
  func @turns <num_warps = 8> (%a: ptr, %b: ptr, %d: ptr, %c: ptr, %rows: i32, %n: i32) {
    %block = get_program_id <axis = 0> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_all = make_memref %a, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %b_all = make_memref %b, [%n], [%n] : ptr, i32, i32 -> memref<64x?xf16, [?, 1]>
    %d_all = make_memref %d, [%n] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %c_all = make_memref %c, [%rows] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %a_tiles = block_tile %a_all : memref<?x64xf16, [64, 1]> -> block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %b_tiles = block_tile %b_all : memref<64x?xf16, [?, 1]> -> block_tile<[64, 64], memref<64x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %d_tiles = block_tile %d_all : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %c_tiles = block_tile %c_all : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %steps = get_tile_count %d_tiles <dim = 0> : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero> -> i32
    %first = async.pipeline.create_pipeline : pipeline<1, buffer<128x64xf16, #s0>>
    %second = async.pipeline.create_pipeline : pipeline<4, buffer<64x64xf16, #s1>>
    %third = async.pipeline.create_pipeline : pipeline<4, buffer<64x64xf16, #s1>>
    %w0 = async.pipeline.create_iterator %first : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, producer>
    %w1 = async.pipeline.create_iterator %second : pipeline<4, buffer<64x64xf16, #s1>> -> iterator<4, producer>
    %w2 = async.pipeline.create_iterator %third : pipeline<4, buffer<64x64xf16, #s1>> -> iterator<4, producer>
    %r0 = async.pipeline.create_iterator %first : pipeline<1, buffer<128x64xf16, #s0>> -> iterator<1, consumer>
    %r1 = async.pipeline.create_iterator %second : pipeline<4, buffer<64x64xf16, #s1>> -> iterator<4, consumer>
    %r2 = async.pipeline.create_iterator %third : pipeline<4, buffer<64x64xf16, #s1>> -> iterator<4, consumer>
    %map_a = make_tiled_tma_desc %a_all <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %map_b = make_tiled_tma_desc %b_all <tma_idx = 1> : memref<64x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %map_d = make_tiled_tma_desc %d_all <tma_idx = 2> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %map_c = make_tiled_tma_desc %c_all <tma_idx = 3> : memref<?x64xf32, [64, 1]> -> tma_desc<128x32xf32, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 8, registers = 240> {
        %13 = constant <value = 0.0> : tile<128x64xf32, #r0>
        %14 = constant <value = 0.0> : tile<128x64xf32, #r0>
        %15 = async.pipeline.consumer_wait %first, %r0 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, consumer> -> stage<full>
        %16:2 = async.pipeline.consumer_read %first, %15 : pipeline<1, buffer<128x64xf16, #s0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg0: buffer<128x64xf16, #s0>) {
          %19 = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
          %sum:3 = if %19 : i1 -> tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer> {
            %20 = async.pipeline.consumer_wait %second, %r1 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, consumer> -> stage<full>
            %21:2 = async.pipeline.consumer_read %second, %20 : pipeline<4, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg1: buffer<64x64xf16, #s1>) {
              %28 = async.dot %arg0, %arg1, %13 : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
              %ab = async.dot_wait %28 : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.yield [%ab] : tile<128x64xf32, #r0>
            }
            async.pipeline.consumer_release %second, %21#0 : pipeline<4, buffer<64x64xf16, #s1>>, stage<read>
            %22 = async.pipeline.inc_iter %r1 : iterator<4, consumer>
            %narrow = fp_to_fp %21#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
            %23 = addi %zero, %one : i32
            async.turn <step = open>
            %24:4 = for %23, %steps, %one, [%14, %22, %r2, %narrow] : i32, i32, i32, tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer>, tile<128x64xf16, #r0> -> tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer>, tile<128x64xf16, #r0> (%i: i32, %so_far: tile<128x64xf32, #r0>, %arg1: iterator<4, consumer>, %arg2: iterator<4, consumer>, %arg3: tile<128x64xf16, #r0>) {
              %28 = async.pipeline.consumer_wait %second, %arg1 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, consumer> -> stage<full>
              async.turn <step = take>
              %29:2 = async.pipeline.consumer_read %second, %28 : pipeline<4, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, pending<128x64xf32, #r0> (%arg4: buffer<64x64xf16, #s1>) {
                %ab = async.dot %arg0, %arg4, %13 : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
                async.pipeline.yield [%ab] : pending<128x64xf32, #r0>
              }
              %30 = async.pipeline.consumer_wait %third, %arg2 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, consumer> -> stage<full>
              %31:2 = async.pipeline.consumer_read %third, %30 : pipeline<4, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, pending<128x64xf32, #r0> (%arg4: buffer<64x64xf16, #s1>) {
                %next = async.dot %arg3, %arg4, %so_far : tile<128x64xf16, #r0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
                async.pipeline.yield [%next] : pending<128x64xf32, #r0>
              }
              async.turn <step = pass>
              %32 = async.dot_wait %29#1 <pending = 1> : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.consumer_release %second, %29#0 : pipeline<4, buffer<64x64xf16, #s1>>, stage<read>
              %33 = async.pipeline.inc_iter %arg1 : iterator<4, consumer>
              %34 = async.pipeline.inc_iter %arg2 : iterator<4, consumer>
              %35 = async.dot_wait %31#1 <late> : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.consumer_release %third, %31#0 : pipeline<4, buffer<64x64xf16, #s1>>, stage<read>
              %narrow_0 = fp_to_fp %32 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
              continue [%35, %33, %34, %narrow_0] : tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer>, tile<128x64xf16, #r0>
            }
            async.turn <step = close>
            %25 = async.pipeline.consumer_wait %third, %24#2 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, consumer> -> stage<full>
            %26:2 = async.pipeline.consumer_read %third, %25 : pipeline<4, buffer<64x64xf16, #s1>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg1: buffer<64x64xf16, #s1>) {
              %28 = async.dot %24#3, %arg1, %24#0 : tile<128x64xf16, #r0>, buffer<64x64xf16, #s1>, tile<128x64xf32, #r0> -> pending<128x64xf32, #r0>
              %next = async.dot_wait %28 : pending<128x64xf32, #r0> -> tile<128x64xf32, #r0>
              async.pipeline.yield [%next] : tile<128x64xf32, #r0>
            }
            async.pipeline.consumer_release %third, %26#0 : pipeline<4, buffer<64x64xf16, #s1>>, stage<read>
            %27 = async.pipeline.inc_iter %24#2 : iterator<4, consumer>
            yield [%26#1, %24#1, %27] : tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer>
          } {
            yield [%14, %r1, %r2] : tile<128x64xf32, #r0>, iterator<4, consumer>, iterator<4, consumer>
          }
          async.pipeline.yield [%sum#0] : tile<128x64xf32, #r0>
        }
        async.pipeline.consumer_release %first, %16#0 : pipeline<1, buffer<128x64xf16, #s0>>, stage<read>
        %17 = async.pipeline.reuse %third : pipeline<4, buffer<64x64xf16, #s1>> -> buffer<128x64xf32, #s2>
        barrier
        %18 = constant <value = 0> : i32
        local_store %16#1, %17, [%18, %18] : tile<128x64xf32, #r0>, buffer<128x64xf32, #s2>, i32, i32
        mma.fence
        barrier
        async.tiled_tma_store %17, %c_tiles, %map_c, [%block, %zero] : buffer<128x64xf32, #s2>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, tma_desc<128x32xf32, swizzle = 128>, i32, i32
        async.store_wait <pending = 0, read>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 24> {
        %13 = async.pipeline.producer_acquire %first, %w0 : pipeline<1, buffer<128x64xf16, #s0>>, iterator<1, producer> -> stage<empty>
        %14 = async.pipeline.producer_write %first, %13 : pipeline<1, buffer<128x64xf16, #s0>>, stage<empty> -> stage<written> (%arg0: buffer<128x64xf16, #s0>) {
          async.tiled_tma_load %a_tiles, %arg0, %map_a, [%block, %zero] : block_tile<[128, 64], memref<?x64xf16, [64, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, buffer<128x64xf16, #s0>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %first, %14 : pipeline<1, buffer<128x64xf16, #s0>>, stage<written>
        for %zero, %steps, %one, [%w1, %w2] : i32, i32, i32, iterator<4, producer>, iterator<4, producer> -> iterator<4, producer>, iterator<4, producer> (%arg0: i32, %arg1: iterator<4, producer>, %arg2: iterator<4, producer>) {
          %15 = async.pipeline.producer_acquire %second, %arg1 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, producer> -> stage<empty>
          %16 = async.pipeline.producer_write %second, %15 : pipeline<4, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
            async.tiled_tma_load %b_tiles, %arg3, %map_b, [%zero, %arg0] : block_tile<[64, 64], memref<64x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, buffer<64x64xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %second, %16 : pipeline<4, buffer<64x64xf16, #s1>>, stage<written>
          %17 = async.pipeline.inc_iter %arg1 : iterator<4, producer>
          %18 = async.pipeline.producer_acquire %third, %arg2 : pipeline<4, buffer<64x64xf16, #s1>>, iterator<4, producer> -> stage<empty>
          %19 = async.pipeline.producer_write %third, %18 : pipeline<4, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<64x64xf16, #s1>) {
            async.tiled_tma_load %d_tiles, %arg3, %map_d, [%arg0, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, buffer<64x64xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %third, %19 : pipeline<4, buffer<64x64xf16, #s1>>, stage<written>
          %20 = async.pipeline.inc_iter %arg2 : iterator<4, producer>
          continue [%17, %20] : iterator<4, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
