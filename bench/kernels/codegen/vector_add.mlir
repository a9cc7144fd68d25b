// z = x + y, 8192 elements a block.

cuda_tile.module @vector_add {
  entry @vector_add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %z_16 = assume div_by<16>, %z : tile<ptr<f32>>
    %n_16 = assume div_by<16>, %n : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%n_16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%n_16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %z_tensor = make_tensor_view %z_16, shape = [%n_16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %z_tiles = make_partition_view %z_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %y_tile, %y_read = load_view_tko weak %y_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %sum = addf %x_tile, %y_tile : tile<8192xf32>
    %written = store_view_tko weak %sum, %z_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
