// Tiles that begin at any element: whatever is promised of `%x`, their loads are of one element each.
cuda_tile.module @m {
  entry @smooth(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %x_view = make_tensor_view %x, shape = [129], strides = [1] : tensor_view<129xf32, strides=[1]>
    %y_view = make_tensor_view %y_16, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]>
    %x_tiles = make_strided_view %x_view : strided_view<tile=(128), traversal_strides=[1], tensor_view<129xf32, strides=[1]>>
    %y_tiles = make_partition_view %y_view : partition_view<tile=(128), tensor_view<128xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %left, %left_read = load_view_tko weak %x_tiles[%zero] : strided_view<tile=(128), traversal_strides=[1], tensor_view<129xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %right, %right_read = load_view_tko weak %x_tiles[%one] : strided_view<tile=(128), traversal_strides=[1], tensor_view<129xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %sum = addf %left, %right : tile<128xf32>
    %written = store_view_tko weak %sum, %y_tiles[%zero] : tile<128xf32>, partition_view<tile=(128), tensor_view<128xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
