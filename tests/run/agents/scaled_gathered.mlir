// RUN: run --entry views --grid 2,2 --arg 'f8E4M3FN[90,384]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[160,384]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[90,12]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[160,12]=randint(1,5,seed=4)' --arg 'c:f32[192,160]=ones' --arg 192 --arg 160 --arg 384 --arg 12 --arg 'i32[192]=randint(-5,95,seed=5)' --arg 90 --print c
// c = [[ -335.  -681.  -153. ...  -162.   562.   569.]
//      [ -202.   374.    13. ...   442.  -674. -1636.]
//      [ -862.   -38.   455. ...  -400.   916.   289.]
//      ...
//      [    0.     0.     0. ...     0.     0.     0.]
//      [ -559.  -317.   405. ...   790.   -80.  1864.]
//      [ -123.    94.  -652. ...   419.   577.  -748.]]
// RUN: run --entry addresses --grid 2,2 --arg 'f8E4M3FN[90,384]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[160,384]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[90,12]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[160,12]=randint(1,5,seed=4)' --arg 'c:f32[192,160]=ones' --arg 192 --arg 160 --arg 384 --arg 12 --arg 'i32[192]=randint(-5,95,seed=5)' --arg 90 --print c
// c = [[ -335.  -681.  -153. ...  -162.   562.   569.]
//      [ -202.   374.    13. ...   442.  -674. -1636.]
//      [ -862.   -38.   455. ...  -400.   916.   289.]
//      ...
//      [    0.     0.     0. ...     0.     0.     0.]
//      [ -559.  -317.   405. ...   790.   -80.  1864.]
//      [ -123.    94.  -652. ...   419.   577.  -748.]]
//
// Products with block scales whose rows of the left operand are picked, and their scales with them: by views (`views`), and by
// addresses, as cuTile's `gather` makes them (`addresses`). Some rows are outside of the memory.
// TILEIRAS: a tile needs more registers than there are
cuda_tile.module @kernels {
  entry @views(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>, %picks: tile<ptr<i32>>, %h: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%h, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_gather_scatter_view %a_view : gather_scatter_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>, sparse_dim=0>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
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
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>, sparse_dim=0>, tile<128xi32>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %four = constant <i32: 4> : tile<i32>
      %sat = muli %i, %four : tile<i32>
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%picked, %sat] : gather_scatter_view<tile=(128x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>, sparse_dim=0>, tile<128xi32>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf8E4M3FN>, tile<128x128xf8E4M3FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @addresses(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>, %picks: tile<ptr<i32>>, %h: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_0 = assume bounded<0, ?>, %k : tile<i32>
    %k_d = assume div_by<32>, %k_0 : tile<i32>
    %n_d = assume div_by<32>, %n : tile<i32>
    %ks_0 = assume bounded<0, ?>, %ks : tile<i32>
    %ks_d = assume div_by<4>, %ks_0 : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %deep = constant <i32: 128> : tile<i32>
    %k_tiles = divi %k_d, %deep signed rounding<positive_inf> : tile<i32>
    %p_view = make_tensor_view %picks, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %p_tiles = make_partition_view %p_view : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %p_tiles[%block_row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %picked64 = exti %picked signed : tile<128xi32> -> tile<128xi64>
    %h_d = assume bounded<0, ?>, %h : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_first = reshape %at : tile<i32> -> tile<1xi32>
      %a_firsts = broadcast %a_first : tile<1xi32> -> tile<128xi32>
      %a_inner = iota : tile<128xi32>
      %a_columns = addi %a_firsts, %a_inner : tile<128xi32>
      %a_columns64 = exti %a_columns signed : tile<128xi32> -> tile<128xi64>
      %a_flat = reshape %a_columns64 : tile<128xi64> -> tile<1x128xi64>
      %a_across = broadcast %a_flat : tile<1x128xi64> -> tile<128x128xi64>
      %a_tall = reshape %picked64 : tile<128xi64> -> tile<128x1xi64>
      %a_rows = broadcast %a_tall : tile<128x1xi64> -> tile<128x128xi64>
      %a_w64 = exti %k_d signed : tile<i32> -> tile<i64>
      %a_w1 = reshape %a_w64 : tile<i64> -> tile<1x1xi64>
      %a_w = broadcast %a_w1 : tile<1x1xi64> -> tile<128x128xi64>
      %a_h64 = exti %h_d signed : tile<i32> -> tile<i64>
      %a_h1 = reshape %a_h64 : tile<i64> -> tile<1x1xi64>
      %a_h = broadcast %a_h1 : tile<1x1xi64> -> tile<128x128xi64>
      %a_starts = muli %a_rows, %a_w : tile<128x128xi64>
      %a_offsets = addi %a_starts, %a_across : tile<128x128xi64>
      %a_base1 = reshape %a_16 : tile<ptr<f8E4M3FN>> -> tile<1x1xptr<f8E4M3FN>>
      %a_bases = broadcast %a_base1 : tile<1x1xptr<f8E4M3FN>> -> tile<128x128xptr<f8E4M3FN>>
      %a_pointers = offset %a_bases, %a_offsets : tile<128x128xptr<f8E4M3FN>>, tile<128x128xi64> -> tile<128x128xptr<f8E4M3FN>>
      %a_is_row = cmpi less_than %a_rows, %a_h, unsigned : tile<128x128xi64> -> tile<128x128xi1>
      %a_is_column = cmpi less_than %a_across, %a_w, unsigned : tile<128x128xi64> -> tile<128x128xi1>
      %a_inside = andi %a_is_row, %a_is_column : tile<128x128xi1>
      %a_zeros = constant <f8E4M3FN: 0.0> : tile<128x128xf8E4M3FN> 
      %a_tile, %a_read = load_ptr_tko weak %a_pointers, %a_inside, %a_zeros : tile<128x128xptr<f8E4M3FN>>, tile<128x128xi1>, tile<128x128xf8E4M3FN> -> tile<128x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %four = constant <i32: 4> : tile<i32>
      %sat = muli %i, %four : tile<i32>
      %sa_first = reshape %sat : tile<i32> -> tile<1xi32>
      %sa_firsts = broadcast %sa_first : tile<1xi32> -> tile<4xi32>
      %sa_inner = iota : tile<4xi32>
      %sa_columns = addi %sa_firsts, %sa_inner : tile<4xi32>
      %sa_columns64 = exti %sa_columns signed : tile<4xi32> -> tile<4xi64>
      %sa_flat = reshape %sa_columns64 : tile<4xi64> -> tile<1x4xi64>
      %sa_across = broadcast %sa_flat : tile<1x4xi64> -> tile<128x4xi64>
      %sa_tall = reshape %picked64 : tile<128xi64> -> tile<128x1xi64>
      %sa_rows = broadcast %sa_tall : tile<128x1xi64> -> tile<128x4xi64>
      %sa_w64 = exti %ks_d signed : tile<i32> -> tile<i64>
      %sa_w1 = reshape %sa_w64 : tile<i64> -> tile<1x1xi64>
      %sa_w = broadcast %sa_w1 : tile<1x1xi64> -> tile<128x4xi64>
      %sa_h64 = exti %h_d signed : tile<i32> -> tile<i64>
      %sa_h1 = reshape %sa_h64 : tile<i64> -> tile<1x1xi64>
      %sa_h = broadcast %sa_h1 : tile<1x1xi64> -> tile<128x4xi64>
      %sa_starts = muli %sa_rows, %sa_w : tile<128x4xi64>
      %sa_offsets = addi %sa_starts, %sa_across : tile<128x4xi64>
      %sa_base1 = reshape %sa_16 : tile<ptr<f8E8M0FNU>> -> tile<1x1xptr<f8E8M0FNU>>
      %sa_bases = broadcast %sa_base1 : tile<1x1xptr<f8E8M0FNU>> -> tile<128x4xptr<f8E8M0FNU>>
      %sa_pointers = offset %sa_bases, %sa_offsets : tile<128x4xptr<f8E8M0FNU>>, tile<128x4xi64> -> tile<128x4xptr<f8E8M0FNU>>
      %sa_is_row = cmpi less_than %sa_rows, %sa_h, unsigned : tile<128x4xi64> -> tile<128x4xi1>
      %sa_is_column = cmpi less_than %sa_across, %sa_w, unsigned : tile<128x4xi64> -> tile<128x4xi1>
      %sa_inside = andi %sa_is_row, %sa_is_column : tile<128x4xi1>
      %sa_zeros = constant <f8E8M0FNU: 0x00> : tile<128x4xf8E8M0FNU> 
      %sa_tile, %sa_read = load_ptr_tko weak %sa_pointers, %sa_inside, %sa_zeros : tile<128x4xptr<f8E8M0FNU>>, tile<128x4xi1>, tile<128x4xf8E8M0FNU> -> tile<128x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x128), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<128x128xf8E4M3FN>, tile<128x128xf8E4M3FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
      continue %sum_next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
