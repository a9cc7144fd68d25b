cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<64xf32, strides=[1]>
    return
  }
}
