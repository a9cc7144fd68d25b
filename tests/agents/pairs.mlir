// RUN: emulate --grid {tiles},{columns} --checks -a a:f16[{m},{k}]=randint(-3,4,seed=1) -a b:f16[{k},{n}]=randint(-3,4,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k} -a {k} -a {n} -a {n} -a '{"tensor":"a","box":[64,128],"swizzle":"128B"}' \
// -a '{"tensor":"b","box":[64,64],"swizzle":"128B"}' -a '{"tensor":"c","box":[64,128],"swizzle":"128B"}'
// with m=256 n=128 k=64 tiles=1 columns=1
// with m=512 n=256 k=320 tiles=2 columns=2
// with m=400 n=328 k=136 tiles=2 columns=3
// product c = a b
// fault E0883 73728], 2; => 73728], 1;
// fault E0854 , 24576; => , 16384;
// fault E0881 ], 8; => ], 4;
// fault E0880 ], 12; => ], 11;
// fault E0854 .multicast::cluster::all =>
// fault E0881 bar.warp.sync 4294967295; =>
// fault E0880 fence.mbarrier_init.release.cluster; =>
// fault E0882 fence.proxy.async.shared::cta; =>
//
// A pair of thread blocks multiplies 256 rows by 128 columns, and takes over tiles of pairs that have not started. Each copies its 128
// rows and half of the columns into its own stages, and all bytes arrive at the full barriers of the first thread block, which
// multiplies: 2 arrivals. It overwrites a sum when the four warps of both have read it, 8 arrivals. It asks for the next tile, and the
// answer comes to both: 12 arrivals are those of the agents that read it, four warps and one that copies in each, and the two that it
// has by itself.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#s2 = offset=[1,2]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
tileas.module @m <target = "sm_100a"> {
  func @pairs <num_warps = 4, num_ctas = 2, occupancy = 1, shared_bytes = 230400, path = agents, stages = 3, producer_warps = 1, sum_stages = 2, take_over> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
    %0 = get_cta_rank : i32
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 64], memref<?x?xf16, [?, 1]>, step = [256, 64], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %1 = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 64], memref<?x?xf16, [?, 1]>, step = [256, 64], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %2 = exti %0 : i32 -> i64
    %3 = constant <value = 2> : i64
    %4 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1], padding = zero>
    %5 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %6 = async.pipeline.create_pipeline <cluster, offset = 0> : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>
    %7 = async.pipeline.create_pipeline <cluster, offset = 196736> : pipeline<2, tmem<128x128xf32, #t0>>
    %8 = async.pipeline.create_iterator %6 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>> -> iterator<3, producer>
    %9 = async.pipeline.create_iterator %7 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, producer>
    %10 = async.pipeline.create_iterator %6 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>> -> iterator<3, consumer>
    %11 = async.pipeline.create_iterator %7 : pipeline<2, tmem<128x128xf32, #t0>> -> iterator<2, consumer>
    %12 = get_cta_rank : i32
    %13 = async.pipeline.create_pipeline <consumers = 4, cluster, offset = 196864> : pipeline<2, buffer<4xi32, #s2>>
    %14 = async.pipeline.create_iterator %13 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %15 = async.pipeline.create_iterator %13 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %16 = async.pipeline.create_iterator %13 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %17 = async.pipeline.create_iterator %13 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, producer>
    %18 = async.pipeline.create_iterator %13 : pipeline<2, buffer<4xi32, #s2>> -> iterator<2, consumer>
    %19 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    %20 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %21 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %22 = alloc_tensor <offset = 197632> : buffer<128x64xf16, #s0>
        %23 = alloc_tensor <offset = 214016> : buffer<128x64xf16, #s0>
        loop [%block_row, %block_col, %11, %14] : i32, i32, iterator<2, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, consumer>, %arg3: iterator<2, consumer>) {
          %24 = exti %arg0 : i32 -> i64
          %25 = muli %24, %3 : i64
          %26 = addi %25, %2 : i64
          %27 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %28 = if %27 : i1 -> iterator<2, consumer> {
            %32 = async.pipeline.consumer_wait %7, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, consumer> -> stage<full>
            %33:2 = async.pipeline.consumer_read %7, %32 : pipeline<2, tmem<128x128xf32, #t0>>, stage<full> -> stage<read>, tile<128x64xf32, #r0> (%arg4: tmem<128x128xf32, #t0>) {
              %37 = constant <value = 0> : i32
              %38 = constant <value = 0> : i32
              %39 = extract_slice %arg4, [%37, %38] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
              %40 = tmem_load %39 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
              %41 = fp_to_fp %40 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
              async.store_wait <pending = 1, read>
              %42 = constant <value = 0> : i32
              local_store %41, %23, [%42, %42] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s0>, i32, i32
              mma.fence
              barrier
              async.tiled_tma_store %23, %5, %21, [%26, %arg1] <slice = [0, 0]> : buffer<128x64xf16, #s0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i64, i32
              %43 = constant <value = 0> : i32
              %44 = constant <value = 1> : i32
              %45 = extract_slice %arg4, [%43, %44] : tmem<128x128xf32, #t0>, i32, i32 -> tmem<128x64xf32, #t1>
              %46 = tmem_load %45 : tmem<128x64xf32, #t1> -> tile<128x64xf32, #r0>
              async.pipeline.yield [%46] : tile<128x64xf32, #r0>
            }
            async.pipeline.consumer_release %7, %33#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<read>
            %34 = async.pipeline.inc_iter %arg2 : iterator<2, consumer>
            %35 = fp_to_fp %33#1 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
            async.store_wait <pending = 1, read>
            %36 = constant <value = 0> : i32
            local_store %35, %22, [%36, %36] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s0>, i32, i32
            mma.fence
            barrier
            async.tiled_tma_store %22, %5, %21, [%26, %arg1] <slice = [0, 1]> : buffer<128x64xf16, #s0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i64, i32
            yield [%34] : iterator<2, consumer>
          } {
            %32 = constant <value = 0.0> : tile<128x64xf32, #r0>
            %33 = fp_to_fp %32 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
            async.store_wait <pending = 1, read>
            %34 = constant <value = 0> : i32
            local_store %33, %23, [%34, %34] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s0>, i32, i32
            mma.fence
            barrier
            async.tiled_tma_store %23, %5, %21, [%26, %arg1] <slice = [0, 0]> : buffer<128x64xf16, #s0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i64, i32
            %35 = constant <value = 0.0> : tile<128x64xf32, #r0>
            %36 = fp_to_fp %35 : tile<128x64xf32, #r0> -> tile<128x64xf16, #r0>
            async.store_wait <pending = 1, read>
            %37 = constant <value = 0> : i32
            local_store %36, %22, [%37, %37] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s0>, i32, i32
            mma.fence
            barrier
            async.tiled_tma_store %22, %5, %21, [%26, %arg1] <slice = [0, 1]> : buffer<128x64xf16, #s0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i64, i32
            yield [%arg2] : iterator<2, consumer>
          }
          %29 = async.pipeline.consumer_wait %13, %arg3 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %30:4 = async.pipeline.consumer_read %13, %29 : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %32:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%32#0, %32#1, %32#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %13, %30#0 : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %30#1 : i1 {
            yield
          } {
            break
          }
          %31 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%30#2, %30#3, %28, %31] : i32, i32, iterator<2, consumer>, iterator<2, consumer>
        }
        async.store_wait <pending = 0, read>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        loop [%block_row, %block_col, %9, %10, %15] : i32, i32, iterator<2, producer>, iterator<3, consumer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<2, producer>, %arg3: iterator<3, consumer>, %arg4: iterator<2, consumer>) {
          %22 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
          %23:2 = if %22 : i1 -> iterator<3, consumer>, iterator<2, producer> {
            %27 = async.pipeline.producer_acquire %7, %arg2 : pipeline<2, tmem<128x128xf32, #t0>>, iterator<2, producer> -> stage<empty>
            %28:2 = async.pipeline.producer_write %7, %27 : pipeline<2, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written>, iterator<3, consumer> (%arg5: tmem<128x128xf32, #t0>) {
              %30 = for %zero, %k_tiles, %one, [%arg3] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%arg6: i32, %arg7: iterator<3, consumer>) {
                %31 = cmpi %arg6, %zero <predicate = not_equal, signed> : i32, i32 -> i1
                %32 = async.pipeline.consumer_wait %6, %arg7 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, iterator<3, consumer> -> stage<full>
                %33 = async.pipeline.consumer_read %6, %32 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<full> -> stage<read> (%arg8: buffer<128x64xf16, #s0>, %arg9: buffer<64x64xf16, #s1>) {
                  tcgen05.mma %arg8, %arg9, %arg5, [%31] <cta_group = 2> : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<128x128xf32, #t0>, i1
                  async.pipeline.yield
                }
                async.pipeline.consumer_release %6, %33 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<read>
                %34 = async.pipeline.inc_iter %arg7 : iterator<3, consumer>
                continue [%34] : iterator<3, consumer>
              }
              async.pipeline.yield [%30] : iterator<3, consumer>
            }
            async.pipeline.producer_commit %7, %28#0 : pipeline<2, tmem<128x128xf32, #t0>>, stage<written>
            %29 = async.pipeline.inc_iter %arg2 : iterator<2, producer>
            yield [%28#1, %29] : iterator<3, consumer>, iterator<2, producer>
          } {
            yield [%arg3, %arg2] : iterator<3, consumer>, iterator<2, producer>
          }
          %24 = async.pipeline.consumer_wait %13, %arg4 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %25:4 = async.pipeline.consumer_read %13, %24 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg5: buffer<4xi32, #s2>) {
            %27:4 = cancelled_launch %arg5 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%27#0, %27#1, %27#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %13, %25#0 <consumer_idx = 1> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %25#1 : i1 {
            yield
          } {
            break
          }
          %26 = async.pipeline.inc_iter %arg4 : iterator<2, consumer>
          continue [%25#2, %25#3, %23#1, %23#0, %26] : i32, i32, iterator<2, producer>, iterator<3, consumer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        loop [%block_row, %block_col, %8, %16] : i32, i32, iterator<3, producer>, iterator<2, consumer> (%arg0: i32, %arg1: i32, %arg2: iterator<3, producer>, %arg3: iterator<2, consumer>) {
          %22 = exti %arg0 : i32 -> i64
          %23 = muli %22, %3 : i64
          %24 = addi %23, %2 : i64
          %25 = for %zero, %k_tiles, %one, [%arg2] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%arg4: i32, %arg5: iterator<3, producer>) {
            %29 = exti %arg1 : i32 -> i64
            %30 = exti %12 : i32 -> i64
            %31 = constant <value = 2> : i64
            %32 = constant <value = 1> : i64
            %33 = muli %29, %31 : i64
            %34 = muli %30, %32 : i64
            %35 = addi %33, %34 : i64
            %36 = async.pipeline.producer_acquire %6, %arg5 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
            %37 = async.pipeline.producer_write %6, %36 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg6: buffer<128x64xf16, #s0>, %arg7: buffer<64x64xf16, #s1>) {
              async.tiled_tma_load %4, %arg6, %19, [%24, %arg4] : block_tile<[128, 64], memref<?x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1], padding = zero>, buffer<128x64xf16, #s0>, tma_desc<128x64xf16, swizzle = 128>, i64, i32
              async.tiled_tma_load %1, %arg7, %20, [%arg4, %35] : block_tile<[64, 64], memref<?x?xf16, [?, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, buffer<64x64xf16, #s1>, tma_desc<64x64xf16, swizzle = 128>, i32, i64
              async.pipeline.yield
            }
            async.pipeline.producer_commit %6, %37 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<written>
            %38 = async.pipeline.inc_iter %arg5 : iterator<3, producer>
            continue [%38] : iterator<3, producer>
          }
          %26 = async.pipeline.consumer_wait %13, %arg3 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %27:4 = async.pipeline.consumer_read %13, %26 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg4: buffer<4xi32, #s2>) {
            %29:4 = cancelled_launch %arg4 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%29#0, %29#1, %29#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %13, %27#0 <consumer_idx = 2> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %27#1 : i1 {
            yield
          } {
            %29 = async.pipeline.producer_acquire %6, %25 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
            %30 = async.pipeline.producer_write %6, %29 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<128x64xf16, #s0>, %arg5: buffer<64x64xf16, #s1>) {
              async.pipeline.yield
            }
            async.pipeline.producer_commit %6, %30 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<written>
            %31 = async.pipeline.inc_iter %25 : iterator<3, producer>
            %32 = async.pipeline.producer_acquire %6, %31 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
            %33 = async.pipeline.producer_write %6, %32 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<128x64xf16, #s0>, %arg5: buffer<64x64xf16, #s1>) {
              async.pipeline.yield
            }
            async.pipeline.producer_commit %6, %33 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<written>
            %34 = async.pipeline.inc_iter %31 : iterator<3, producer>
            %35 = async.pipeline.producer_acquire %6, %34 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, iterator<3, producer> -> stage<empty>
            %36 = async.pipeline.producer_write %6, %35 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<empty> -> stage<written> (%arg4: buffer<128x64xf16, #s0>, %arg5: buffer<64x64xf16, #s1>) {
              async.pipeline.yield
            }
            async.pipeline.producer_commit %6, %36 : pipeline<3, buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>>, stage<written>
            break
          }
          %28 = async.pipeline.inc_iter %arg3 : iterator<2, consumer>
          continue [%27#2, %27#3, %25, %28] : i32, i32, iterator<3, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "schedule", num_warps = 1> {
        loop [%17, %18] : iterator<2, producer>, iterator<2, consumer> (%arg0: iterator<2, producer>, %arg1: iterator<2, consumer>) {
          %22 = async.pipeline.producer_acquire %13, %arg0 : pipeline<2, buffer<4xi32, #s2>>, iterator<2, producer> -> stage<empty>
          %23 = async.pipeline.producer_write %13, %22 : pipeline<2, buffer<4xi32, #s2>>, stage<empty> -> stage<written> (%arg2: buffer<4xi32, #s2>) {
            async.cancel_launch %arg2 : buffer<4xi32, #s2>
            async.pipeline.yield
          }
          async.pipeline.producer_commit %13, %23 : pipeline<2, buffer<4xi32, #s2>>, stage<written>
          %24 = async.pipeline.inc_iter %arg0 : iterator<2, producer>
          %25 = async.pipeline.consumer_wait %13, %arg1 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, iterator<2, consumer> -> stage<full>
          %26:4 = async.pipeline.consumer_read %13, %25 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<full> -> stage<read>, i1, i32, i32 (%arg2: buffer<4xi32, #s2>) {
            %28:4 = cancelled_launch %arg2 : buffer<4xi32, #s2> -> i1, i32, i32, i32
            async.pipeline.yield [%28#0, %28#1, %28#2] : i1, i32, i32
          }
          async.pipeline.consumer_release %13, %26#0 <consumer_idx = 3> : pipeline<2, buffer<4xi32, #s2>>, stage<read>
          if %26#1 : i1 {
            yield
          } {
            break
          }
          %27 = async.pipeline.inc_iter %arg1 : iterator<2, consumer>
          continue [%24, %27] : iterator<2, producer>, iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
