// RUN: run --show pow --show powi --show angle
// %pow = [ 1.4142135 -8.               nan  1.       ]
// %powi = [ 1.024e+03 -1.250e-01 -8.000e+00        inf]
// %angle = [ 0.7853982 -2.3561945  3.1415927 -3.1415927]
//
// Powers as in C: anything to the power 0 is 1, a negative number to a power that is no integer is NaN. fpowi takes
// integer exponents. atan2 takes the numerator first and minds both signs.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [2.0, -2.0, -8.0, 0.0]> : tile<4xf32>
    %b = constant <f32: [0.5, 3.0, 0.33333334, 0.0]> : tile<4xf32>
    %n = constant <i32: [10, -3, 1, -1]> : tile<4xi32>
    %pow = pow %a, %b : tile<4xf32>
    %powi = fpowi %a, %n : tile<4xf32>, tile<4xi32>
    %y = constant <f32: [1.0, -1.0, 0.0, 0x80000000]> : tile<4xf32>
    %x = constant <f32: [1.0, -1.0, -1.0, -1.0]> : tile<4xf32>
    %angle = atan2 %y, %x : tile<4xf32>
    return
  }
}
