// RUN: run --entry mxf8 --grid 2,2 --arg 'f8E4M3FN[192,384]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[160,384]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[192,12]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[160,12]=randint(1,5,seed=4)' --arg 'c:f32[192,160]=ones' --arg 192 --arg 160 --arg 384 --arg 12 --print c
// c = [[ 1246.  -400.  -936. ...   276.  -180. -1060.]
//      [ -649.  -260.    98. ...   412.   340.   699.]
//      [ -672.   158.  1173. ...  -174.  -388.   233.]
//      ...
//      [  737.   961.  1346. ...  2314.   236.   -62.]
//      [ -378.   269.  -339. ... -1320.  -112.    -9.]
//      [  145.    35.    47. ...  -608.   423.   420.]]
// RUN: run --entry mxf8_wide --grid 1 --arg 'f8E5M2[128,320]=randint(-3,4,seed=1)' --arg 'f8E5M2[320,256]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[128,10]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[10,256]=randint(1,5,seed=4)' --arg 'c:f32[128,256]=ones' --arg 128 --arg 256 --arg 320 --arg 10 --print c
// c = [[-1072.   372.  -240. ...  -548.   906.     4.]
//      [ -850.   154.   572. ...  -726.  -440.   166.]
//      [ -140.  -288.    36. ...  1344.  -100.  -229.]
//      ...
//      [  116.    56.  -358. ...   876.  1022.   -72.]
//      [ -869.  -786.  -802. ...  -638.   357.   286.]
//      [   26.  -128.   194. ...  -144.   178.  -737.]]
// RUN: run --entry mxf8_few --grid 2,1 --arg 'f8E4M3FN[96,192]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[64,192]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[96,6]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[6,64]=randint(1,5,seed=4)' --arg 'c:f32[96,64]=ones' --arg 96 --arg 64 --arg 192 --arg 6 --print c
// c = [[ -576.   564.  -572. ...   640.   586. -1044.]
//      [ -972.  2028.   284. ...  -172.    30.   252.]
//      [    4.  -350.   -38. ...    34.   176.  -486.]
//      ...
//      [ -114.   124.  -162. ...  -490.   342.   388.]
//      [  157.    44.  -158. ...  1173.   128.   640.]
//      [ -358.   572.  -398. ...  -317.   -48.    96.]]
//
// Products with block scales: into tensor memory, where scales are copied by threads, four of a row at once, or come through registers;
// and by warps, which read scales from the stages.

cuda_tile.module @scaled {
  entry @mxf8(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf8E4M3FN>, tile<128x128xf8E4M3FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mxf8_wide(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<1>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<128x128xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<128x256xf8E5M2>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<4x256xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf8E5M2>, tile<128x256xf8E5M2>, tile<128x256xf32>, tile<128x4xf8E8M0FNU>, tile<4x256xf8E8M0FNU>
      continue %sum_next : tile<128x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mxf8_few(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<1>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(2x64), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<64x2xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(2x64), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<2x64xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>, tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
