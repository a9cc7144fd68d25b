// RUN: opt --passes=generate-schedule
// #r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0]
// #r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #r2 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r3 = reg=[(0,0),(0,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,0),(0,0),(0,0),(0,0),(1,0)] warp=[(2,0),(4,0)]
// #r4 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r5 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r6 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,0)]
// #r7 = reg=[1,2,0,0,0,0] lane=[4,8,16,32,0] warp=[0,0]
// #r8 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,0)] warp=[(0,0),(0,0)]
// #r9 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #r10 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// #r11 = reg=[] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
// #r12 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
// tileas.module @m <target = "sm_90a"> {
//   func @carried <num_warps = 4, path = universal, reason = "the left operand: its addresses are not known to be 16 contiguous, aligned bytes each; state it by `assume div_by<16>`"> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m: i32, %n_0: i32, %k_0: i32) {
//     %row = get_program_id <axis = 0> : i32
//     %column = get_program_id <axis = 1> : i32
//     %b_tensor = make_memref %b_0, [%k_0, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %c_tensor = make_memref %c_0, [%m, %n_0], [%n_0] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>
//     %c_tiles = block_tile %c_tensor : memref<?x?xf32, [?, 1]> -> block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>
//     %high = constant <value = 128> : i32
//     %first = muli %row, %high : i32
//     %first_1 = view %first : i32 -> tile<1xi32, #r0>
//     %firsts = broadcast %first_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
//     %lanes = make_range : tile<128xi32, #r1>
//     %numbers = addi %firsts, %lanes : tile<128xi32, #r1>
//     %m_1 = view %m : i32 -> tile<1xi32, #r0>
//     %m_128 = broadcast %m_1 : tile<1xi32, #r0> -> tile<128xi32, #r1>
//     %below = cmpi %numbers, %m_128 <predicate = less_than, signed> : tile<128xi32, #r1>, tile<128xi32, #r1> -> tile<128xi1, #r1>
//     %rows_1 = view %rows_0 : ptr -> tile<1xptr, #r0>
//     %rows_128 = broadcast %rows_1 : tile<1xptr, #r0> -> tile<128xptr, #r1>
//     %rows_at = addptr %rows_128, %numbers <bytes = 4> : tile<128xptr, #r1>, tile<128xi32, #r1> -> tile<128xptr, #r1>
//     %nowhere = constant <value = 0> : tile<128xi32, #r1>
//     %picked, %picked_read = load %rows_at, [%below], [%nowhere] <contiguous_dim = 0> : tile<128xptr, #r1>, tile<128xi1, #r1>, tile<128xi32, #r1> -> tile<128xi32, #r1>, token
//     %picked_64 = exti %picked <signed> : tile<128xi32, #r1> -> tile<128xi64, #r1>
//     %k_64 = exti %k_0 <signed> : i32 -> i64
//     %k_1 = view %k_64 : i64 -> tile<1xi64, #r0>
//     %k_128 = broadcast %k_1 : tile<1xi64, #r0> -> tile<128xi64, #r1>
//     %starts = muli %picked_64, %k_128 : tile<128xi64, #r1>
//     %starts_1 = view %starts : tile<128xi64, #r1> -> tile<128x1xi64, #r2>
//     %0 = convert_layout %starts_1 : tile<128x1xi64, #r2> -> tile<128x1xi64, #r3>
//     %starts_64 = broadcast %0 : tile<128x1xi64, #r3> -> tile<128x64xi64, #r4>
//     %inner = make_range : tile<64xi64, #r5>
//     %inner_1 = view %inner : tile<64xi64, #r5> -> tile<1x64xi64, #r6>
//     %1 = make_range : tile<64xi64, #r7>
//     %2 = view %1 : tile<64xi64, #r7> -> tile<1x64xi64, #r8>
//     %inner_128 = broadcast %2 : tile<1x64xi64, #r8> -> tile<128x64xi64, #r4>
//     %offsets = addi %starts_64, %inner_128 : tile<128x64xi64, #r4>
//     %3 = view %a_0 : ptr -> tile<1x1xptr, #r9>
//     %a_128 = broadcast %3 : tile<1x1xptr, #r9> -> tile<128x64xptr, #r4>
//     %a_first = addptr %a_128, %offsets <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
//     %below_1 = view %below : tile<128xi1, #r1> -> tile<128x1xi1, #r2>
//     %4 = convert_layout %below_1 : tile<128x1xi1, #r2> -> tile<128x1xi1, #r3>
//     %below_64 = broadcast %4 : tile<128x1xi1, #r3> -> tile<128x64xi1, #r4>
//     %zero = constant <value = 0> : i64
//     %deep = constant <value = 64> : i64
//     %further = constant <value = 64> : tile<128x64xi64, #r4>
//     %padding = constant <value = 0x0> : tile<128x64xf16, #r4>
//     %nothing = constant <value = 0.0> : tile<128x128xf32, #r10>
//     %sum, %a_end = for %zero, %k_64, %deep, [%nothing, %a_first] : i64, i64, i64, tile<128x128xf32, #r10>, tile<128x64xptr, #r4> -> tile<128x128xf32, #r10>, tile<128x64xptr, #r4> (%at: i64, %so_far: tile<128x128xf32, #r10>, %a_ptrs: tile<128x64xptr, #r4>) {
//       %left = subi %k_64, %at : i64
//       %left_1 = view %left : i64 -> tile<1x1xi64, #r11>
//       %5 = broadcast %left_1 : tile<1x1xi64, #r11> -> tile<1x64xi64, #r6>
//       %6 = cmpi %inner_1, %5 <predicate = less_than, signed> : tile<1x64xi64, #r6>, tile<1x64xi64, #r6> -> tile<1x64xi1, #r6>
//       %7 = convert_layout %6 : tile<1x64xi1, #r6> -> tile<1x64xi1, #r8>
//       %near = broadcast %7 : tile<1x64xi1, #r8> -> tile<128x64xi1, #r4>
//       %inside = andi %near, %below_64 : tile<128x64xi1, #r4>
//       %a_tile, %a_read = load %a_ptrs, [%inside], [%padding] <contiguity = [1, 4], divisibility = 8> : tile<128x64xptr, #r4>, tile<128x64xi1, #r4>, tile<128x64xf16, #r4> -> tile<128x64xf16, #r4>, token
//       %step = divi %at, %deep <signed> : i64
//       %b_at = trunci %step : i64 -> i32
//       %b_tile, %b_read = tiled_load %b_tiles, [%b_at, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r12>, token
//       %next = dot %a_tile, %b_tile, %so_far : tile<128x64xf16, #r4>, tile<64x128xf16, #r12>, tile<128x128xf32, #r10> -> tile<128x128xf32, #r10>
//       %a_next = addptr %a_ptrs, %further <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
//       continue [%next, %a_next] : tile<128x128xf32, #r10>, tile<128x64xptr, #r4>
//     }
//     %written = tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16> : tile<128x128xf32, #r10>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Rows begin at multiples of 8 bytes: the copies of a thread would be as short. All warps do the same.
#r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
#r2 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r3 = reg=[(0,0),(0,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,0),(0,0),(0,0),(0,0),(1,0)] warp=[(2,0),(4,0)]
#r4 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r5 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r6 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,0)]
#r7 = reg=[1,2,0,0,0,0] lane=[4,8,16,32,0] warp=[0,0]
#r8 = reg=[(0,1),(0,2),(0,0),(0,0),(0,0),(0,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,0)] warp=[(0,0),(0,0)]
#r9 = reg=[(0,0),(0,0),(0,0),(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
#r10 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
#r11 = reg=[] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[(0,0),(0,0)]
#r12 = reg=[(0,1),(0,2),(4,0),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(1,0),(2,0)]
tileas.module @m <target = "sm_90a"> {
  func @carried <num_warps = 4> (%a_0: ptr, %b_0: ptr, %c_0: ptr, %rows_0: ptr, %m: i32, %n_0: i32, %k_0: i32) {
    %row = get_program_id <axis = 0> : i32
    %column = get_program_id <axis = 1> : i32
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
    %picked, %picked_read = load %rows_at, [%below], [%nowhere] <contiguous_dim = 0> : tile<128xptr, #r1>, tile<128xi1, #r1>, tile<128xi32, #r1> -> tile<128xi32, #r1>, token
    %picked_64 = exti %picked <signed> : tile<128xi32, #r1> -> tile<128xi64, #r1>
    %k_64 = exti %k_0 <signed> : i32 -> i64
    %k_1 = view %k_64 : i64 -> tile<1xi64, #r0>
    %k_128 = broadcast %k_1 : tile<1xi64, #r0> -> tile<128xi64, #r1>
    %starts = muli %picked_64, %k_128 : tile<128xi64, #r1>
    %starts_1 = view %starts : tile<128xi64, #r1> -> tile<128x1xi64, #r2>
    %0 = convert_layout %starts_1 : tile<128x1xi64, #r2> -> tile<128x1xi64, #r3>
    %starts_64 = broadcast %0 : tile<128x1xi64, #r3> -> tile<128x64xi64, #r4>
    %inner = make_range : tile<64xi64, #r5>
    %inner_1 = view %inner : tile<64xi64, #r5> -> tile<1x64xi64, #r6>
    %1 = make_range : tile<64xi64, #r7>
    %2 = view %1 : tile<64xi64, #r7> -> tile<1x64xi64, #r8>
    %inner_128 = broadcast %2 : tile<1x64xi64, #r8> -> tile<128x64xi64, #r4>
    %offsets = addi %starts_64, %inner_128 : tile<128x64xi64, #r4>
    %3 = view %a_0 : ptr -> tile<1x1xptr, #r9>
    %a_128 = broadcast %3 : tile<1x1xptr, #r9> -> tile<128x64xptr, #r4>
    %a_first = addptr %a_128, %offsets <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
    %below_1 = view %below : tile<128xi1, #r1> -> tile<128x1xi1, #r2>
    %4 = convert_layout %below_1 : tile<128x1xi1, #r2> -> tile<128x1xi1, #r3>
    %below_64 = broadcast %4 : tile<128x1xi1, #r3> -> tile<128x64xi1, #r4>
    %zero = constant <value = 0> : i64
    %deep = constant <value = 64> : i64
    %further = constant <value = 64> : tile<128x64xi64, #r4>
    %padding = constant <value = 0x0> : tile<128x64xf16, #r4>
    %nothing = constant <value = 0.0> : tile<128x128xf32, #r10>
    %sum, %a_end = for %zero, %k_64, %deep, [%nothing, %a_first] : i64, i64, i64, tile<128x128xf32, #r10>, tile<128x64xptr, #r4> -> tile<128x128xf32, #r10>, tile<128x64xptr, #r4> (%at: i64, %so_far: tile<128x128xf32, #r10>, %a_ptrs: tile<128x64xptr, #r4>) {
      %left = subi %k_64, %at : i64
      %left_1 = view %left : i64 -> tile<1x1xi64, #r11>
      %5 = broadcast %left_1 : tile<1x1xi64, #r11> -> tile<1x64xi64, #r6>
      %6 = cmpi %inner_1, %5 <predicate = less_than, signed> : tile<1x64xi64, #r6>, tile<1x64xi64, #r6> -> tile<1x64xi1, #r6>
      %7 = convert_layout %6 : tile<1x64xi1, #r6> -> tile<1x64xi1, #r8>
      %near = broadcast %7 : tile<1x64xi1, #r8> -> tile<128x64xi1, #r4>
      %inside = andi %near, %below_64 : tile<128x64xi1, #r4>
      %a_tile, %a_read = load %a_ptrs, [%inside], [%padding] <contiguity = [1, 4], divisibility = 8> : tile<128x64xptr, #r4>, tile<128x64xi1, #r4>, tile<128x64xf16, #r4> -> tile<128x64xf16, #r4>, token
      %step = divi %at, %deep <signed> : i64
      %b_at = trunci %step : i64 -> i32
      %b_tile, %b_read = tiled_load %b_tiles, [%b_at, %column] <contiguity = [1, 8], divisibility = 16, boxes> : block_tile<[64, 128], memref<?x?xf16, [?, 1]>, step = [64, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x128xf16, #r12>, token
      %next = dot %a_tile, %b_tile, %so_far : tile<128x64xf16, #r4>, tile<64x128xf16, #r12>, tile<128x128xf32, #r10> -> tile<128x128xf32, #r10>
      %a_next = addptr %a_ptrs, %further <bytes = 2> : tile<128x64xptr, #r4>, tile<128x64xi64, #r4> -> tile<128x64xptr, #r4>
      continue [%next, %a_next] : tile<128x128xf32, #r10>, tile<128x64xptr, #r4>
    }
    %written = tiled_store %sum, %c_tiles, [%row, %column] <contiguity = [1, 8], divisibility = 16, boxes> : tile<128x128xf32, #r10>, block_tile<[128, 128], memref<?x?xf32, [?, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
