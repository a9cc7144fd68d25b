cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8xf32>
    %b = trunci %a : tile<8xf32> -> tile<8xf16>
    return
  }
}
