// RUN: opt --passes=canonicalize,cse,dce
// #t0 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(1,16),(2,32),(4,64),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(16,1),(32,2),(64,4),(0,8),(0,16),(0,32)]
// #s2 = offset=[(0,1),(0,2),(32,0),(64,0),(1,0),(2,0),(4,0),(8,0),(16,0)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// tileas.module @scaled <target = "sm_100a"> {
//   func @gemm <num_warps = 4, num_ctas = 2> (%pa: ptr, %pb: ptr, %pc: ptr, %psa: ptr, %psb: ptr, %m: i32, %n: i32, %k: i32, %groups: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %two = constant <value = 2> : i32
//     %i = get_program_id <axis = 0> : i32
//     %j = get_program_id <axis = 1> : i32
//     %rank = get_cta_rank : i32
//     %pair = muli %i, %two : i32
//     %row = addi %pair, %rank : i32
//     %halves = muli %j, %two : i32
//     %column = addi %halves, %rank : i32
//     %ma = make_memref %pa, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
//     %mb = make_memref %pb, [%n, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
//     %mc = make_memref %pc, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %msa = make_memref %psa, [%m, %groups], [%groups] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
//     %msb = make_memref %psb, [%n, %groups], [%groups] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
//     %a = block_tile %ma : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %b = block_tile %mb : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 64], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 64], dims = [1, 0]>
//     %c = block_tile %mc : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %left = block_tile %msa : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
//     %right = block_tile %msb : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
//     %steps = get_tile_count %a <dim = 1> : block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]> -> i32
//     %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x?xf8E4M3FN, [?, 1]> -> tma_desc<128x128xf8E4M3FN, swizzle = 128>
//     %db = make_tiled_tma_desc %mb <tma_idx = 1> : memref<?x?xf8E4M3FN, [?, 1]> -> tma_desc<64x128xf8E4M3FN, swizzle = 128>
//     %ta = tcgen05.alloc : tmem<128x4xf8E8M0FNU, #t0>
//     %tb = tcgen05.alloc : tmem<128x4xf8E8M0FNU, #t0>
//     %p = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>
//     %q = async.pipeline.create_pipeline <cluster> : pipeline<1, tmem<128x128xf32, #t1>>
//     %w0 = async.pipeline.create_iterator %p : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<3, producer>
//     %r0 = async.pipeline.create_iterator %p : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<3, consumer>
//     %wq0 = async.pipeline.create_iterator %q : pipeline<1, tmem<128x128xf32, #t1>> -> iterator<1, producer>
//     %rq0 = async.pipeline.create_iterator %q : pipeline<1, tmem<128x128xf32, #t1>> -> iterator<1, consumer>
//     cluster_barrier
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "store", num_warps = 4> {
//         %full = async.pipeline.consumer_wait %q, %rq0 : pipeline<1, tmem<128x128xf32, #t1>>, iterator<1, consumer> -> stage<full>
//         %read, %sum = async.pipeline.consumer_read %q, %full : pipeline<1, tmem<128x128xf32, #t1>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%acc: tmem<128x128xf32, #t1>) {
//           %values = tmem_load %acc : tmem<128x128xf32, #t1> -> tile<128x128xf32, #r0>
//           async.pipeline.yield [%values] : tile<128x128xf32, #r0>
//         }
//         async.pipeline.consumer_release %q, %read : pipeline<1, tmem<128x128xf32, #t1>>, stage<read>
//         tiled_store %sum, %c, [%row, %j] : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "multiply", num_warps = 1> {
//         %empty = async.pipeline.producer_acquire %q, %wq0 : pipeline<1, tmem<128x128xf32, #t1>>, iterator<1, producer> -> stage<empty>
//         %written = async.pipeline.producer_write %q, %empty : pipeline<1, tmem<128x128xf32, #t1>>, stage<empty> -> stage<written> (%acc: tmem<128x128xf32, #t1>) {
//           %r9 = for %zero, %steps, %one, [%r0] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%s: i32, %it: iterator<3, consumer>) {
//             %more = cmpi %s, %zero <predicate = greater_than, signed> : i32, i32 -> i1
//             %full = async.pipeline.consumer_wait %p, %it : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<3, consumer> -> stage<full>
//             %read = async.pipeline.consumer_read %p, %full : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<full> -> stage<read> (%sa: buffer<128x128xf8E4M3FN, #s0>, %sb: buffer<128x64xf8E4M3FN, #s1>, %la: buffer<128x4xf8E8M0FNU, #s2>, %lb: buffer<128x4xf8E8M0FNU, #s2>) {
//               tcgen05.copy %la, %ta : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t0>
//               tcgen05.copy %lb, %tb : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t0>
//               tcgen05.block_scaled_mma %sa, %sb, %acc, %ta, %tb, [%more] <cta_group = 2> : buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, tmem<128x128xf32, #t1>, tmem<128x4xf8E8M0FNU, #t0>, tmem<128x4xf8E8M0FNU, #t0>, i1
//               async.pipeline.yield
//             }
//             async.pipeline.consumer_release %p, %read : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<read>
//             %next = async.pipeline.inc_iter %it : iterator<3, consumer>
//             continue [%next] : iterator<3, consumer>
//           }
//           async.pipeline.yield
//         }
//         async.pipeline.producer_commit %q, %written : pipeline<1, tmem<128x128xf32, #t1>>, stage<written>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         %w9 = for %zero, %steps, %one, [%w0] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%s: i32, %it: iterator<3, producer>) {
//           %empty = async.pipeline.producer_acquire %p, %it : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<3, producer> -> stage<empty>
//           %written = async.pipeline.producer_write %p, %empty : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<empty> -> stage<written> (%sa: buffer<128x128xf8E4M3FN, #s0>, %sb: buffer<128x64xf8E4M3FN, #s1>, %la: buffer<128x4xf8E8M0FNU, #s2>, %lb: buffer<128x4xf8E8M0FNU, #s2>) {
//             async.tiled_tma_load %a, %sa, %da, [%row, %s] : block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf8E4M3FN, #s0>, tma_desc<128x128xf8E4M3FN, swizzle = 128>, i32, i32
//             async.tiled_tma_load %b, %sb, %db, [%s, %column] : block_tile<[128, 64], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 64], dims = [1, 0]>, buffer<128x64xf8E4M3FN, #s1>, tma_desc<64x128xf8E4M3FN, swizzle = 128>, i32, i32
//             async.tiled_load %left, [%row, %s], %la : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
//             async.tiled_load %right, [%j, %s], %lb : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %p, %written : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<written>
//           %next = async.pipeline.inc_iter %it : iterator<3, producer>
//           continue [%next] : iterator<3, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     cluster_barrier
//     return
//   }
// }
//
// Block-scaled numbers on Blackwell, by pairs of thread blocks: each has 128 rows of the left factor and half of the columns of the
// right one. Scales go through shared memory into tensor memory.
#t0 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)]
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(1,16),(2,32),(4,64),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0),(16,1),(32,2),(64,4),(0,8),(0,16),(0,32)]
#s2 = offset=[(0,1),(0,2),(32,0),(64,0),(1,0),(2,0),(4,0),(8,0),(16,0)]
#t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @scaled <target = "sm_100a"> {
  func @gemm <num_warps = 4, num_ctas = 2> (%pa: ptr, %pb: ptr, %pc: ptr, %psa: ptr, %psb: ptr, %m: i32, %n: i32, %k: i32, %groups: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %two = constant <value = 2> : i32
    %i = get_program_id <axis = 0> : i32
    %j = get_program_id <axis = 1> : i32
    %rank = get_cta_rank : i32
    %pair = muli %i, %two : i32
    %row = addi %pair, %rank : i32
    %halves = muli %j, %two : i32
    %column = addi %halves, %rank : i32
    %ma = make_memref %pa, [%m, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
    %mb = make_memref %pb, [%n, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xf8E4M3FN, [?, 1]>
    %mc = make_memref %pc, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %msa = make_memref %psa, [%m, %groups], [%groups] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
    %msb = make_memref %psb, [%n, %groups], [%groups] : ptr, i32, i32, i32 -> memref<?x?xf8E8M0FNU, [?, 1]>
    %a = block_tile %ma : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %b = block_tile %mb : memref<?x?xf8E4M3FN, [?, 1]> -> block_tile<[128, 64], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 64], dims = [1, 0]>
    %c = block_tile %mc : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %left = block_tile %msa : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
    %right = block_tile %msb : memref<?x?xf8E8M0FNU, [?, 1]> -> block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>
    %steps = get_tile_count %a <dim = 1> : block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]> -> i32
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<?x?xf8E4M3FN, [?, 1]> -> tma_desc<128x128xf8E4M3FN, swizzle = 128>
    %db = make_tiled_tma_desc %mb <tma_idx = 1> : memref<?x?xf8E4M3FN, [?, 1]> -> tma_desc<64x128xf8E4M3FN, swizzle = 128>
    %ta = tcgen05.alloc : tmem<128x4xf8E8M0FNU, #t0>
    %tb = tcgen05.alloc : tmem<128x4xf8E8M0FNU, #t0>
    %p = async.pipeline.create_pipeline <cluster> : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>
    %q = async.pipeline.create_pipeline <cluster> : pipeline<1, tmem<128x128xf32, #t1>>
    %w0 = async.pipeline.create_iterator %p : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<3, producer>
    %r0 = async.pipeline.create_iterator %p : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>> -> iterator<3, consumer>
    %wq0 = async.pipeline.create_iterator %q : pipeline<1, tmem<128x128xf32, #t1>> -> iterator<1, producer>
    %rq0 = async.pipeline.create_iterator %q : pipeline<1, tmem<128x128xf32, #t1>> -> iterator<1, consumer>
    cluster_barrier
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %full = async.pipeline.consumer_wait %q, %rq0 : pipeline<1, tmem<128x128xf32, #t1>>, iterator<1, consumer> -> stage<full>
        %read, %sum = async.pipeline.consumer_read %q, %full : pipeline<1, tmem<128x128xf32, #t1>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%acc: tmem<128x128xf32, #t1>) {
          %values = tmem_load %acc : tmem<128x128xf32, #t1> -> tile<128x128xf32, #r0>
          async.pipeline.yield [%values] : tile<128x128xf32, #r0>
        }
        async.pipeline.consumer_release %q, %read : pipeline<1, tmem<128x128xf32, #t1>>, stage<read>
        tiled_store %sum, %c, [%row, %j] : tile<128x128xf32, #r0>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %empty = async.pipeline.producer_acquire %q, %wq0 : pipeline<1, tmem<128x128xf32, #t1>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %q, %empty : pipeline<1, tmem<128x128xf32, #t1>>, stage<empty> -> stage<written> (%acc: tmem<128x128xf32, #t1>) {
          %r9 = for %zero, %steps, %one, [%r0] : i32, i32, i32, iterator<3, consumer> -> iterator<3, consumer> (%s: i32, %it: iterator<3, consumer>) {
            %more = cmpi %s, %zero <predicate = greater_than, signed> : i32, i32 -> i1
            %full = async.pipeline.consumer_wait %p, %it : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<3, consumer> -> stage<full>
            %read = async.pipeline.consumer_read %p, %full : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<full> -> stage<read> (%sa: buffer<128x128xf8E4M3FN, #s0>, %sb: buffer<128x64xf8E4M3FN, #s1>, %la: buffer<128x4xf8E8M0FNU, #s2>, %lb: buffer<128x4xf8E8M0FNU, #s2>) {
              tcgen05.copy %la, %ta : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t0>
              tcgen05.copy %lb, %tb : buffer<128x4xf8E8M0FNU, #s2>, tmem<128x4xf8E8M0FNU, #t0>
              tcgen05.block_scaled_mma %sa, %sb, %acc, %ta, %tb, [%more] <cta_group = 2> : buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, tmem<128x128xf32, #t1>, tmem<128x4xf8E8M0FNU, #t0>, tmem<128x4xf8E8M0FNU, #t0>, i1
              async.pipeline.yield
            }
            async.pipeline.consumer_release %p, %read : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<read>
            %next = async.pipeline.inc_iter %it : iterator<3, consumer>
            continue [%next] : iterator<3, consumer>
          }
          async.pipeline.yield
        }
        async.pipeline.producer_commit %q, %written : pipeline<1, tmem<128x128xf32, #t1>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %w9 = for %zero, %steps, %one, [%w0] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%s: i32, %it: iterator<3, producer>) {
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, iterator<3, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<empty> -> stage<written> (%sa: buffer<128x128xf8E4M3FN, #s0>, %sb: buffer<128x64xf8E4M3FN, #s1>, %la: buffer<128x4xf8E8M0FNU, #s2>, %lb: buffer<128x4xf8E8M0FNU, #s2>) {
            async.tiled_tma_load %a, %sa, %da, [%row, %s] : block_tile<[128, 128], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf8E4M3FN, #s0>, tma_desc<128x128xf8E4M3FN, swizzle = 128>, i32, i32
            async.tiled_tma_load %b, %sb, %db, [%s, %column] : block_tile<[128, 64], memref<?x?xf8E4M3FN, [?, 1]>, step = [128, 64], dims = [1, 0]>, buffer<128x64xf8E4M3FN, #s1>, tma_desc<64x128xf8E4M3FN, swizzle = 128>, i32, i32
            async.tiled_load %left, [%row, %s], %la : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
            async.tiled_load %right, [%j, %s], %lb : block_tile<[128, 4], memref<?x?xf8E8M0FNU, [?, 1]>, step = [128, 4], dims = [0, 1]>, i32, i32, buffer<128x4xf8E8M0FNU, #s2>
            async.pipeline.yield
          }
          async.pipeline.producer_commit %p, %written : pipeline<3, buffer<128x128xf8E4M3FN, #s0>, buffer<128x64xf8E4M3FN, #s1>, buffer<128x4xf8E8M0FNU, #s2>, buffer<128x4xf8E8M0FNU, #s2>>, stage<written>
          %next = async.pipeline.inc_iter %it : iterator<3, producer>
          continue [%next] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    cluster_barrier
    return
  }
}
