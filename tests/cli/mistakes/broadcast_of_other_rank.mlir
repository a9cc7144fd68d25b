cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %b = broadcast %n : tile<i32> -> tile<8xi32>
    return
  }
}
