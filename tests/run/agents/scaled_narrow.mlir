// RUN: run --entry mxf4 --grid 2,1 --arg 'f4E2M1FN[192,320]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[128,320]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[192,10]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[128,10]=randint(1,5,seed=4)' --arg 'c:f32[192,128]=ones' --arg 192 --arg 128 --arg 320 --arg 10 --print c
// c = [[ 798.  632.  240. ... -128. -932. 1218.]
//      [ 598.  -28. -660. ...  632.  252.  704.]
//      [  86.  802. 1046. ... -526. -684.  -58.]
//      ...
//      [-136. -788. -301. ... -216. -966. -506.]
//      [ -47. -294.  102. ...  407.  415. 1463.]
//      [-818.  198.   68. ...  150.  708.   54.]]
// RUN: run --entry nvf4 --grid 2,2 --arg 'f4E2M1FN[192,192]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[160,192]=randint(-3,4,seed=2)' --arg 'f8E4M3FN[192,12]=randint(1,5,seed=3)' --arg 'f8E4M3FN[160,12]=randint(1,5,seed=4)' --arg 'c:f32[192,160]=ones' --arg 192 --arg 160 --arg 192 --arg 12 --print c
// c = [[-270.  164. -572. ... -814. -271. -698.]
//      [ -49.  615.   36. ...  517.  -57. -629.]
//      [  -4. -235. -173. ... -151.  376.  -30.]
//      ...
//      [ -42. -176. -713. ... -715.  324.  250.]
//      [-145.  578.   70. ...   91.  175. -154.]
//      [ 141.  -98.  641. ...  829. -533.  496.]]
// RUN: run --entry nvf4_wide --grid 1 --arg 'f4E2M1FN[128,320]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[256,320]=randint(-3,4,seed=2)' --arg 'f8E4M3FN[128,20]=randint(1,5,seed=3)' --arg 'f8E4M3FN[20,256]=randint(1,5,seed=4)' --arg 'c:f32[128,256]=ones' --arg 128 --arg 256 --arg 320 --arg 20 --print c
// c = [[ -125.   763.   386. ... -1357. -1079.  -348.]
//      [  249.   374.  -368. ...   238.  -162.   312.]
//      [ -617.   303.   -24. ...   198.   702.  -597.]
//      ...
//      [  445.   833.  -273. ...   545.   380.   474.]
//      [   -7.  1433.   414. ...   742.   952.  -695.]
//      [   50.   277. -1179. ...   333.   410.   113.]]
// RUN: run --entry powers --grid 2,2 --arg 'f4E2M1FN[192,192]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[160,192]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[192,12]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[160,12]=randint(1,5,seed=4)' --arg 'c:f32[192,160]=ones' --arg 192 --arg 160 --arg 192 --arg 12 --print c
// c = [[ -366.   220.  -644. ...  -976.  -252.  -874.]
//      [ -157.   667.    14. ...   608.   -67.  -677.]
//      [   25.  -318.  -395. ...  -160.   395.   -18.]
//      ...
//      [  -15.  -319. -1024. ...  -983.   320.   300.]
//      [ -136.   645.    86. ...    78.   318.   -28.]
//      [  115.   -38.   798. ...   944.  -555.   430.]]
//
// Products of 4-bit floats with block scales: stages have two elements in a byte, as tensor maps copy them. Kind mxf4 takes two
// scales of a row, and mxf4nvf4 four, which may be powers of two, so that an instruction begins at byte 0 or 2 of a column of
// scales, or at the next column.

cuda_tile.module @scaled_narrow {
  entry @mxf4(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<1>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(8x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x256xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<256x128xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<128x8xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(8x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<8x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x256xf4E2M1FN>, tile<256x128xf4E2M1FN>, tile<128x128xf32>, tile<128x8xf8E8M0FNU>, tile<8x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nvf4(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E4M3FN>>, %sb: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
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
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x64xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<64x128xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x4xf8E4M3FN>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E4M3FN>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x64xf4E2M1FN>, tile<64x128xf4E2M1FN>, tile<128x128xf32>, tile<128x4xf8E4M3FN>, tile<4x128xf8E4M3FN>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @powers(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x64xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<64x128xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x64xf4E2M1FN>, tile<64x128xf4E2M1FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nvf4_wide(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E4M3FN>>, %sb: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E4M3FN>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<1>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(8x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x128xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<128x256xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x8xf8E4M3FN>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(8x256), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<8x256xf8E4M3FN>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf4E2M1FN>, tile<128x256xf4E2M1FN>, tile<128x256xf32>, tile<128x8xf8E4M3FN>, tile<8x256xf8E4M3FN>
      continue %sum_next : tile<128x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
