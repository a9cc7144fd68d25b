// RUN: run --grid 1 --arg 'f4E2M1FN[128,512]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[256,512]=randint(-3,4,seed=2)' --arg 'f8E4M3FN[128,32]=randint(1,5,seed=3)' --arg 'f8E4M3FN[256,32]=randint(1,5,seed=4)' --arg 'c:f32[128,256]=zeros' --arg 128 --arg 256 --arg 512 --arg 32 --print c
// c = [[  263. -1193.  -318. ...  -209.  1422.   125.]
//      [ -265.    -5.   520. ...   870.  -432.   118.]
//      [  -87.   483.  -303. ... -1896.   323.   381.]
//      ...
//      [ -298.  -180.  -255. ...  -989.    43.   134.]
//      [ -654.   514.   382. ...  -776.   210.  -771.]
//      [  -67.  -423.  -323. ...   208.  -213.  -373.]]
//
// Operands and scales that shared memory of sm_120 does not hold together: a product 256 deep, with 16 scales of a row.

cuda_tile.module @scaled_room {
  entry @gemm(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E4M3FN>>, %sb: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E4M3FN>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(16x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x256xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(256x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<256x256xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x16xf8E4M3FN>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(16x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<16x256xf8E4M3FN>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x256xf4E2M1FN>, tile<256x256xf4E2M1FN>, tile<128x256xf32>, tile<128x16xf8E4M3FN>, tile<16x256xf8E4M3FN>
      continue %sum_next : tile<128x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
