tileaa.module @gemm_pointers {
  func @gemm (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32) {
    %block_row = get_program_id <axis = 0> : i32
    %block_col = get_program_id <axis = 1> : i32
    %unused = get_program_id <axis = 2> : i32
    %zero = constant <value = 0> : i32
    %sixteen = constant <value = 16> : i32
    %lanes = make_range : tile<16xi32>
    %lanes_column = view %lanes : tile<16xi32> -> tile<16x1xi32>
    %lanes_row = view %lanes : tile<16xi32> -> tile<1x16xi32>
    %across = broadcast %lanes_row : tile<1x16xi32> -> tile<16x16xi32>
    %row_0 = muli %block_row, %sixteen : i32
    %row_0_1x1 = view %row_0 : i32 -> tile<1x1xi32>
    %0 = broadcast %row_0_1x1 : tile<1x1xi32> -> tile<16x1xi32>
    %1 = addi %0, %lanes_column : tile<16x1xi32>
    %col_0 = muli %block_col, %sixteen : i32
    %col_0_1x1 = view %col_0 : i32 -> tile<1x1xi32>
    %2 = broadcast %col_0_1x1 : tile<1x1xi32> -> tile<1x16xi32>
    %3 = addi %2, %lanes_row : tile<1x16xi32>
    %col = broadcast %3 : tile<1x16xi32> -> tile<16x16xi32>
    %m_1x1 = view %m : i32 -> tile<1x1xi32>
    %n_1x1 = view %n : i32 -> tile<1x1xi32>
    %k_1x1 = view %k : i32 -> tile<1x1xi32>
    %4 = broadcast %m_1x1 : tile<1x1xi32> -> tile<16x1xi32>
    %5 = cmpi %1, %4 <predicate = less_than, signed> : tile<16x1xi32>, tile<16x1xi32> -> tile<16x1xi1>
    %row_inside = broadcast %5 : tile<16x1xi1> -> tile<16x16xi1>
    %6 = broadcast %n_1x1 : tile<1x1xi32> -> tile<1x16xi32>
    %7 = cmpi %3, %6 <predicate = less_than, signed> : tile<1x16xi32>, tile<1x16xi32> -> tile<1x16xi1>
    %col_inside = broadcast %7 : tile<1x16xi1> -> tile<16x16xi1>
    %8 = broadcast %k_1x1 : tile<1x1xi32> -> tile<16x1xi32>
    %9 = muli %1, %8 : tile<16x1xi32>
    %a_row = broadcast %9 : tile<16x1xi32> -> tile<16x16xi32>
    %a_index = addi %a_row, %across : tile<16x16xi32>
    %a_1x1 = view %a : ptr -> tile<1x1xptr>
    %a_base = broadcast %a_1x1 : tile<1x1xptr> -> tile<16x16xptr>
    %a_first = addptr %a_base, %a_index <bytes = 4> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
    %10 = broadcast %n_1x1 : tile<1x1xi32> -> tile<16x1xi32>
    %11 = muli %lanes_column, %10 : tile<16x1xi32>
    %b_row = broadcast %11 : tile<16x1xi32> -> tile<16x16xi32>
    %b_index = addi %b_row, %col : tile<16x16xi32>
    %b_1x1 = view %b : ptr -> tile<1x1xptr>
    %b_base = broadcast %b_1x1 : tile<1x1xptr> -> tile<16x16xptr>
    %b_first = addptr %b_base, %b_index <bytes = 4> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
    %a_step = constant <value = 16> : tile<16x16xi32>
    %12 = muli %n, %sixteen : i32
    %13 = view %12 : i32 -> tile<1x1xi32>
    %b_step = broadcast %13 : tile<1x1xi32> -> tile<16x16xi32>
    %sum_0 = constant <value = 0.0> : tile<16x16xf32>
    %14 = broadcast %k_1x1 : tile<1x1xi32> -> tile<1x16xi32>
    %sum, %a_end, %b_end = for %zero, %k, %sixteen, [%sum_0, %a_first, %b_first] : i32, i32, i32, tile<16x16xf32>, tile<16x16xptr>, tile<16x16xptr> -> tile<16x16xf32>, tile<16x16xptr>, tile<16x16xptr> (%k_0: i32, %sum_so_far: tile<16x16xf32>, %a_ptrs: tile<16x16xptr>, %b_ptrs: tile<16x16xptr>) {
      %k_0_1x1 = view %k_0 : i32 -> tile<1x1xi32>
      %16 = broadcast %k_0_1x1 : tile<1x1xi32> -> tile<1x16xi32>
      %17 = addi %16, %lanes_row : tile<1x16xi32>
      %18 = cmpi %17, %14 <predicate = less_than, signed> : tile<1x16xi32>, tile<1x16xi32> -> tile<1x16xi1>
      %a_k_inside = broadcast %18 : tile<1x16xi1> -> tile<16x16xi1>
      %a_inside = andi %a_k_inside, %row_inside : tile<16x16xi1>
      %a_tile, %a_read = load %a_ptrs, [%a_inside], [%sum_0] : tile<16x16xptr>, tile<16x16xi1>, tile<16x16xf32> -> tile<16x16xf32>, token
      %19 = broadcast %k_0_1x1 : tile<1x1xi32> -> tile<16x1xi32>
      %20 = addi %19, %lanes_column : tile<16x1xi32>
      %21 = cmpi %20, %8 <predicate = less_than, signed> : tile<16x1xi32>, tile<16x1xi32> -> tile<16x1xi1>
      %b_k_inside = broadcast %21 : tile<16x1xi1> -> tile<16x16xi1>
      %b_inside = andi %b_k_inside, %col_inside : tile<16x16xi1>
      %b_tile, %b_read = load %b_ptrs, [%b_inside], [%sum_0] : tile<16x16xptr>, tile<16x16xi1>, tile<16x16xf32> -> tile<16x16xf32>, token
      %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<16x16xf32>
      %a_next = addptr %a_ptrs, %a_step <bytes = 4> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
      %b_next = addptr %b_ptrs, %b_step <bytes = 4> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
      continue [%sum_next, %a_next, %b_next] : tile<16x16xf32>, tile<16x16xptr>, tile<16x16xptr>
    }
    %15 = muli %1, %10 : tile<16x1xi32>
    %c_row = broadcast %15 : tile<16x1xi32> -> tile<16x16xi32>
    %c_index = addi %c_row, %col : tile<16x16xi32>
    %c_1x1 = view %c : ptr -> tile<1x1xptr>
    %c_base = broadcast %c_1x1 : tile<1x1xptr> -> tile<16x16xptr>
    %c_ptrs = addptr %c_base, %c_index <bytes = 4> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
    %c_inside = andi %row_inside, %col_inside : tile<16x16xi1>
    %written = store %c_ptrs, %sum, [%c_inside] : tile<16x16xptr>, tile<16x16xf32>, tile<16x16xi1> -> token
    return
  }
}
