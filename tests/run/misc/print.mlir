// RUN: run
// i = [[  1,  -2], [ 30,   4]], f = 1.50 and 1.500000e+00, 100%
// u = 255 = 0xFF, -1|-1   |
//
// Formats are those of C; a tile prints all its elements with the one conversion.
cuda_tile.module @tests {
  entry @k() {
    %i = constant <i32: [[1, -2], [30, 4]]> : tile<2x2xi32>
    %f = constant <f32: 1.5> : tile<f32>
    %u = constant <i8: -1> : tile<i8>
    %t = print_tko "i = %3d, f = %.2f and %e, 100%%\n", %i, %f, %f : tile<2x2xi32>, tile<f32>, tile<f32> -> token
    %t2 = print_tko "u = %u = 0x%02X, %+d|%-5d|\n", %u, %u, %u, %u token=%t : tile<i8>, tile<i8>, tile<i8>, tile<i8> -> token
    return
  }
}
