// RUN: run --entry bytes --grid 2,1 --arg 304 --arg 256 --arg 'i8[304,256]=randint(-99,99,seed=1)' --arg 'y:i8[256,304]=ones' --print y
// y = [[ 49  -1  81 ...  90  69   9]
//      [-26   1 -66 ...  79 -31  42]
//      [-13 -78  31 ... -68 -83 -35]
//      ...
//      [ -9  17  53 ...  63  72  16]
//      [-41  94  -7 ... -91  52 -29]
//      [-46 -92 -44 ... -84 -73  65]]
// RUN: run --entry words --grid 1,2 --arg 256 --arg 304 --arg 'f32[256,304]=randint(-99,99,seed=1)' --arg 'y:f32[304,256]=ones' --print y
// y = [[ 49.   7. -59. ...  26. -70. -73.]
//      [-26.   0. -27. ... -90.  81.  17.]
//      [-13.  58.  20. ...  15.  30. -73.]
//      ...
//      [-88.  88. -90. ...  92.  -2.  16.]
//      [-25. -21. -46. ... -87.  22. -29.]
//      [ 91.  24.  70. ... -54.   6.  65.]]
// RUN: run --entry halves --grid 1,2 --arg 256 --arg 608 --arg 'f16[256,608]=randint(-99,99,seed=1)' --arg 'y:f16[608,256]=ones' --print y
// y = [[ 49. -59.  41. ...   5. -25.  -1.]
//      [-26. -27.  65. ...  -3. -83. -81.]
//      [-13.  20. -95. ...  35.  63. -84.]
//      ...
//      [ 88. -70. -32. ... -67. -69.  56.]
//      [-21.  17.  36. ...  15.  33.  39.]
//      [ 24. -91.  49. ... -40.  48.  19.]]
//
// Elements of a transposed tile move between threads through shared memory. Where its slices have no room as a whole, half of a slice
// would arrive while the other one has not left; smaller slices are chosen for such a target.

cuda_tile.module @wide_transposes {
  entry @bytes(%m_any: tile<i32>, %n_any: tile<i32>, %x_any: tile<ptr<i8>>, %y_any: tile<ptr<i8>>) {
    %m = assume div_by<16>, %m_any : tile<i32>
    %n = assume div_by<16>, %n_any : tile<i32>
    %x = assume div_by<16>, %x_any : tile<ptr<i8>>
    %y = assume div_by<16>, %y_any : tile<ptr<i8>>
    %row, %column, %unused_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %y_tensor = make_tensor_view %y, shape = [%n, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %tile, %read = load_view_tko weak %x_tiles[%row, %column] : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<256x256xi8>, token
    %turned = permute %tile [1, 0] : tile<256x256xi8> -> tile<256x256xi8>
    %done = store_view_tko weak %turned, %y_tiles[%column, %row] : tile<256x256xi8>, partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @words(%m_any: tile<i32>, %n_any: tile<i32>, %x_any: tile<ptr<f32>>, %y_any: tile<ptr<f32>>) {
    %m = assume div_by<16>, %m_any : tile<i32>
    %n = assume div_by<16>, %n_any : tile<i32>
    %x = assume div_by<16>, %x_any : tile<ptr<f32>>
    %y = assume div_by<16>, %y_any : tile<ptr<f32>>
    %row, %column, %unused_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y, shape = [%n, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %read = load_view_tko weak %x_tiles[%row, %column] : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<256x256xf32>, token
    %turned = permute %tile [1, 0] : tile<256x256xf32> -> tile<256x256xf32>
    %done = store_view_tko weak %turned, %y_tiles[%column, %row] : tile<256x256xf32>, partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @halves(%m_any: tile<i32>, %n_any: tile<i32>, %x_any: tile<ptr<f16>>, %y_any: tile<ptr<f16>>) {
    %m = assume div_by<16>, %m_any : tile<i32>
    %n = assume div_by<16>, %n_any : tile<i32>
    %x = assume div_by<16>, %x_any : tile<ptr<f16>>
    %y = assume div_by<16>, %y_any : tile<ptr<f16>>
    %row, %column, %unused_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(256x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %y_tensor = make_tensor_view %y, shape = [%n, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(512x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tile, %read = load_view_tko weak %x_tiles[%row, %column] : partition_view<tile=(256x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x512xf16>, token
    %turned = permute %tile [1, 0] : tile<256x512xf16> -> tile<512x256xf16>
    %done = store_view_tko weak %turned, %y_tiles[%column, %row] : tile<512x256xf16>, partition_view<tile=(512x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
