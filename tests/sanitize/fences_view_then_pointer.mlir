// RUN: run --sanitize=all --entry wrong --arg 'x:i32[4]=zeros'
// E0573 line 15, with 14: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%x`), which `store_view_tko` writes; there is no fence between the two
//   fix: put a `memory_fence_alias_tko` on the chain of tokens between the `store_view_tko` and the `load_ptr_tko`
// RUN: run --sanitize=all --entry right --arg 'x:i32[4]=zeros'
// clean
//
// A store through a view, then a load through a pointer.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %stored = store_view_tko weak %i, %v[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %w, %read = load_ptr_tko weak %x token=%stored : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %stored = store_view_tko weak %i, %v[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %fenced = memory_fence_alias_tko %stored
    %w, %read = load_ptr_tko weak %x token=%fenced : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
