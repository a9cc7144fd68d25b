cuda_tile.module @m {
  entry @k() {
    %row = constant <f32: 1.0> : tile<1x64xf32>
    %all = constant <f32: 2.0> : tile<64x64xf32>
    %sum = addf %row, %all : tile<64x64xf32>
    return
  }
}
