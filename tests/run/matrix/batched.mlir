// RUN: run --show rows
// %rows = [[ 62.5  36.5]
//          [ 30.5  20.5]
//          [ 46.5  52.5]
//          [142.5 164.5]]
//
// A leading dimension is a batch. fast_acc permits less precision, which nothing here makes use of.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f8E4M3FN: [[[-8.0, -7.0, -6.0, -5.0], [-4.0, -3.0, -2.0, -1.0]], [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]]> : tile<2x2x4xf8E4M3FN>
    %b = constant <f8E4M3FN: [[[-5.0, -4.0], [-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 10.0]]]> : tile<2x4x2xf8E4M3FN>
    %c = constant <f32: 0.5> : tile<2x2x2xf32>
    %d = mmaf %a, %b, %c fast_acc : tile<2x2x4xf8E4M3FN>, tile<2x4x2xf8E4M3FN>, tile<2x2x2xf32>
    %rows = reshape %d : tile<2x2x2xf32> -> tile<4x2xf32>
    return
  }
}
