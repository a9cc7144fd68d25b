cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %a = constant <f32: 1.0> : tile<256x256xf32>
    %b = constant <f32: 2.0> : tile<256x256xf32>
    %c = constant <f32: 0.0> : tile<256x256xf32>
    %d = mmaf %a, %b, %c : tile<256x256xf32>, tile<256x256xf32>, tile<256x256xf32>
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf32, strides=[256,1]>
    %t = make_partition_view %v : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %done = store_view_tko weak %d, %t[%zero, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
