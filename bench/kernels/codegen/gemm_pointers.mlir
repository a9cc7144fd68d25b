// C = A x B of f16 into f32, as in gemm.mlir, by tiles of addresses with masks. The products of indices and strides are promised not
// to wrap; without that (or 64 bits) the addresses are unknown.

cuda_tile.module @gemm_pointers {
  entry @gemm(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %m = assume div_by<16>, %m_0 : tile<i32>
    %n = assume div_by<16>, %n_0 : tile<i32>
    %k = assume div_by<16>, %k_0 : tile<i32>
    %block_column, %block_row, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %tile_m = constant <i32: 128> : tile<i32>
    %tile_n = constant <i32: 128> : tile<i32>
    %tile_k = constant <i32: 64> : tile<i32>
    %row_0 = muli %block_row, %tile_m : tile<i32>
    %column_0 = muli %block_column, %tile_n : tile<i32>
    %lanes_m = iota : tile<128xi32>
    %lanes_n = iota : tile<128xi32>
    %lanes_k = iota : tile<64xi32>
    %rows_0_1 = reshape %row_0 : tile<i32> -> tile<1xi32>
    %rows_0 = broadcast %rows_0_1 : tile<1xi32> -> tile<128xi32>
    %rows = addi %rows_0, %lanes_m : tile<128xi32>
    %columns_0_1 = reshape %column_0 : tile<i32> -> tile<1xi32>
    %columns_0 = broadcast %columns_0_1 : tile<1xi32> -> tile<128xi32>
    %columns = addi %columns_0, %lanes_n : tile<128xi32>
    %a_tile_rows_1 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %a_tile_rows = broadcast %a_tile_rows_1 : tile<128x1xi32> -> tile<128x64xi32>
    %a_tile_columns_1 = reshape %lanes_k : tile<64xi32> -> tile<1x64xi32>
    %a_tile_columns = broadcast %a_tile_columns_1 : tile<1x64xi32> -> tile<128x64xi32>
    %a_tile_stride_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %a_tile_stride = broadcast %a_tile_stride_1 : tile<1x1xi32> -> tile<128x64xi32>
    %a_tile_down = muli %a_tile_rows, %a_tile_stride overflow<no_signed_wrap> : tile<128x64xi32>
    %a_tile_index = addi %a_tile_down, %a_tile_columns overflow<no_signed_wrap> : tile<128x64xi32>
    %a_tile_base_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_tile_base = broadcast %a_tile_base_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %a_tile_first = offset %a_tile_base, %a_tile_index : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
    %b_tile_rows_1 = reshape %lanes_k : tile<64xi32> -> tile<64x1xi32>
    %b_tile_rows = broadcast %b_tile_rows_1 : tile<64x1xi32> -> tile<64x128xi32>
    %b_tile_columns_1 = reshape %columns : tile<128xi32> -> tile<1x128xi32>
    %b_tile_columns = broadcast %b_tile_columns_1 : tile<1x128xi32> -> tile<64x128xi32>
    %b_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_tile_stride = broadcast %b_tile_stride_1 : tile<1x1xi32> -> tile<64x128xi32>
    %b_tile_down = muli %b_tile_rows, %b_tile_stride overflow<no_signed_wrap> : tile<64x128xi32>
    %b_tile_index = addi %b_tile_down, %b_tile_columns overflow<no_signed_wrap> : tile<64x128xi32>
    %b_tile_base_1 = reshape %b : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %b_tile_base = broadcast %b_tile_base_1 : tile<1x1xptr<f16>> -> tile<64x128xptr<f16>>
    %b_tile_first = offset %b_tile_base, %b_tile_index : tile<64x128xptr<f16>>, tile<64x128xi32> -> tile<64x128xptr<f16>>
    %a_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %a_m = broadcast %a_m_1 : tile<1x1xi32> -> tile<128x64xi32>
    %a_below = cmpi less_than %a_tile_rows, %a_m, signed : tile<128x64xi32> -> tile<128x64xi1>
    %b_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_n = broadcast %b_n_1 : tile<1x1xi32> -> tile<64x128xi32>
    %b_right = cmpi less_than %b_tile_columns, %b_n, signed : tile<64x128xi32> -> tile<64x128xi1>
    %a_step = constant <i32: 64> : tile<128x64xi32>
    %b_ks = constant <i32: 64> : tile<64x128xi32>
    %b_step = muli %b_ks, %b_tile_stride overflow<no_signed_wrap> : tile<64x128xi32>
    %a_other = constant <f16: 0.0> : tile<128x64xf16>
    %b_other = constant <f16: 0.0> : tile<64x128xf16>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum, %a_end, %b_end = for %k_at in (%zero to %k, step %tile_k) : tile<i32> iter_values(%so_far = %nothing, %a_ptrs = %a_tile_first, %b_ptrs = %b_tile_first) -> (tile<128x128xf32>, tile<128x64xptr<f16>>, tile<64x128xptr<f16>>) {
      %left = subi %k, %k_at : tile<i32>
      %a_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %a_left = broadcast %a_left_1 : tile<1x1xi32> -> tile<128x64xi32>
      %b_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %b_left = broadcast %b_left_1 : tile<1x1xi32> -> tile<64x128xi32>
      %a_near = cmpi less_than %a_tile_columns, %a_left, signed : tile<128x64xi32> -> tile<128x64xi1>
      %b_near = cmpi less_than %b_tile_rows, %b_left, signed : tile<64x128xi32> -> tile<64x128xi1>
      %a_inside = andi %a_near, %a_below : tile<128x64xi1>
      %b_inside = andi %b_near, %b_right : tile<64x128xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %a_inside, %a_other : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_ptr_tko weak %b_ptrs, %b_inside, %b_other : tile<64x128xptr<f16>>, tile<64x128xi1>, tile<64x128xf16> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %a_next = offset %a_ptrs, %a_step : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
      %b_next = offset %b_ptrs, %b_step : tile<64x128xptr<f16>>, tile<64x128xi32> -> tile<64x128xptr<f16>>
      continue %next, %a_next, %b_next : tile<128x128xf32>, tile<128x64xptr<f16>>, tile<64x128xptr<f16>>
    }
    %c_tile_rows_1 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %c_tile_rows = broadcast %c_tile_rows_1 : tile<128x1xi32> -> tile<128x128xi32>
    %c_tile_columns_1 = reshape %columns : tile<128xi32> -> tile<1x128xi32>
    %c_tile_columns = broadcast %c_tile_columns_1 : tile<1x128xi32> -> tile<128x128xi32>
    %c_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_tile_stride = broadcast %c_tile_stride_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_tile_down = muli %c_tile_rows, %c_tile_stride overflow<no_signed_wrap> : tile<128x128xi32>
    %c_tile_index = addi %c_tile_down, %c_tile_columns overflow<no_signed_wrap> : tile<128x128xi32>
    %c_tile_base_1 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_tile_base = broadcast %c_tile_base_1 : tile<1x1xptr<f32>> -> tile<128x128xptr<f32>>
    %c_tile_first = offset %c_tile_base, %c_tile_index : tile<128x128xptr<f32>>, tile<128x128xi32> -> tile<128x128xptr<f32>>
    %c_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %c_m = broadcast %c_m_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_n = broadcast %c_n_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_below = cmpi less_than %c_tile_rows, %c_m, signed : tile<128x128xi32> -> tile<128x128xi1>
    %c_right = cmpi less_than %c_tile_columns, %c_n, signed : tile<128x128xi32> -> tile<128x128xi1>
    %c_inside = andi %c_below, %c_right : tile<128x128xi1>
    %written = store_ptr_tko weak %c_tile_first, %sum, %c_inside : tile<128x128xptr<f32>>, tile<128x128xf32>, tile<128x128xi1> -> token
    return
  }
}
