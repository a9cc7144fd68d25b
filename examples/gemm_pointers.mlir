// C = A x B by pointer arithmetic: tiles of pointers that advance in a loop, masks at every edge, `mmaf` for the product
// of two tiles. All matrices are row-major: A is m x k, B is k x n, C is m x n; each block makes a 16 x 16 tile of C.
// Three things are easy to get wrong and worth a look: the loop must step forward, the pointers must advance with it,
// and no two lanes of the store may share an address. gemm_views.mlir does the same with views, in half the lines.
//
// RUN: run --grid 3,3 --arg 'A:f32[40,20]=randint(-4,5,seed=1)' --arg 'B:f32[20,40]=randint(-4,5,seed=2)' \
// --arg 'C:f32[40,40]=zeros' --arg 'A.shape[0]' --arg 'B.shape[1]' --arg 'A.shape[1]' --print C
// C = [[ -7.  23.  38. ... -41.  33. -31.]
//      [-16.   2.  23. ...  49. -48. -11.]
//      [ 38.  28. -56. ...  42. -51.  19.]
//      ...
//      [-17.  -6.  16. ...  18. -29. -11.]
//      [-27.  44.  23. ... -28.  13. -14.]
//      [ 45.  26. -13. ...  42. -21. -15.]]

cuda_tile.module @gemm_pointers {
  entry @gemm(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %sixteen = constant <i32: 16> : tile<i32>
    %lanes = iota : tile<16xi32>

    // Two index tiles of 16 x 16: `%down` grows from row to row, `%across` from column to column.
    //
    //   down    0 0 0 ..     across  0 1 2 ..
    //           1 1 1 ..             0 1 2 ..
    %lanes_column = reshape %lanes : tile<16xi32> -> tile<16x1xi32>
    %down = broadcast %lanes_column : tile<16x1xi32> -> tile<16x16xi32>
    %lanes_row = reshape %lanes : tile<16xi32> -> tile<1x16xi32>
    %across = broadcast %lanes_row : tile<1x16xi32> -> tile<16x16xi32>

    // Row and column, in C, of every element of this block's tile.
    %row_0 = muli %block_row, %sixteen : tile<i32>
    %row_0_1x1 = reshape %row_0 : tile<i32> -> tile<1x1xi32>
    %row_0_all = broadcast %row_0_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %row = addi %row_0_all, %down : tile<16x16xi32>
    %col_0 = muli %block_col, %sixteen : tile<i32>
    %col_0_1x1 = reshape %col_0 : tile<i32> -> tile<1x1xi32>
    %col_0_all = broadcast %col_0_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %col = addi %col_0_all, %across : tile<16x16xi32>

    // The sizes, as tiles to compare and to multiply with.
    %m_1x1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %m_all = broadcast %m_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %n_1x1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %n_all = broadcast %n_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %k_1x1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %k_all = broadcast %k_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %row_inside = cmpi less_than %row, %m_all, signed : tile<16x16xi32> -> tile<16x16xi1>
    %col_inside = cmpi less_than %col, %n_all, signed : tile<16x16xi32> -> tile<16x16xi1>

    // The addresses of the first tile of A: a + row * k + across. Each lane has an address of its own.
    %a_row = muli %row, %k_all : tile<16x16xi32>
    %a_index = addi %a_row, %across : tile<16x16xi32>
    %a_1x1 = reshape %a : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %a_base = broadcast %a_1x1 : tile<1x1xptr<f32>> -> tile<16x16xptr<f32>>
    %a_first = offset %a_base, %a_index : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>

    // And the first tile of B: b + down * n + col.
    %b_row = muli %down, %n_all : tile<16x16xi32>
    %b_index = addi %b_row, %col : tile<16x16xi32>
    %b_1x1 = reshape %b : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %b_base = broadcast %b_1x1 : tile<1x1xptr<f32>> -> tile<16x16xptr<f32>>
    %b_first = offset %b_base, %b_index : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>

    // One step along k moves A by 16 columns and B by 16 rows.
    %a_step = constant <i32: 16> : tile<16x16xi32>
    %b_step = muli %a_step, %n_all : tile<16x16xi32>

    // The loop carries three values from one iteration to the next: the sum and the two tiles of pointers. `continue`
    // hands over their next values; after the last iteration they are the results of the loop.
    %sum_0 = constant <f32: 0.0> : tile<16x16xf32>
    %outside = constant <f32: 0.0> : tile<16x16xf32>
    %sum, %a_end, %b_end = for %k_0 in (%zero to %k, step %sixteen) : tile<i32> iter_values(%sum_so_far = %sum_0, %a_ptrs = %a_first, %b_ptrs = %b_first) -> (tile<16x16xf32>, tile<16x16xptr<f32>>, tile<16x16xptr<f32>>) {
      // Lanes outside of A and B count as zero. That must be said: without the padding operand a masked-off lane has no
      // value, and every element of C is summed over such lanes when k is not a multiple of 16.
      %k_0_1x1 = reshape %k_0 : tile<i32> -> tile<1x1xi32>
      %k_0_all = broadcast %k_0_1x1 : tile<1x1xi32> -> tile<16x16xi32>
      %a_k = addi %k_0_all, %across : tile<16x16xi32>
      %a_k_inside = cmpi less_than %a_k, %k_all, signed : tile<16x16xi32> -> tile<16x16xi1>
      %a_inside = andi %a_k_inside, %row_inside : tile<16x16xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %a_inside, %outside : tile<16x16xptr<f32>>, tile<16x16xi1>, tile<16x16xf32> -> tile<16x16xf32>, token
      %b_k = addi %k_0_all, %down : tile<16x16xi32>
      %b_k_inside = cmpi less_than %b_k, %k_all, signed : tile<16x16xi32> -> tile<16x16xi1>
      %b_inside = andi %b_k_inside, %col_inside : tile<16x16xi1>
      %b_tile, %b_read = load_ptr_tko weak %b_ptrs, %b_inside, %outside : tile<16x16xptr<f32>>, tile<16x16xi1>, tile<16x16xf32> -> tile<16x16xf32>, token

      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
      %a_next = offset %a_ptrs, %a_step : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>
      %b_next = offset %b_ptrs, %b_step : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>
      continue %sum_next, %a_next, %b_next : tile<16x16xf32>, tile<16x16xptr<f32>>, tile<16x16xptr<f32>>
    }

    %c_row = muli %row, %n_all : tile<16x16xi32>
    %c_index = addi %c_row, %col : tile<16x16xi32>
    %c_1x1 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_base = broadcast %c_1x1 : tile<1x1xptr<f32>> -> tile<16x16xptr<f32>>
    %c_ptrs = offset %c_base, %c_index : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>
    %c_inside = andi %row_inside, %col_inside : tile<16x16xi1>
    %written = store_ptr_tko weak %c_ptrs, %sum, %c_inside : tile<16x16xptr<f32>>, tile<16x16xf32>, tile<16x16xi1> -> token
    return
  }
}
