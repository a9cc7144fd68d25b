// Needs 13.2: `tanh` has a rounding mode only from then on.
cuda_tile.module @kernels {
  entry @newer(%x: tile<f32>) {
    %y = tanh %x rounding<approx> : tile<f32>
    return
  }
}
