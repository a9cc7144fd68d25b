// RUN: run --sanitize --entry wrong --arg 'm:i32[2,4]=iota'
// E0531 line 14: `assume`: 1 differs from 0, the first element of its block
//   fix: correct the group, or drop the `assume` of %s
// RUN: run --sanitize --entry right --arg 'm:i32[2,4]=iota'
// clean
//
// Pairs of elements in a row are assumed to be equal.
cuda_tile.module @tests {
  entry @wrong(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v_t = make_tensor_view %m, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %t, %read = load_view_tko weak %v[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x4xi32>, token
    %s = assume same_elements<[1, 2]>, %t : tile<2x4xi32>
    return
  }
  entry @right(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = constant <i32: [[1, 1, 2, 2], [3, 3, 4, 4]]> : tile<2x4xi32>
    %s = assume same_elements<[1, 2]>, %t : tile<2x4xi32>
    return
  }
}
