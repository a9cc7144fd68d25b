// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>, %f: tile<f32>, %g: tile<f32>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %nested = select %c, %zero, %x : tile<i1>, tile<i32>
//     %p0 = print_tko "%d %d", %x, %nested : tile<i32>, tile<i32> -> token
//     %true = constant <i1: true> : tile<i1>
//     %opposite = xori %c, %true : tile<i1>
//     %number = exti %c unsigned : tile<i1> -> tile<i32>
//     %true_0 = constant <i1: true> : tile<i1>
//     %0 = xori %c, %true_0 : tile<i1>
//     %other = exti %0 unsigned : tile<i1> -> tile<i32>
//     %p1 = print_tko "%d %d %d %d", %c, %opposite, %number, %other : tile<i1>, tile<i1>, tile<i32>, tile<i32> -> token
//     %smaller = mini %x, %y unsigned : tile<i32>
//     %larger = maxi %y, %x unsigned : tile<i32>
//     %f_less = cmpf less_than ordered %f, %g : tile<f32> -> tile<i1>
//     %f_smaller = select %f_less, %f, %g : tile<i1>, tile<f32>
//     %p2 = print_tko "%d %d %d %f", %smaller, %larger, %y, %f_smaller : tile<i32>, tile<i32>, tile<i32>, tile<f32> -> token
//     return
//   }
// }
//
// Choices that are no choice, or that are something simpler. Minimum and maximum only of integers: for floats they differ in
// NaN and zeros.
cuda_tile.module @tests {
  entry @k(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>, %f: tile<f32>, %g: tile<f32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %same = select %c, %x, %x : tile<i1>, tile<i32>
    %known = select %true, %same, %y : tile<i1>, tile<i32>
    %not = xori %c, %true : tile<i1>
    %swapped = select %not, %x, %y : tile<i1>, tile<i32>
    %nested = select %c, %zero, %swapped : tile<i1>, tile<i32>
    %p0 = print_tko "%d %d", %known, %nested : tile<i32>, tile<i32> -> token
    %bit = select %c, %true, %false : tile<i1>, tile<i1>
    %opposite = select %c, %false, %true : tile<i1>, tile<i1>
    %number = select %c, %one, %zero : tile<i1>, tile<i32>
    %other = select %c, %zero, %one : tile<i1>, tile<i32>
    %p1 = print_tko "%d %d %d %d", %bit, %opposite, %number, %other : tile<i1>, tile<i1>, tile<i32>, tile<i32> -> token
    %less = cmpi less_than %x, %y, unsigned : tile<i32> -> tile<i1>
    %smaller = select %less, %x, %y : tile<i1>, tile<i32>
    %larger = select %less, %y, %x : tile<i1>, tile<i32>
    %equal = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    %either = select %equal, %x, %y : tile<i1>, tile<i32>
    %f_less = cmpf less_than ordered %f, %g : tile<f32> -> tile<i1>
    %f_smaller = select %f_less, %f, %g : tile<i1>, tile<f32>
    %p2 = print_tko "%d %d %d %f", %smaller, %larger, %either, %f_smaller : tile<i32>, tile<i32>, tile<i32>, tile<f32> -> token
    return
  }
}
