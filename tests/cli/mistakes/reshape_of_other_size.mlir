cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4x4xf32>
    %b = reshape %a : tile<4x4xf32> -> tile<8xf32>
    return
  }
}
