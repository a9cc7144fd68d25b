// RUN: run --show fill --show list --show scalar --show iota
// %fill = [[2.5 2.5]
//          [2.5 2.5]]
// %list = [[1 2 3 4]
//          [5 6 7 8]]
// %scalar = -5
// %iota = [0 1 2 3 4 5 6 7]
//
// A scalar fills the tile; nested lists follow its shape; iota counts from 0.
cuda_tile.module @tests {
  entry @k() {
    %fill = constant <f32: 2.5> : tile<2x2xf32>
    %list = constant <i32: [[1, 2, 3, 4], [5, 6, 7, 8]]> : tile<2x4xi32>
    %scalar = constant <i64: -5> : tile<i64>
    %iota = iota : tile<8xi8>
    return
  }
}
