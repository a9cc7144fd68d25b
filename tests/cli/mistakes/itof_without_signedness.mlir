cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %f = itof %n : tile<i32> -> tile<f32>
    return
  }
}
