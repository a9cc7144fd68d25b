// RUN: run --show rem
// %rem = [ 0.e+000  5.e-324  0.e+000  1.e-323  5.e-324  5.e-324  0.e+000 -1.e+000]
//
// Quotients of any size, down to the least numbers: those have no exponents of their own, and the divisor of one step of the division
// must not be above them.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f64: [5.0e-324, 1.5e-323, 2.5e-323, 2.0e-308, 2.2250738585072014e-308, 1.0, 1.7976931348623157e+308, -1.0e+300]> : tile<8xf64>
    %b = constant <f64: [5.0e-324, 1.0e-323, 5.0e-324, 1.5e-323, 1.5e-323, 1.5e-323, 5.0e-324, 7.0]> : tile<8xf64>
    %rem = remf %a, %b : tile<8xf64>
    return
  }
}
