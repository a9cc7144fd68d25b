// RUN: run --show signed --show unsigned --show half --show minus --show plus
// %signed = [ 1.6777216e+07 -1.0000000e+00  1.6777220e+07  2.1474836e+09]
// %unsigned = [1.67772170e+07 4.29496730e+09 1.67772190e+07 2.14748365e+09]
// %half = [inf -1. inf inf]
// %minus = [-1.  0.]
// %plus = [1. 0.]
//
// itof rounds to nearest even: 2^24 + 1 is a tie. A signed true is -1.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [16777217, -1, 16777219, 2147483647]> : tile<4xi32>
    %signed = itof %a signed : tile<4xi32> -> tile<4xf32>
    %unsigned = itof %a unsigned : tile<4xi32> -> tile<4xf64>
    %half = itof %a signed : tile<4xi32> -> tile<4xf16>
    %t = constant <i1: [true, false]> : tile<2xi1>
    %minus = itof %t signed : tile<2xi1> -> tile<2xf32>
    %plus = itof %t unsigned : tile<2xi1> -> tile<2xf32>
    return
  }
}
