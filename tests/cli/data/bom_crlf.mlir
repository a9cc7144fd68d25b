cuda_tile.module @k {
  entry @e() {
    retrn
  }
}
