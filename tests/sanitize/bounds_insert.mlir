// RUN: run --sanitize --entry wrong --arg 4
// E0540 line 13: `insert`: block index 4 of dimension 0 is not below 4
//   fix: keep the index below the number of blocks
// RUN: run --sanitize --entry right --arg 4
// clean
//
// A row is inserted by the number of its first element, not by its block index.
cuda_tile.module @tests {
  entry @wrong(%k: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %all = constant <i32: 0> : tile<4x2xi32>
    %row = constant <i32: [[1, 2]]> : tile<1x2xi32>
    %t = insert %row, %all[%k, %zero] : tile<1x2xi32>, tile<4x2xi32>
    return
  }
  entry @right(%k: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %all = constant <i32: 0> : tile<4x2xi32>
    %row = constant <i32: [[1, 2]]> : tile<1x2xi32>
    %two = constant <i32: 2> : tile<i32>
    %j = divi %k, %two signed : tile<i32>
    %t = insert %row, %all[%j, %zero] : tile<1x2xi32>, tile<4x2xi32>
    return
  }
}
