// RUN: run --sanitize --entry wrong --arg 'x:f32[4]=zeros@multicast(2)'
// E0570 line 15, with 14: `multimem_load_reduce_view_tko` reads element 0 of the buffer of argument 1 (`%x`) on device 0, which `multimem_store_view_tko` writes; no token orders the two
//   fix: pass token %s of the `multimem_store_view_tko` to the `multimem_load_reduce_view_tko`
// RUN: run --sanitize --entry right --arg 'x:f32[4]=zeros@multicast(2)'
// clean
//
// Nothing orders the load after the store: each device may give what was there before.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32, <multicast>>>) {
    %zero = constant <i32: 0> : tile<i32>
    %ones = constant <f32: 1.0> : tile<4xf32>
    %v = make_tensor_view %x, shape = [4], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %s = multimem_store_view_tko weak %w, %ones[%zero]  : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    %sum, %t = multimem_load_reduce_view_tko weak %w[%zero]  : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    return
  }
  entry @right(%x: tile<ptr<f32, <multicast>>>) {
    %zero = constant <i32: 0> : tile<i32>
    %ones = constant <f32: 1.0> : tile<4xf32>
    %v = make_tensor_view %x, shape = [4], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %s = multimem_store_view_tko weak %w, %ones[%zero]  : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    %sum, %t = multimem_load_reduce_view_tko weak %w[%zero] token = %s  : partition_view<tile=(4), tensor_view<4xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<4xf32>, token
    return
  }
}
