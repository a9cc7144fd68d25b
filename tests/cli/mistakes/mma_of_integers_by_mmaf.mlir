cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <i8: 1> : tile<16x16xi8>
    %c = constant <f32: 0.0> : tile<16x16xf32>
    %d = mmaf %a, %a, %c : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xf32>
    return
  }
}
