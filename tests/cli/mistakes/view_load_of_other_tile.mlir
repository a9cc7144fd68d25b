cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>
    %t, %r = load_view_tko weak %p[%n] : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
    return
  }
}
