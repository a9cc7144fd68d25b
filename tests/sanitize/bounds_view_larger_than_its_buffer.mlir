// RUN: run --sanitize --entry wrong --arg 'x:f32[3,4]=iota'
// E0520 line 14: `load_view_tko`: reads 4 bytes just past the end of the buffer of argument 1 (`%x`) of 48 bytes
//   fix: make base, extents and strides of %v fit the buffer
// RUN: run --sanitize --entry right --arg 'x:f32[3,4]=iota'
// clean
//
// A view says that there are four rows; the buffer holds three.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_t = make_tensor_view %x, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(2x4), padding_value = zero, tensor_view<4x4xf32, strides=[4,1]>>
    %t, %read = load_view_tko weak %v[%one, %zero] : partition_view<tile=(2x4), padding_value = zero, tensor_view<4x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x4xf32>, token
    return
  }
  entry @right(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_t = make_tensor_view %x, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xf32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(2x4), padding_value = zero, tensor_view<3x4xf32, strides=[4,1]>>
    %t, %read = load_view_tko weak %v[%one, %zero] : partition_view<tile=(2x4), padding_value = zero, tensor_view<3x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x4xf32>, token
    return
  }
}
