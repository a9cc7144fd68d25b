// RUN: run --entry bytes --grid 1,1 --arg 'i8[64,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --print c
// c = [[ 12.  12. -23. ...  29. -32.  -9.]
//      [ 19. -90.  -1. ...  38.  50. -18.]
//      [ -1.  11.  26. ...  61. -17. -15.]
//      ...
//      [-69.  30.  17. ...   0.  -9.  10.]
//      [ 58.   5. -18. ... -35. -23.  33.]
//      [-15.  15. -44. ...  23.  -6. -37.]]
// RUN: run --entry bytes --grid 2,2 --arg 'i8[100,208]=randint(-3,4,seed=1)' --arg 'f16[128,208]=randint(-3,4,seed=2)' --arg 'c:f32[100,128]=ones' --arg 100 --arg 128 --arg 200 --arg 208 --arg 208 --arg 128 --print c
// c = [[ -63.  -53.   77. ...    2.  -41.  -40.]
//      [  46.  156.  -48. ...  -42.   28.  -68.]
//      [-113.  -53.  -16. ...  -47.   42.  -64.]
//      ...
//      [   4.  -33.  -52. ...  -42.  -54.   40.]
//      [  38.  -56.  -33. ...   38.    9. -109.]
//      [  88.  -15.  -82. ...   77.   31.   27.]]
// RUN: run --entry bytes --grid 1,1 --arg 'i8[64,0]=randint(-3,4,seed=1)' --arg 'f16[64,0]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 0 --arg 0 --arg 0 --arg 64 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry narrow --grid 2,1 --arg 'f8E4M3FN[128,192]=randint(-3,4,seed=1)' --arg 'bf16[64,192]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 192 --arg 192 --arg 192 --arg 64 --print c
// c = [[-52.  55. -34. ... 120.  58. -79.]
//      [-43. 165. -19. ... -26. -32. -26.]
//      [ -4. -56. -28. ...   0.  17. -31.]
//      ...
//      [-26.  21.   2. ... -54.  13.  49.]
//      [-21. -13.   6. ...  15.  10.  20.]
//      [ 82.  32.   6. ... -16. 117. -65.]]
// RUN: run --entry rounded --grid 1,2 --arg 'f32[128,160]=randint(-3,4,seed=1)' --arg 'bf16[128,160]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 160 --arg 160 --arg 160 --arg 128 --print c
// c = [[-44.  91.  80. ...  18.  83.   2.]
//      [  3. 101.  34. ... -16.  12.  13.]
//      [ 46.   2.  13. ...  24.  43. -11.]
//      ...
//      [ 88. -64.  26. ... -47. -28.  12.]
//      [ 28. -14.   6. ... -46. -77. -30.]
//      [-23. -79.  76. ... -78. -69. -79.]]
// RUN: run --entry as_tf32 --grid 1,1 --arg 'f32[64,96]=randint(-3,4,seed=1)' --arg 'tf32[64,96]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 96 --arg 64 --print c
// c = [[-39. -16.  11. ...   5. -37. -26.]
//      [ 35. -13. -36. ... -39. -33.  65.]
//      [-23. -12.  61. ...  19.  24. -30.]
//      ...
//      [ 30.  98.  64. ...   8. -89.  42.]
//      [-71. -58. -43. ...  59. -24. -13.]
//      [ -9.   4.  -5. ...  80. -12.  21.]]
// RUN: run --entry scaled --grid 2,1 --arg 'i8[128,192]=randint(-3,4,seed=1)' --arg 'f16[64,192]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 192 --arg 192 --arg 192 --arg 64 --arg 'f16[192]=randint(1,3,seed=3)' --print c
// c = [[ -57.   92.  -58. ...  165.   84. -135.]
//      [ -68.  248.  -52. ...  -30.  -13.   -5.]
//      [   8. -153.  -56. ...   15.  -11.  -21.]
//      ...
//      [ -13.   20.    2. ... -100.   20.   96.]
//      [ -33.    9.   17. ...   24.   23.   54.]
//      [  96.   39.   28. ...   31.  131.  -96.]]
//
// Left operands that are converted or scaled before they are multiplied: they are read from stages of their own, and multiplied from registers.

cuda_tile.module @converted {
  entry @bytes(%a: tile<ptr<i8>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %raw, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %right, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %left = itof %raw signed : tile<64x64xi8> -> tile<64x64xf16>
      %turned = permute %right [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %next = mmaf %left, %turned, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %raw, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %right, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %left = ftof %raw : tile<64x64xf8E4M3FN> -> tile<64x64xbf16>
      %turned = permute %right [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %next = mmaf %left, %turned, %acc : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @rounded(%a: tile<ptr<f32>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<128x64xf32>) {
      %raw, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x32xf32>, token
      %right, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x32xbf16>, token
      %left = ftof %raw : tile<128x32xf32> -> tile<128x32xbf16>
      %turned = permute %right [1, 0] : tile<64x32xbf16> -> tile<32x64xbf16>
      %next = mmaf %left, %turned, %acc : tile<128x32xbf16>, tile<32x64xbf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @as_tf32(%a: tile<ptr<f32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<tf32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %raw, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
      %right, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<64x32xtf32>, token
      %left = ftof %raw : tile<64x32xf32> -> tile<64x32xtf32>
      %turned = permute %right [1, 0] : tile<64x32xtf32> -> tile<32x64xtf32>
      %next = mmaf %left, %turned, %acc : tile<64x32xtf32>, tile<32x64xtf32>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @scaled(%a: tile<ptr<i8>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %scales: tile<ptr<f16>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %scales_tensor = make_tensor_view %scales, shape = [%k], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %scales_tiles = make_partition_view %scales_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xf16, strides=[1]>>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %raw, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %right, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %scale, %scale_read = load_view_tko weak %scales_tiles[%i] : partition_view<tile=(64), padding_value = zero, tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
      %scale_1 = reshape %scale : tile<64xf16> -> tile<1x64xf16>
      %scale_all = broadcast %scale_1 : tile<1x64xf16> -> tile<64x64xf16>
      %wide = itof %raw signed : tile<64x64xi8> -> tile<64x64xf16>
      %left = mulf %wide, %scale_all : tile<64x64xf16>
      %turned = permute %right [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %next = mmaf %left, %turned, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
