// RUN: run --sanitize=all --entry wrong --arg 'x:i32[4]=zeros'
// E0573 line 18, with 17: `load_view_tko` reads element 0 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes; there is no fence between the two
//   fix: put a `memory_fence_alias_tko` on the chain of tokens between the `store_ptr_tko` and the `load_view_tko`
// RUN: run --sanitize=all --entry right --arg 'x:i32[4]=zeros'
// clean
//
// A store through pointers and a load through a view, with and without a fence on the chain of tokens between them.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %stored = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %tile, %read = load_view_tko weak %v[%zero] token=%stored : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %stored = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %fenced = memory_fence_alias_tko %stored
    %tile, %read = load_view_tko weak %v[%zero] token=%fenced : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
