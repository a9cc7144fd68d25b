cuda_tile.module @kernels {
  entry @k(%x: tile<i32> {client.use = #cuda_tile<preview$access<in>>}) {
    return
  }
}
