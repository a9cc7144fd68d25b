// RUN: run --entry e4m3 --grid 2,1 --arg 'f8E4M3FN[128,160]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[64,160]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 160 --arg 160 --arg 160 --arg 64 --print c
// c = [[ -44.   91.   80. ...   18.  -55.  -51.]
//      [   3.  101.   34. ...   -7.   23.  -22.]
//      [  46.    2.   13. ...  -12.   20.   -7.]
//      ...
//      [  88.  -64.   26. ... -118.   89.  -64.]
//      [  28.  -14.    6. ...   64.  -51.  -79.]
//      [ -23.  -79.   76. ...   11.   -7.    1.]]
// RUN: run --entry e5m2 --grid 1 --arg 'f8E5M2[128,144]=randint(-3,4,seed=1)' --arg 'f8E5M2[32,144]=randint(-3,4,seed=2)' --arg 'c:f32[128,32]=ones' --arg 128 --arg 32 --arg 144 --arg 144 --arg 144 --arg 32 --print c
// c = [[ -60.   95.  -21. ...  -50.   46.  -22.]
//      [  33.   69.   -4. ...   19.    2. -110.]
//      [   4.  -73.   78. ...  -23.   60.  -26.]
//      ...
//      [  23.  -53.   21. ...  -40.   12.  -48.]
//      [ -58.    3.  -14. ...  -11.    6.   -5.]
//      [ -10.  -54.  -37. ...  -89.   34.   80.]]
// RUN: run --entry deep --grid 1 --arg 'f8E5M2[64,528]=randint(-3,4,seed=1)' --arg 'f8E5M2[16,528]=randint(-3,4,seed=2)' --arg 'c:f32[64,16]=ones' --arg 64 --arg 16 --arg 528 --arg 528 --arg 528 --arg 16 --print c
// c = [[  94.   78.   63. ...   31.    7. -186.]
//      [  43.   92.  112. ...  -10.  -22.   73.]
//      [-175.  102.  -30. ...   50.   48.   48.]
//      ...
//      [ -65.  -26.   34. ...  -65.    0.   89.]
//      [-157.  -34.  120. ...   15.   -4.  -41.]
//      [-171.  -18.  -62. ...  -18.   43.  137.]]
// RUN: run --entry columns --grid 1 --arg 'f8E4M3FN[64,80]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[256,80]=randint(-3,4,seed=2)' --arg 'c:f32[64,256]=ones' --arg 64 --arg 256 --arg 80 --arg 80 --arg 80 --arg 256 --print c
// c = [[-16.   7.  38. ...  12.   4. -27.]
//      [-62. -28.  38. ...  54.  18.  -2.]
//      [ 39.  22. -12. ...  18. -14.   2.]
//      ...
//      [ 59.   5.  44. ... -43. -31. -28.]
//      [-73.  69.   4. ...  12.  40.   1.]
//      [-33.  -9. -32. ...   8. -19. -12.]]
// RUN: run --entry atoms --grid 1 --arg 'f8E4M3FN[256,48]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[128,48]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 48 --arg 48 --arg 48 --arg 128 --print c
// c = [[  1. -10. -29. ... -25.  -6.   5.]
//      [ -6. -40.  18. ... -18.  18. -20.]
//      [ 12.  20. -21. ... -17.  40. -34.]
//      ...
//      [ 32. -59.  20. ...  40.  38. -12.]
//      [-46.  27.   2. ... -11.  20.  23.]
//      [ 36. -77.  13. ...  -7. -14.  -5.]]
// RUN: run --entry fast --grid 1 --arg 'f8E4M3FN[64,272]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[64,272]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 272 --arg 272 --arg 272 --arg 64 --print c
// c = [[ -43.  -49.  -48. ...  127.   18.  -13.]
//      [ -78.  136.   12. ...   18.   17.  -76.]
//      [ -29. -114.   -4. ...   99.  -29.   31.]
//      ...
//      [ -27.   10.   64. ...   30.   11. -121.]
//      [ -74. -123. -127. ...  -14.   59.  -20.]
//      [  46.  -72.   26. ... -133.   60.  -29.]]
// RUN: run --entry half --grid 1 --arg 'f8E5M2[64,96]=randint(-3,4,seed=1)' --arg 'f8E5M2[64,96]=randint(-3,4,seed=2)' --arg 'c:f16[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 96 --arg 64 --print c
// c = [[-39. -16.  11. ...   5. -37. -26.]
//      [ 35. -13. -36. ... -39. -33.  65.]
//      [-23. -12.  61. ...  19.  24. -30.]
//      ...
//      [ 30.  98.  64. ...   8. -89.  42.]
//      [-71. -58. -43. ...  59. -24. -13.]
//      [ -9.   4.  -5. ...  80. -12.  21.]]
//
// 8-bit floats, whose sums are promoted to `f32` in registers unless the program says `fast_acc`.

cuda_tile.module @narrow_floats {
  entry @e4m3(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x64xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x128xf8E4M3FN>, tile<128x64xf8E4M3FN>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @e5m2(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<128x64xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>, tile<i32> -> tile<64x32xf8E5M2>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf8E5M2>, tile<64x32xf8E5M2>, tile<128x32xf32>
      continue %sum_next : tile<128x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @deep(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x16), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x16xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x16xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<64x256xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>, tile<i32> -> tile<256x16xf8E5M2>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x256xf8E5M2>, tile<256x16xf8E5M2>, tile<64x16xf32>
      continue %sum_next : tile<64x16xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x16xf32>, partition_view<tile=(64x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @columns(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x32xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<32x256xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf8E4M3FN>, tile<32x256xf8E4M3FN>, tile<64x256xf32>
      continue %sum_next : tile<64x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x256xf32>, partition_view<tile=(64x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @atoms(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<256x32xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<32x128xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf8E4M3FN>, tile<32x128xf8E4M3FN>, tile<256x128xf32>
      continue %sum_next : tile<256x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @fast(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x64xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far fast_acc : tile<64x128xf8E4M3FN>, tile<128x64xf8E4M3FN>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @half(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f16: 0.0> : tile<64x64xf16>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf16>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<64x32xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>, tile<i32> -> tile<32x64xf8E5M2>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf8E5M2>, tile<32x64xf8E5M2>, tile<64x64xf16>
      continue %sum_next : tile<64x64xf16>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
