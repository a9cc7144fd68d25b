// A copy of rows that begin at multiples of 16 bytes.
cuda_tile.module @m {
  entry @copy(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %row, %col, %unused = get_tile_block_id : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %cols_4 = assume div_by<4>, %cols : tile<i32>
    %x_view = make_tensor_view %x_16, shape = [%rows, %cols_4], strides = [%cols_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_view = make_tensor_view %y_16, shape = [%rows, %cols_4], strides = [%cols_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_view : partition_view<tile=(4x128), tensor_view<?x?xf32, strides=[?,1]>>
    %y_tiles = make_partition_view %y_view : partition_view<tile=(4x128), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %read = load_view_tko weak %x_tiles[%row, %col] : partition_view<tile=(4x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x128xf32>, token
    %written = store_view_tko weak %tile, %y_tiles[%row, %col] : tile<4x128xf32>, partition_view<tile=(4x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
