// RUN: run --entry sums --grid 1 --arg 'f16[192,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 192 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[ -83.  -15.   51. ...  -53.   70.   36.]
//      [ -57. -132.  -83. ...   90.    9.  -32.]
//      [ -74.   24.   29. ...   94.  111.   51.]
//      ...
//      [  57.    5.  -42. ...  -37. -102.   68.]
//      [ -36.  101.   50. ...    7.  -47.  -66.]
//      [ -40.   -4.   34. ...   78.  -22.   22.]]
// RUN: run --entry sums --grid 1 --arg 'f16[256,64]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 256 --arg 128 --arg 64 --arg 64 --arg 128 --arg 64 --print c
// c = [[ -32.   -8.  -98. ...  -88.  118.   30.]
//      [-122.  165.  -70. ...  -12.   67.   67.]
//      [  42.   87. -160. ... -167.   16.  -84.]
//      ...
//      [-147.  -77.  -63. ...  157.   -4.   77.]
//      [  66.   98.  119. ...   90.   -2.    8.]
//      [  58.  -68.  -78. ... -141. -105.  -68.]]
//
// The tiles of a thread block are added up in memory, which the program reads behind the store of the tile before.

cuda_tile.module @turns {
  entry @sums(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
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
      %old, %read = load_view_tko weak %c_tiles[%zero, %zero] token = %before : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
      %new = addf %old, %sum : tile<64x64xf32>
      %written = store_view_tko weak %new, %c_tiles[%zero, %zero] token = %read : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
}
