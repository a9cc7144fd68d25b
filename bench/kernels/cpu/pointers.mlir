// Arithmetic on pointers in the place of views: 8192 elements a block, or tiles of 128x128, 64 along k.

cuda_tile.module @pointers {
  entry @vector_add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %size = constant <i32: 8192> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<8192xi32>
    %lanes = iota : tile<8192xi32>
    %index = addi %first_all, %lanes : tile<8192xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<8192xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<8192xi32> -> tile<8192xi1>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<8192xptr<f32>>
    %x_ptrs = offset %x_all, %index : tile<8192xptr<f32>>, tile<8192xi32> -> tile<8192xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<8192xptr<f32>>
    %y_ptrs = offset %y_all, %index : tile<8192xptr<f32>>, tile<8192xi32> -> tile<8192xptr<f32>>
    %z_1 = reshape %z : tile<ptr<f32>> -> tile<1xptr<f32>>
    %z_all = broadcast %z_1 : tile<1xptr<f32>> -> tile<8192xptr<f32>>
    %z_ptrs = offset %z_all, %index : tile<8192xptr<f32>>, tile<8192xi32> -> tile<8192xptr<f32>>
    %x_tile, %x_read = load_ptr_tko weak %x_ptrs, %inside : tile<8192xptr<f32>>, tile<8192xi1> -> tile<8192xf32>, token
    %y_tile, %y_read = load_ptr_tko weak %y_ptrs, %inside : tile<8192xptr<f32>>, tile<8192xi1> -> tile<8192xf32>, token
    %sum = addf %x_tile, %y_tile : tile<8192xf32>
    %written = store_ptr_tko weak %z_ptrs, %sum, %inside : tile<8192xptr<f32>>, tile<8192xf32>, tile<8192xi1> -> token
    return
  }

  // Pointers and masks are computed again for every step, or the pointers are carried from step to step: here the latter.
  entry @gemm_f32(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %block_column, %block_row, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %extent = constant <i32: 128> : tile<i32>
    %depth = constant <i32: 64> : tile<i32>

    // Rows and columns of C, and places along k.
    %iota = iota : tile<128xi32>
    %row_0 = muli %block_row, %extent : tile<i32>
    %row_0_1 = reshape %row_0 : tile<i32> -> tile<1xi32>
    %row_0_all = broadcast %row_0_1 : tile<1xi32> -> tile<128xi32>
    %rows = addi %row_0_all, %iota : tile<128xi32>
    %rows_down = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %column_0 = muli %block_column, %extent : tile<i32>
    %column_0_1 = reshape %column_0 : tile<i32> -> tile<1xi32>
    %column_0_all = broadcast %column_0_1 : tile<1xi32> -> tile<128xi32>
    %columns = addi %column_0_all, %iota : tile<128xi32>
    %columns_across = reshape %columns : tile<128xi32> -> tile<1x128xi32>
    %along = iota : tile<64xi32>
    %along_across = reshape %along : tile<64xi32> -> tile<1x64xi32>
    %along_down = reshape %along : tile<64xi32> -> tile<64x1xi32>

    // a + row * k + along
    %k_11 = reshape %k : tile<i32> -> tile<1x1xi32>
    %n_11 = reshape %n : tile<i32> -> tile<1x1xi32>
    %m_11 = reshape %m : tile<i32> -> tile<1x1xi32>
    %k_rows = broadcast %k_11 : tile<1x1xi32> -> tile<128x1xi32>
    %a_rows = muli %rows_down, %k_rows : tile<128x1xi32>
    %a_rows_all = broadcast %a_rows : tile<128x1xi32> -> tile<128x64xi32>
    %a_along = broadcast %along_across : tile<1x64xi32> -> tile<128x64xi32>
    %a_index = addi %a_rows_all, %a_along : tile<128x64xi32>
    %a_11 = reshape %a : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %a_all = broadcast %a_11 : tile<1x1xptr<f32>> -> tile<128x64xptr<f32>>
    %a_first = offset %a_all, %a_index : tile<128x64xptr<f32>>, tile<128x64xi32> -> tile<128x64xptr<f32>>

    // b + along * n + column
    %n_along = broadcast %n_11 : tile<1x1xi32> -> tile<64x1xi32>
    %b_rows = muli %along_down, %n_along : tile<64x1xi32>
    %b_rows_all = broadcast %b_rows : tile<64x1xi32> -> tile<64x128xi32>
    %b_columns = broadcast %columns_across : tile<1x128xi32> -> tile<64x128xi32>
    %b_index = addi %b_rows_all, %b_columns : tile<64x128xi32>
    %b_11 = reshape %b : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %b_all = broadcast %b_11 : tile<1x1xptr<f32>> -> tile<64x128xptr<f32>>
    %b_first = offset %b_all, %b_index : tile<64x128xptr<f32>>, tile<64x128xi32> -> tile<64x128xptr<f32>>

    // One step along k.
    %a_step = constant <i32: 64> : tile<128x64xi32>
    %b_step_0 = muli %n, %depth : tile<i32>
    %b_step_11 = reshape %b_step_0 : tile<i32> -> tile<1x1xi32>
    %b_step = broadcast %b_step_11 : tile<1x1xi32> -> tile<64x128xi32>

    // Masks: rows below m, columns below n, and what is left along k.
    %m_rows = broadcast %m_11 : tile<1x1xi32> -> tile<128x1xi32>
    %row_inside = cmpi less_than %rows_down, %m_rows, signed : tile<128x1xi32> -> tile<128x1xi1>
    %a_row_inside = broadcast %row_inside : tile<128x1xi1> -> tile<128x64xi1>
    %n_columns = broadcast %n_11 : tile<1x1xi32> -> tile<1x128xi32>
    %column_inside = cmpi less_than %columns_across, %n_columns, signed : tile<1x128xi32> -> tile<1x128xi1>
    %b_column_inside = broadcast %column_inside : tile<1x128xi1> -> tile<64x128xi1>

    %a_nothing = constant <f32: 0.0> : tile<128x64xf32>
    %b_nothing = constant <f32: 0.0> : tile<64x128xf32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum, %a_end, %b_end = for %k_0 in (%zero to %k, step %depth) : tile<i32> iter_values(%so_far = %nothing, %a_ptrs = %a_first, %b_ptrs = %b_first) -> (tile<128x128xf32>, tile<128x64xptr<f32>>, tile<64x128xptr<f32>>) {
      %left = subi %k, %k_0 : tile<i32>
      %left_11 = reshape %left : tile<i32> -> tile<1x1xi32>
      %left_across = broadcast %left_11 : tile<1x1xi32> -> tile<1x64xi32>
      %a_left = cmpi less_than %along_across, %left_across, signed : tile<1x64xi32> -> tile<1x64xi1>
      %a_left_all = broadcast %a_left : tile<1x64xi1> -> tile<128x64xi1>
      %a_inside = andi %a_left_all, %a_row_inside : tile<128x64xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %a_inside, %a_nothing : tile<128x64xptr<f32>>, tile<128x64xi1>, tile<128x64xf32> -> tile<128x64xf32>, token
      %left_down = broadcast %left_11 : tile<1x1xi32> -> tile<64x1xi32>
      %b_left = cmpi less_than %along_down, %left_down, signed : tile<64x1xi32> -> tile<64x1xi1>
      %b_left_all = broadcast %b_left : tile<64x1xi1> -> tile<64x128xi1>
      %b_inside = andi %b_left_all, %b_column_inside : tile<64x128xi1>
      %b_tile, %b_read = load_ptr_tko weak %b_ptrs, %b_inside, %b_nothing : tile<64x128xptr<f32>>, tile<64x128xi1>, tile<64x128xf32> -> tile<64x128xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf32>, tile<64x128xf32>, tile<128x128xf32>
      %a_next = offset %a_ptrs, %a_step : tile<128x64xptr<f32>>, tile<128x64xi32> -> tile<128x64xptr<f32>>
      %b_next = offset %b_ptrs, %b_step : tile<64x128xptr<f32>>, tile<64x128xi32> -> tile<64x128xptr<f32>>
      continue %next, %a_next, %b_next : tile<128x128xf32>, tile<128x64xptr<f32>>, tile<64x128xptr<f32>>
    }

    %c_n = broadcast %n_11 : tile<1x1xi32> -> tile<128x1xi32>
    %c_rows = muli %rows_down, %c_n : tile<128x1xi32>
    %c_rows_all = broadcast %c_rows : tile<128x1xi32> -> tile<128x128xi32>
    %c_columns = broadcast %columns_across : tile<1x128xi32> -> tile<128x128xi32>
    %c_index = addi %c_rows_all, %c_columns : tile<128x128xi32>
    %c_11 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_all = broadcast %c_11 : tile<1x1xptr<f32>> -> tile<128x128xptr<f32>>
    %c_ptrs = offset %c_all, %c_index : tile<128x128xptr<f32>>, tile<128x128xi32> -> tile<128x128xptr<f32>>
    %c_row_inside = broadcast %row_inside : tile<128x1xi1> -> tile<128x128xi1>
    %c_column_inside = broadcast %column_inside : tile<1x128xi1> -> tile<128x128xi1>
    %c_inside = andi %c_row_inside, %c_column_inside : tile<128x128xi1>
    %written = store_ptr_tko weak %c_ptrs, %sum, %c_inside : tile<128x128xptr<f32>>, tile<128x128xf32>, tile<128x128xi1> -> token
    return
  }
}
