cuda_tile.module @kernels {
  testing$func @f(%x: tile<f32>) -> tile<f32> {
    return %x : tile<f32>
  }
}
