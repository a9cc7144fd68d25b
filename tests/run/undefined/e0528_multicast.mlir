// RUN: run --entry ordinary --arg 'x:i32[4]=zeros@multicast(2)'
// TRAP: error[E0528]
// TRAP: `store_ptr_tko`: writes the buffer of argument 1 (`%x`) by its multicast address
// RUN: run --entry one --arg 'x:i32[4]=zeros'
// TRAP: error[E0528]
// TRAP: `multimem_store_view_tko`: writes (relaxed, sys) the buffer of argument 1 (`%x`), which is not on several devices
//
// Casts take memory of several devices for that of one, and the other way round.
cuda_tile.module @tests {
  entry @ordinary(%x: tile<ptr<i32, <multicast>>>) {
    %one = constant <i32: 1> : tile<i32>
    %p = ptr_to_ptr %x : tile<ptr<i32, <multicast>>> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @one(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %value = constant <i32: 1> : tile<4xi32>
    %p = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i32, <multicast>>>
    %v = make_tensor_view %p, shape = [4], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t = multimem_store_view_tko relaxed sys %w, %value[%zero]  : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
    return
  }
}
