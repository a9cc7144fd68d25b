// RUN: run --entry narrow_sums --grid 2,3 --arg 'f16[330,160]=randint(-3,4,seed=1)' --arg 'f16[160,256]=randint(-3,4,seed=2)' --arg 'c:f16[330,256]=ones' --arg 330 --arg 256 --arg 160 --print c
// c = [[ -23.  -68.   -8. ...  -14.   -3.   66.]
//      [  65.  -69.   51. ...   86.   19.   15.]
//      [ -71.  -95.  -39. ...   19.   -8.    5.]
//      ...
//      [-130.  -20. -117. ...  -77.   23.   -6.]
//      [ -79.   32. -107. ...    7.   27.   77.]
//      [   0.   53.   29. ...  -28.   93.   37.]]
// RUN: run --entry narrow_sums --grid 3,1 --arg 'f16[100,64]=randint(-3,4,seed=1)' --arg 'f16[64,384]=randint(-3,4,seed=2)' --arg 'c:f16[100,384]=ones' --arg 100 --arg 384 --arg 64 --print c
// c = [[-44.  42.  24. ...  -2. -40.  -2.]
//      [ 17. -24.  38. ...   6.  31. -35.]
//      [  8.  25.  56. ...  15. -23.  14.]
//      ...
//      [ 54.  19.  48. ...  16.  25.  32.]
//      [ -4.  -1. -18. ... -11. -31.  14.]
//      [-25.   5. -57. ... -84.  -2. -34.]]
// RUN: run --entry narrow_sums --grid 2,2 --arg 'f16[256,16]=randint(-3,4,seed=1)' --arg 'f16[16,208]=randint(-3,4,seed=2)' --arg 'c:f16[256,208]=ones' --arg 256 --arg 208 --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry wide --grid 2,2 --arg 'f16[200,208]=randint(-3,4,seed=1)' --arg 'f16[208,512]=randint(-3,4,seed=2)' --arg 'c:f16[200,512]=ones' --arg 200 --arg 512 --arg 208 --print c
// c = [[  -2.  -14.   47. ...    4.   -1.    0.]
//      [ -22.   -1.  -84. ...   15.   -9.   -2.]
//      [  13.  -61.  -17. ... -119.    8.   22.]
//      ...
//      [  23.   32.  -45. ...   23. -118.   68.]
//      [  35.  -78. -112. ...   11.  -52.   22.]
//      [ -28.    7.   60. ...   35.   -5.   10.]]
// RUN: run --entry tall --grid 2,2 --arg 'f16[400,208]=randint(-3,4,seed=1)' --arg 'f16[208,256]=randint(-3,4,seed=2)' --arg 'c:f16[400,256]=ones' --arg 400 --arg 256 --arg 208 --print c
// c = [[ -62.  -44.  -28. ...   -8.    5.   65.]
//      [ -51.  113.  -41. ...  -94.  -16.   98.]
//      [ -53.   62.  -92. ...   16.   77.  -48.]
//      ...
//      [ -24.   13.  -69. ...   -6.  -63.   57.]
//      [ -49.   -3.    3. ...    0.   39.  -10.]
//      [ 110.   31. -113. ...  -26.   36.    7.]]
// RUN: run --entry finished --grid 2,3 --arg 'f16[300,400]=randint(-3,4,seed=1)' --arg 'f16[400,240]=randint(-3,4,seed=2)' --arg 'c:f32[300,240]=ones' --arg 300 --arg 240 --arg 400 --print c
// c = [[ 0.   0.   0.  ...  4.5 29.5  0. ]
//      [ 9.5  0.   0.  ...  0.  27.   0. ]
//      [22.  91.  13.  ... 51.   0.   0. ]
//      ...
//      [ 0.   4.  70.  ... 70.5  0.   0. ]
//      [ 0.5 44.5  9.  ... 32.   0.   0. ]
//      [10.5  0.  25.5 ... 37.  13.5  0. ]]

// Sums that are finished and stored by slices of columns, by thread blocks that go on with the tiles of others where the target lets
// them: more tiles than one, a product of no steps, tiles that lie outside in part.
cuda_tile.module @tiles {
  entry @narrow_sums(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %result = ftof %sum : tile<128x128xf32> -> tile<128x128xf16>
    %written = store_view_tko weak %result, %c_tiles[%row, %column] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %next : tile<128x256xf32>
    }
    %result = ftof %sum : tile<128x256xf32> -> tile<128x256xf16>
    %written = store_view_tko weak %result, %c_tiles[%row, %column] : tile<128x256xf16>, partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @tall(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %result = ftof %sum : tile<256x128xf32> -> tile<256x128xf16>
    %written = store_view_tko weak %result, %c_tiles[%row, %column] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @finished(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %least = constant <f32: 0.0> : tile<128x128xf32>
    %half = constant <f32: 0.5> : tile<128x128xf32>
    %halved = mulf %sum, %half : tile<128x128xf32>
    %result = maxf %halved, %least : tile<128x128xf32>
    %written = store_view_tko weak %result, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
