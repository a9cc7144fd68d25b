// RUN: run --entry ones --grid 1 --arg 'f16[128,160]=randint(-3,4,seed=1)' --arg 'f16[128,160]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=randint(-3,4,seed=3)' --arg 128 --arg 128 --arg 160 --arg 160 --arg 160 --arg 128 --print c
// c = [[-43.  92.  81. ...  19.  84.   3.]
//      [  4. 102.  35. ... -15.  13.  14.]
//      [ 47.   3.  14. ...  25.  44. -10.]
//      ...
//      [ 89. -63.  27. ... -46. -27.  13.]
//      [ 29. -13.   7. ... -45. -76. -29.]
//      [-22. -78.  77. ... -77. -68. -78.]]
// RUN: run --entry ones --grid 1 --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=randint(-3,4,seed=3)' --arg 128 --arg 128 --arg 64 --arg 64 --arg 64 --arg 128 --print c
// c = [[ 13.  13. -22. ... -30. -52.   5.]
//      [ 20. -89.   0. ...  36.  -4.  25.]
//      [  0.  12.  27. ... -67. -13. -58.]
//      ...
//      [ 20. -67.  -2. ...   7. -17.  12.]
//      [ -7. -15.  37. ...  32. -52. -48.]
//      [  9. -34. -41. ...  38.  43. -34.]]
// RUN: run --entry loaded --grid 1 --arg 'f16[128,160]=randint(-3,4,seed=1)' --arg 'f16[128,160]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=randint(-3,4,seed=3)' --arg 128 --arg 128 --arg 160 --arg 160 --arg 160 --arg 128 --print c
// c = [[-42.  91.  79. ...  20.  84.   2.]
//      [  1. 104.  35. ... -18.   9.  16.]
//      [ 46.   4.  16. ...  27.  45.  -8.]
//      ...
//      [ 87. -66.  27. ... -47. -30.   9.]
//      [ 25. -15.   4. ... -45. -78. -30.]
//      [-24. -81.  75. ... -75. -71. -76.]]
// RUN: run --entry loaded --grid 1 --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=randint(-3,4,seed=3)' --arg 128 --arg 128 --arg 64 --arg 64 --arg 64 --arg 128 --print c
// c = [[ 14.  12. -24. ... -29. -52.   4.]
//      [ 17. -87.   0. ...  33.  -8.  27.]
//      [ -1.  13.  29. ... -65. -12. -56.]
//      ...
//      [ 18. -70.  -2. ...   6. -20.   8.]
//      [-11. -17.  34. ...  32. -54. -49.]
//      [  7. -37. -43. ...  40.  40. -32.]]

// Sums that do not start at zero: they start at a constant, or at a tile that is loaded.

cuda_tile.module @start {
  entry @ones(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 1.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @loaded(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0, %c_read = load_view_tko weak %c_tiles[%block_row, %block_col] : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x128xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] token = %c_read : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
