// RUN: run --entry gemm --grid 1 --arg 'f16[64,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 0 --arg 64 --arg 64 --arg 64 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --print c
// c = [[ 28.  34. -12. ... -53.  43.  26.]
//      [-21. -17.  12. ...   6.   1. -17.]
//      [ 62.  -2.   5. ...  45. -44.  37.]
//      ...
//      [-11.  66. -33. ...   4.   0.  -2.]
//      [  8. -10.  25. ...  25. -17.   7.]
//      [  6.  13. -20. ...  -1. -26. -54.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 128 --arg 128 --arg 64 --arg 64 --print c
// c = [[  5.  24.   0. ... -41.  67.  71.]
//      [ 90. -59.   9. ...  22. -33.  -1.]
//      [ 71.  47. -51. ...   4. -53.   4.]
//      ...
//      [-95.  58. -12. ... -70. -31. -65.]
//      [-29.  65.  42. ...  15. -34.  43.]
//      [  9. -34. -13. ... 137. -45.  15.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,192]=randint(-3,4,seed=1)' --arg 'f16[192,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 192 --arg 192 --arg 64 --arg 64 --print c
// c = [[  -2.   69.    4. ...  -37.   89.  110.]
//      [-124.  -13.   -3. ...   55.  -40.  -60.]
//      [  57.  -90.  121. ...   -1.    5.   26.]
//      ...
//      [  33.   26.   -2. ...  -67.   20.   29.]
//      [ -56.  -15.  -25. ...  -24.   37.  -20.]
//      [ -54.   39.   61. ...   -8.  -38.    3.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,256]=randint(-3,4,seed=1)' --arg 'f16[256,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 256 --arg 256 --arg 64 --arg 64 --print c
// c = [[  -4.   55.   -4. ...  -48.   88.   79.]
//      [ 108.   40.   -9. ...   11. -119.  -33.]
//      [  49.  -73.   86. ...   88.   28.   43.]
//      ...
//      [  23.   44.   25. ...   20.   -2.  -36.]
//      [   2.  174.  -45. ...   62. -194.   10.]
//      [ -18.   19.  -70. ...  122.   84.   11.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,448]=randint(-3,4,seed=1)' --arg 'f16[448,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 448 --arg 448 --arg 64 --arg 64 --print c
// c = [[  22.   69.  -38. ... -111.   65.   93.]
//      [  61.  -52.  -97. ...  -68.  131.  -10.]
//      [  46.  -37.   33. ...   96.  -21.   25.]
//      ...
//      [-119.  111.  -63. ...   -2.   65.  -97.]
//      [ -31.    7.    5. ...  -17.   65.  -33.]
//      [ -33.  149.  205. ... -114.  -34.  -74.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[64,200]=randint(-3,4,seed=1)' --arg 'f16[200,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 200 --arg 200 --arg 64 --arg 64 --print c
// c = [[  -2.   63.   16. ...  -46.   82.   95.]
//      [  25.  -41.  -14. ...  -72.  102. -103.]
//      [ -31.  -12.  -87. ... -112.    3.   26.]
//      ...
//      [ 167.  -39.   30. ...   33.  -39.  -22.]
//      [  20.   66.  -23. ...  -27.  -21.  120.]
//      [ -23.   41.  -47. ... -130.   18.    2.]]
//
// A product of 64x64 with three stages: no iteration, one, one less than the stages, as many, one more, twice as many and one,
// and an inner dimension that ends within a tile.

cuda_tile.module @steps {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
