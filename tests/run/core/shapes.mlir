// RUN: run --show pf --show flat --show rows --show columns
// %pf = [[ 0  4  8 12]
//        [ 1  5  9 13]
//        [ 2  6 10 14]
//        [ 3  7 11 15]]
// %flat = [[ 0  4  1  5]
//          [ 2  6  3  7]
//          [ 8 12  9 13]
//          [10 14 11 15]]
// %rows = [[0 1 2 3]
//          [0 1 2 3]]
// %columns = [[0 0]
//             [1 1]
//             [2 2]
//             [3 3]]
//
// reshape keeps the row-major order, broadcast repeats dimensions of extent 1, permute moves dimensions: extent i of the
// result is extent permutation[i] of the operand.
cuda_tile.module @tests {
  entry @k() {
    %i = iota : tile<16xi32>
    %a = reshape %i : tile<16xi32> -> tile<2x2x4xi32>
    %p = permute %a [2, 0, 1] : tile<2x2x4xi32> -> tile<4x2x2xi32>
    %pf = reshape %p : tile<4x2x2xi32> -> tile<4x4xi32>
    %t = permute %a [0, 2, 1] : tile<2x2x4xi32> -> tile<2x4x2xi32>
    %flat = reshape %t : tile<2x4x2xi32> -> tile<4x4xi32>
    %row = iota : tile<4xi32>
    %r1 = reshape %row : tile<4xi32> -> tile<1x4xi32>
    %rows = broadcast %r1 : tile<1x4xi32> -> tile<2x4xi32>
    %c1 = reshape %row : tile<4xi32> -> tile<4x1xi32>
    %columns = broadcast %c1 : tile<4x1xi32> -> tile<4x2xi32>
    return
  }
}
