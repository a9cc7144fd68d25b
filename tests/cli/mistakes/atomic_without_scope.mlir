cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %c = constant <f32: 1.0> : tile<f32>
    %o, %t = atomic_rmw_tko relaxed %x, addf, %c : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
