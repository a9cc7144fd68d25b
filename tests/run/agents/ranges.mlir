// RUN: run --entry wide_range --grid 1,1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --arg -2147483648 --arg -2147483553 --arg 32 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry wide_range --grid 1,1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --arg -1500000000 --arg 1500000000 --arg 1000000000 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry wide_range_of_two --grid 1 --arg 'f16[64,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[64,64]=ones' --arg 64 --arg -1500000000 --arg 1500000000 --arg 1000000000 --print c
// c = [[-54.5   48.25  42.5  ...  47.5   24.5   10.5 ]
//      [ 47.5  -38.    28.   ... -27.5   16.    -8.5 ]
//      [-36.25  -9.5  -22.   ...  15.    17.25  12.5 ]
//      ...
//      [-16.25  34.75  -9.25 ...  22.5  -28.   -12.25]
//      [ 30.   -60.5   28.   ...  37.75  21.   -42.5 ]
//      [-83.25 -12.75   5.25 ... -13.75  37.5  -30.5 ]]
// RUN: run --entry wide_range_of_two --grid 1 --arg 'f16[64,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[64,64]=ones' --arg 64 --arg -2147483648 --arg 1 --arg 1073741824 --print c
// c = [[-54.5   48.25  42.5  ...  47.5   24.5   10.5 ]
//      [ 47.5  -38.    28.   ... -27.5   16.    -8.5 ]
//      [-36.25  -9.5  -22.   ...  15.    17.25  12.5 ]
//      ...
//      [-16.25  34.75  -9.25 ...  22.5  -28.   -12.25]
//      [ 30.   -60.5   28.   ...  37.75  21.   -42.5 ]
//      [-83.25 -12.75   5.25 ... -13.75  37.5  -30.5 ]]
//
// Loops whose bounds are farther apart than the largest number: what is left of them has the sign bit set, which is no sign.

cuda_tile.module @ranges {

  entry @wide_range(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %first: tile<i32>, %end: tile<i32>, %by: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %by) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %behind = subi %i, %first : tile<i32>
      %step = divi %behind, %by unsigned rounding<zero> : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %step] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%step, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @wide_range_of_two(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %c: tile<ptr<f32>>, %rows: tile<i32>, %first: tile<i32>, %end: tile<i32>, %by: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %b_all = make_tensor_view %b_16, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf16, strides=[512,1]>
    %d_all = make_tensor_view %d_16, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %c_all = make_tensor_view %c_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>
    %d_tiles = make_partition_view %d_all : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%block, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %half = constant <f32: 0.5> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %by) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %behind = subi %i, %first : tile<i32>
      %step = divi %behind, %by unsigned rounding<zero> : tile<i32>
      %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %step] : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
      %product = mmaf %a_tile, %b_tile, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %narrow = ftof %product : tile<64x64xf32> -> tile<64x64xf16>
      %scaled = mulf %so_far, %half : tile<64x64xf32>
      %d_tile, %d_read = load_view_tko weak %d_tiles[%step, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %narrow, %d_tile, %scaled : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
