cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <bf16: 1.0> : tile<16x16xbf16>
    %c = constant <bf16: 0.0> : tile<16x16xbf16>
    %d = mmaf %a, %a, %c : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xbf16>
    return
  }
}
