// RUN: run --entry rows --grid 3,1 --arg 'f16[256,192]=randint(-3,4,seed=1)' --arg 'f16[192,336]=randint(-3,4,seed=2)' --arg 'c:f32[256,336]=ones' --arg 256 --arg 336 --arg 192 --print c
// c = [[-30.  12. -45. ...  30. -20.   8.]
//      [ 42. -35. -13. ...  37.  46. -23.]
//      [ 57. 115.  84. ... -76.  54. 148.]
//      ...
//      [ 36.  42.  -6. ...  -9. -94.  20.]
//      [ 80. -33.  29. ...  13. -43.   6.]
//      [ 23.  28.  33. ...  -5. -58.  33.]]
// RUN: run --entry rows --grid 1,3 --arg 'f16[528,208]=randint(-3,4,seed=1)' --arg 'f16[208,112]=randint(-3,4,seed=2)' --arg 'c:f32[528,112]=ones' --arg 528 --arg 112 --arg 208 --print c
// c = [[   1.  -67.  -50. ...  -47.   23.   57.]
//      [ -26.  -60.   51. ...  -42. -100.   29.]
//      [ 136.   -1.    7. ...   59.  -12.  117.]
//      ...
//      [  45. -174.   24. ...  -17.    0.   16.]
//      [  68.  -96.  -44. ...  185.  -96.  -16.]
//      [-106.   11. -132. ...   75.    3.   85.]]
// RUN: run --entry rows --grid 1,1 --arg 'f16[256,16]=randint(-3,4,seed=1)' --arg 'f16[16,128]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 16 --print c
// c = [[  5.  -2.  10. ...   8.  12.  10.]
//      [-19. -42.   7. ...  -6.   7. -18.]
//      [  3. -15.   3. ... -11.   8. -22.]
//      ...
//      [ 14.   9.  13. ... -25.  22.  22.]
//      [  1.  18. -31. ... -14.  -8. -18.]
//      [ -3.  32. -45. ... -17.  17. -29.]]
// RUN: run --entry stored --grid 1,1 --arg 'f16[240,320]=randint(-3,4,seed=1)' --arg 'f16[320,256]=randint(-3,4,seed=2)' --arg 'c:f16[240,256]=ones' --arg 240 --arg 256 --arg 320 --print c
// c = [[ -97.   11.   -1. ...  -48.   41.   58.]
//      [ -99.   45.   40. ...  -73.  -81.   41.]
//      [ -10.  -52.  -11. ...  116.  -25.  -21.]
//      ...
//      [ -53.  -42.   19. ...    6. -113.   30.]
//      [ -52. -118.  -29. ... -107.   75.  -90.]
//      [ -21.   83.  -66. ...   58.   -4.   34.]]
// RUN: run --entry stored --grid 1,3 --arg 'f16[768,64]=randint(-3,4,seed=1)' --arg 'f16[64,208]=randint(-3,4,seed=2)' --arg 'c:f16[768,208]=ones' --arg 768 --arg 208 --arg 64 --print c
// c = [[ 22.   5. -46. ... -37. -31.  25.]
//      [-23. -87.  -3. ...  73. -24. -40.]
//      [ 32.  21. -37. ...  19.   5. -18.]
//      ...
//      [-14. -40.  15. ...   8.  14. -28.]
//      [ 13.  25.  12. ...  32. -10. -21.]
//      [ 21.  31.  -6. ...  22.   0. -13.]]
// RUN: run --entry columns --grid 3,1 --arg 'f16[128,192]=randint(-3,4,seed=1)' --arg 'f16[192,560]=randint(-3,4,seed=2)' --arg 'c:f32[128,560]=ones' --arg 128 --arg 560 --arg 192 --print c
// c = [[ -2.   9.  -8. ...  43.  41.  48.]
//      [ 38.  29.  67. ...  25. -68.  21.]
//      [-22. -20.  14. ... -16.  -9.  30.]
//      ...
//      [ 18.  56. -10. ...   7. -55. -75.]
//      [ 57.  11. -14. ...  -1.  11. 124.]
//      [-14.  23.   5. ...  36.  29. -69.]]
cuda_tile.module @divisions {
  entry @rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_16 = assume div_by<16>, %m : tile<i32>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m_16, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c_16, shape = [%m_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>
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
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @stored(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %m_16 = assume div_by<16>, %m : tile<i32>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m_16, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c_16, shape = [%m_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
      continue %next : tile<256x256xf32>
    }
    %rounded = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
    %written = store_view_tko weak %rounded, %c_tiles[%row, %column] : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_16 = assume div_by<16>, %m : tile<i32>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m_16, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c_16, shape = [%m_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
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
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
