cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %i = iota : tile<8xi32>
    %p = offset %x, %i : tile<ptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    return
  }
}
