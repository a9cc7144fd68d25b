// RUN: run --sanitize --entry wrong --arg 'x:f32[6]=zeros@multicast(2)'
// E0520 line 13: `multimem_load_reduce_view_tko`: reads 4 bytes just past the end of the buffer of argument 1 (`%x`) of 24 bytes
//   fix: make base, extents and strides of %w fit the buffer
// RUN: run --sanitize --entry right --arg 'x:f32[6]=zeros@multicast(2)'
// clean
//
// What every device has is two elements shorter than the view says.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32, <multicast>>>) {
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %sum, %t = multimem_load_reduce_view_tko weak %w[%one]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    return
  }
  entry @right(%x: tile<ptr<f32, <multicast>>>) {
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %x, shape = [6], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), padding_value = zero, tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %sum, %t = multimem_load_reduce_view_tko weak %w[%one]  : partition_view<tile=(4), padding_value = zero, tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    return
  }
}
