// RUN: run --entry both_sides --grid 2,2 --arg 'f32[256,96]=randint(-9000,9000,seed=1)' --arg 'f32[128,96]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 96 --arg 96 --arg 96 --arg 128 --print c
// c = [[ -88657.  -42355.   43686. ...  -41964. -230266.   81619.]
//      [  90964.  -26271. -116802. ...  177831.   25491.   47978.]
//      [ -77426.  -50926.  166532. ...  -27508.  -16604.  -66600.]
//      ...
//      [  37187. -124666.  204261. ...  -60977.   26225.   12023.]
//      [  46179.   37498.   63964. ...    8340.  -94197.  -10732.]
//      [   5612.  204511.   14340. ...  172042.   87480.  -51691.]]
// RUN: run --entry both_sides --grid 1,2 --arg 'f32[100,44]=randint(-3,4,seed=1)' --arg 'f32[100,44]=randint(-9000,9000,seed=2)' --arg 'c:f32[100,100]=ones' --arg 100 --arg 100 --arg 44 --arg 44 --arg 44 --arg 100 --print c
// c = [[  -8997.   27619.   40691. ...   27669.  -61737.  -32615.]
//      [-103321.  -42496.   78942. ... -167829.  133497.  -10032.]
//      [  80286.   -8067.  -87716. ...   88603.   53613. -103561.]
//      ...
//      [ -42617.  -54576.    -945. ... -100359.   55399.    4386.]
//      [  29534.    5358.  -29753. ...  -90564.  -73232.   98790.]
//      [  46106.  -53239.   -2754. ...  124031.   90544.  -68122.]]
// RUN: run --entry one_side --grid 2,1 --arg 'tf32[128,160]=randint(-3,4,seed=1)' --arg 'f32[128,160]=randint(-9000,9000,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 160 --arg 160 --arg 160 --arg 128 --print c
// c = [[ -75274.  212870.  189334. ...   51234.  240111.   13424.]
//      [  -6021.  276798.   91672. ...  -64739.   51787.   46384.]
//      [ 106675.   24116.   46055. ...   52793.   98795.  -56193.]
//      ...
//      [ 214199. -181825.   74510. ... -126465.  -94253.   61645.]
//      [  89985.  -67957.   15837. ... -146774. -187425.  -88322.]
//      [ -26902. -179754.  191523. ... -213835. -161183. -218228.]]
//
// Operands in memory of f32 that are rounded to tf32: the tensor maps that copy them round them, ties to even.

cuda_tile.module @rounded {
  entry @both_sides(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<128x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x32xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
      %left = ftof %a_tile : tile<128x32xf32> -> tile<128x32xtf32>
      %turned = permute %b_tile [1, 0] : tile<64x32xf32> -> tile<32x64xf32>
      %right = ftof %turned : tile<32x64xf32> -> tile<32x64xtf32>
      %next = mmaf %left, %right, %acc : tile<128x32xtf32>, tile<32x64xtf32>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @one_side(%a: tile<ptr<tf32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<tf32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<64x64xtf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x64xf32>, token
      %rounded = ftof %b_tile : tile<128x64xf32> -> tile<128x64xtf32>
      %right = permute %rounded [1, 0] : tile<128x64xtf32> -> tile<64x128xtf32>
      %next = mmaf %a_tile, %right, %acc : tile<64x64xtf32>, tile<64x128xtf32>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
