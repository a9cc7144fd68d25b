cuda_tile.module @multicast {
  entry @k(%x: tile<ptr<f16, <multicast>>>, %unused: tile<ptr<f32, <unicast>>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <f16: 1.0> : tile<4xf16>
    %v = make_tensor_view %x, shape = [7], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<7xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<7xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t = multimem_store_view_tko weak %w, %one[%zero]  : partition_view<tile=(4), tensor_view<7xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf16>, tile<i32> -> token
    return
  }
}
