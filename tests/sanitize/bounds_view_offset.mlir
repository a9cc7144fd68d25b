// RUN: run --sanitize --entry wrong --arg 'x:i64[4]=iota' --arg 2305843009213693952
// E0526 line 13: `load_view_tko`: an element is 55340232221128654848 bytes from the base of the view
//   fix: check extents and strides before the view is made
// RUN: run --sanitize --entry right --arg 'x:i64[4]=iota' --arg 2305843009213693952
// clean
//
// A stride is so large that the second row lies 2^64 bytes away.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i64>>, %stride: tile<i64>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [4, 1], strides = [%stride, 1] : tile<i64> -> tensor_view<4x1xi64, strides=[?,1]>
    %p = make_partition_view %v : partition_view<tile=(4x1), tensor_view<4x1xi64, strides=[?,1]>>
    %t, %read = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(4x1), tensor_view<4x1xi64, strides=[?,1]>>, tile<i32> -> tile<4x1xi64>, token
    return
  }
  entry @right(%x: tile<ptr<i64>>, %stride: tile<i64>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [4, 1], strides = [%stride, 1] : tile<i64> -> tensor_view<4x1xi64, strides=[?,1]>
    %p = make_partition_view %v : partition_view<tile=(1x1), tensor_view<4x1xi64, strides=[?,1]>>
    %t, %read = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(1x1), tensor_view<4x1xi64, strides=[?,1]>>, tile<i32> -> tile<1x1xi64>, token
    return
  }
}
