// Counts in steps of the caller.
cuda_tile.module @kernels {
  entry @step_zero(%step: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    for %i in (%zero to %ten, step %step) : tile<i32> {
      continue
    }
    return
  }
}
