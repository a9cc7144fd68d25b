// RUN: run --entry four_bits --grid 1,2 --arg 'f4E2M1FN[90,384]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[160,384]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[90,12]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[160,12]=randint(1,5,seed=4)' --arg 'c:f32[120,160]=ones' --arg 120 --arg 160 --arg 384 --arg 12 --arg 'i32[120]=randint(-5,95,seed=5)' --arg 90 --print c
// c = [[ -335.  -681.  -153. ...  -162.   562.   569.]
//      [ -202.   374.    13. ...   442.  -674. -1636.]
//      [ -862.   -38.   455. ...  -400.   916.   289.]
//      ...
//      [  530.  -827.  -751. ...   132.  -945.  1028.]
//      [  -13.   170.   360. ...   219.   662.   986.]
//      [ -288.   -95.   372. ... -1330.  -276.    56.]]
//
// A product of 4-bit floats with block scales whose rows and scales views pick; some rows are outside of the memory. On sm_100a to
// sm_110a, a tensor map picks the rows.
cuda_tile.module @kernels {
  entry @four_bits(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>, %picks: tile<ptr<i32>>, %h: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%h, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_gather_scatter_view %a_view : gather_scatter_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>, sparse_dim=0>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%h, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_gather_scatter_view %sa_view : gather_scatter_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>, sparse_dim=0>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %deep = constant <i32: 128> : tile<i32>
    %k_tiles = divi %k_d, %deep signed rounding<positive_inf> : tile<i32>
    %p_view = make_tensor_view %picks, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %p_tiles = make_partition_view %p_view : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %p_tiles[%block_row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>, sparse_dim=0>, tile<128xi32>, tile<i32> -> tile<128x128xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf4E2M1FN>, token
      %four = constant <i32: 4> : tile<i32>
      %sat = muli %i, %four : tile<i32>
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%picked, %sat] : gather_scatter_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>, sparse_dim=0>, tile<128xi32>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf4E2M1FN>, tile<128x128xf4E2M1FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
