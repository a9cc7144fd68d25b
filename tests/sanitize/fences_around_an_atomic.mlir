// RUN: run --sanitize=all --entry wrong --arg 'x:i32[4]=zeros'
// E0573 line 15, with 14: `load_view_tko` reads element 0 of the buffer of argument 1 (`%x`), which `atomic_rmw_tko` atomically writes; there is no fence between the two
//   fix: put a `memory_fence_alias_tko` on the chain of tokens between the `atomic_rmw_tko` and the `load_view_tko`
// RUN: run --sanitize=all --entry right --arg 'x:i32[4]=zeros'
// clean
//
// An atomic through a pointer counts an element that a view reads next.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %old, %counted = atomic_rmw_tko relaxed device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t, %read = load_view_tko weak %v[%zero] token=%counted : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %old, %counted = atomic_rmw_tko relaxed device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %fenced = memory_fence_alias_tko %counted
    %t, %read = load_view_tko weak %v[%zero] token=%fenced : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
