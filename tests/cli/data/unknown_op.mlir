cuda_tile.module @kernels {
  entry @unknown_op() {
    %one = constant <f32: 1.0> : tile<4xf32>
    %two = adf %one, %one : tile<4xf32>
    return
  }
}
