// RUN: run --show block --show changed
// %block = [[20 21]
//           [28 29]]
// %changed = [[  0   1   2   3   4   5   6   7]
//             [  8   9  10  11  12  13  14  15]
//             [ 16  17  18  19 100 101  22  23]
//             [ 24  25  26  27 102 103  30  31]]
//
// extract takes a block, insert replaces one; indices count blocks.
cuda_tile.module @tests {
  entry @k() {
    %i = iota : tile<32xi32>
    %a = reshape %i : tile<32xi32> -> tile<4x8xi32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %block = extract %a[%one, %two] : tile<4x8xi32> -> tile<2x2xi32>
    %new = constant <i32: [[100, 101], [102, 103]]> : tile<2x2xi32>
    %changed = insert %new, %a[%one, %two] : tile<2x2xi32>, tile<4x8xi32>
    return
  }
}
