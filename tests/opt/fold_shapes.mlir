// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%bytes: tile<ptr<i8>>, %p: tile<ptr<i32>>) {
//     %both = constant <i32: [[1, 2], [3, 4], [1, 3], [2, 4]]> : tile<4x2xi32>
//     %zero = constant <i32: 0> : tile<i32>
//     %nine = constant <i32: 9> : tile<i32>
//     %outside = extract %both[%nine, %zero] : tile<4x2xi32> -> tile<2x2xi32>
//     %packed = constant <i8: [1, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]> : tile<32xi8>
//     %corner = constant <i32: 7> : tile<2x2xi32>
//     %squared = constant <f32: [[7.000000e+00, 1.000000e+01], [1.500000e+01, 2.200000e+01]]> : tile<2x2xf32>
//     %s0 = print_tko "%d %d %d %f", %packed, %outside, %corner, %squared : tile<32xi8>, tile<2x2xi32>, tile<2x2xi32>, tile<2x2xf32> -> token
//     return
//   }
// }
//
// Moved elements of constants: a splat of any size stays a splat, small tiles are written out. An index outside of the
// blocks is undefined, and stays.
cuda_tile.module @tests {
  entry @k(%bytes: tile<ptr<i8>>, %p: tile<ptr<i32>>) {
    %m = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %big = constant <i32: 7> : tile<1024x1024xi32>
    %t = permute %m [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
    %both = cat %m, %t dim = 0 : tile<2x2xi32>, tile<2x2xi32> -> tile<4x2xi32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %nine = constant <i32: 9> : tile<i32>
    %low = extract %both[%one, %zero] : tile<4x2xi32> -> tile<2x2xi32>
    %outside = extract %both[%nine, %zero] : tile<4x2xi32> -> tile<2x2xi32>
    %changed = insert %low, %both[%zero, %zero] : tile<2x2xi32>, tile<4x2xi32>
    %row = reshape %changed : tile<4x2xi32> -> tile<8xi32>
    %packed = pack %row : tile<8xi32> -> tile<32xi8>
    %corner = extract %big[%one, %one] : tile<1024x1024xi32> -> tile<2x2xi32>
    %product = constant <f32: [[1.0, 2.0], [3.0, 4.0]]> : tile<2x2xf32>
    %start = constant <f32: 0.0> : tile<2x2xf32>
    %squared = mmaf %product, %product, %start : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>
    %s0 = print_tko "%d %d %d %f", %packed, %outside, %corner, %squared : tile<32xi8>, tile<2x2xi32>, tile<2x2xi32>, tile<2x2xf32> -> token
    return
  }
}
