// RUN: compile --emit=tileaa --passes=canonicalize,cse,licm,dce,raise-pointers,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @gemm (%a_0: ptr, %b_0: ptr, %c_0: ptr, %m_0: i32, %n_0: i32, %k_0: i32) {
//     %a = assume %a_0 <kind = div_by, numbers = [16]> : ptr
//     %b = assume %b_0 <kind = div_by, numbers = [16]> : ptr
//     %c = assume %c_0 <kind = div_by, numbers = [16]> : ptr
//     %m = assume %m_0 <kind = div_by, numbers = [16]> : i32
//     %n = assume %n_0 <kind = div_by, numbers = [16]> : i32
//     %k = assume %k_0 <kind = div_by, numbers = [16]> : i32
//     %block_column = get_program_id <axis = 0> : i32
//     %block_row = get_program_id <axis = 1> : i32
//     %zero = constant <value = 0> : i32
//     %tile_m = constant <value = 32> : i32
//     %tile_k = constant <value = 16> : i32
//     %row_0 = muli %block_row, %tile_m : i32
//     %column_0 = muli %block_column, %tile_m : i32
//     %nothing = constant <value = 0.0> : tile<32x32xf32>
//     %0 = constant <value = 0> : i64
//     %1 = exti %row_0 <signed> : i32 -> i64
//     %2 = exti %k <signed> : i32 -> i64
//     %3 = muli %1, %2 : i64
//     %4 = exti %m <signed> : i32 -> i64
//     %5 = subi %4, %1 : i64
//     %6 = maxi %5, %0 <signed> : i64
//     %7 = exti %column_0 <signed> : i32 -> i64
//     %8 = exti %n <signed> : i32 -> i64
//     %9 = subi %8, %7 : i64
//     %10 = maxi %9, %0 <signed> : i64
//     %11 = constant <value = 16> : i64
//     %12 = muli %8, %11 : i64
//     %sum, %a_end, %b_end = for %zero, %k, %tile_k, [%nothing, %0, %0] : i32, i32, i32, tile<32x32xf32>, i64, i64 -> tile<32x32xf32>, i64, i64 (%k_at: i32, %so_far: tile<32x32xf32>, %a_ptrs: i64, %b_ptrs: i64) {
//       %left = subi %k, %k_at : i32
//       %26 = addi %3, %a_ptrs : i64
//       %27 = addptr %a, %26 <bytes = 2> : ptr, i64 -> ptr
//       %28 = exti %left <signed> : i32 -> i64
//       %29 = maxi %28, %0 <signed> : i64
//       %30 = make_memref %27, [%6, %29], [%2] : ptr, i64, i64, i64 -> memref<?x?xf16, [?, 1]>
//       %31 = block_tile %30 : memref<?x?xf16, [?, 1]> -> block_tile<[32, 16], memref<?x?xf16, [?, 1]>, step = [32, 16], dims = [0, 1], padding = zero>
//       %32:2 = tiled_load %31, [%zero, %zero] : block_tile<[32, 16], memref<?x?xf16, [?, 1]>, step = [32, 16], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x16xf16>, token
//       %33 = addi %7, %b_ptrs : i64
//       %34 = addptr %b, %33 <bytes = 2> : ptr, i64 -> ptr
//       %35 = make_memref %34, [%29, %10], [%8] : ptr, i64, i64, i64 -> memref<?x?xf16, [?, 1]>
//       %36 = block_tile %35 : memref<?x?xf16, [?, 1]> -> block_tile<[16, 32], memref<?x?xf16, [?, 1]>, step = [16, 32], dims = [0, 1], padding = zero>
//       %37:2 = tiled_load %36, [%zero, %zero] : block_tile<[16, 32], memref<?x?xf16, [?, 1]>, step = [16, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<16x32xf16>, token
//       %next = dot %32#0, %37#0, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32> -> tile<32x32xf32>
//       %38 = addi %a_ptrs, %11 : i64
//       %39 = addi %b_ptrs, %12 : i64
//       continue [%next, %38, %39] : tile<32x32xf32>, i64, i64
//     }
//     %13 = exti %row_0 <signed> : i32 -> i64
//     %14 = exti %n <signed> : i32 -> i64
//     %15 = muli %13, %14 : i64
//     %16 = exti %column_0 <signed> : i32 -> i64
//     %17 = addi %15, %16 : i64
//     %18 = addptr %c, %17 <bytes = 4> : ptr, i64 -> ptr
//     %19 = exti %m <signed> : i32 -> i64
//     %20 = subi %19, %13 : i64
//     %21 = maxi %20, %0 <signed> : i64
//     %22 = subi %14, %16 : i64
//     %23 = maxi %22, %0 <signed> : i64
//     %24 = make_memref %18, [%21, %23], [%14] : ptr, i64, i64, i64 -> memref<?x?xf32, [?, 1]>
//     %25 = block_tile %24 : memref<?x?xf32, [?, 1]> -> block_tile<[32, 32], memref<?x?xf32, [?, 1]>, step = [32, 32], dims = [0, 1]>
//     %written = tiled_store %sum, %25, [%zero, %zero] : tile<32x32xf32>, block_tile<[32, 32], memref<?x?xf32, [?, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// A product by tiles of addresses that advance in a loop: what the loop carries is how far, and each access is one of a tile of
// memory that begins there and reaches as far as the mask says.
cuda_tile.module @tests {
  entry @gemm(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %m = assume div_by<16>, %m_0 : tile<i32>
    %n = assume div_by<16>, %n_0 : tile<i32>
    %k = assume div_by<16>, %k_0 : tile<i32>
    %block_column, %block_row, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %tile_m = constant <i32: 32> : tile<i32>
    %tile_n = constant <i32: 32> : tile<i32>
    %tile_k = constant <i32: 16> : tile<i32>
    %row_0 = muli %block_row, %tile_m : tile<i32>
    %column_0 = muli %block_column, %tile_n : tile<i32>
    %lanes_m = iota : tile<32xi32>
    %lanes_n = iota : tile<32xi32>
    %lanes_k = iota : tile<16xi32>
    %rows_0_1 = reshape %row_0 : tile<i32> -> tile<1xi32>
    %rows_0 = broadcast %rows_0_1 : tile<1xi32> -> tile<32xi32>
    %rows = addi %rows_0, %lanes_m : tile<32xi32>
    %columns_0_1 = reshape %column_0 : tile<i32> -> tile<1xi32>
    %columns_0 = broadcast %columns_0_1 : tile<1xi32> -> tile<32xi32>
    %columns = addi %columns_0, %lanes_n : tile<32xi32>
    %a_tile_rows_1 = reshape %rows : tile<32xi32> -> tile<32x1xi32>
    %a_tile_rows = broadcast %a_tile_rows_1 : tile<32x1xi32> -> tile<32x16xi32>
    %a_tile_columns_1 = reshape %lanes_k : tile<16xi32> -> tile<1x16xi32>
    %a_tile_columns = broadcast %a_tile_columns_1 : tile<1x16xi32> -> tile<32x16xi32>
    %a_tile_stride_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %a_tile_stride = broadcast %a_tile_stride_1 : tile<1x1xi32> -> tile<32x16xi32>
    %a_tile_down = muli %a_tile_rows, %a_tile_stride overflow<no_signed_wrap> : tile<32x16xi32>
    %a_tile_index = addi %a_tile_down, %a_tile_columns overflow<no_signed_wrap> : tile<32x16xi32>
    %a_tile_base_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_tile_base = broadcast %a_tile_base_1 : tile<1x1xptr<f16>> -> tile<32x16xptr<f16>>
    %a_tile_first = offset %a_tile_base, %a_tile_index : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
    %b_tile_rows_1 = reshape %lanes_k : tile<16xi32> -> tile<16x1xi32>
    %b_tile_rows = broadcast %b_tile_rows_1 : tile<16x1xi32> -> tile<16x32xi32>
    %b_tile_columns_1 = reshape %columns : tile<32xi32> -> tile<1x32xi32>
    %b_tile_columns = broadcast %b_tile_columns_1 : tile<1x32xi32> -> tile<16x32xi32>
    %b_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_tile_stride = broadcast %b_tile_stride_1 : tile<1x1xi32> -> tile<16x32xi32>
    %b_tile_down = muli %b_tile_rows, %b_tile_stride overflow<no_signed_wrap> : tile<16x32xi32>
    %b_tile_index = addi %b_tile_down, %b_tile_columns overflow<no_signed_wrap> : tile<16x32xi32>
    %b_tile_base_1 = reshape %b : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %b_tile_base = broadcast %b_tile_base_1 : tile<1x1xptr<f16>> -> tile<16x32xptr<f16>>
    %b_tile_first = offset %b_tile_base, %b_tile_index : tile<16x32xptr<f16>>, tile<16x32xi32> -> tile<16x32xptr<f16>>
    %a_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %a_m = broadcast %a_m_1 : tile<1x1xi32> -> tile<32x16xi32>
    %a_below = cmpi less_than %a_tile_rows, %a_m, signed : tile<32x16xi32> -> tile<32x16xi1>
    %b_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_n = broadcast %b_n_1 : tile<1x1xi32> -> tile<16x32xi32>
    %b_right = cmpi less_than %b_tile_columns, %b_n, signed : tile<16x32xi32> -> tile<16x32xi1>
    %a_step = constant <i32: 16> : tile<32x16xi32>
    %b_ks = constant <i32: 16> : tile<16x32xi32>
    %b_step = muli %b_ks, %b_tile_stride overflow<no_signed_wrap> : tile<16x32xi32>
    %a_other = constant <f16: 0.0> : tile<32x16xf16>
    %b_other = constant <f16: 0.0> : tile<16x32xf16>
    %nothing = constant <f32: 0.0> : tile<32x32xf32>
    %sum, %a_end, %b_end = for %k_at in (%zero to %k, step %tile_k) : tile<i32> iter_values(%so_far = %nothing, %a_ptrs = %a_tile_first, %b_ptrs = %b_tile_first) -> (tile<32x32xf32>, tile<32x16xptr<f16>>, tile<16x32xptr<f16>>) {
      %left = subi %k, %k_at : tile<i32>
      %a_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %a_left = broadcast %a_left_1 : tile<1x1xi32> -> tile<32x16xi32>
      %b_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %b_left = broadcast %b_left_1 : tile<1x1xi32> -> tile<16x32xi32>
      %a_near = cmpi less_than %a_tile_columns, %a_left, signed : tile<32x16xi32> -> tile<32x16xi1>
      %b_near = cmpi less_than %b_tile_rows, %b_left, signed : tile<16x32xi32> -> tile<16x32xi1>
      %a_inside = andi %a_near, %a_below : tile<32x16xi1>
      %b_inside = andi %b_near, %b_right : tile<16x32xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %a_inside, %a_other : tile<32x16xptr<f16>>, tile<32x16xi1>, tile<32x16xf16> -> tile<32x16xf16>, token
      %b_tile, %b_read = load_ptr_tko weak %b_ptrs, %b_inside, %b_other : tile<16x32xptr<f16>>, tile<16x32xi1>, tile<16x32xf16> -> tile<16x32xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %a_next = offset %a_ptrs, %a_step : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
      %b_next = offset %b_ptrs, %b_step : tile<16x32xptr<f16>>, tile<16x32xi32> -> tile<16x32xptr<f16>>
      continue %next, %a_next, %b_next : tile<32x32xf32>, tile<32x16xptr<f16>>, tile<16x32xptr<f16>>
    }
    %c_tile_rows_1 = reshape %rows : tile<32xi32> -> tile<32x1xi32>
    %c_tile_rows = broadcast %c_tile_rows_1 : tile<32x1xi32> -> tile<32x32xi32>
    %c_tile_columns_1 = reshape %columns : tile<32xi32> -> tile<1x32xi32>
    %c_tile_columns = broadcast %c_tile_columns_1 : tile<1x32xi32> -> tile<32x32xi32>
    %c_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_tile_stride = broadcast %c_tile_stride_1 : tile<1x1xi32> -> tile<32x32xi32>
    %c_tile_down = muli %c_tile_rows, %c_tile_stride overflow<no_signed_wrap> : tile<32x32xi32>
    %c_tile_index = addi %c_tile_down, %c_tile_columns overflow<no_signed_wrap> : tile<32x32xi32>
    %c_tile_base_1 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_tile_base = broadcast %c_tile_base_1 : tile<1x1xptr<f32>> -> tile<32x32xptr<f32>>
    %c_tile_first = offset %c_tile_base, %c_tile_index : tile<32x32xptr<f32>>, tile<32x32xi32> -> tile<32x32xptr<f32>>
    %c_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %c_m = broadcast %c_m_1 : tile<1x1xi32> -> tile<32x32xi32>
    %c_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_n = broadcast %c_n_1 : tile<1x1xi32> -> tile<32x32xi32>
    %c_below = cmpi less_than %c_tile_rows, %c_m, signed : tile<32x32xi32> -> tile<32x32xi1>
    %c_right = cmpi less_than %c_tile_columns, %c_n, signed : tile<32x32xi32> -> tile<32x32xi1>
    %c_inside = andi %c_below, %c_right : tile<32x32xi1>
    %written = store_ptr_tko weak %c_tile_first, %sum, %c_inside : tile<32x32xptr<f32>>, tile<32x32xf32>, tile<32x32xi1> -> token
    return
  }
}
