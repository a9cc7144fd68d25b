cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %c = constant <f32: 1.0> : tile<f32>
    %d = addf %c, %cc : tile<f32>
    return
  }
}
