cuda_tile.module @kernels {
  entry @hints() optimization_hints=<sm_100 = {num_ctas = 2}, sm_42 = {speed = 9}> {
    return
  }
}
