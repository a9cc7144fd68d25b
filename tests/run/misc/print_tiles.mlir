// RUN: run --arg 7
// n = 7, few = [0, 1, 2, 3, 4, 5, 6, 7], square = [[0, 1, 2, 3], [4, 5, 6, 7]], one = [[7]]
// cube = [[[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23], [24, 25, 26, 27, 28, 29, 30, 31]], [[32, 33, 34, 35, 36, 37, 38, 39], [40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55], [56, 57, 58, 59, 60, 61, 62, 63]]] of [0, 1, 2, 3, 4, 5, 6, 7]
// rows = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63], [64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]]
//
// Elements are in row-major order, in brackets of their dimensions, whether a call of the device's `printf` has room for all of them or
// not.
cuda_tile.module @tests {
  entry @k(%n: tile<i32>) {
    %few = iota : tile<8xi32>
    %square = reshape %few : tile<8xi32> -> tile<2x4xi32>
    %one = reshape %n : tile<i32> -> tile<1x1xi32>
    %t = print_tko "n = %d, few = %d, square = %d, one = %d\n", %n, %few, %square, %one : tile<i32>, tile<8xi32>, tile<2x4xi32>, tile<1x1xi32> -> token
    %many = iota : tile<64xi32>
    %cube = reshape %many : tile<64xi32> -> tile<2x4x8xi32>
    %t2 = print_tko "cube = %d of %d\n", %cube, %few token=%t : tile<2x4x8xi32>, tile<8xi32> -> token
    %more = iota : tile<128xi32>
    %floats = itof %more signed : tile<128xi32> -> tile<128xf32>
    %rows = reshape %floats : tile<128xf32> -> tile<2x64xf32>
    %t3 = print_tko "rows = %.0f\n", %rows token=%t2 : tile<2x64xf32> -> token
    return
  }
}
