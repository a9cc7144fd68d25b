cuda_tile.module @kernels {
  entry @int_addf() {
    %lanes = iota : tile<4xi32>
    %more = addf %lanes, %lanes : tile<4xi32>
    return
  }
}
