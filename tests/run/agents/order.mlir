// RUN: run --entry rows --grid 3,5 --arg 'f16[320,64]=randint(-3,4,seed=1)' --arg 'f16[64,192]=randint(-3,4,seed=2)' --arg 'c:f32[320,192]=ones' --arg 320 --arg 192 --arg 64 --arg 64 --arg 192 --arg 192 --print c
// c = [[ -7. -60. -62. ... -70. -20.  -5.]
//      [  9. -22.  13. ...  -8.  62.  17.]
//      [ 27.  44.  55. ...  33.   3. -17.]
//      ...
//      [ 16.  -5. -16. ...  12.  11. -52.]
//      [ 31.  23.   9. ...  77. -42.   8.]
//      [  1.   8.  64. ...  25. -22.  -9.]]
// RUN: run --entry rows --grid 2,19 --arg 'f16[1216,64]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f32[1216,128]=ones' --arg 1216 --arg 128 --arg 64 --arg 64 --arg 128 --arg 128 --print c
// c = [[-16.  -4. -31. ...  25.  40.  10.]
//      [-48. -12. -38. ...  18. -16.  33.]
//      [ 34.  79. -28. ...  22.  -4.   2.]
//      ...
//      [-21.  57. -53. ...  19. -36.  26.]
//      [ -2.  -6.   4. ...   7.  20.  -9.]
//      [ -8. -34.  -8. ... -40. -39. -14.]]
// RUN: run --entry rows --grid 1,33 --arg 'f16[2112,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[2112,64]=ones' --arg 2112 --arg 64 --arg 128 --arg 128 --arg 64 --arg 64 --print c
// c = [[  5.  24.   0. ... -41.  67.  71.]
//      [ 90. -59.   9. ...  22. -33.  -1.]
//      [ 71.  47. -51. ...   4. -53.   4.]
//      ...
//      [ -3.  49.  85. ... -66.   9.  -2.]
//      [-98. -66. -25. ... -74.  76.   8.]
//      [-12.  82. -17. ...  44.  -1.  -1.]]
// RUN: run --entry rows --grid 5,16 --arg 'f16[1024,64]=randint(-3,4,seed=1)' --arg 'f16[64,320]=randint(-3,4,seed=2)' --arg 'c:f32[1024,320]=ones' --arg 1024 --arg 320 --arg 64 --arg 64 --arg 320 --arg 320 --print c
// c = [[ -7. -14. -33. ...   7.  26. -15.]
//      [ 26.  19. -40. ...   2. -23.  11.]
//      [ 40. -65. -52. ... -62. -17.  14.]
//      ...
//      [ 37.  36.  26. ... -28. -29. -35.]
//      [  3. -54. -32. ...  64. -24.  83.]
//      [ 38.  -7.  17. ...   7. -31. -50.]]
// RUN: run --entry columns --grid 3,18 --arg 'f16[190,72]=randint(-3,4,seed=1)' --arg 'f16[72,1152]=randint(-3,4,seed=2)' --arg 'c:f32[190,1152]=ones' --arg 190 --arg 1152 --arg 72 --arg 72 --arg 1152 --arg 1152 --print c
// c = [[ 29.   0. -27. ...  42.  47.  12.]
//      [  4. -14. -41. ...  29.   7. -18.]
//      [ -3.   0.   0. ...   2.  -4. -85.]
//      ...
//      [ 10. -21.  17. ...  -4. -24. -43.]
//      [  4.  35.  18. ...  25.   5. -28.]
//      [-51.  -2. -85. ...  44.  16.   2.]]
//
// Tile blocks are taken in groups of 16 rows: fewer rows, whole groups, some rows more, and one column. Along the second axis run the
// rows of the sum, or its columns.

cuda_tile.module @order {
  entry @rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_col, %block_row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
