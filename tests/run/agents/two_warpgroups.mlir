// RUN: run --entry wide --grid 1 --arg 'f16[128,192]=randint(-3,4,seed=1)' --arg 'f16[256,192]=randint(-3,4,seed=2)' --arg 'c:f32[128,256]=ones' --arg 128 --arg 256 --arg 192 --arg 192 --arg 192 --arg 256 --print c
// c = [[ -52.   55.  -34. ... -112.   40.   79.]
//      [ -43.  165.  -19. ...   32.  114.  -43.]
//      [  -4.  -56.  -28. ...   11.   16.   53.]
//      ...
//      [ -26.   21.    2. ...  139.   40.   10.]
//      [ -21.  -13.    6. ...  -12.   36.   29.]
//      [  82.   32.    6. ...  -36.   19.  -39.]]
// RUN: run --entry wide --grid 1 --arg 'f16[130,64]=randint(-3,4,seed=1)' --arg 'f16[250,64]=randint(-3,4,seed=2)' --arg 'c:f32[130,256]=ones' --arg 130 --arg 250 --arg 64 --arg 64 --arg 64 --arg 256 --print c
// c = [[ 12.  12. -23. ...   1.   1.   1.]
//      [ 19. -90.  -1. ...   1.   1.   1.]
//      [ -1.  11.  26. ...   1.   1.   1.]
//      ...
//      [  8. -35. -42. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]]
// RUN: run --entry tall --grid 1 --arg 'f16[256,128]=randint(-3,4,seed=1)' --arg 'f16[128,128]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 128 --arg 128 --arg 128 --arg 128 --print c
// c = [[   4.   11.  -26. ...   48.  -18.  -13.]
//      [  46.  101.  -33. ...   17.   15.   43.]
//      [  18.    5.   64. ...   23.   12. -112.]
//      ...
//      [  47.   42.   43. ...  -23.  -62.  -22.]
//      [  74.  -59.  -82. ...   62.   27.   29.]
//      [ -55.   11.   54. ...   17.  -61.   -6.]]
//
// Sums that two warpgroups hold, next to a third that copies and hands its registers to them.

cuda_tile.module @two_warpgroups {
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x256xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %sum_next : tile<128x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tall(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      continue %sum_next : tile<256x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
