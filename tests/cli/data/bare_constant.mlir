cuda_tile.module @m {
  entry @k() {
    %c = constant 0 : i32
    return
  }
}
