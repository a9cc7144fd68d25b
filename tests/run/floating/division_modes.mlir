// RUN: run --show approx --show full --show root
// %approx = [0.33333334 0.42857143 0.                nan]
// %full = [3.3333334e-01 4.2857143e-01 5.8774718e-39           inf]
// %root = [1.        1.7320508 1.              inf]
//
// approx and full are f32 only and at most 2 units in the last place off; here they are correctly rounded, but approx
// gives 0 for divisors above 2^126.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.0, 3.0, 1.0, 0x7F800000]> : tile<4xf32>
    %b = constant <f32: [3.0, 7.0, 0x7F000001, 0x7F000001]> : tile<4xf32>
    %approx = divf %a, %b rounding<approx> : tile<4xf32>
    %full = divf %a, %b rounding<full> : tile<4xf32>
    %root = sqrt %a rounding<approx> : tile<4xf32>
    return
  }
}
