// RUN: run --entry gemm --grid 2,2 --arg 'f16[70,80]=randint(-3,4,seed=1)' --arg 'f16[72,88]=randint(-3,4,seed=2)' --arg 'c:f32[70,80]=ones' --arg 70 --arg 72 --arg 9 --arg 88 --print c
// c = [[-14.  35.  47. ...   1.   1.   1.]
//      [-57.  30. -80. ...   1.   1.   1.]
//      [ 53. -16. -20. ...   1.   1.   1.]
//      ...
//      [ -8. -72. -40. ...   1.   1.   1.]
//      [ 68.   3. -16. ...   1.   1.   1.]
//      [ 18. -47.  22. ...   1.   1.   1.]]
//
// What a launcher computes to make tensor maps: numbers of elements and strides that the program computes of its parameters, by sums,
// differences and products, widened and narrowed.

cuda_tile.module @computed {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m_wide: tile<i64>, %n: tile<i32>, %eighths: tile<i32>, %width: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %width_8 = assume div_by<8>, %width : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %m = trunci %m_wide : tile<i64> -> tile<i32>
    %k = muli %eighths, %eight : tile<i32>
    %lda = addi %k, %eight : tile<i32>
    %more_eighths = addi %eighths, %two : tile<i32>
    %ldb = muli %more_eighths, %eight : tile<i32>
    %ldc = subi %width_8, %eight : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
