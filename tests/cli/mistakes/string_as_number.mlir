cuda_tile.module @k {
  entry @e() {
    %x = constant <f32: "1.0"> : tile<f32>
    return
  }
}
