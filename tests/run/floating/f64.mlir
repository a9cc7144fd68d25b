// RUN: run --show add --show mul --show div --show root --show equal --show exp
// %add = [3.e-001 5.e+000 2.e+300 1.e+001]
// %mul = [2.0e-02 6.0e+00     inf 2.1e+01]
// %div = [0.5        0.66666667 1.         0.42857143]
// %root = [4.47213595e-001 1.73205081e+000 1.00000000e+150 2.64575131e+000]
// %equal = [ True  True  True  True]
// %exp = [2.71828183]
//
// f64 throughout, with its own functions.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f64: [0.1, 2.0, 1.0e300, 3.0]> : tile<4xf64>
    %b = constant <f64: [0.2, 3.0, 1.0e300, 7.0]> : tile<4xf64>
    %add = addf %a, %b : tile<4xf64>
    %mul = mulf %a, %b : tile<4xf64>
    %div = divf %a, %b : tile<4xf64>
    %root = sqrt %b : tile<4xf64>
    %down = divf %a, %b rounding<negative_inf> : tile<4xf64>
    %equal = cmpf equal ordered %div, %down : tile<4xf64> -> tile<4xi1>
    %e = constant <f64: 1.0> : tile<1xf64>
    %exp = exp %e : tile<1xf64>
    return
  }
}
