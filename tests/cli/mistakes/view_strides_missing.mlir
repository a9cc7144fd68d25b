cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32>
    return
  }
}
