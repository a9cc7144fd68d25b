// RUN: run --grid 1 --arg 'A:f16[24,40]=randint(-4,5,seed=1)' --arg 'B:f16[40,16]=randint(-4,5,seed=2)' \
// --arg 'C:f32[16,16]=zeros' --arg 'rows:i32[16]=randint(0,24,seed=3)' --arg 40 --print C
// C = [[   4.   45.   25.   49.   -2.   37.  -17.   18.   -1.    4.    3.   28.
//        -34.  -32.   14.   -8.]
//      [ -48.  -69.  -26.    7.  -31. -109.    8.   44.  -19.   -5.   93.   -8.
//         56.  -77.    8.   66.]
//      [  75. -104.  -67.   51.  -55.   66.   43.  -47.   28.  -56.    8.   60.
//         18.  -20.   -2.    6.]
//      [   4.   45.   25.   49.   -2.   37.  -17.   18.   -1.    4.    3.   28.
//        -34.  -32.   14.   -8.]
//      [  51.   13.    1.   -9.   -1.   27.   34.   45.  -47.   25.   -5.   60.
//         28.   41.  -39. -110.]
//      [   1.  -31.   12.  -29.   -8.   13.   30.   60.  -91.    6.  -11.  -15.
//        -41.   -3.   33.  -33.]
//      [ -18.  -71.    5.   22.   32.  -20.    7.   54.  -63.  -18.  -56.   -5.
//          4.  -67.  -15.    2.]
//      [  33.   12.   -9.   93.   16.    7.   12.   35.  -31.  -75.   16.   40.
//        -17.  -42.   64.   77.]
//      [  20.  -13.   17.   63.  -18.  -35.   57.   27.   -9.  -49.  -29.  -10.
//        -42.  -37.   75.   52.]
//      [  73.  117.  -35.   26.  -29.   68.   15.   72.   -3.   17.   51.   -5.
//         44.  -16.    4.   -6.]
//      [ -29.  -69.  -12.   -1.  -29.  -57.  -54.    5.  -49.    7.   16.   35.
//         24.    3.   34.   59.]
//      [  33.   12.   -9.   93.   16.    7.   12.   35.  -31.  -75.   16.   40.
//        -17.  -42.   64.   77.]
//      [  75. -104.  -67.   51.  -55.   66.   43.  -47.   28.  -56.    8.   60.
//         18.  -20.   -2.    6.]
//      [  -5.   85.    4. -124.   -9.  -14.   70.   19.  -28.   23.  -54.  -22.
//         49.   -1.  -34.   12.]
//      [  -5.   85.    4. -124.   -9.  -14.   70.   19.  -28.   23.  -54.  -22.
//         49.   -1.  -34.   12.]
//      [ -11.   50.    9.  -35.    4.  -27.   78.   31.  -44.    2.    7.  -38.
//        -28.   63.   77.  -37.]]
//
// Rows of A that a table names, times B: the depth, 40, is no multiple of the tile's, and what is beyond it is zero.
cuda_tile.module @gathered_rows {
  entry @k(%a0: tile<ptr<f16>>, %b0: tile<ptr<f16>>, %c0: tile<ptr<f32>>, %rows0: tile<ptr<i32>>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %rows = assume div_by<16>, %rows0 : tile<ptr<i32>>
    %k1 = assume bounded<0, ?>, %k0 : tile<i32>
    %k = assume div_by<8>, %k1 : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c16 = constant <i32: 16> : tile<i32>
    %parts = divi %k, %c16 signed rounding<positive_inf> : tile<i32>
    %lanes = iota : tile<16xi32>
    %rows_1 = reshape %rows : tile<ptr<i32>> -> tile<1xptr<i32>>
    %rows_all = broadcast %rows_1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %row_at = offset %rows_all, %lanes : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %row, %row_read = load_ptr_tko weak %row_at : tile<16xptr<i32>> -> tile<16xi32>, token
    %row_1 = reshape %row : tile<16xi32> -> tile<16x1xi32>
    %row_wide = exti %row_1 signed : tile<16x1xi32> -> tile<16x1xi64>
    %row_all = broadcast %row_wide : tile<16x1xi64> -> tile<16x16xi64>
    %k_wide = exti %k signed : tile<i32> -> tile<i64>
    %k_1 = reshape %k_wide : tile<i64> -> tile<1x1xi64>
    %k_all = broadcast %k_1 : tile<1x1xi64> -> tile<16x16xi64>
    %starts = muli %row_all, %k_all : tile<16x16xi64>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_all = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<16x16xptr<f16>>
    %none = constant <f16: 0.0> : tile<f16>
    %none_1 = reshape %none : tile<f16> -> tile<1x1xf16>
    %others = broadcast %none_1 : tile<1x1xf16> -> tile<16x16xf16>
    %b_tensor = make_tensor_view %b, shape = [%k, 16], strides = [16, 1] : tile<i32> -> tensor_view<?x16xf16, strides=[16,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x16xf16, strides=[16,1]>>
    %sum_0 = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%zero to %parts, step %one) : tile<i32> iter_values(%so_far = %sum_0) -> (tile<16x16xf32>) {
      %first = muli %i, %c16 : tile<i32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<16xi32>
      %column = addi %first_all, %lanes : tile<16xi32>
      %column_1 = reshape %column : tile<16xi32> -> tile<1x16xi32>
      %column_wide = exti %column_1 signed : tile<1x16xi32> -> tile<1x16xi64>
      %column_all = broadcast %column_wide : tile<1x16xi64> -> tile<16x16xi64>
      %inside = cmpi less_than %column_all, %k_all, unsigned : tile<16x16xi64> -> tile<16x16xi1>
      %place = addi %starts, %column_all : tile<16x16xi64>
      %there = offset %a_all, %place : tile<16x16xptr<f16>>, tile<16x16xi64> -> tile<16x16xptr<f16>>
      %x, %x_read = load_ptr_tko weak %there, %inside, %others : tile<16x16xptr<f16>>, tile<16x16xi1>, tile<16x16xf16> -> tile<16x16xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x16xf16, strides=[16,1]>>, tile<i32> -> tile<16x16xf16>, token
      %next = mmaf %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %c_tensor = make_tensor_view %c, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
