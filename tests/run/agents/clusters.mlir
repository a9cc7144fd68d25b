// RUN: run --entry large --grid 1,1 --arg 'f16[256,64]=randint(-3,4,seed=1)' --arg 'f16[64,256]=randint(-3,4,seed=2)' --arg 'c:f32[256,256]=ones' --arg 256 --arg 256 --arg 64 --arg 64 --arg 256 --arg 256 --print c
// c = [[-32. -60.   6. ... -10.   3.  42.]
//      [ 24. -44.  28. ... -51. -14.  31.]
//      [-45.  58. -37. ...  -3.  20.  36.]
//      ...
//      [ -4. -60. -39. ...  20.  30.  20.]
//      [ 14.  11.  33. ...  22. -30. -33.]
//      [ -9.  66. -17. ... -28. -18.  17.]]
// RUN: run --entry large --grid 1,2 --arg 'f16[200,136]=randint(-3,4,seed=1)' --arg 'f16[136,320]=randint(-3,4,seed=2)' --arg 'c:f32[200,320]=ones' --arg 200 --arg 320 --arg 136 --arg 136 --arg 320 --arg 320 --print c
// c = [[-19. -20.  -3. ... -64.  39. -31.]
//      [-27.  43. -20. ... -21.  -6. -23.]
//      [-40.  36.  11. ... -46.  45. -65.]
//      ...
//      [-18.  85. -23. ...  38.  93.  -9.]
//      [-22.  12. -31. ... -47. -19.  57.]
//      [-41.  54. -48. ...   7. -14. -21.]]
// RUN: run --entry asked --grid 1,1 --arg 'f16[128,8]=randint(-3,4,seed=1)' --arg 'f16[128,8]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 0 --arg 8 --arg 8 --arg 128 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry asked --grid 1,1 --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 64 --arg 64 --arg 64 --arg 128 --print c
// c = [[ 12.  12. -23. ... -31. -53.   4.]
//      [ 19. -90.  -1. ...  35.  -5.  24.]
//      [ -1.  11.  26. ... -68. -14. -59.]
//      ...
//      [ 19. -68.  -3. ...   6. -18.  11.]
//      [ -8. -16.  36. ...  31. -53. -49.]
//      [  8. -35. -42. ...  37.  42. -35.]]
// RUN: run --entry asked --grid 1,1 --arg 'f16[128,192]=randint(-3,4,seed=1)' --arg 'f16[128,192]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 192 --arg 192 --arg 192 --arg 128 --print c
// c = [[-52.  55. -34. ... -51.  77. -11.]
//      [-43. 165. -19. ...  47.  50. -69.]
//      [ -4. -56. -28. ... -41.  73. -41.]
//      ...
//      [-26.  21.   2. ...  24.  59. -26.]
//      [-21. -13.   6. ...   1.  86. -78.]
//      [ 82.  32.   6. ... -67. -24.  23.]]
// RUN: run --entry asked --grid 1,1 --arg 'f16[128,256]=randint(-3,4,seed=1)' --arg 'f16[128,256]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 256 --arg 256 --arg 256 --arg 128 --print c
// c = [[ -48.   32. -145. ...   70.   73. -101.]
//      [  38.  150.   -6. ...  -20.   94. -121.]
//      [  52.  -53.  -21. ...   94.   65.   13.]
//      ...
//      [ 163.  140.   75. ... -104.   89.   34.]
//      [  35.  -27.  -53. ...  -10.   74.  -48.]
//      [  13.  -19.  -55. ...   13.  -51. -190.]]
// RUN: run --entry asked --grid 1,1 --arg 'f16[128,448]=randint(-3,4,seed=1)' --arg 'f16[128,448]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 448 --arg 448 --arg 448 --arg 128 --print c
// c = [[  82.  130.   42. ...  -40.  -14.   40.]
//      [ -40.   36.  -70. ... -126. -137.  -27.]
//      [ -81.  -95.  -33. ...  -15.   46. -171.]
//      ...
//      [  34.   34.   -7. ...  -94.   87.   41.]
//      [  65. -111.   -7. ...   54.  -43.   -1.]
//      [ -24. -133.  126. ...    3.  -46.  -59.]]
// RUN: run --entry asked --grid 2,2 --arg 'f16[190,200]=randint(-3,4,seed=1)' --arg 'f16[200,200]=randint(-3,4,seed=2)' --arg 'c:f32[190,200]=ones' --arg 190 --arg 200 --arg 200 --arg 200 --arg 200 --arg 200 --print c
// c = [[ -63.  -79.  -78. ...   67.   83. -105.]
//      [-106.  161.   37. ...   41.   66.  -24.]
//      [ -32.   10.    0. ...   -6.  -46.   15.]
//      ...
//      [ -16.  -95.   10. ...  122.   -1.  -16.]
//      [  54. -104.  -44. ...  -53.   54.   26.]
//      [  17.   61.   98. ... -137.   87.   -2.]]
// RUN: run --entry columns --grid 1,2 --arg 'f16[128,128]=randint(-3,4,seed=1)' --arg 'f16[128,104]=randint(-3,4,seed=2)' --arg 'c:f32[128,104]=ones' --arg 128 --arg 100 --arg 128 --arg 128 --arg 104 --arg 104 --print c
// c = [[ -3.  -9.  59. ...   1.   1.   1.]
//      [ 16. -13.  16. ...   1.   1.   1.]
//      [-60.  44. -57. ...   1.   1.   1.]
//      ...
//      [  8.  14.  29. ...   1.   1.   1.]
//      [-23.  50.  39. ...   1.   1.   1.]
//      [-23.  37. -77. ...   1.   1.   1.]]
// RUN: run --entry rows --grid 2,1 --arg 'f16[600,136]=randint(-3,4,seed=1)' --arg 'f16[136,120]=randint(-3,4,seed=2)' --arg 'c:f16[600,120]=ones' --arg 600 --arg 120 --arg 136 --print c
// c = [[ 57.  63. -27. ... -77.  45.  11.]
//      [-26.   5.  41. ...  62. -82.  21.]
//      [  6.  26.  29. ...  12.  33. -46.]
//      ...
//      [  3. -39.  17. ... 124.  44.  13.]
//      [ 15. -22.   8. ... -46.  -8.   5.]
//      [ 47.  59. -16. ...  56. -23. -22.]]
//
// Two thread blocks of a cluster share a tile block, and copy columns of the product for each other: a sum that one could not hold, and
// smaller ones that ask for it. The columns of the second program are one box, which is cut in two.
// The last one goes on from tile to tile, with the stages where they are.

cuda_tile.module @clusters {
  entry @large(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
      continue %sum_next : tile<256x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @asked(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
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
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
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

  entry @columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %sum_next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %block, %column, %unused = get_tile_block_id : tile<i32>
    %blocks, %columns, %unused_count = get_num_tile_blocks : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b_16, shape = [%k_8, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    for %row in (%block to %row_tiles, step %blocks) : tile<i32> {
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
        continue %next : tile<128x128xf32>
      }
      %narrow = ftof %sum : tile<128x128xf32> -> tile<128x128xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
