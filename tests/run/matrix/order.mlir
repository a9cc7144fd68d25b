// RUN: run --show d
// %d = [[0.]
//       [0.]]
//
// k ascends and every product is added by itself, in f32: 1 is lost between 2^24 and -2^24 only when it comes second.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [[16777216.0, 1.0, -16777216.0, 0.0], [1.0, 16777216.0, -16777216.0, 0.0]]> : tile<2x4xf32>
    %b = constant <f32: 1.0> : tile<4x1xf32>
    %c = constant <f32: 0.0> : tile<2x1xf32>
    %d = mmaf %a, %b, %c : tile<2x4xf32>, tile<4x1xf32>, tile<2x1xf32>
    return
  }
}
