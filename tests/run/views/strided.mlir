// RUN: run --arg 'i32[10]=iota' --show n --show second --show last
// %n = 4
// %second = [3 4 5 6]
// %last = [9 0 0 0]
//
// Tiles of four that start three apart overlap by one: there are ceil(10 / 3) of them, the last one with three elements
// outside.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xi32, strides=[1]>
    %s = make_strided_view %v : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>
    %n = get_index_space_shape %s : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>> -> tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %second, %t1 = load_view_tko weak %s[%one] : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %last, %t2 = load_view_tko weak %s[%three] : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
