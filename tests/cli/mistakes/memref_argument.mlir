cuda_tile.module @m {
  entry @k(%x: memref<?xf32>) {
    return
  }
}
