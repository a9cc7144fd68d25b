// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=zeros'
// E0570 line 17, with 16: `load_ptr_tko` reads element 2 of the buffer of argument 1 (`%x`), which `store_view_tko` writes; no token orders the two
//   fix: pass token %stored of the `store_view_tko` to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=zeros'
// clean
//
// A view and a pointer reach the same element: that they are different values orders nothing.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %i = iota : tile<4xi32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %p = offset %x, %two : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_view_tko weak %i, %v[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %w, %read = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %i = iota : tile<4xi32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %p = offset %x, %two : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_view_tko weak %i, %v[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %w, %read = load_ptr_tko weak %p token=%stored : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
