cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %f = constant <f32: 1.0> : tile<f32>
    %p = offset %x, %f : tile<ptr<f32>>, tile<f32> -> tile<ptr<f32>>
    return
  }
}
