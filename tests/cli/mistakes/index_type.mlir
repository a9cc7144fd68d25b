cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %c = constant <index: 1> : tile<index>
    return
  }
}
