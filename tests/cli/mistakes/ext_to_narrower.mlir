cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %f = exti %n signed : tile<i32> -> tile<i16>
    return
  }
}
