// RUN: run --entry last --grid 1 --arg 'f16[192,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 192 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[-34.  29.  30. ...   1.  23. -11.]
//      [-28. -55. -47. ... -40.  12.   6.]
//      [-28. -16.  -5. ...  18.  22.  51.]
//      ...
//      [ 32.  16. -90. ... -28. -62.  22.]
//      [-11.   4.  71. ...  12. -30. -75.]
//      [-18. -12.  12. ...  48.  11.  27.]]
// RUN: run --entry last --grid 1 --arg 'f16[256,64]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 256 --arg 128 --arg 64 --arg 64 --arg 128 --arg 64 --print c
// c = [[-41.  49. -69. ... -44.  24.  72.]
//      [-21.  31. -44. ...   5.  43.  10.]
//      [ 18. -16.   6. ...   2.  11.  -1.]
//      ...
//      [ 17.  65. -12. ...  23. -29. -45.]
//      [ 12.  86.  35. ...  22.  24. -18.]
//      [ 43. -24. -44. ... -49. -11.  19.]]
// RUN: run --entry last --grid 1 --arg 'f16[64,320]=randint(-3,4,seed=1)' --arg 'f16[320,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 320 --arg 320 --arg 64 --arg 64 --print c
// c = [[ -31.   49.  -13. ...  -71.   30.   86.]
//      [  21.   42.   74. ...   19.   41.   38.]
//      [  22.  -89.  -61. ...   46.    5.  -22.]
//      ...
//      [ -27. -112.   29. ...   -5. -105.   14.]
//      [  19.  -82.   -3. ...  -93.  119.    7.]
//      [ -45. -118.   25. ...   80.    6.  -64.]]
//
// All tiles of a thread block are stored at the same place, in the order of the program: agents that compute them by turns store
// them by turns.

cuda_tile.module @turns {
  entry @last(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %begin = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %begin) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        continue %sum_next : tile<64x64xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] token = %before : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
}
