// RUN: emulate --grid {m/128},{n/128} --checks -a a:f16[{m},{k}]=randint(-3,4,seed=1) -a b:f16[{k},{n}]=randint(-3,4,seed=2) \
// -a c:f32[{m},{n}]=zeros -a {m} -a {n} -a {k} -a {k} -a {n} -a {n} -a '{"tensor":"a","box":[64,64],"swizzle":"128B"}' \
// -a '{"tensor":"b","box":[64,64],"swizzle":"128B"}'
// with m=128 n=128 k=64
// with m=128 n=128 k=192
// with m=128 n=128 k=256
// with m=200 n=136 k=104
// with m=128 n=128 k=448
// product c = a b
// fault E0881 wgmma.wait_group.sync.aligned 1; => wgmma.wait_group.sync.aligned 2;
// fault E0881 ], 8; => ], 4;
// fault E0854 , 24576; => , 16384;
// fault E0880 fence.mbarrier_init.release.cluster; =>
//
// Two thread blocks of a cluster multiply 64 rows each by the same 128 columns. Each copies 64 of these into the stages of both, and
// expects the bytes of its rows and of all columns. A stage is empty when the four warps of both have read it.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
tileas.module @m <target = "sm_90a"> {
  func @cluster <num_warps = 4, num_ctas = 2, occupancy = 3> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %0 = get_cta_rank : i32
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %1 = exti %block_row : i32 -> i64
    %2 = exti %0 : i32 -> i64
    %3 = constant <value = 2> : i64
    %4 = muli %1, %3 : i64
    %5 = addi %4, %2 : i64
    %6 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %7 = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[64, 128], memref<?x?xf32, [?, 1]>, step = [64, 128], dims = [0, 1]>
    %8 = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>
    %9 = async.pipeline.create_iterator %8 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<3, producer>
    %10 = async.pipeline.create_iterator %8 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<3, consumer>
    %11 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %12 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %13 = constant <value = 0.0> : tile<64x128xf32, #r0>
        %14 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
        %sum:2 = if %14 : i1 -> tile<64x128xf32, #r0>, iterator<3, consumer> {
          %15 = async.pipeline.consumer_wait %8, %10 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<3, consumer> -> stage<full>
          %16:2 = async.pipeline.consumer_read %8, %15 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<full> -> stage<read>, pending<64x128xf32, #r0> (%arg0: buffer<64x64xf16, #s0>, %arg1: buffer<64x128xf16, #s1>) {
            %sum_next = async.dot %arg0, %arg1, %13 : buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>, tile<64x128xf32, #r0> -> pending<64x128xf32, #r0>
            async.pipeline.yield [%sum_next] : pending<64x128xf32, #r0>
          }
          %17 = async.pipeline.inc_iter %10 : iterator<3, consumer>
          %18 = addi %zero, %one : i32
          %19:3 = for %18, %k_tiles, %one, [%16#1, %17, %16#0] : i32, i32, i32, pending<64x128xf32, #r0>, iterator<3, consumer>, stage<read> -> pending<64x128xf32, #r0>, iterator<3, consumer>, stage<read> (%i: i32, %sum_so_far: pending<64x128xf32, #r0>, %arg0: iterator<3, consumer>, %arg1: stage<read>) {
            %21 = async.pipeline.consumer_wait %8, %arg0 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<3, consumer> -> stage<full>
            %22:2 = async.pipeline.consumer_read %8, %21 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<full> -> stage<read>, pending<64x128xf32, #r0> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x128xf16, #s1>) {
              %sum_next = async.dot %arg2, %arg3, %sum_so_far : buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>, pending<64x128xf32, #r0> -> pending<64x128xf32, #r0>
              async.pipeline.yield [%sum_next] : pending<64x128xf32, #r0>
            }
            async.pipeline.consumer_release %8, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<read>
            %23 = async.pipeline.inc_iter %arg0 : iterator<3, consumer>
            continue [%22#1, %23, %22#0] : pending<64x128xf32, #r0>, iterator<3, consumer>, stage<read>
          }
          %20 = async.dot_wait %19#0 : pending<64x128xf32, #r0> -> tile<64x128xf32, #r0>
          async.pipeline.consumer_release %8, %19#2 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<read>
          yield [%20, %19#1] : tile<64x128xf32, #r0>, iterator<3, consumer>
        } {
          yield [%13, %10] : tile<64x128xf32, #r0>, iterator<3, consumer>
        }
        tiled_store %sum#0, %7, [%5, %block_col] <contiguous_dim = 1, no_boxes = row_end> : tile<64x128xf32, #r0>, block_tile<[64, 128], memref<?x?xf32, [?, 1]>, step = [64, 128], dims = [0, 1]>, i64, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        for %zero, %k_tiles, %one, [%9] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg0: i32, %arg1: iterator<3, producer>) {
          %13 = async.pipeline.producer_acquire %8, %arg1 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<3, producer> -> stage<empty>
          %14 = async.pipeline.producer_write %8, %13 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<64x64xf16, #s0>, %arg3: buffer<64x128xf16, #s1>) {
            async.tiled_tma_load %6, %arg2, %11, [%5, %arg0] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, buffer<64x64xf16, #s0>, tma_desc<64x64xf16, swizzle = 128>, i64, i32
            async.tiled_tma_load %b_tiles, %arg3, %12, [%arg0, %block_col] <multicast = [0, 1], by_parts> : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>, buffer<64x128xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %8, %14 : pipeline<3, buffer<64x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<written>
          %15 = async.pipeline.inc_iter %arg1 : iterator<3, producer>
          continue [%15] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
