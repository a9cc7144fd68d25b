// RUN: opt --passes=materialize-async,dce
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64),(64,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[1,0,8,16,32,0] lane=[2,4,0,0,0] warp=[0,0]
// #r2 = reg=[(0,1),(0,0),(0,8),(0,16),(0,32),(0,0)] lane=[(0,2),(0,4),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(64,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0),(0,64)]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// tileas.module @m <target = "sm_90a"> {
//   func @biased <num_warps = 4, occupancy = 1, path = agents, stages = 6, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
//     %0 = constant <value = 16> : i32
//     %1 = get_program_id <axis = 0> : i32
//     %2 = get_program_id <axis = 1> : i32
//     %3 = get_num_programs <axis = 0> : i32
//     %4 = get_num_programs <axis = 1> : i32
//     %5 = remi %2, %0 : i32
//     %6 = subi %2, %5 : i32
//     %7 = subi %4, %6 : i32
//     %8 = mini %7, %0 : i32
//     %9 = muli %5, %3 : i32
//     %10 = addi %9, %1 : i32
//     %block_row = divi %10, %8 : i32
//     %11 = muli %block_row, %8 : i32
//     %12 = subi %10, %11 : i32
//     %block_col = addi %6, %12 : i32
//     %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
//     %13 = async.pipeline.create_pipeline : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
//     %14 = async.pipeline.create_iterator %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, producer>
//     %15 = async.pipeline.create_iterator %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, consumer>
//     %22 = make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
//     %23 = make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
//     %24 = make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 4> {
//         %16 = constant <value = 0.0> : tile<128x128xf32, #r0>
//         %25 = cmpi %zero, %k_tiles <predicate = less_than, signed> : i32, i32 -> i1
//         %sum = if %25 : i1 -> tile<128x128xf32, #r0> {
//           %19 = async.pipeline.consumer_wait %13, %15 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, consumer> -> stage<full>
//           %20:2 = async.pipeline.consumer_read %13, %19 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read>, pending<128x128xf32, #r0> (%arg1: buffer<128x32xf16, #s0>, %arg2: buffer<32x128xf16, #s1>) {
//             %sum_next = async.dot %arg1, %arg2, %16 : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, tile<128x128xf32, #r0> -> pending<128x128xf32, #r0>
//             async.pipeline.yield [%sum_next] : pending<128x128xf32, #r0>
//           }
//           %21 = async.pipeline.inc_iter %15 : iterator<6, consumer>
//           %63 = addi %zero, %one : i32
//           %64:3 = for %63, %k_tiles, %one, [%20#1, %21, %20#0] : i32, i32, i32, pending<128x128xf32, #r0>, iterator<6, consumer>, stage<read> -> pending<128x128xf32, #r0>, iterator<6, consumer>, stage<read> (%i: i32, %sum_so_far: pending<128x128xf32, #r0>, %arg0: iterator<6, consumer>, %arg0_0: stage<read>) {
//             %66 = async.pipeline.consumer_wait %13, %arg0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, consumer> -> stage<full>
//             %67:2 = async.pipeline.consumer_read %13, %66 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read>, pending<128x128xf32, #r0> (%arg1: buffer<128x32xf16, #s0>, %arg2: buffer<32x128xf16, #s1>) {
//               %sum_next = async.dot %arg1, %arg2, %sum_so_far : buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>, pending<128x128xf32, #r0> -> pending<128x128xf32, #r0>
//               async.pipeline.yield [%sum_next] : pending<128x128xf32, #r0>
//             }
//             async.pipeline.consumer_release %13, %arg0_0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
//             %68 = async.pipeline.inc_iter %arg0 : iterator<6, consumer>
//             continue [%67#1, %68, %67#0] : pending<128x128xf32, #r0>, iterator<6, consumer>, stage<read>
//           }
//           %65 = async.dot_wait %64#0 : pending<128x128xf32, #r0> -> tile<128x128xf32, #r0>
//           async.pipeline.consumer_release %13, %64#2 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
//           yield [%65] : tile<128x128xf32, #r0>
//         } {
//           yield [%16] : tile<128x128xf32, #r0>
//         }
//         barrier
//         %26 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//         %27 = exti %block_col : i32 -> i64
//         %28 = constant <value = 2> : i64
//         %29 = constant <value = 0> : i64
//         %30 = muli %27, %28 : i64
//         %31 = addi %30, %29 : i64
//         %32 = tiled_load %26, [%31] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//         %33 = view %32 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//         %34 = broadcast %33 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r3>
//         %35 = constant <value = 0> : i32
//         %36 = constant <value = 0> : i32
//         %37 = extract_slice %sum, [%35, %36] : tile<128x128xf32, #r0>, i32, i32 -> tile<128x64xf32, #r3>
//         %38 = addf %37, %34 : tile<128x64xf32, #r3>
//         %39 = fp_to_fp %38 : tile<128x64xf32, #r3> -> tile<128x64xf16, #r3>
//         %40 = async.pipeline.reuse %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> buffer<128x128xf16, #s2>
//         %41 = constant <value = 0> : i32
//         %42 = constant <value = 0> : i32
//         %43 = extract_slice %40, [%41, %42] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//         %44 = constant <value = 0> : i32
//         local_store %39, %43, [%44, %44] : tile<128x64xf16, #r3>, buffer<128x64xf16, #s3>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %43, %c_tiles, %24, [%block_row, %block_col] <slice = [0, 0]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//         %45 = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>
//         %46 = exti %block_col : i32 -> i64
//         %47 = constant <value = 2> : i64
//         %48 = constant <value = 1> : i64
//         %49 = muli %46, %47 : i64
//         %50 = addi %49, %48 : i64
//         %51 = tiled_load %45, [%50] <contiguous_dim = 0, no_boxes = base> : block_tile<[64], memref<?xf32, [1]>, step = [64], dims = [0], padding = zero>, i64 -> tile<64xf32, #r1>
//         %52 = view %51 : tile<64xf32, #r1> -> tile<1x64xf32, #r2>
//         %53 = broadcast %52 : tile<1x64xf32, #r2> -> tile<128x64xf32, #r3>
//         %54 = constant <value = 0> : i32
//         %55 = constant <value = 1> : i32
//         %56 = extract_slice %sum, [%54, %55] : tile<128x128xf32, #r0>, i32, i32 -> tile<128x64xf32, #r3>
//         %57 = addf %56, %53 : tile<128x64xf32, #r3>
//         %58 = fp_to_fp %57 : tile<128x64xf32, #r3> -> tile<128x64xf16, #r3>
//         %59 = constant <value = 0> : i32
//         %60 = constant <value = 1> : i32
//         %61 = extract_slice %40, [%59, %60] : buffer<128x128xf16, #s2>, i32, i32 -> buffer<128x64xf16, #s3>
//         %62 = constant <value = 0> : i32
//         local_store %58, %61, [%62, %62] : tile<128x64xf16, #r3>, buffer<128x64xf16, #s3>, i32, i32
//         mma.fence
//         barrier
//         async.tiled_tma_store %61, %c_tiles, %24, [%block_row, %block_col] <slice = [0, 1]> : buffer<128x64xf16, #s3>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, tma_desc<128x64xf16, swizzle = 128>, i32, i32
//         async.store_wait <pending = 0, read>
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 1> {
//         for %zero, %k_tiles, %one, [%14] : i32, i32, i32, iterator<6, producer> -> iterator<6, producer> (%arg0: i32, %arg1: iterator<6, producer>) {
//           %16 = async.pipeline.producer_acquire %13, %arg1 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, producer> -> stage<empty>
//           %17 = async.pipeline.producer_write %13, %16 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x128xf16, #s1>) {
//             async.tiled_tma_load %a_tiles, %arg2, %22, [%block_row, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, buffer<128x32xf16, #s0>, tma_desc<128x32xf16, swizzle = 64>, i32, i32
//             async.tiled_tma_load %b_tiles, %arg3, %23, [%arg0, %block_col] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, buffer<32x128xf16, #s1>, tma_desc<32x64xf16, swizzle = 128>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %13, %17 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
//           %18 = async.pipeline.inc_iter %arg1 : iterator<6, producer>
//           continue [%18] : iterator<6, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }

// A sum in registers is stored in slices where a row is added to it: a thread holds one part of the row at a time.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(0,64)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64),(64,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]
#r2 = reg=[(1,0),(2,0),(4,0),(8,0),(16,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
#r3 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
#r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
#r5 = reg=[(0,1),(0,0),(0,8),(0,16),(0,32),(0,64),(0,0)] lane=[(0,2),(0,4),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
#r6 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
#r7 = reg=[(0,1),(0,2),(1,0),(2,0),(4,0),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[]
tileas.module @m <target = "sm_90a"> {
  func @biased <num_warps = 4, occupancy = 1, path = agents, stages = 6, producer_warps = 1> (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32, %bias: ptr) {
    %0 = constant <value = 16> : i32
    %1 = get_program_id <axis = 0> : i32
    %2 = get_program_id <axis = 1> : i32
    %3 = get_num_programs <axis = 0> : i32
    %4 = get_num_programs <axis = 1> : i32
    %5 = remi %2, %0 : i32
    %6 = subi %2, %5 : i32
    %7 = subi %4, %6 : i32
    %8 = mini %7, %0 : i32
    %9 = muli %5, %3 : i32
    %10 = addi %9, %1 : i32
    %block_row = divi %10, %8 : i32
    %11 = muli %block_row, %8 : i32
    %12 = subi %10, %11 : i32
    %block_col = addi %6, %12 : i32
    %a_tensor = make_memref %a, [%m, %k], [%lda] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
    %b_tensor = make_memref %b, [%k, %n], [%ldb] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>
    %c_tensor = make_memref %c, [%m, %n], [%ldc] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tiles = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %bias_tensor = make_memref %bias, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %bias_tiles = block_tile %bias_tensor : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %13 = async.pipeline.create_pipeline : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>
    %14 = async.pipeline.create_iterator %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, producer>
    %15 = async.pipeline.create_iterator %13 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>> -> iterator<6, consumer>
    make_tiled_tma_desc %a_tensor <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<128x32xf16, swizzle = 64>
    make_tiled_tma_desc %b_tensor <tma_idx = 1> : memref<?x?xf16, [?, 1]> -> tma_desc<32x64xf16, swizzle = 128>
    make_tiled_tma_desc %c_tensor <tma_idx = 2> : memref<?x?xf16, [?, 1]> -> tma_desc<128x64xf16, swizzle = 128>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %16 = constant <value = 0.0> : tile<128x128xf32, #r0>
        %sum:2 = for %zero, %k_tiles, %one, [%16, %15] : i32, i32, i32, tile<128x128xf32, #r0>, iterator<6, consumer> -> tile<128x128xf32, #r0>, iterator<6, consumer> (%i: i32, %sum_so_far: tile<128x128xf32, #r0>, %arg0: iterator<6, consumer>) {
          %19 = async.pipeline.consumer_wait %13, %arg0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, consumer> -> stage<full>
          %20:2 = async.pipeline.consumer_read %13, %19 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<full> -> stage<read>, tile<128x128xf32, #r0> (%arg1: buffer<128x32xf16, #s0>, %arg2: buffer<32x128xf16, #s1>) {
            %22 = constant <value = 0> : i32
            %23 = local_load %arg1, [%22, %22] : buffer<128x32xf16, #s0>, i32, i32 -> tile<128x32xf16, #r1>
            %24 = local_load %arg2, [%22, %22] : buffer<32x128xf16, #s1>, i32, i32 -> tile<32x128xf16, #r2>
            %sum_next = dot %23, %24, %sum_so_far <warpgroups = [1, 1]> : tile<128x32xf16, #r1>, tile<32x128xf16, #r2>, tile<128x128xf32, #r0> -> tile<128x128xf32, #r0>
            async.pipeline.yield [%sum_next] : tile<128x128xf32, #r0>
          }
          async.pipeline.consumer_release %13, %20#0 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<read>
          %21 = async.pipeline.inc_iter %arg0 : iterator<6, consumer>
          continue [%20#1, %21] : tile<128x128xf32, #r0>, iterator<6, consumer>
        }
        %row_bias = tiled_load %bias_tiles, [%block_col] <contiguous_dim = 0, no_boxes = base> : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xf32, #r3>
        %bias_1 = view %row_bias : tile<128xf32, #r3> -> tile<1x128xf32, #r4>
        %17 = convert_layout %bias_1 : tile<1x128xf32, #r4> -> tile<1x128xf32, #r5>
        %18 = broadcast %17 : tile<1x128xf32, #r5> -> tile<128x128xf32, #r0>
        %shifted = addf %sum#0, %18 : tile<128x128xf32, #r0>
        %narrow = fp_to_fp %shifted : tile<128x128xf32, #r0> -> tile<128x128xf16, #r0>
        tiled_store %narrow, %c_tiles, [%block_row, %block_col] <contiguity = [1, 8], divisibility = 16, boxes, slice = [128, 64]> : tile<128x128xf16, #r0>, block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        for %zero, %k_tiles, %one, [%14] : i32, i32, i32, iterator<6, producer> -> iterator<6, producer> (%arg0: i32, %arg1: iterator<6, producer>) {
          %16 = async.pipeline.producer_acquire %13, %arg1 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, iterator<6, producer> -> stage<empty>
          %17 = async.pipeline.producer_write %13, %16 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<empty> -> stage<written> (%arg2: buffer<128x32xf16, #s0>, %arg3: buffer<32x128xf16, #s1>) {
            %19 = constant <value = 0> : i32
            %20 = tiled_load %a_tiles, [%block_row, %arg0] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16, #r6>
            local_store %20, %arg2, [%19, %19] : tile<128x32xf16, #r6>, buffer<128x32xf16, #s0>, i32, i32
            %21 = tiled_load %b_tiles, [%arg0, %block_col] : block_tile<[32, 128], memref<?x?xf16, [?, 1]>, step = [32, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x128xf16, #r7>
            local_store %21, %arg3, [%19, %19] : tile<32x128xf16, #r7>, buffer<32x128xf16, #s1>, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %13, %17 : pipeline<6, buffer<128x32xf16, #s0>, buffer<32x128xf16, #s1>>, stage<written>
          %18 = async.pipeline.inc_iter %arg1 : iterator<6, producer>
          continue [%18] : iterator<6, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
