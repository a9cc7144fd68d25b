// RUN: run --sanitize --entry wrong --arg 'x:i32[8]=zeros'
// E0570 line 17, with 16: `store_view_tko` writes element 2 of the buffer of argument 1 (`%x`), which `store_view_tko` writes; no token orders the two
//   fix: pass token %first of the `store_view_tko` to the other `store_view_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[8]=zeros'
// clean
//
// Windows of four that start two apart are filled one after the other, without order.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a = constant <i32: 1> : tile<4xi32>
    %b = constant <i32: 2> : tile<4xi32>
    %w_t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>
    %first = store_view_tko weak %a, %w[%zero] : tile<4xi32>, strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    %second = store_view_tko weak %b, %w[%one] : tile<4xi32>, strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a = constant <i32: 1> : tile<4xi32>
    %b = constant <i32: 2> : tile<4xi32>
    %w_t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>
    %first = store_view_tko weak %a, %w[%zero] : tile<4xi32>, strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    %second = store_view_tko weak %b, %w[%one] token=%first : tile<4xi32>, strided_view<tile=(4), traversal_strides=[2], tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
