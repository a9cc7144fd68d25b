cuda_tile.module @kernels {
  entry @k() {
    testing$bytecode_test_new_attribute new_flag
    return
  }
}
