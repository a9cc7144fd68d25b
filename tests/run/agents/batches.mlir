// RUN: run --entry by_reshape --grid 4,2 --arg 'f16[4,72,48]=randint(-3,4,seed=1)' --arg 'f16[4,48,64]=randint(-3,4,seed=2)' --arg 'c:f32[4,72,64]=ones' --arg 4 --arg 72 --arg 64 --arg 48 --print c
// c = [[[ 42.  43.  -2. ... -40.  20.  -4.]
//       [-15. -60. -12. ...  21.  38.  -9.]
//       [-36.  11. -54. ...  20.   7.  25.]
//       ...
//       [ 25.  30.   9. ... -28.  -4.  11.]
//       [ 26. -48.  -9. ...  32. -24.  13.]
//       [ -5.  -5.  28. ... -31.  23.   5.]]
//      [[-16.  29.  35. ...  18. -15. -13.]
//       [ 36.  22.  -9. ...  37. -29. -16.]
//       [ 51.  42.   8. ... -11.   3.  36.]
//       ...
//       [ -3.  70.  85. ...  27. -37.  47.]
//       [  2.  39.  10. ...  10.  -5.  11.]
//       [ 43. -63. -18. ... -38.  36. -37.]]
//      [[ -6.  -5.  25. ...  36. -28. -12.]
//       [-57.  50. -12. ... -18. -27.  -9.]
//       [  4.  -7. -15. ...   2.   7. -38.]
//       ...
//       [-21.  15.  34. ... -60. -53. -20.]
//       [-25. -12.  -2. ...  42.  44. -10.]
//       [ 14.  21.  37. ...  49. -37.  51.]]
//      [[ 12. -36.   5. ... -12.  26.  12.]
//       [  9.  76.   6. ...  18.  19.  -4.]
//       [ 12.  17.   8. ...   4.  18. -14.]
//       ...
//       [  6.  51.  21. ... -23.  73.  21.]
//       [ -4. -30. -41. ...  -4. -14. -12.]
//       [ 23.   6.  29. ...   8.  -9.  27.]]]
// RUN: run --entry one --grid 4,2 --arg 'f16[4,72,48]=randint(-3,4,seed=1)' --arg 'f16[4,48,64]=randint(-3,4,seed=2)' --arg 'c:f32[4,72,64]=ones' --arg 4 --arg 72 --arg 64 --arg 48 --print c
// c = [[[ 42.  43.  -2. ... -40.  20.  -4.]
//       [-15. -60. -12. ...  21.  38.  -9.]
//       [-36.  11. -54. ...  20.   7.  25.]
//       ...
//       [ 25.  30.   9. ... -28.  -4.  11.]
//       [ 26. -48.  -9. ...  32. -24.  13.]
//       [ -5.  -5.  28. ... -31.  23.   5.]]
//      [[-16.  29.  35. ...  18. -15. -13.]
//       [ 36.  22.  -9. ...  37. -29. -16.]
//       [ 51.  42.   8. ... -11.   3.  36.]
//       ...
//       [ -3.  70.  85. ...  27. -37.  47.]
//       [  2.  39.  10. ...  10.  -5.  11.]
//       [ 43. -63. -18. ... -38.  36. -37.]]
//      [[ -6.  -5.  25. ...  36. -28. -12.]
//       [-57.  50. -12. ... -18. -27.  -9.]
//       [  4.  -7. -15. ...   2.   7. -38.]
//       ...
//       [-21.  15.  34. ... -60. -53. -20.]
//       [-25. -12.  -2. ...  42.  44. -10.]
//       [ 14.  21.  37. ...  49. -37.  51.]]
//      [[ 12. -36.   5. ... -12.  26.  12.]
//       [  9.  76.   6. ...  18.  19.  -4.]
//       [ 12.  17.   8. ...   4.  18. -14.]
//       ...
//       [  6.  51.  21. ... -23.  73.  21.]
//       [ -4. -30. -41. ...  -4. -14. -12.]
//       [ 23.   6.  29. ...   8.  -9.  27.]]]
// RUN: run --entry two --grid 2,2 --arg 'f16[4,72,48]=randint(-3,4,seed=1)' --arg 'f16[4,48,64]=randint(-3,4,seed=2)' --arg 'c:f32[4,72,64]=ones' --arg 4 --arg 72 --arg 64 --arg 48 --print c
// c = [[[ 42.  43.  -2. ... -40.  20.  -4.]
//       [-15. -60. -12. ...  21.  38.  -9.]
//       [-36.  11. -54. ...  20.   7.  25.]
//       ...
//       [ 25.  30.   9. ... -28.  -4.  11.]
//       [ 26. -48.  -9. ...  32. -24.  13.]
//       [ -5.  -5.  28. ... -31.  23.   5.]]
//      [[-16.  29.  35. ...  18. -15. -13.]
//       [ 36.  22.  -9. ...  37. -29. -16.]
//       [ 51.  42.   8. ... -11.   3.  36.]
//       ...
//       [ -3.  70.  85. ...  27. -37.  47.]
//       [  2.  39.  10. ...  10.  -5.  11.]
//       [ 43. -63. -18. ... -38.  36. -37.]]
//      [[ -6.  -5.  25. ...  36. -28. -12.]
//       [-57.  50. -12. ... -18. -27.  -9.]
//       [  4.  -7. -15. ...   2.   7. -38.]
//       ...
//       [-21.  15.  34. ... -60. -53. -20.]
//       [-25. -12.  -2. ...  42.  44. -10.]
//       [ 14.  21.  37. ...  49. -37.  51.]]
//      [[ 12. -36.   5. ... -12.  26.  12.]
//       [  9.  76.   6. ...  18.  19.  -4.]
//       [ 12.  17.   8. ...   4.  18. -14.]
//       ...
//       [  6.  51.  21. ... -23.  73.  21.]
//       [ -4. -30. -41. ...  -4. -14. -12.]
//       [ 23.   6.  29. ...   8.  -9.  27.]]]
// RUN: run --entry two --grid 1,2 --arg 'f16[1,72,48]=randint(-3,4,seed=1)' --arg 'f16[1,48,64]=randint(-3,4,seed=2)' --arg 'c:f32[1,72,64]=ones' --arg 1 --arg 72 --arg 64 --arg 48 --print c
// c = [[[ 42.  43.  -2. ... -40.  20.  -4.]
//       [-15. -60. -12. ...  21.  38.  -9.]
//       [-36.  11. -54. ...  20.   7.  25.]
//       ...
//       [ 25.  30.   9. ... -28.  -4.  11.]
//       [ 26. -48.  -9. ...  32. -24.  13.]
//       [ -5.  -5.  28. ... -31.  23.   5.]]]
//
// Batches of products: one matrix of a batch, reshaped by the program or not, and two matrices that a thread block multiplies one
// after the other. The last matrix of an odd number is missing.

cuda_tile.module @batches {
  entry @by_reshape(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %batches: tile<i32>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %batch, %row, %column = get_tile_block_id : tile<i32>
    %mk = muli %m, %k_8 : tile<i32>
    %kn = muli %k_8, %n_8 : tile<i32>
    %mn = muli %m, %n_8 : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%batches, %m, %k_8], strides = [%mk, %k_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%batches, %k_8, %n_8], strides = [%kn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%batches, %m, %n_8], strides = [%mn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %bs, %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum2 = for %i in (%zero to %all, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x3, %x_read = load_view_tko weak %a_tiles[%batch, %row, %i] : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x32xf16>, token
      %y3, %y_read = load_view_tko weak %b_tiles[%batch, %i, %column] : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x32x64xf16>, token
      %x = reshape %x3 : tile<1x64x32xf16> -> tile<64x32xf16>
      %y = reshape %y3 : tile<1x32x64xf16> -> tile<32x64xf16>
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %sum = reshape %sum2 : tile<64x64xf32> -> tile<1x64x64xf32>
    %written = store_view_tko weak %sum, %c_tiles[%batch, %row, %column] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }

  entry @one(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %batches: tile<i32>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %batch, %row, %column = get_tile_block_id : tile<i32>
    %mk = muli %m, %k_8 : tile<i32>
    %kn = muli %k_8, %n_8 : tile<i32>
    %mn = muli %m, %n_8 : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%batches, %m, %k_8], strides = [%mk, %k_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%batches, %k_8, %n_8], strides = [%kn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%batches, %m, %n_8], strides = [%mn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %bs, %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<1x64x64xf32>
    %sum = for %i in (%zero to %all, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<1x64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%batch, %row, %i] : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%batch, %i, %column] : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<1x64x32xf16>, tile<1x32x64xf16>, tile<1x64x64xf32>
      continue %next : tile<1x64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%batch, %row, %column] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }

  entry @two(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %batches: tile<i32>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %batch, %row, %column = get_tile_block_id : tile<i32>
    %mk = muli %m, %k_8 : tile<i32>
    %kn = muli %k_8, %n_8 : tile<i32>
    %mn = muli %m, %n_8 : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%batches, %m, %k_8], strides = [%mk, %k_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(2x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%batches, %k_8, %n_8], strides = [%kn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(2x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%batches, %m, %n_8], strides = [%mn, %n_8, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(2x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %bs, %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(2x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<2x64x64xf32>
    %sum = for %i in (%zero to %all, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<2x64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%batch, %row, %i] : partition_view<tile=(2x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%batch, %i, %column] : partition_view<tile=(2x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<2x64x32xf16>, tile<2x32x64xf16>, tile<2x64x64xf32>
      continue %next : tile<2x64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%batch, %row, %column] : tile<2x64x64xf32>, partition_view<tile=(2x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}
