// Work whose addresses are data: 4096 elements a block; lengths are multiples of 4096.

cuda_tile.module @indexed {
  entry @histogram(%x: tile<ptr<i32>>, %counts: tile<ptr<i32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>
    %value, %read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %counts_1 = reshape %counts : tile<ptr<i32>> -> tile<1xptr<i32>>
    %counts_all = broadcast %counts_1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %counters = offset %counts_all, %value : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %one = constant <i32: 1> : tile<4096xi32>
    %before, %added = atomic_rmw_tko relaxed device %counters, add, %one : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xi32>, token
    return
  }

  entry @gather(%x: tile<ptr<f32>>, %index: tile<ptr<i32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %index_tensor = make_tensor_view %index, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %index_tiles = make_partition_view %index_tensor : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>
    %from, %index_read = load_view_tko weak %index_tiles[%block] : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %places = offset %x_all, %from : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %value, %read = load_ptr_tko weak %places : tile<4096xptr<f32>> -> tile<4096xf32>, token
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>
    %written = store_view_tko weak %value, %y_tiles[%block] : tile<4096xf32>, partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @scatter(%x: tile<ptr<f32>>, %index: tile<ptr<i32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %index_tensor = make_tensor_view %index, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %index_tiles = make_partition_view %index_tensor : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>
    %to, %index_read = load_view_tko weak %index_tiles[%block] : partition_view<tile=(4096), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>
    %value, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4096xf32>, token
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %places = offset %y_all, %to : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %written = store_ptr_tko weak %places, %value : tile<4096xptr<f32>>, tile<4096xf32> -> token
    return
  }
}
