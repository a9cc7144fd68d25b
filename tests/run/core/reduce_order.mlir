// RUN: run --show sum --show zero
// %sum = 0.
// %zero = 0.
//
// The order is from the first element to the last: in f32, 1e8 swallows the ones that come after it, not the one before.
// The identity comes first: 0 + -0 is +0.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.0, 1.0e8, 1.0, -1.0e8]> : tile<4xf32>
    %sum = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      %s = addf %acc, %x : tile<f32>
      yield %s : tile<f32>
    }
    %z = constant <f32: -0.0> : tile<1xf32>
    %zero = reduce %z dim=0 identities=[0.0 : f32] : tile<1xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      %s = addf %acc, %x : tile<f32>
      yield %s : tile<f32>
    }
    return
  }
}
