// Doubles a matrix of 8 rows; its extents are those of the type, but for the number of columns.
cuda_tile.module @kernels {
  entry @double(%data: tile<ptr<f32>>, %columns: tile<i32>) {
    %tensor = make_tensor_view %data, shape = [8, %columns], strides = [%columns, 1] : tile<i32> -> tensor_view<8x?xf32, strides=[?,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(8x4), padding_value = zero, tensor_view<8x?xf32, strides=[?,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %old, %read = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(8x4), padding_value = zero, tensor_view<8x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x4xf32>, token
    %new = addf %old, %old : tile<8x4xf32>
    %written = store_view_tko weak %new, %tiles[%zero, %zero] token=%read : tile<8x4xf32>, partition_view<tile=(8x4), padding_value = zero, tensor_view<8x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
