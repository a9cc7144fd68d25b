// C = A x B of f16 into f32 by a kernel that is persistent itself, as the static persistent product of TileGym: each thread block
// computes every `blocks`-th tile, in groups of eight rows of tiles. The bench replaces words as in `gemm.mlir`.

cuda_tile.module @gemm {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_16 = assume div_by<16>, %m : tile<i32>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %k_16 = assume div_by<16>, %k : tile<i32>
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m_16, %k_16], strides = [%k_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b_16, shape = [%k_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c_16, shape = [%m_16, %n_16], strides = [%n_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %of_group = muli %eight, %column_tiles : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    for %tile in (%first to %tiles, step %blocks) : tile<i32> {
      %group = divi %tile, %of_group signed rounding<negative_inf> : tile<i32>
      %first_row = muli %group, %eight : tile<i32>
      %rows_left = subi %row_tiles, %first_row : tile<i32>
      %rows = mini %rows_left, %eight signed : tile<i32>
      %in_rows = remi %tile, %rows signed : tile<i32>
      %row = addi %first_row, %in_rows : tile<i32>
      %in_group = remi %tile, %of_group signed : tile<i32>
      %column = divi %in_group, %rows signed rounding<negative_inf> : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
        continue %next : tile<128x128xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
