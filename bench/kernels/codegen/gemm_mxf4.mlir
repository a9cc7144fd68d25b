// C = A x B of f4E2M1FN with scales of f8E8M0FNU for blocks of 32 along k: tiles of 128x128, 128 along k. Four scales of a row are
// contiguous and aligned.

cuda_tile.module @kernels {
  entry @gemm_mxf4(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
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
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<128x128xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf4E2M1FN>, tile<128x128xf4E2M1FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
