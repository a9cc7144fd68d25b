// RUN: run --entry square --grid 1 --arg 'f16[264,40]=randint(-3,4,seed=1)' --arg 'f16[40,72]=randint(-3,4,seed=2)' --arg 'c:f16[264,72]=ones' --arg 264 --arg 72 --arg 40 --arg 40 --arg 72 --arg 72 --print c
// c = [[  4.  -7.  42. ...  -8.  -2. -11.]
//      [ 21. -20.  36. ... -18.  12.   2.]
//      [ 29.  23.  -1. ...   7. -38.  18.]
//      ...
//      [  7. -42. -47. ...  18.  -8.  -4.]
//      [  1. -38. -43. ...  26. -28. -10.]
//      [ 65. -38. -14. ...  19.  28.  16.]]
// RUN: run --entry square --grid 2 --arg 'f16[264,0]=randint(-3,4,seed=1)' --arg 'f16[0,72]=randint(-3,4,seed=2)' --arg 'c:f16[264,72]=ones' --arg 264 --arg 72 --arg 0 --arg 0 --arg 72 --arg 72 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry wide --grid 1 --arg 'f16[40,32]=randint(-3,4,seed=1)' --arg 'f16[32,520]=randint(-3,4,seed=2)' --arg 'c:f16[40,520]=ones' --arg 40 --arg 520 --arg 32 --arg 32 --arg 520 --arg 520 --print c
// c = [[  0.   5. -21. ...  -9.  26.  33.]
//      [-14.  11. -32. ... -22. -19. -20.]
//      [ 23. -20.  14. ...   4.  -4.   2.]
//      ...
//      [ 11.   5. -12. ...  37.   7.  -2.]
//      [ -7.  -2. -33. ...  38.  14.  18.]
//      [ 18.   9.  -2. ...  39. -39. -14.]]
// RUN: run --entry unaligned --grid 1 --arg 'f16[261,33]=randint(-3,4,seed=1)' --arg 'f16[33,67]=randint(-3,4,seed=2)' --arg 'c:f16[261,67]=ones' --arg 261 --arg 67 --arg 33 --arg 33 --arg 67 --arg 67 --print c
// c = [[-36. -16. -13. ...  30.   2.   5.]
//      [-26. -12.  20. ... -10. -12.   7.]
//      [-27.  39. -31. ...  -1. -21.  32.]
//      ...
//      [ -8.  10.  14. ...  29.  42. -22.]
//      [ -6.  23.   8. ...  16.  26. -28.]
//      [-35.   8.  -3. ...  -3.  15.   4.]]
// RUN: run --entry grouped --grid 1 --arg 'f16[264,32]=randint(-3,4,seed=1)' --arg 'f16[32,72]=randint(-3,4,seed=2)' --arg 'c:f16[264,72]=ones' --arg 264 --arg 72 --arg 32 --arg 32 --arg 72 --arg 72 --print c
// c = [[ -2.   1.  41. ...  -3.   6. -11.]
//      [ -3. -11.  10. ...   7.  15.  21.]
//      [ 26. -13. -24. ...  21.  -7.   5.]
//      ...
//      [ 39.  31.   5. ...  30.  -7.  34.]
//      [  7.  -8.  -2. ...  15.  17.  20.]
//      [  5. -33.  -6. ...  30.   4.   9.]]
// RUN: run --entry clustered --grid 1 --arg 'f16[264,40]=randint(-3,4,seed=1)' --arg 'f16[40,72]=randint(-3,4,seed=2)' --arg 'c:f16[264,72]=ones' --arg 264 --arg 72 --arg 40 --arg 40 --arg 72 --arg 72 --print c
// c = [[  4.  -7.  42. ...  -8.  -2. -11.]
//      [ 21. -20.  36. ... -18.  12.   2.]
//      [ 29.  23.  -1. ...   7. -38.  18.]
//      ...
//      [  7. -42. -47. ...  18.  -8.  -4.]
//      [  1. -38. -43. ...  26. -28. -10.]
//      [ 65. -38. -14. ...  19.  28.  16.]]
//
// Sums that need more registers than a thread block has, in loops over tiles: the slices of a tile are computed one after the other, and
// tokens order the tiles. The thread blocks of a cluster have such sums as well.

cuda_tile.module @slices {
  entry @square(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %start = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %start) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf16>, tile<32x256xf16>, tile<256x256xf32>
        continue %sum_next : tile<256x256xf32>
      }
      %narrow = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x512), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x512xf32>
    %start = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %start) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x512xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x512xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x512xf16>, tile<128x512xf32>
        continue %sum_next : tile<128x512xf32>
      }
      %narrow = ftof %sum : tile<128x512xf32> -> tile<128x512xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<128x512xf16>, partition_view<tile=(128x512), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @unaligned(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%lda, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%ldb, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%ldc, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %start = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %start) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf16>, tile<32x256xf16>, tile<256x256xf32>
        continue %sum_next : tile<256x256xf32>
      }
      %narrow = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @grouped(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %start = make_token : token
    %last, %end = loop iter_values(%tile = %first, %before = %start) : tile<i32>, token -> tile<i32>, token {
      %done = cmpi greater_than_or_equal %tile, %tiles, signed : tile<i32> -> tile<i1>
      if %done {
        break %tile, %before : tile<i32>, token
      }
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf16>, tile<32x256xf16>, tile<256x256xf32>
        continue %sum_next : tile<256x256xf32>
      }
      %narrow = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      %next = addi %tile, %blocks : tile<i32>
      continue %next, %written : tile<i32>, token
    }
    return
  }
  entry @clustered(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %row, %column, %unused_z = get_tile_block_id : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(512x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(512x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(512x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<512x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<512x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(512x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<512x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<512x32xf16>, tile<32x256xf16>, tile<512x256xf32>
      continue %sum_next : tile<512x256xf32>
    }
    %narrow = ftof %sum : tile<512x256xf32> -> tile<512x256xf16>
    %written = store_view_tko weak %narrow, %c_tiles[%row, %column] : tile<512x256xf16>, partition_view<tile=(512x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
