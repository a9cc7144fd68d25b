cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %r = reduce %a dim=1 identities=[0.0 : f32] : tile<8x8xf32> -> tile<8x1xf32>
      (%e: tile<f32>, %s: tile<f32>) {
        %t = addf %e, %s : tile<f32>
        yield %t : tile<f32>
      }
    return
  }
}
