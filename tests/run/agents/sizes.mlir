// RUN: run --entry wide --grid 1 --arg 'f16[64,80]=randint(-3,4,seed=1)' --arg 'f16[80,256]=randint(-3,4,seed=2)' --arg 'c:f32[64,256]=ones' --arg 64 --arg 256 --arg 80 --arg 80 --arg 256 --arg 256 --print c
// c = [[-39. -29.  14. ...  -8.  -1.  51.]
//      [ -5.   0. -15. ...  47. -44. -26.]
//      [ 57.   7.  46. ...  79.  32. -29.]
//      ...
//      [-49. -17. -52. ... -81.  44. -14.]
//      [ -2. -64.  68. ...   5. -75.  12.]
//      [-47. -31. -27. ... -22.  31.  26.]]
// RUN: run --entry tall --grid 1 --arg 'f16[256,80]=randint(-3,4,seed=1)' --arg 'f16[64,80]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 64 --arg 80 --arg 80 --arg 80 --arg 64 --print c
// c = [[-16.   7.  38. ...  18.  17. -33.]
//      [-62. -28.  38. ... -28. -41.   1.]
//      [ 39.  22. -12. ...  31. -18.  49.]
//      ...
//      [  0.  20.   0. ... -47.  -3.  61.]
//      [ -9. -12. -38. ...  31. -28.  20.]
//      [ 16. -14.  37. ...  36.  -6.  -9.]]
// RUN: run --entry square --grid 1 --arg 'f16[128,160]=randint(-3,4,seed=1)' --arg 'f16[128,160]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 160 --arg 160 --arg 160 --arg 128 --print c
// c = [[-44.  91.  80. ...  18.  83.   2.]
//      [  3. 101.  34. ... -16.  12.  13.]
//      [ 46.   2.  13. ...  24.  43. -11.]
//      ...
//      [ 88. -64.  26. ... -47. -28.  12.]
//      [ 28. -14.   6. ... -46. -77. -30.]
//      [-23. -79.  76. ... -78. -69. -79.]]
// RUN: run --entry narrow --grid 1 --arg 'f16[64,64]=randint(-3,4,seed=1)' --arg 'f16[64,8]=randint(-3,4,seed=2)' --arg 'c:f32[64,8]=ones' --arg 64 --arg 8 --arg 64 --arg 64 --arg 8 --arg 8 --print c
// c = [[-12. -45. -27. -29.  41. -45.  39.  29.]
//      [ 45. -14. -44.   3. -42.   6.  19.  19.]
//      [-15.  39.  18. -36.  41.   6.  38.   1.]
//      [ 21.  40. -11.  75. -35. -15.   4.  54.]
//      [-79.   9.  -3. -34.  11. -25. -45.  -5.]
//      [-62. -59.  39. -48.  35. -48. -69.  48.]
//      [-19. -18.  15.   6.  28. -28.  20.  -3.]
//      [-10.  -4.   3.   8. -48. -36.  39.  18.]
//      [  2. -38. -57. -16.  13.   1.  19.   1.]
//      [ 22. -35.  -8. -46.  31.  52. -15.  -3.]
//      [-55.  18.  12.  58.  -5.   5.   0.  -3.]
//      [-21.  24.  15.  68.  20. -24.  -2. -24.]
//      [ 56.   8.  -2. -34.   8.  38.   6.  -2.]
//      [ 68. -29.   8.   0.  22.  -4. -14.   3.]
//      [  4.  -4.  18. -32.  53. -53.   6.  37.]
//      [ 50.  -4.   6.  29.  -7.  37. -48.  -2.]
//      [  6.  35.  20.  16.  17. -37.  68.  14.]
//      [ 20.  32.   1.   1. -26.   2.  88.  68.]
//      [ 18.  86.  14.  10.  20.  40. -12.  -7.]
//      [-53.   0. -41.  -6.  41.   0.   4. -28.]
//      [ 45.  39. -25.   0. -73. 111.  41.  40.]
//      [ 28.   6. -50. -28.  12.  68. -27.  17.]
//      [ 48.  30. -36.  -6. -14.   7.  52.  -2.]
//      [ 18. -69.  80.  10.  18.  17.  48. -20.]
//      [-21. -68.  35. -15.   1. -14.  31. -35.]
//      [-22.  45. -29. -14.  -3. -20.  51.   6.]
//      [-94. -37.  19.   5. -20.  70. -89. -20.]
//      [-46.   9.  10. -36. -32. -21. -58.  31.]
//      [ 15.  -4.  19.  27. -60. -50.  40.  21.]
//      [ -7.  15. -42.  45.  10.  27.  50.  -5.]
//      [-27. -54.  72. -23.  20. -81. -49.  20.]
//      [-78. -50.  -8. -63.  10.  38. -20. -10.]
//      [ 37.  15.  58.  11. -30.  55.  57. -14.]
//      [-40.  69. -10. -14.   9.  23.   2.  29.]
//      [ 16. -11.  -7. -41. -52. -28.  40. -16.]
//      [-32.  -4. -47. -20.  29. -15.  15. -14.]
//      [-33.  45.   1. -32.  -2. -26.  41.  75.]
//      [  2.  16.  -3. -34. -20.   6.  16.   0.]
//      [ 11. -17. -51.  -6.  24. -12.  -9.  38.]
//      [-12. -66. -14. -23.   3.  -5.  55.   3.]
//      [  8. -27.   8. -53.  -6. -15.  -3.   0.]
//      [ 41. -40.  26.  18.  -6. -45.  40. -43.]
//      [-20.  45.  11. -52.  30.  -5.  -9.  35.]
//      [-12. -31.   4.   2.   3. -30.   6. -63.]
//      [-24.  19.  52. -25. -14.  12.  -8. -19.]
//      [  6.  70. -36. -27.  31.  39.  12.  53.]
//      [-23.  37. -22.   9.   1.  -5. -30.  66.]
//      [-15. -61. -15. -18. -15.  12. -55. -60.]
//      [ -8. -20.  38. -62.  24.  36. -25. -25.]
//      [ 24.  -1.  49.  43. -47. -43.  46.  78.]
//      [-30.  30.  13.  -6. -42.  33.  -3.   8.]
//      [-55. -43.  23. -25.   5.  24. -13.   6.]
//      [-61. -48. -13.  -8.  44.  27. -56. -64.]
//      [ 63.  58. -25.  30. -25.  30.  93.  -3.]
//      [-12. -41.  -1. -39. -25.  18.  33.  20.]
//      [-23. -36. -38.  -4. -20. -42. -16. -30.]
//      [ 15. -10.  -1. -51. -30. -53.  37.  -2.]
//      [ -1. -47. -75.  43. -37.  38. -26. -21.]
//      [ 56. -31. -77.  14. -51. -37.  51. -31.]
//      [ 14. -46. -50. -17.  43.  40.  11. -30.]
//      [ -1. -19. -12.   2.  -2. -51.   3. -57.]
//      [ 16. -19.  12. -34.  -3.  -5.   4. -13.]
//      [-67.  16.  27. -20.  23. -12. -50.   2.]
//      [ 22. 125. -57.   6. -12.  38.  70.  60.]]
//
// Sums of one warpgroup of different shapes: 64x256, 256x64, 128x128 and 64x8.

cuda_tile.module @sizes {
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x16xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(16x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x256xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x16xf16>, tile<16x256xf16>, tile<64x256xf32>
      continue %sum_next : tile<64x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x256xf32>, partition_view<tile=(64x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tall(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x16xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<16x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x16xf16>, tile<16x64xf16>, tile<256x64xf32>
      continue %sum_next : tile<256x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @square(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
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
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
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
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x8), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x8), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x8xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x8xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x8), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x8xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x8xf16>, tile<64x8xf32>
      continue %sum_next : tile<64x8xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x8xf32>, partition_view<tile=(64x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
