// One tile of 16 elements: what a launch costs when there is nothing to do.

cuda_tile.module @tiny {
  entry @tiny(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %value, %read = load_view_tko weak %x_tiles[%zero] : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %double = addf %value, %value : tile<16xf32>
    %written = store_view_tko weak %double, %y_tiles[%zero] : tile<16xf32>, partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
