// RUN: opt --passes=materialize-schedule
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(0,64)]
// #r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0,0]
// #r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64,0]
// #r2 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0),(0,0)]
// #r3 = reg=[(0,0),(0,0),(0,0),(32,0),(64,0)] lane=[(0,0),(0,0),(0,0),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
// #r4 = reg=[(0,1),(0,2),(0,4),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
// #r5 = reg=[1,2,4,0,0] lane=[8,16,32,0,0] warp=[0,0,0]
// #r6 = reg=[(0,1),(0,2),(0,4),(0,0),(0,0)] lane=[(0,8),(0,16),(0,32),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
// #r7 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
// #r8 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0),(64,0)]
// #r9 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0),(8,0)]
// #r10 = reg=[0,0,0,0,0,0] lane=[0,0,0,0,0] warp=[0,0]
// #r11 = reg=[0,0,0,16,32,64] lane=[0,0,0,1,2] warp=[4,8]
// #r12 = reg=[(0,0),(0,0),(0,0),(16,0),(32,0),(64,0)] lane=[(0,0),(0,0),(0,0),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r13 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r14 = reg=[1,2,4,0,0,0] lane=[8,16,32,0,0] warp=[0,0]
// #r15 = reg=[(0,1),(0,2),(0,4),(0,0),(0,0),(0,0)] lane=[(0,8),(0,16),(0,32),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #r16 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #r17 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// tileas.module @m <target = "sm_90a"> {
//   func @carried <num_warps = 8, occupancy = 1, path = agents, stages = 7, producer_warps = 4, registers = [224, 48]> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m: i32, %n_0: i32, %k_0: i32) {
//     %0 = constant <value = 8> : i32
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
//     %row = divi %10, %8 : i32
//     %11 = muli %row, %8 : i32
//     %12 = subi %10, %11 : i32
//     %column = addi %6, %12 : i32
//     %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tensor = make_memref %c_0, [%m, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %high = constant <value = 128> : i32
//     %first = muli %row, %high : i32
//     %k_64 = exti %k_0 <signed> : i32 -> i64
//     %zero = constant <value = 0> : i64
//     %deep = constant <value = 64> : i64
//     %14 = async.pipeline.create_pipeline : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>
//     %15 = async.pipeline.create_iterator %14 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<7, producer>
//     %19 = async.pipeline.create_iterator %14 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>> -> iterator<7, consumer>
//     async.pipeline.agent_switch {
//       async.pipeline.agent <name = "multiply", num_warps = 8, registers = 224> {
//         %first_1 = view %first : i32 -> tile<1xi32, #r0>
//         %firsts = broadcast %first_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
//         %lanes = make_range : tile<128xi32, #r1>
//         %numbers = addi %firsts, %lanes : tile<128xi32, #r1>
//         %m_1 = view %m : i32 -> tile<1xi32, #r0>
//         %m_128 = broadcast %m_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
//         %below = cmpi %numbers, %m_128 <predicate = less_than, signed> : tile<128xi32, #r1>, tile<128xi32, #r1> -> tile<128xi1, #r1>
//         %rows_1 = view %rows_0 : ptr -> tile<1xptr, #r0>
//         %rows_128 = broadcast %rows_1 : tile<1xptr, #r0> -> tile<128xptr, #r1>
//         %rows_at = addptr %rows_128, %numbers <bytes = 4> : tile<128xptr, #r1>, tile<128xi32, #r1> -> tile<128xptr, #r1>
//         %nowhere = constant <value = 0> : tile<128xi32, #r1>
//         %picked = load %rows_at, [%below], [%nowhere] <contiguous_dim = 0> : tile<128xptr, #r1>, tile<128xi1, #r1>, tile<128xi32, #r1> -> tile<128xi32, #r1>
//         %picked_64 = exti %picked <signed> : tile<128xi32, #r1> -> tile<128xi64, #r1>
//         %k_1 = view %k_64 : i64 -> tile<1xi64, #r0>
//         %k_128 = broadcast %k_1 : tile<1xi64, #r0> -> tile<128xi64, #r1>
//         %starts = muli %picked_64, %k_128 : tile<128xi64, #r1>
//         %starts_1 = view %starts : tile<128xi64, #r1> -> tile<128x1xi64, #r2>
//         %13 = convert_layout %starts_1 : tile<128x1xi64, #r2> -> tile<128x1xi64, #r3>
//         %starts_64 = broadcast %13 : tile<128x1xi64, #r3> -> tile<128x64xi64, #r4>
//         %16 = make_range : tile<64xi64, #r5>
//         %17 = view %16 : tile<64xi64, #r5> -> tile<1x64xi64, #r6>
//         %inner_128 = broadcast %17 : tile<1x64xi64, #r6> -> tile<128x64xi64, #r4>
//         %offsets = addi %starts_64, %inner_128 : tile<128x64xi64, #r4>
//         %18 = view %a_0 : ptr -> tile<1x1xptr, #r7>
//         %a_128 = broadcast %18 : tile<1x1xptr, #r7> -> tile<128x64xptr, #r4>
//         %a_first = addptr %a_128, %offsets <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
//         %further = constant <value = 64> : tile<128x64xi64, #r4>
//         %20 = constant <value = 0.0> : tile<128x128xf32, #r8>
//         %sum:3 = for %zero, %k_64, %deep, [%20, %a_first, %19] : i64, i64, i64, tile<128x128xf32, #r8>, tile<128x64xptr, #r4>, iterator<7, consumer> -> tile<128x128xf32, #r8>, tile<128x64xptr, #r4>, iterator<7, consumer> (%at: i64, %so_far: tile<128x128xf32, #r8>, %a_ptrs: tile<128x64xptr, #r4>, %arg0: iterator<7, consumer>) {
//           %21 = async.pipeline.consumer_wait %14, %arg0 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<7, consumer> -> stage<full>
//           %22:2 = async.pipeline.consumer_read %14, %21 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<full> -> stage<read>, tile<128x128xf32, #r8> (%arg1: buffer<128x64xf16, #s0>, %arg2: buffer<64x128xf16, #s1>) {
//             %24 = constant <value = 0> : i32
//             %25 = local_load %arg1, [%24, %24] : buffer<128x64xf16, #s0>, i32, i32 -> tile<128x64xf16, #r4>
//             %26 = local_load %arg2, [%24, %24] : buffer<64x128xf16, #s1>, i32, i32 -> tile<64x128xf16, #r9>
//             %next = dot %25, %26, %so_far <warpgroups = [2, 1]> : tile<128x64xf16, #r4>, tile<64x128xf16, #r9>, tile<128x128xf32, #r8> -> tile<128x128xf32, #r8>
//             async.pipeline.yield [%next] : tile<128x128xf32, #r8>
//           }
//           async.pipeline.consumer_release %14, %22#0 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<read>
//           %23 = async.pipeline.inc_iter %arg0 : iterator<7, consumer>
//           %a_next = addptr %a_ptrs, %further <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
//           continue [%22#1, %a_next, %23] : tile<128x128xf32, #r8>, tile<128x64xptr, #r4>, iterator<7, consumer>
//         }
//         tiled_store %sum#0, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<128x128xf32, #r8>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
//         async.pipeline.yield
//       }
//       async.pipeline.agent <name = "load", num_warps = 4, registers = 48> {
//         %21 = view %first : i32 -> tile<1xi32, #r10>
//         %22 = broadcast %21 : tile<1xi32, #r10> -> tile<128xi32, #r11>
//         %23 = make_range : tile<128xi32, #r11>
//         %24 = addi %22, %23 : tile<128xi32, #r11>
//         %25 = view %m : i32 -> tile<1xi32, #r10>
//         %26 = broadcast %25 : tile<1xi32, #r10> -> tile<128xi32, #r11>
//         %27 = cmpi %24, %26 <predicate = less_than, signed> : tile<128xi32, #r11>, tile<128xi32, #r11> -> tile<128xi1, #r11>
//         %28 = view %rows_0 : ptr -> tile<1xptr, #r10>
//         %29 = broadcast %28 : tile<1xptr, #r10> -> tile<128xptr, #r11>
//         %30 = addptr %29, %24 <bytes = 4> : tile<128xptr, #r11>, tile<128xi32, #r11> -> tile<128xptr, #r11>
//         %31 = constant <value = 0> : tile<128xi32, #r11>
//         %32 = load %30, [%27], [%31] <contiguous_dim = 0> : tile<128xptr, #r11>, tile<128xi1, #r11>, tile<128xi32, #r11> -> tile<128xi32, #r11>
//         %33 = exti %32 <signed> : tile<128xi32, #r11> -> tile<128xi64, #r11>
//         %34 = view %k_64 : i64 -> tile<1xi64, #r10>
//         %35 = broadcast %34 : tile<1xi64, #r10> -> tile<128xi64, #r11>
//         %36 = muli %33, %35 : tile<128xi64, #r11>
//         %37 = view %36 : tile<128xi64, #r11> -> tile<128x1xi64, #r12>
//         %38 = broadcast %37 : tile<128x1xi64, #r12> -> tile<128x64xi64, #r13>
//         %39 = make_range : tile<64xi64, #r14>
//         %40 = view %39 : tile<64xi64, #r14> -> tile<1x64xi64, #r15>
//         %41 = make_range : tile<64xi64, #r14>
//         %42 = view %41 : tile<64xi64, #r14> -> tile<1x64xi64, #r15>
//         %43 = broadcast %42 : tile<1x64xi64, #r15> -> tile<128x64xi64, #r13>
//         %44 = addi %38, %43 : tile<128x64xi64, #r13>
//         %45 = view %a_0 : ptr -> tile<1x1xptr, #r16>
//         %46 = broadcast %45 : tile<1x1xptr, #r16> -> tile<128x64xptr, #r13>
//         %47 = addptr %46, %44 <bytes = 2> : tile<128x64xptr, #r13>, tile<128x64xi64, #r13> -> tile<128x64xptr, #r13>
//         %48 = view %27 : tile<128xi1, #r11> -> tile<128x1xi1, #r12>
//         %49 = broadcast %48 : tile<128x1xi1, #r12> -> tile<128x64xi1, #r13>
//         %50 = constant <value = 64> : tile<128x64xi64, #r13>
//         for %zero, %k_64, %deep, [%47, %15] : i64, i64, i64, tile<128x64xptr, #r13>, iterator<7, producer> -> tile<128x64xptr, #r13>, iterator<7, producer> (%arg0: i64, %arg1: tile<128x64xptr, #r13>, %arg2: iterator<7, producer>) {
//           %left = subi %k_64, %arg0 : i64
//           %51 = view %left : i64 -> tile<1x1xi64, #r16>
//           %52 = broadcast %51 : tile<1x1xi64, #r16> -> tile<1x64xi64, #r15>
//           %53 = cmpi %40, %52 <predicate = less_than, signed> : tile<1x64xi64, #r15>, tile<1x64xi64, #r15> -> tile<1x64xi1, #r15>
//           %54 = broadcast %53 : tile<1x64xi1, #r15> -> tile<128x64xi1, #r13>
//           %55 = andi %54, %49 : tile<128x64xi1, #r13>
//           %step = divi %arg0, %deep <signed> : i64
//           %b_at = trunci %step : i64 -> i32
//           %56 = async.pipeline.producer_acquire %14, %arg2 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, iterator<7, producer> -> stage<empty>
//           %57 = async.pipeline.producer_write %14, %56 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<empty> -> stage<written> (%arg3: buffer<128x64xf16, #s0>, %arg4: buffer<64x128xf16, #s1>) {
//             %60 = constant <value = 0> : i32
//             %61 = constant <value = 0x0> : tile<128x64xf16, #r13>
//             %62 = load %arg1, [%55], [%61] <contiguity = [1, 8], divisibility = 16> : tile<128x64xptr, #r13>, tile<128x64xi1, #r13>, tile<128x64xf16, #r13> -> tile<128x64xf16, #r13>
//             local_store %62, %arg3, [%60, %60] : tile<128x64xf16, #r13>, buffer<128x64xf16, #s0>, i32, i32
//             %63 = tiled_load %b_tiles, [%b_at, %column] : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r17>
//             local_store %63, %arg4, [%60, %60] : tile<64x128xf16, #r17>, buffer<64x128xf16, #s1>, i32, i32
//             async.pipeline.yield
//           }
//           async.pipeline.producer_commit %14, %57 : pipeline<7, buffer<128x64xf16, #s0>, buffer<64x128xf16, #s1>>, stage<written>
//           %58 = async.pipeline.inc_iter %arg2 : iterator<7, producer>
//           %59 = addptr %arg1, %50 <bytes = 2> : tile<128x64xptr, #r13>, tile<128x64xi64, #r13> -> tile<128x64xptr, #r13>
//           continue [%59, %58] : tile<128x64xptr, #r13>, iterator<7, producer>
//         }
//         async.pipeline.yield
//       }
//       async.pipeline.yield
//     }
//     return
//   }
// }
//
// The agent that copies computes the addresses of its rows in the layout of its own copies, with the numbers of the rows that
// it loads itself; it carries them round its loop.
#r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0,0]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64,0]
#r2 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0),(0,0)]
#r3 = reg=[(0,0),(0,0),(0,0),(32,0),(64,0)] lane=[(0,0),(0,0),(0,0),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
#r4 = reg=[(0,1),(0,2),(0,4),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0),(16,0)]
#r5 = reg=[1,2,4] lane=[8,16,32,0,0] warp=[0,0,0]
#r6 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
#r7 = reg=[1,2,4,0,0] lane=[8,16,32,0,0] warp=[0,0,0]
#r8 = reg=[(0,1),(0,2),(0,4),(0,0),(0,0)] lane=[(0,8),(0,16),(0,32),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
#r9 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
#r10 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0),(64,0)]
#r11 = reg=[(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0),(0,0)]
#r12 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0),(8,0)]
tileas.module @m <target = "sm_90a"> {
  func @carried <num_warps = 8, occupancy = 1, path = agents, stages = 7, producer_warps = 4, registers = [224, 48]> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m: i32, %n_0: i32, %k_0: i32) {
    %0 = constant <value = 8> : i32
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
    %row = divi %10, %8 : i32
    %11 = muli %row, %8 : i32
    %12 = subi %10, %11 : i32
    %column = addi %6, %12 : i32
    %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %c_tensor = make_memref %c_0, [%m, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>
    %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
    %high = constant <value = 128> : i32
    %first = muli %row, %high : i32
    %first_1 = view %first : i32 -> tile<1xi32, #r0>
    %firsts = broadcast %first_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
    %lanes = make_range : tile<128xi32, #r1>
    %numbers = addi %firsts, %lanes : tile<128xi32, #r1>
    %m_1 = view %m : i32 -> tile<1xi32, #r0>
    %m_128 = broadcast %m_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
    %below = cmpi %numbers, %m_128 <predicate = less_than, signed> : tile<128xi32, #r1>, tile<128xi32, #r1> -> tile<128xi1, #r1>
    %rows_1 = view %rows_0 : ptr -> tile<1xptr, #r0>
    %rows_128 = broadcast %rows_1 : tile<1xptr, #r0> -> tile<128xptr, #r1>
    %rows_at = addptr %rows_128, %numbers <bytes = 4> : tile<128xptr, #r1>, tile<128xi32, #r1> -> tile<128xptr, #r1>
    %nowhere = constant <value = 0> : tile<128xi32, #r1>
    %picked = load %rows_at, [%below], [%nowhere] <contiguous_dim = 0> : tile<128xptr, #r1>, tile<128xi1, #r1>, tile<128xi32, #r1> -> tile<128xi32, #r1>
    %picked_64 = exti %picked <signed> : tile<128xi32, #r1> -> tile<128xi64, #r1>
    %k_64 = exti %k_0 <signed> : i32 -> i64
    %k_1 = view %k_64 : i64 -> tile<1xi64, #r0>
    %k_128 = broadcast %k_1 : tile<1xi64, #r0> -> tile<128xi64, #r1>
    %starts = muli %picked_64, %k_128 : tile<128xi64, #r1>
    %starts_1 = view %starts : tile<128xi64, #r1> -> tile<128x1xi64, #r2>
    %13 = convert_layout %starts_1 : tile<128x1xi64, #r2> -> tile<128x1xi64, #r3>
    %starts_64 = broadcast %13 : tile<128x1xi64, #r3> -> tile<128x64xi64, #r4>
    %14 = make_range : tile<64xi64, #r5>
    %15 = view %14 : tile<64xi64, #r5> -> tile<1x64xi64, #r6>
    %16 = make_range : tile<64xi64, #r7>
    %17 = view %16 : tile<64xi64, #r7> -> tile<1x64xi64, #r8>
    %inner_128 = broadcast %17 : tile<1x64xi64, #r8> -> tile<128x64xi64, #r4>
    %offsets = addi %starts_64, %inner_128 : tile<128x64xi64, #r4>
    %18 = view %a_0 : ptr -> tile<1x1xptr, #r9>
    %a_128 = broadcast %18 : tile<1x1xptr, #r9> -> tile<128x64xptr, #r4>
    %a_first = addptr %a_128, %offsets <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
    %below_1 = view %below : tile<128xi1, #r1> -> tile<128x1xi1, #r2>
    %19 = convert_layout %below_1 : tile<128x1xi1, #r2> -> tile<128x1xi1, #r3>
    %below_64 = broadcast %19 : tile<128x1xi1, #r3> -> tile<128x64xi1, #r4>
    %zero = constant <value = 0> : i64
    %deep = constant <value = 64> : i64
    %further = constant <value = 64> : tile<128x64xi64, #r4>
    %padding = constant <value = 0x0> : tile<128x64xf16, #r4>
    %20 = constant <value = 0.0> : tile<128x128xf32, #r10>
    %sum, %a_end = for %zero, %k_64, %deep, [%20, %a_first] : i64, i64, i64, tile<128x128xf32, #r10>, tile<128x64xptr, #r4> -> tile<128x128xf32, #r10>, tile<128x64xptr, #r4> (%at: i64, %so_far: tile<128x128xf32, #r10>, %a_ptrs: tile<128x64xptr, #r4>) {
      %left = subi %k_64, %at : i64
      %21 = view %left : i64 -> tile<1x1xi64, #r11>
      %22 = broadcast %21 : tile<1x1xi64, #r11> -> tile<1x64xi64, #r6>
      %23 = cmpi %15, %22 <predicate = less_than, signed> : tile<1x64xi64, #r6>, tile<1x64xi64, #r6> -> tile<1x64xi1, #r6>
      %24 = convert_layout %23 : tile<1x64xi1, #r6> -> tile<1x64xi1, #r8>
      %near = broadcast %24 : tile<1x64xi1, #r8> -> tile<128x64xi1, #r4>
      %inside = andi %near, %below_64 : tile<128x64xi1, #r4>
      %a_tile = load %a_ptrs, [%inside], [%padding] <contiguity = [1, 8], divisibility = 16> : tile<128x64xptr, #r4>, tile<128x64xi1, #r4>, tile<128x64xf16, #r4> -> tile<128x64xf16, #r4>
      %step = divi %at, %deep <signed> : i64
      %b_at = trunci %step : i64 -> i32
      %b_tile = tiled_load %b_tiles, [%b_at, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r12>
      %next = dot %a_tile, %b_tile, %so_far <warpgroups = [2, 1]> : tile<128x64xf16, #r4>, tile<64x128xf16, #r12>, tile<128x128xf32, #r10> -> tile<128x128xf32, #r10>
      %a_next = addptr %a_ptrs, %further <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
      continue [%next, %a_next] : tile<128x128xf32, #r10>, tile<128x64xptr, #r4>
    }
    tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<128x128xf32, #r10>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
    return
  }
}
