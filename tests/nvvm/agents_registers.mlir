// RUN: compile --emit=nvvm
// nvvm.module @m <target = "sm_90a"> {
//   global @product$shared <space = shared, size = 3200, alignment = 1024>
//   func @product <reqntid = 256, param_bits = [64, 64, 64, 32], minctas = 1> (%pa: ptr<global>, %pb: ptr<global>, %pc: ptr<global>, %k: i32) {
//     %0 = address_of <name = @product$shared> : ptr<shared>
//     %1 = constant <value = 64> : i64
//     %2 = exti %k : i32 -> i64
//     %3 = constant <value = 8> : i64
//     %4 = tensor_map %pa, [%2, %1], [%2] <element = f16, box_shape = [16, 64], swizzle = 32> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %5 = special <name = tid.x> : i32
//     %6 = constant <value = 0> : i32
//     %7 = cmpi %5, %6 <predicate = equal> : i32, i32 -> i1
//     prefetch_map %4, [%7] : ptr<generic>, i1
//     %8 = tensor_map %pb, [%2, %3], [%2] <element = f16, box_shape = [16, 8], swizzle = 32> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     prefetch_map %8, [%7] : ptr<generic>, i1
//     %9 = constant <value = 1> : i32
//     mbarrier_init %0, [%7] <count = 1, offset = 3072> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 3080> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %10 = constant <value = 5> : i32
//     %11 = shri %5, %10 : i32
//     %12 = shfl %11, %6 <kind = idx> : i32
//     %13 = constant <value = 4> : i32
//     %14 = cmpi %12, %13 <predicate = less_than> : i32, i32 -> i1
//     if %14 : i1 {
//       setmaxnreg <action = dec, registers = 232>
//       %15 = elect : i1
//       %none = constant <value = 0.0> : f32
//       mbarrier_wait %0, %6 <offset = 3072> : ptr<shared>, i32
//       %16 = regs [%none, %none, %none, %none] : f32, f32, f32, f32 -> regs<4xf32>
//       %17 = ptr_to_int %0 : ptr<shared> -> i32
//       %18 = shri %17, %13 : i32
//       %19 = constant <value = -1073741808> : i32
//       %20 = constant <value = 2048> : i32
//       %21 = addptr %0, %20 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//       %22 = ptr_to_int %21 : ptr<shared> -> i32
//       %23 = shri %22, %13 : i32
//       %24 = constant <value = -1073741824> : i32
//       %25 = wgmma_fence [%16] : regs<4xf32> -> pending<4xf32>
//       %26 = constant <value = false> : i1
//       %27 = pack [%23, %24] : i32, i32 -> i64
//       %28 = pack [%18, %19] : i32, i32 -> i64
//       %29 = wgmma %28, %27, %25, [%26] <n = 8, a_format = f16, b_format = f16> : i64, i64, pending<4xf32>, i1 -> pending<4xf32>
//       wgmma_commit
//       %30 = wgmma_wait [%29] : pending<4xf32> -> regs<4xf32>
//       %sum = reg %30 <index = 0> : regs<4xf32> -> f32
//       %sum_0 = reg %30 <index = 1> : regs<4xf32> -> f32
//       %sum_1 = reg %30 <index = 2> : regs<4xf32> -> f32
//       %sum_2 = reg %30 <index = 3> : regs<4xf32> -> f32
//       mbarrier_arrive %0, [], [%15] <offset = 3080> : ptr<shared>, i1
//       %31 = constant <value = 2> : i32
//       %32 = shri %5, %31 : i32
//       %33 = constant <value = 7> : i32
//       %34 = andi %32, %33 : i32
//       %35 = constant <value = 3> : i32
//       %36 = andi %11, %35 : i32
//       %37 = shli %36, %13 : i32
//       %38 = xori %34, %37 : i32
//       %39 = constant <value = 8> : i32
//       %40 = addi %38, %39 : i32
//       %41 = exti %40 : i32 -> i64
//       %42 = cmpi %41, %1 <predicate = less_than> : i64, i64 -> i1
//       %43 = andi %5, %35 : i32
//       %44 = addptr %pc, %34 <bytes = 32> : ptr<global>, i32 -> ptr<global>
//       %45 = addptr %44, %36 <bytes = 512> : ptr<global>, i32 -> ptr<global>
//       %46 = addptr %45, %43 <bytes = 8> : ptr<global>, i32 -> ptr<global>
//       st %46, [%sum] <bits = 32> : ptr<global>, f32
//       st %46, [%sum_0] <bits = 32, offset = 4> : ptr<global>, f32
//       st %46, [%sum_1], [%42] <bits = 32, offset = 256> : ptr<global>, f32, i1
//       st %46, [%sum_2], [%42] <bits = 32, offset = 260> : ptr<global>, f32, i1
//       yield
//     } {
//       setmaxnreg <action = dec, registers = 40>
//       %15 = cmpi %12, %13 <predicate = equal> : i32, i32 -> i1
//       if %15 : i1 {
//         %16 = elect : i1
//         mbarrier_wait %0, %9 <offset = 3080> : ptr<shared>, i32
//         %17 = constant <value = 2304> : i32
//         mbarrier_arrive %0, [%17], [%16] <offset = 3072> : ptr<shared>, i32, i1
//         bulk_tensor_load %0, %0, %4, [%6, %6], [], [%16] <barrier_offset = 3072> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_tensor_load %0, %0, %8, [%6, %6], [], [%16] <offset = 2048, barrier_offset = 3072> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//         yield
//       }
//       yield
//     }
//     return
//   }
// }
//
// The product of `agents_product.mlir` by agents of one warpgroup each: the one that copies hands registers over to the one that multiplies.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(0,1),(0,2),(8,4)]
#r0 = reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
tileas.module @m <target = "sm_90a"> {
  func @product <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %k: i32) {
    %zero = constant <value = 0> : i32
    %ma = make_memref %pa, [%k], [%k] : ptr, i32, i32 -> memref<64x?xf16, [?, 1]>
    %mb = make_memref %pb, [%k], [%k] : ptr, i32, i32 -> memref<8x?xf16, [?, 1]>
    %mc = make_memref %pc : ptr -> memref<64x8xf32, [8, 1]>
    %a = block_tile %ma : memref<64x?xf16, [?, 1]> -> block_tile<[64, 16], memref<64x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>
    %b = block_tile %mb : memref<8x?xf16, [?, 1]> -> block_tile<[16, 8], memref<8x?xf16, [?, 1]>, step = [16, 8], dims = [1, 0]>
    %c = block_tile %mc : memref<64x8xf32, [8, 1]> -> block_tile<[64, 8], memref<64x8xf32, [8, 1]>, step = [64, 8], dims = [0, 1]>
    %da = make_tiled_tma_desc %ma <tma_idx = 0> : memref<64x?xf16, [?, 1]> -> tma_desc<64x16xf16, swizzle = 32>
    %db = make_tiled_tma_desc %mb <tma_idx = 1> : memref<8x?xf16, [?, 1]> -> tma_desc<8x16xf16, swizzle = 32>
    %p = async.pipeline.create_pipeline : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>
    %w = async.pipeline.create_iterator %p : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>> -> iterator<1, producer>
    %r = async.pipeline.create_iterator %p : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>> -> iterator<1, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4, registers = 232> {
        %none = constant <value = 0.0> : tile<64x8xf32, #r0>
        %full = async.pipeline.consumer_wait %p, %r : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, iterator<1, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, stage<full> -> stage<read>, pending<64x8xf32, #r0> (%sa: buffer<64x16xf16, #s0>, %sb: buffer<16x8xf16, #s1>) {
          %d0 = async.dot %sa, %sb, %none : buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>, tile<64x8xf32, #r0> -> pending<64x8xf32, #r0>
          async.pipeline.yield [%d0] : pending<64x8xf32, #r0>
        }
        %sum = async.dot_wait %d : pending<64x8xf32, #r0> -> tile<64x8xf32, #r0>
        async.pipeline.consumer_release %p, %read : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, stage<read>
        tiled_store %sum, %c, [%zero, %zero] : tile<64x8xf32, #r0>, block_tile<[64, 8], memref<64x8xf32, [8, 1]>, step = [64, 8], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 4, registers = 40> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, iterator<1, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, stage<empty> -> stage<written> (%sa: buffer<64x16xf16, #s0>, %sb: buffer<16x8xf16, #s1>) {
          async.tiled_tma_load %a, %sa, %da, [%zero, %zero] : block_tile<[64, 16], memref<64x?xf16, [?, 1]>, step = [64, 16], dims = [0, 1]>, buffer<64x16xf16, #s0>, tma_desc<64x16xf16, swizzle = 32>, i32, i32
          async.tiled_tma_load %b, %sb, %db, [%zero, %zero] : block_tile<[16, 8], memref<8x?xf16, [?, 1]>, step = [16, 8], dims = [1, 0]>, buffer<16x8xf16, #s1>, tma_desc<8x16xf16, swizzle = 32>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<1, buffer<64x16xf16, #s0>, buffer<16x8xf16, #s1>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
