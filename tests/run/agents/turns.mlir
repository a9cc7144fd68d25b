// RUN: run --entry tiles --grid 1 --arg 'f16[192,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f16[192,64]=ones' --arg 192 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [ 32.  16. -90. ... -28. -62.  22.]
//      [-11.   4.  71. ...  12. -30. -75.]
//      [-18. -12.  12. ...  48.  11.  27.]]
// RUN: run --entry tiles --grid 2 --arg 'f16[256,352]=randint(-3,4,seed=1)' --arg 'f16[352,192]=randint(-3,4,seed=2)' --arg 'c:f16[256,192]=ones' --arg 256 --arg 192 --arg 352 --arg 352 --arg 192 --arg 192 --print c
// c = [[ -66. -121.   29. ...  -88.   19.   64.]
//      [  52.   98.   84. ...   52.    9.  -79.]
//      [  -4.   61.  -25. ...   42.   84.    6.]
//      ...
//      [ -92.  -70.  -93. ...   11.  -58.  -80.]
//      [ -60.   -4.  -58. ...   69.   71.   31.]
//      [   3.   54.   25. ...   -2.  -51.   17.]]
// RUN: run --entry tiles --grid 2 --arg 'f16[64,160]=randint(-3,4,seed=1)' --arg 'f16[160,64]=randint(-3,4,seed=2)' --arg 'c:f16[64,64]=ones' --arg 64 --arg 64 --arg 160 --arg 160 --arg 64 --arg 64 --print c
// c = [[  17.   44.   30. ...  -77.   84.  100.]
//      [ -68.   62.   35. ...   22.   29.  139.]
//      [  29.   10.   18. ...  -15.    9.   15.]
//      ...
//      [  21.  -86.  165. ...  -34.  -26.  -40.]
//      [  -8.   63.   -6. ... -114.  111.   -6.]
//      [  52.   53.   -7. ...   26.  -68.   11.]]
// RUN: run --entry tiles --grid 3 --arg 'f16[100,64]=randint(-3,4,seed=1)' --arg 'f16[64,120]=randint(-3,4,seed=2)' --arg 'c:f16[100,120]=ones' --arg 100 --arg 120 --arg 64 --arg 64 --arg 120 --arg 120 --print c
// c = [[ 21.  38. -36. ... -12.  10.  31.]
//      [ 41.  26.  17. ...   4. -13. -21.]
//      [-12.  46. -47. ...  32.  30.  33.]
//      ...
//      [ -6. -20.  10. ...   1.  26. -16.]
//      [ 48. -39.  -2. ... -25. -44.  -8.]
//      [  2. -73.   0. ...  12. -11. -11.]]
// RUN: run --entry tiles --grid 1 --arg 'f16[192,32]=randint(-3,4,seed=1)' --arg 'f16[32,128]=randint(-3,4,seed=2)' --arg 'c:f16[192,128]=ones' --arg 192 --arg 128 --arg 0 --arg 32 --arg 128 --arg 128 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
//
// Tiles that two agents may compute by turns: an odd number of them, one, none in some thread blocks; more and fewer steps than
// stages, and none; tiles at the edge.

cuda_tile.module @turns {
  entry @tiles(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
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
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    for %tile in (%first to %tiles, step %blocks) : tile<i32> {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        continue %sum_next : tile<64x64xf32>
      }
      %narrow = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
