// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%x: tile<f32>, %y: tile<f32>) {
//     %zero = constant <f32: 0.000000e+00> : tile<f32>
//     %minus_zero = constant <f32: -0.000000e+00> : tile<f32>
//     %one = constant <f32: 1.000000e+00> : tile<f32>
//     %s = addf %x, %y  : tile<f32>
//     %p0 = print_tko "%f", %s : tile<f32> -> token
//     %other0 = addf %s, %zero  : tile<f32>
//     %other1 = addf %s, %minus_zero rounding<negative_inf> : tile<f32>
//     %other2 = mulf %x, %one  : tile<f32>
//     %other3 = mulf %s, %one  flush_to_zero : tile<f32>
//     %other4 = divf %s, %one rounding<approx> : tile<f32>
//     %p1 = print_tko "%f %f %f %f %f", %other0, %other1, %other2, %other3, %other4 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
//     %difference = subf %y, %x  : tile<f32>
//     %sum = addf %x, %y  : tile<f32>
//     %product = mulf %x, %y  : tile<f32>
//     %size = absf %x : tile<f32>
//     %plain = addf %x, %y rounding<zero> : tile<f32>
//     %only = mulf %x, %y  : tile<f32>
//     %up = ceil %x : tile<f32>
//     %p2 = print_tko "%f %f %f %f %f %f %f", %difference, %sum, %product, %size, %plain, %only, %up : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
//     %m = mulf %x, %y  : tile<f32>
//     %left = addf %m, %s  : tile<f32>
//     %p3 = print_tko "%f", %left : tile<f32> -> token
//     return
//   }
// }
//
// Identities of floats, where they are exact: `x + 0` is not (it makes +0 of -0), `x + -0` is, but not when rounding down.
// `x * 1` makes the canonical NaN of any other, so that it goes only where `x` is a result of arithmetic.
cuda_tile.module @tests {
  entry @k(%x: tile<f32>, %y: tile<f32>) {
    %zero = constant <f32: 0.0> : tile<f32>
    %minus_zero = constant <f32: -0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %s = addf %x, %y : tile<f32>
    %same0 = addf %s, %minus_zero : tile<f32>
    %same1 = subf %same0, %zero : tile<f32>
    %same2 = mulf %one, %same1 : tile<f32>
    %same3 = divf %same2, %one : tile<f32>
    %same4 = maxf %same3, %same3 : tile<f32>
    %n = negf %same4 : tile<f32>
    %same = negf %n : tile<f32>
    %p0 = print_tko "%f", %same : tile<f32> -> token
    %other0 = addf %s, %zero : tile<f32>
    %other1 = addf %s, %minus_zero rounding<negative_inf> : tile<f32>
    %other2 = mulf %x, %one : tile<f32>
    %other3 = mulf %s, %one flush_to_zero : tile<f32>
    %other4 = divf %s, %one rounding<approx> : tile<f32>
    %p1 = print_tko "%f %f %f %f %f", %other0, %other1, %other2, %other3, %other4 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
    %nx = negf %x : tile<f32>
    %ny = negf %y : tile<f32>
    %difference = addf %nx, %y : tile<f32>
    %sum = subf %x, %ny : tile<f32>
    %product = mulf %nx, %ny : tile<f32>
    %size = absf %nx : tile<f32>
    %plain = fma %x, %one, %y rounding<zero> : tile<f32>
    %only = fma %x, %y, %minus_zero : tile<f32>
    %up = ceil %x : tile<f32>
    %still = floor %up : tile<f32>
    %p2 = print_tko "%f %f %f %f %f %f %f", %difference, %sum, %product, %size, %plain, %only, %still : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
    %m = mulf %x, %y : tile<f32>
    %left = addf %s, %m : tile<f32>
    %p3 = print_tko "%f", %left : tile<f32> -> token
    return
  }
}
