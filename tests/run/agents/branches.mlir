// RUN: run --entry some_rows --grid 1,1 --arg 'f16[320,160]=randint(-3,4,seed=1)' --arg 'f16[160,64]=randint(-3,4,seed=2)' --arg 'c:f32[320,64]=ones' --arg 320 --arg 64 --arg 160 --arg 160 --arg 64 --arg 64 --print c
// c = [[ 17.  44.  30. ... -77.  84. 100.]
//      [-68.  62.  35. ...  22.  29. 139.]
//      [ 29.  10.  18. ... -15.   9.  15.]
//      ...
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]]
// RUN: run --entry some_rows --grid 2,1 --arg 'f16[448,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[448,64]=ones' --arg 448 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[   4.   17.    2. ...  -54.   52.    0.]
//      [ -13.   11.  -66. ...    7.   39.   50.]
//      [ -24.   13.   32. ...   82.  -20.  -40.]
//      ...
//      [-110.  -24.  -33. ...  -24.  -27.  -95.]
//      [ -21.  -69.  -67. ...    3.  -11.  -30.]
//      [ -74.  -54.  -12. ...   54.   26.   22.]]
//
// A loop over tiles computes only some of them: iterators go on behind the branch from where it left them, or from where
// they were in front of it.

cuda_tile.module @branches {

  entry @some_rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
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
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %blocks_x, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    for %row in (%block_row to %row_tiles, step %blocks_x) : tile<i32> {
      %rest = remi %row, %three signed : tile<i32>
      %is_computed = cmpi not_equal %rest, %one, signed : tile<i32> -> tile<i1>
      if %is_computed {
        %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
          %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
          %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
          %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
          continue %sum_next : tile<64x64xf32>
        }
        %written = store_view_tko weak %sum, %c_tiles[%row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
        yield
      }
      continue
    }
    return
  }
}
