// RUN: run --arg 3 --arg -2
// <3, -2> blocks of [4, 5], wide = 7000000000;d, bit = 1, float = -0.1, and -2 end
// 3 35-2|9| 3 of -2] in ends
//
// A `%` without a conversion prints its operand in its natural form, as in `print` of older programs. A conversion that does not fit the
// type of its operand does the same.
cuda_tile.module @tests {
  entry @k(%n: tile<i32>, %m: tile<i32>) {
    %pair = constant <i32: [4, 5]> : tile<2xi32>
    %wide = constant <i64: 7000000000> : tile<i64>
    %bit = constant <i1: true> : tile<i1>
    %tenth = constant <f32: -0.1> : tile<f32>
    %nine = constant <i8: 9> : tile<i8>
    %t = print_tko "<%, %> blocks of %s, wide = %;d, bit = %f, float = %, and %s end\n", %n, %m, %pair, %wide, %bit, %tenth, %m : tile<i32>, tile<i32>, tile<2xi32>, tile<i64>, tile<i1>, tile<f32>, tile<i32> -> token
    %t2 = print_tko "%s %5%d|%n%u|%2g of %] in ends\n", %n, %n, %m, %n, %nine, %n, %m token=%t : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i8>, tile<i32>, tile<i32> -> token
    return
  }
}
