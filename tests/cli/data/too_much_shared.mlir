cuda_tile.module @m {
  entry @k(%p: tile<ptr<f64>>) {
    %a = constant <f64: 1.0> : tile<32768x1xf64>
    %b = constant <f64: 2.0> : tile<1x4xf64>
    %c = constant <f64: 0.0> : tile<32768x4xf64>
    %d = mmaf %a, %b, %c : tile<32768x1xf64>, tile<1x4xf64>, tile<32768x4xf64>
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [32768, 4], strides = [4, 1] : tensor_view<32768x4xf64, strides=[4,1]>
    %t = make_partition_view %v : partition_view<tile=(32768x4), tensor_view<32768x4xf64, strides=[4,1]>>
    %done = store_view_tko release device %d, %t[%zero, %zero] : tile<32768x4xf64>, partition_view<tile=(32768x4), tensor_view<32768x4xf64, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
