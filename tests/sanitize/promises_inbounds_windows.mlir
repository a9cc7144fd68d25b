// RUN: run --sanitize --entry wrong --arg 'x:i32[8]=iota'
// E0533 line 14: `load_view_tko`: the tile reaches outside of the 8 elements of dimension 0
//   fix: drop `inbounds` for this dimension, or leave out the tiles at the edge
// RUN: run --sanitize --entry right --arg 'x:i32[8]=iota'
// clean
//
// Windows of four that start two apart: the fourth one hangs over the end.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %k = constant <i32: 3> : tile<i32>
    %w_t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>
    %t, %read = load_view_tko weak %w[%k] inbounds = [true] : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %k = constant <i32: 2> : tile<i32>
    %w_t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>
    %t, %read = load_view_tko weak %w[%k] inbounds = [true] : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
