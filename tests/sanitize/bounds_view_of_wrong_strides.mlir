// RUN: run --sanitize --entry wrong --arg 'x:f32[4,2]=zeros'
// E0520 line 14: `store_view_tko`: writes 4 bytes just past the end of the buffer of argument 1 (`%x`) of 32 bytes
//   fix: make base, extents and strides of %v fit the buffer
// RUN: run --sanitize --entry right --arg 'x:f32[4,2]=zeros'
// clean
//
// Rows are two elements long, but the view steps four from one to the next.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = constant <f32: 1.0> : tile<4x2xf32>
    %v_t = make_tensor_view %x, shape = [4, 2], strides = [4, 1] : tensor_view<4x2xf32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%zero, %zero] : tile<4x2xf32>, partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = constant <f32: 1.0> : tile<4x2xf32>
    %v_t = make_tensor_view %x, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xf32, strides=[2,1]>
    %v = make_partition_view %v_t : partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[2,1]>>
    %written = store_view_tko weak %t, %v[%zero, %zero] : tile<4x2xf32>, partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
