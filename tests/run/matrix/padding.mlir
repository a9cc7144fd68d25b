// RUN: run --entry nans --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 40 --arg 72 --arg 72 --arg 72 --print c
// c = [[nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      ...
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]]
// RUN: run --entry nans --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 64 --arg 72 --arg 72 --arg 72 --print c
// c = [[ 25. -28.  33. ... -34.  -7. -58.]
//      [-29. -36. -24. ...   5. -21. -47.]
//      [ -8.  10. -34. ...  25.  21.  -6.]
//      ...
//      [ -1.  -2. -24. ...  41.  -9. -18.]
//      [ -6. -16.   4. ... -57.  -9.  36.]
//      [-51.   5.  -4. ...  42. -26. -19.]]
// RUN: run --entry infinities --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 40 --arg 72 --arg 72 --arg 72 --print c
// c = [[-inf -inf -inf ... -inf -inf -inf]
//      [-inf -inf -inf ... -inf -inf -inf]
//      [-inf -inf -inf ... -inf -inf -inf]
//      ...
//      [-inf -inf -inf ... -inf -inf -inf]
//      [-inf -inf -inf ... -inf -inf -inf]
//      [-inf -inf -inf ... -inf -inf -inf]]
// RUN: run --entry infinities --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 64 --arg 72 --arg 72 --arg 72 --print c
// c = [[ 25. -28.  33. ... -34.  -7. -58.]
//      [-29. -36. -24. ...   5. -21. -47.]
//      [ -8.  10. -34. ...  25.  21.  -6.]
//      ...
//      [ -1.  -2. -24. ...  41.  -9. -18.]
//      [ -6. -16.   4. ... -57.  -9.  36.]
//      [-51.   5.  -4. ...  42. -26. -19.]]
// RUN: run --entry negative_zeros --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 40 --arg 72 --arg 72 --arg 72 --print c
// c = [[  4.  -7.  42. ...  -8.  -2. -11.]
//      [-25. -36. -12. ... -25. -17. -31.]
//      [  8.   6. -31. ...  -6.  -4. -23.]
//      ...
//      [ 13.  -8. -32. ...  45. -10. -10.]
//      [-17. -12.  -5. ... -46.  -2.  10.]
//      [-39.  21. -15. ...  18. -10.   2.]]
// RUN: run --entry negative_zeros --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 64 --arg 72 --arg 72 --arg 72 --print c
// c = [[ 25. -28.  33. ... -34.  -7. -58.]
//      [-29. -36. -24. ...   5. -21. -47.]
//      [ -8.  10. -34. ...  25.  21.  -6.]
//      ...
//      [ -1.  -2. -24. ...  41.  -9. -18.]
//      [ -6. -16.   4. ... -57.  -9.  36.]
//      [-51.   5.  -4. ...  42. -26. -19.]]
// RUN: run --entry right_nans --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 40 --arg 72 --arg 72 --arg 72 --print c
// c = [[nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      ...
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]]
// RUN: run --entry right_nans --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 64 --arg 72 --arg 72 --arg 72 --print c
// c = [[ 25. -28.  33. ... -34.  -7. -58.]
//      [-29. -36. -24. ...   5. -21. -47.]
//      [ -8.  10. -34. ...  25.  21.  -6.]
//      ...
//      [ -1.  -2. -24. ...  41.  -9. -18.]
//      [ -6. -16.   4. ... -57.  -9.  36.]
//      [-51.   5.  -4. ...  42. -26. -19.]]
//
// Operands whose elements past the edge of the matrix are not zero: NaNs and infinities reach the sum if the edge cuts the inner
// dimension, and do not otherwise. Rows and columns past the edge are not stored. Memory after each row holds other numbers. Tensor
// maps read zeros there, so such products have no agents.

cuda_tile.module @padding {

  entry @nans(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = nan, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = nan, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = nan, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @infinities(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = pos_inf, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = pos_inf, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = pos_inf, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @negative_zeros(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = neg_zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = neg_zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = neg_zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @right_nans(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = nan, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = nan, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
