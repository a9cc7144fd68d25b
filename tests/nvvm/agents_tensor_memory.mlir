// RUN: compile --emit=nvvm
// nvvm.module @m <target = "sm_100a"> {
//   global @product$shared <space = shared, size = 1408, alignment = 1024>
//   func @product <reqntid = 192, param_bits = [64, 64]> (%pb: ptr<global>, %pc: ptr<global>) {
//     %0 = address_of <name = @product$shared> : ptr<shared>
//     %1 = constant <value = 16> : i64
//     %2 = tensor_map %pb, [%1, %1], [%1] <element = f16, box_shape = [16, 16], swizzle = 32> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %3 = special <name = tid.x> : i32
//     %4 = constant <value = 0> : i32
//     %5 = cmpi %3, %4 <predicate = equal> : i32, i32 -> i1
//     prefetch_map %2, [%5] : ptr<generic>, i1
//     %6 = constant <value = 1> : i32
//     %7 = constant <value = 1152> : i32
//     %8 = addptr %0, %7 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %9 = constant <value = 5> : i32
//     %10 = shri %3, %9 : i32
//     %11 = shfl %10, %4 <kind = idx> : i32
//     %12 = cmpi %11, %4 <predicate = equal> : i32, i32 -> i1
//     if %12 : i1 {
//       tmem_alloc %8 <columns = 32, offset = 16> : ptr<shared>
//       yield
//     }
//     tmem_fence <side = before>
//     mbarrier_init %0, [%5] <count = 4, offset = 1152> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 1160> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 1280> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 4, offset = 1288> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 1024> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 1032> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     tmem_fence <side = after>
//     %13 = ld %0 <bits = 32, offset = 1168> : ptr<shared> -> i32
//     %14 = shfl %10, %4 <kind = idx> : i32
//     %15 = constant <value = 4> : i32
//     %16 = cmpi %14, %15 <predicate = less_than> : i32, i32 -> i1
//     if %16 : i1 {
//       %19 = elect : i1
//       %two = constant <value = 2.0> : f32
//       %weights = fp_to_fp %two : f32 -> f16
//       mbarrier_wait %0, %6 <offset = 1160> : ptr<shared>, i32
//       tmem_fence <side = after>
//       %20 = constant <value = 3> : i32
//       %21 = andi %14, %20 : i32
//       %22 = constant <value = 21> : i32
//       %23 = shli %21, %22 <overflow = no_signed_wrap> : i32
//       %24 = addi %13, %23 : i32
//       %25 = bitcast %weights : f16 -> i16
//       %26 = pack [%25, %25] : i16, i16 -> i32
//       tmem_store %24, [%26, %26, %26, %26, %26, %26, %26, %26] : i32
//       tmem_fence <side = before>
//       warp_barrier
//       mbarrier_arrive %0, [], [%19] <offset = 1152> : ptr<shared>, i1
//       mbarrier_wait %0, %4 <offset = 1280> : ptr<shared>, i32
//       tmem_fence <side = after>
//       %27 = constant <value = 8> : i32
//       %28 = addi %13, %27 : i32
//       %29 = addi %28, %23 : i32
//       %values:16 = tmem_load %29 : i32 -> f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
//       tmem_fence <side = before>
//       warp_barrier
//       mbarrier_arrive %0, [], [%19] <offset = 1288> : ptr<shared>, i1
//       %30 = constant <value = 127> : i32
//       %31 = andi %3, %30 : i32
//       %32 = addptr %pc, %31 <bytes = 64> : ptr<global>, i32 -> ptr<global>
//       st %32, [%values#0] <bits = 32> : ptr<global>, f32
//       st %32, [%values#1] <bits = 32, offset = 4> : ptr<global>, f32
//       st %32, [%values#2] <bits = 32, offset = 8> : ptr<global>, f32
//       st %32, [%values#3] <bits = 32, offset = 12> : ptr<global>, f32
//       st %32, [%values#4] <bits = 32, offset = 16> : ptr<global>, f32
//       st %32, [%values#5] <bits = 32, offset = 20> : ptr<global>, f32
//       st %32, [%values#6] <bits = 32, offset = 24> : ptr<global>, f32
//       st %32, [%values#7] <bits = 32, offset = 28> : ptr<global>, f32
//       st %32, [%values#8] <bits = 32, offset = 32> : ptr<global>, f32
//       st %32, [%values#9] <bits = 32, offset = 36> : ptr<global>, f32
//       st %32, [%values#10] <bits = 32, offset = 40> : ptr<global>, f32
//       st %32, [%values#11] <bits = 32, offset = 44> : ptr<global>, f32
//       st %32, [%values#12] <bits = 32, offset = 48> : ptr<global>, f32
//       st %32, [%values#13] <bits = 32, offset = 52> : ptr<global>, f32
//       st %32, [%values#14] <bits = 32, offset = 56> : ptr<global>, f32
//       st %32, [%values#15] <bits = 32, offset = 60> : ptr<global>, f32
//       yield
//     } {
//       %19 = cmpi %14, %9 <predicate = less_than> : i32, i32 -> i1
//       if %19 : i1 {
//         %20 = elect : i1
//         %never = constant <value = false> : i1
//         mbarrier_wait %0, %6 <offset = 1288> : ptr<shared>, i32
//         tmem_fence <side = after>
//         %21 = constant <value = 8> : i32
//         %22 = addi %13, %21 : i32
//         mbarrier_wait %0, %4 <offset = 1152> : ptr<shared>, i32
//         tmem_fence <side = after>
//         mbarrier_wait %0, %4 <offset = 1024> : ptr<shared>, i32
//         tmem_fence <side = after>
//         %23 = ptr_to_int %0 : ptr<shared> -> i32
//         %24 = shri %23, %15 : i32
//         %25 = constant <value = -1073725424> : i32
//         %26 = pack [%24, %25] : i32, i32 -> i64
//         tcgen05_mma %22, %13, %26, [%never], [%20] <m = 128, n = 16, a_format = f16, b_format = f16, transpose_b> : i32, i32, i64, i1, i1
//         %27 = constant <value = 1032> : i64
//         %28 = addptr %0, %27 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//         tcgen05_commit %28, [], [%20] : ptr<shared>, i1
//         %29 = constant <value = 1160> : i64
//         %30 = addptr %0, %29 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//         tcgen05_commit %30, [], [%20] : ptr<shared>, i1
//         %31 = constant <value = 1280> : i64
//         %32 = addptr %0, %31 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//         tcgen05_commit %32, [], [%20] : ptr<shared>, i1
//         yield
//       } {
//         %20 = elect : i1
//         mbarrier_wait %0, %6 <offset = 1032> : ptr<shared>, i32
//         %21 = constant <value = 512> : i32
//         mbarrier_arrive %0, [%21], [%20] <offset = 1024> : ptr<shared>, i32, i1
//         bulk_tensor_load %0, %0, %2, [%4, %4], [], [%20] <barrier_offset = 1024> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//         yield
//       }
//       yield
//     }
//     tmem_fence <side = before>
//     barrier
//     tmem_fence <side = after>
//     %17 = shfl %10, %4 <kind = idx> : i32
//     %18 = cmpi %17, %4 <predicate = equal> : i32, i32 -> i1
//     if %18 : i1 {
//       tmem_free %13 <columns = 32> : i32
//       yield
//     }
//     return
//   }
// }
//
// One product of agents into tensor memory, at level 4. Fences order what threads and tensor cores do to tensor memory: after it is
// taken and before it is freed, behind each wait for a stage that is in it or that tensor cores read, before threads commit what they
// wrote there, and before they release what they read.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#t1 = part=[(0,1)] column=[(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @m <target = "sm_100a"> {
  func @product <num_warps = 4> (%pb: ptr, %pc: ptr) {
    %zero = constant <value = 0> : i32
    %mb = make_memref %pb : ptr -> memref<16x16xf16, [16, 1]>
    %mc = make_memref %pc : ptr -> memref<128x16xf32, [16, 1]>
    %b = block_tile %mb : memref<16x16xf16, [16, 1]> -> block_tile<[16, 16], memref<16x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %c = block_tile %mc : memref<128x16xf32, [16, 1]> -> block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>
    %db = make_tiled_tma_desc %mb <tma_idx = 0> : memref<16x16xf16, [16, 1]> -> tma_desc<16x16xf16, swizzle = 32>
    %p = async.pipeline.create_pipeline : pipeline<1, buffer<16x16xf16, #s0>>
    %w = async.pipeline.create_pipeline : pipeline<1, tmem<128x16xf16, #t1>>
    %s = async.pipeline.create_pipeline : pipeline<1, tmem<128x16xf32, #t0>>
    %pw = async.pipeline.create_iterator %p : pipeline<1, buffer<16x16xf16, #s0>> -> iterator<1, producer>
    %pr = async.pipeline.create_iterator %p : pipeline<1, buffer<16x16xf16, #s0>> -> iterator<1, consumer>
    %ww = async.pipeline.create_iterator %w : pipeline<1, tmem<128x16xf16, #t1>> -> iterator<1, producer>
    %wr = async.pipeline.create_iterator %w : pipeline<1, tmem<128x16xf16, #t1>> -> iterator<1, consumer>
    %sw = async.pipeline.create_iterator %s : pipeline<1, tmem<128x16xf32, #t0>> -> iterator<1, producer>
    %sr = async.pipeline.create_iterator %s : pipeline<1, tmem<128x16xf32, #t0>> -> iterator<1, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "store", num_warps = 4> {
        %two = constant <value = 2.0> : tile<128x16xf32, #r0>
        %weights = fp_to_fp %two : tile<128x16xf32, #r0> -> tile<128x16xf16, #r0>
        %empty = async.pipeline.producer_acquire %w, %ww : pipeline<1, tmem<128x16xf16, #t1>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %w, %empty : pipeline<1, tmem<128x16xf16, #t1>>, stage<empty> -> stage<written> (%m: tmem<128x16xf16, #t1>) {
          tmem_store %weights, %m : tile<128x16xf16, #r0>, tmem<128x16xf16, #t1>
          async.pipeline.yield
        }
        async.pipeline.producer_commit %w, %written : pipeline<1, tmem<128x16xf16, #t1>>, stage<written>
        %full = async.pipeline.consumer_wait %s, %sr : pipeline<1, tmem<128x16xf32, #t0>>, iterator<1, consumer> -> stage<full>
        %read, %sum = async.pipeline.consumer_read %s, %full : pipeline<1, tmem<128x16xf32, #t0>>, stage<full> -> stage<read>, tile<128x16xf32, #r0> (%m: tmem<128x16xf32, #t0>) {
          %values = tmem_load %m : tmem<128x16xf32, #t0> -> tile<128x16xf32, #r0>
          async.pipeline.yield [%values] : tile<128x16xf32, #r0>
        }
        async.pipeline.consumer_release %s, %read : pipeline<1, tmem<128x16xf32, #t0>>, stage<read>
        tiled_store %sum, %c, [%zero, %zero] : tile<128x16xf32, #r0>, block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "multiply", num_warps = 1> {
        %never = constant <value = false> : i1
        %empty = async.pipeline.producer_acquire %s, %sw : pipeline<1, tmem<128x16xf32, #t0>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %s, %empty : pipeline<1, tmem<128x16xf32, #t0>>, stage<empty> -> stage<written> (%m: tmem<128x16xf32, #t0>) {
          %left = async.pipeline.consumer_wait %w, %wr : pipeline<1, tmem<128x16xf16, #t1>>, iterator<1, consumer> -> stage<full>
          %left_read = async.pipeline.consumer_read %w, %left : pipeline<1, tmem<128x16xf16, #t1>>, stage<full> -> stage<read> (%lhs: tmem<128x16xf16, #t1>) {
            %right = async.pipeline.consumer_wait %p, %pr : pipeline<1, buffer<16x16xf16, #s0>>, iterator<1, consumer> -> stage<full>
            %right_read = async.pipeline.consumer_read %p, %right : pipeline<1, buffer<16x16xf16, #s0>>, stage<full> -> stage<read> (%rhs: buffer<16x16xf16, #s0>) {
              tcgen05.mma %lhs, %rhs, %m, [%never] : tmem<128x16xf16, #t1>, buffer<16x16xf16, #s0>, tmem<128x16xf32, #t0>, i1
              async.pipeline.yield
            }
            async.pipeline.consumer_release %p, %right_read : pipeline<1, buffer<16x16xf16, #s0>>, stage<read>
            async.pipeline.yield
          }
          async.pipeline.consumer_release %w, %left_read : pipeline<1, tmem<128x16xf16, #t1>>, stage<read>
          async.pipeline.yield
        }
        async.pipeline.producer_commit %s, %written : pipeline<1, tmem<128x16xf32, #t0>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %pw : pipeline<1, buffer<16x16xf16, #s0>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<1, buffer<16x16xf16, #s0>>, stage<empty> -> stage<written> (%rhs: buffer<16x16xf16, #s0>) {
          async.tiled_tma_load %b, %rhs, %db, [%zero, %zero] : block_tile<[16, 16], memref<16x16xf16, [16, 1]>, step = [16, 16], dims = [0, 1]>, buffer<16x16xf16, #s0>, tma_desc<16x16xf16, swizzle = 32>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<1, buffer<16x16xf16, #s0>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
