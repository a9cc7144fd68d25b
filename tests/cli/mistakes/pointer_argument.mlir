cuda_tile.module @m {
  entry @k(%x: ptr<f32>) {
    return
  }
}
