// RUN: run --sanitize --entry wrong --arg 'sums:f32[6]=zeros'
// E0520 line 14: `atomic_red_view_tko`: writes (relaxed, device) 4 bytes just past the end of the buffer of argument 1 (`%sums`) of 24 bytes
//   fix: make base, extents and strides of %v fit the buffer
// RUN: run --sanitize --entry right --arg 'sums:f32[6]=zeros'
// clean
//
// Partial sums are added to a view that promises eight of them.
cuda_tile.module @tests {
  entry @wrong(%sums: tile<ptr<f32>>) {
    %one = constant <i32: 1> : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %v_t = make_tensor_view %sums, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %added = atomic_red_view_tko relaxed device %v[%one], addf, %t : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%sums: tile<ptr<f32>>) {
    %one = constant <i32: 1> : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %v_t = make_tensor_view %sums, shape = [6], strides = [1] : tensor_view<6xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<6xf32, strides=[1]>>
    %added = atomic_red_view_tko relaxed device %v[%one], addf, %t : tile<4xf32>, partition_view<tile=(4), tensor_view<6xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
