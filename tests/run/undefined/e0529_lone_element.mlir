// RUN: run --arg 'x:f16[3]=zeros@multicast(2)'
// TRAP: error[E0529]
// TRAP: `multimem_store_view_tko`: f16 is accessed in pairs on several devices, but the extent 3 of dimension 0, which has stride 1, is odd
//
// The last of three elements has no partner.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16, <multicast>>>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %value = constant <f16: 1.0> : tile<4xf16>
    %v = make_tensor_view %x, shape = [%three], strides = [1] : tile<ptr<f16, <multicast>>>, tile<i32> -> tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t = multimem_store_view_tko weak %w, %value[%zero]  : partition_view<tile=(4), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf16>, tile<i32> -> token
    return
  }
}
