// RUN: run --show down --show right
// %down = [[ 0  1]
//          [ 2  3]
//          [10 11]
//          [12 13]]
// %right = [[ 0  1 10 11]
//           [ 2  3 12 13]]
//
// cat puts two tiles side by side along a dimension.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [[0, 1], [2, 3]]> : tile<2x2xi32>
    %b = constant <i32: [[10, 11], [12, 13]]> : tile<2x2xi32>
    %down = cat %a, %b dim = 0 : tile<2x2xi32>, tile<2x2xi32> -> tile<4x2xi32>
    %right = cat %a, %b dim = 1 : tile<2x2xi32>, tile<2x2xi32> -> tile<2x4xi32>
    return
  }
}
