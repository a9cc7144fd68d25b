cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %c = constant <f32: 1.0> : tile<4xf32>
    %s = addi %c, %c : tile<4xf32>
    return
  }
}
