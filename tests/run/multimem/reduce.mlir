// RUN: run --grid 3 --arg 'x:f32[6]=iota@multicast(2)' --arg 'n:i64[6]=full(12)@multicast(2)' --arg 'h:f16[8]=iota@multicast(2)' --print x --print n --print h
// x = [[ 0.  4.  8. 12. 16. 20.]
//      [ 6. 10. 14. 18. 22. 26.]]
// n = [[0 0 0 0 4 4]
//      [0 0 0 0 4 4]]
// h = [[ 0.  4.  8. 12. 16. 20. 24. 28.]
//      [ 8. 12. 16. 20. 24. 28. 32. 36.]]
//
// Three tile blocks add 0, 1, 2, .. to what each device has; elements outside of the tensor are skipped. The integers are combined
// with `and`.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32, <multicast>>>, %n: tile<ptr<i64, <multicast>>>, %h: tile<ptr<f16, <multicast>>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %f = itof %i signed : tile<8xi32> -> tile<8xf32>
    %l = exti %i signed : tile<8xi32> -> tile<8xi64>
    %half = itof %i signed : tile<8xi32> -> tile<8xf16>
    %xv = make_tensor_view %x, shape = [6], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(8), tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %a = multimem_reduce_view_tko relaxed device %xp, %f[%zero]  : partition_view<tile=(8), tensor_view<6xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
    %nv = make_tensor_view %n, shape = [6], strides = [1] : tile<ptr<i64, <multicast>>> -> tensor_view<6xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %np = make_partition_view %nv : partition_view<tile=(8), tensor_view<6xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %b = multimem_reduce_view_tko release sys %np, %l[%zero] token = %a  attributes {reduction = #cuda_tile.multimem_reduction_kind<and>} : partition_view<tile=(8), tensor_view<6xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i32>, token -> token
    %hv = make_tensor_view %h, shape = [8], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %hp = make_partition_view %hv : partition_view<tile=(8), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %c = multimem_reduce_view_tko relaxed device %hp, %half[%zero] inbounds = [true] : partition_view<tile=(8), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf16>, tile<i32> -> token
    return
  }
}
