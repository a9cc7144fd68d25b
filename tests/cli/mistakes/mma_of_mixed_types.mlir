cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <f16: 1.0> : tile<16x16xf16>
    %b = constant <bf16: 1.0> : tile<16x16xbf16>
    %c = constant <f32: 0.0> : tile<16x16xf32>
    %d = mmaf %a, %b, %c : tile<16x16xf16>, tile<16x16xbf16>, tile<16x16xf32>
    return
  }
}
