cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %i = iota : tile<8x8xi32>
    return
  }
}
