// RUN: run --entry biased --grid 2,2 --arg 'f16[136,96]=randint(-3,4,seed=1)' --arg 'f16[96,200]=randint(-3,4,seed=2)' --arg 'c:f16[136,200]=ones' --arg 136 --arg 200 --arg 96 --arg 96 --arg 200 --arg 200 --arg 'f32[200]=randint(-9,9,seed=3)' --print c
// c = [[ 30.  90.  39. ...  50. -20. -20.]
//      [ 40. -20.  31. ... -20.  70.  54.]
//      [-16. -20.  51. ...  72. -11.  20.]
//      ...
//      [-20. -20.  12. ...  43.  76. -20.]
//      [ -3. -20.  52. ...  49.  -5.   3.]
//      [  8. -13.  51. ... -16. -20.  14.]]
// RUN: run --entry biased --grid 2,2 --arg 'f16[136,96]=randint(-3,4,seed=1)' --arg 'f16[96,200]=randint(-3,4,seed=2)' --arg 'c:f16[136,200]=ones' --arg 136 --arg 200 --arg 0 --arg 96 --arg 200 --arg 200 --arg 'f32[200]=randint(-9,9,seed=3)' --print c
// c = [[ 5. -2. -2. ...  4.  3. -8.]
//      [ 5. -2. -2. ...  4.  3. -8.]
//      [ 5. -2. -2. ...  4.  3. -8.]
//      ...
//      [ 5. -2. -2. ...  4.  3. -8.]
//      [ 5. -2. -2. ...  4.  3. -8.]
//      [ 5. -2. -2. ...  4.  3. -8.]]
// RUN: run --entry scaled --grid 2,2 --arg 'f16[136,96]=randint(-3,4,seed=1)' --arg 'f16[96,200]=randint(-3,4,seed=2)' --arg 'c:f32[136,200]=ones' --arg 136 --arg 200 --arg 96 --arg 96 --arg 200 --arg 200 --arg 'f32[136]=randint(-9,9,seed=3)' --arg 'f32[200]=randint(-9,9,seed=4)' --print c
// c = [[ 117.   92.   41. ...   46.  -64.  -30.]
//      [ -78.   45.   33. ...  -30.   67.   62.]
//      [  34.   49. -112. ...   68.  -14.   28.]
//      ...
//      [ 197.  100.  -76. ...   39.   73.  -31.]
//      [  24.  109. -222. ...   45.   -8.   11.]
//      [   4.  -39.  206. ...  -20.  -40.   22.]]
// RUN: run --entry onto --grid 2,2 --arg 'f16[136,96]=randint(-3,4,seed=1)' --arg 'f16[96,200]=randint(-3,4,seed=2)' --arg 'c:f32[136,200]=randint(-9,10,seed=3)' --arg 136 --arg 200 --arg 96 --arg 96 --arg 200 --arg 200 --print c
// c = [[ 31.  91.  39. ...  51. -61. -38.]
//      [ 28. -19.  25. ... -33.  63.  60.]
//      [-23. -31.  50. ...  70. -15.  28.]
//      ...
//      [-38. -23.   7. ...  45.  82. -33.]
//      [-16. -28.  48. ...  47.  -7.  15.]
//      [  0. -13.  48. ... -18. -47.  22.]]
// RUN: run --entry turned --grid 1 --arg 'f16[128,96]=randint(-3,4,seed=1)' --arg 'f16[96,128]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=randint(-9,10,seed=3)' --arg 128 --arg 128 --arg 96 --arg 96 --arg 128 --arg 128 --print c
// c = [[ 11.  -9. -54. ...  21.  33.   1.]
//      [  7. -22.   1. ... -64.  10.  11.]
//      [-13.  20. -12. ...  64.  -7.  15.]
//      ...
//      [ -5.  36.  47. ... -83. -20.  -2.]
//      [ 12. -67. -86. ... -39.  44. -22.]
//      [-33. -58. -89. ...  15.  38.  93.]]
// RUN: run --entry each_row --grid 1 --arg 'f16[300,40]=randint(-3,4,seed=1)' --arg 'f16[40,136]=randint(-3,4,seed=2)' --arg 'c:f16[300,136]=ones' --arg 300 --arg 136 --arg 40 --arg 40 --arg 136 --arg 136 --arg 'f32[136]=randint(-9,9,seed=3)' --print c
// c = [[-20. -20. -14. ...   1.   1.   1.]
//      [ -2. -20.  37. ...   1.   1.   1.]
//      [  6.  12. -20. ...   1.   1.   1.]
//      ...
//      [  2. -19.  70. ...   1.   1.   1.]
//      [  9.  32.   2. ...   1.   1.   1.]
//      [ -6. -20.  45. ...   1.   1.   1.]]
//
// What is added to a sum is loaded slice by slice, as the sum is stored: a row of numbers for its columns, a column for its rows,
// numbers at addresses, a mask, and a tile of the memory that is written. A tile that is read across its slices is there before
// the first of them is written.

cuda_tile.module @epilogue_slices {
  entry @biased(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %bias: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %bias_tensor = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bias_tiles = make_partition_view %bias_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %row_bias, %bias_read = load_view_tko weak %bias_tiles[%block_col] : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %bias_1 = reshape %row_bias : tile<128xf32> -> tile<1x128xf32>
    %bias_n = broadcast %bias_1 : tile<1x128xf32> -> tile<128x128xf32>
    %shifted = addf %sum, %bias_n : tile<128x128xf32>
    %floor = constant <f32: -20.0> : tile<128x128xf32>
    %more = maxf %shifted, %floor : tile<128x128xf32>
    %narrow = ftof %more : tile<128x128xf32> -> tile<128x128xf16>
    %written = store_view_tko weak %narrow, %c_tiles[%block_row, %block_col] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @scaled(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %scales: tile<ptr<f32>>, %bias: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %scale_tensor = make_tensor_view %scales, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %scale_tiles = make_partition_view %scale_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %scale, %scale_read = load_view_tko weak %scale_tiles[%block_row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %scale_1 = reshape %scale : tile<128xf32> -> tile<128x1xf32>
    %scale_m = broadcast %scale_1 : tile<128x1xf32> -> tile<128x128xf32>
    %numbers = iota : tile<128xi32>
    %width = constant <i32: 128> : tile<i32>
    %first = muli %block_col, %width : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_n = broadcast %first_1 : tile<1xi32> -> tile<128xi32>
    %columns = addi %numbers, %first_n : tile<128xi32>
    %end_1 = reshape %n : tile<i32> -> tile<1xi32>
    %end_n = broadcast %end_1 : tile<1xi32> -> tile<128xi32>
    %is_there = cmpi less_than %columns, %end_n, signed : tile<128xi32> -> tile<128xi1>
    %none = constant <f32: 0.0> : tile<128xf32>
    %base_1 = reshape %bias : tile<ptr<f32>> -> tile<1xptr<f32>>
    %base_n = broadcast %base_1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %places = offset %base_n, %columns : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %row_bias, %bias_read = load_ptr_tko weak %places, %is_there, %none : tile<128xptr<f32>>, tile<128xi1>, tile<128xf32> -> tile<128xf32>, token
    %bias_1 = reshape %row_bias : tile<128xf32> -> tile<1x128xf32>
    %bias_n = broadcast %bias_1 : tile<1x128xf32> -> tile<128x128xf32>
    %rows = iota : tile<128xi32>
    %rows_1 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %rows_m = broadcast %rows_1 : tile<128x1xi32> -> tile<128x128xi32>
    %columns_1 = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %columns_n = broadcast %columns_1 : tile<1x128xi32> -> tile<128x128xi32>
    %is_low = cmpi less_than_or_equal %columns_n, %rows_m, signed : tile<128x128xi32> -> tile<128x128xi1>
    %scaled = mulf %sum, %scale_m : tile<128x128xf32>
    %shifted = addf %scaled, %bias_n : tile<128x128xf32>
    %chosen = select %is_low, %shifted, %sum : tile<128x128xi1>, tile<128x128xf32>
    %written = store_view_tko weak %chosen, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @onto(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %old_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %old, %old_read = load_view_tko weak %old_tiles[%block_row, %block_col] : partition_view<tile=(128x128), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x128xf32>, token
    %both = addf %sum, %old : tile<128x128xf32>
    %written = store_view_tko weak %both, %c_tiles[%block_row, %block_col] token=%old_read : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @turned(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %old_tensor = make_tensor_view %c_16, shape = [%n_8, %m], strides = [1, %ldc_8] : tile<i32> -> tensor_view<?x?xf32, strides=[1,?]>
    %old_tiles = make_partition_view %old_tensor : partition_view<tile=(128x128), padding_value = pos_inf, tensor_view<?x?xf32, strides=[1,?]>>
    %old, %old_read = load_view_tko weak %old_tiles[%block_col, %block_row] : partition_view<tile=(128x128), padding_value = pos_inf, tensor_view<?x?xf32, strides=[1,?]>>, tile<i32> -> tile<128x128xf32>, token
    %both = addf %sum, %old : tile<128x128xf32>
    %written = store_view_tko weak %both, %c_tiles[%block_row, %block_col] token=%old_read : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @each_row(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %bias: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %bias_tensor = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bias_tiles = make_partition_view %bias_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    for %row in (%zero to %row_tiles, step %one) : tile<i32> {
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
        continue %sum_next : tile<128x128xf32>
      }
      %row_bias, %bias_read = load_view_tko weak %bias_tiles[%block_col] : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
      %bias_1 = reshape %row_bias : tile<128xf32> -> tile<1x128xf32>
      %bias_n = broadcast %bias_1 : tile<1x128xf32> -> tile<128x128xf32>
      %shifted = addf %sum, %bias_n : tile<128x128xf32>
      %floor = constant <f32: -20.0> : tile<128x128xf32>
      %more = maxf %shifted, %floor : tile<128x128xf32>
      %narrow = ftof %more : tile<128x128xf32> -> tile<128x128xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %block_col] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
}
