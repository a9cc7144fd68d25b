// RUN: run --entry gemm --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[72,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 100 --arg 72 --arg 70 --arg 72 --arg 72 --arg 72 --print c
// c = [[ -2.  25.  69. ...  15. -15. -59.]
//      [  0. -40.  -2. ... -23.   8.  42.]
//      [ -2. -57. -13. ... -20.  51.  21.]
//      ...
//      [-28.  95.  43. ... -48.  23. -50.]
//      [  8. -83.  -4. ...  65. -26.  76.]
//      [ 23. -59. -59. ... -39. -38.  90.]]
// RUN: run --entry gemm --grid 2,2 --arg 'f16[65,8]=randint(-3,4,seed=1)' --arg 'f16[65,8]=randint(-3,4,seed=2)' --arg 'c:f32[65,72]=ones' --arg 65 --arg 65 --arg 1 --arg 8 --arg 8 --arg 72 --print c
// c = [[-4. -4.  2. ...  1.  1.  1.]
//      [ 2.  2. -1. ...  1.  1.  1.]
//      [ 6.  6. -3. ...  1.  1.  1.]
//      ...
//      [ 2.  2. -1. ...  1.  1.  1.]
//      [ 0.  0.  0. ...  1.  1.  1.]
//      [-6. -6.  3. ...  1.  1.  1.]]
// RUN: run --entry gemm --grid 1 --arg 'f16[1,72]=randint(-3,4,seed=1)' --arg 'f16[1,72]=randint(-3,4,seed=2)' --arg 'c:f32[1,8]=ones' --arg 1 --arg 1 --arg 65 --arg 72 --arg 72 --arg 8 --print c
// c = [[12.  1.  1.  1.  1.  1.  1.  1.]]
//
// Tiles reach past the edges of the matrices in every dimension: what is outside is zeros, and is not written.
// Rows of the result may end inside of 16 bytes, of which a tensor map would store all: threads store them.

cuda_tile.module @edges {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
