// RUN: run --show add --show sub --show mul --show div --show fma --show rem --show abs --show neg --show root
// %add = [2.00e+00 1.75e+00 3.10e+00 2.00e+30]
// %sub = [ 1.   -6.25 -2.9   0.  ]
// %mul = [ 0.75 -9.    0.3    inf]
// %div = [ 3.         -0.5625      0.03333334  1.        ]
// %fma = [ 1.750000e+00 -7.000000e+00 -7.450581e-09           inf]
// %rem = [ 0.   -2.25  0.1   0.  ]
// %abs = [1.50e+00 2.25e+00 1.00e-01 1.00e+30]
// %neg = [-1.50e+00  2.25e+00 -1.00e-01 -1.00e+30]
// %root = [1.2247449e+00           nan 3.1622776e-01 9.9999999e+14]
//
// Each operation rounds once to nearest even; fma rounds the exact product plus the addend once, which 0.1 * 3 - 0.3 shows;
// the remainder has the sign of the dividend.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.5, -2.25, 0.1, 1.0e30]> : tile<4xf32>
    %b = constant <f32: [0.5, 4.0, 3.0, 1.0e30]> : tile<4xf32>
    %c = constant <f32: [1.0, 2.0, -0.3, 0.0]> : tile<4xf32>
    %add = addf %a, %b : tile<4xf32>
    %sub = subf %a, %b : tile<4xf32>
    %mul = mulf %a, %b : tile<4xf32>
    %div = divf %a, %b : tile<4xf32>
    %fma = fma %a, %b, %c : tile<4xf32>
    %rem = remf %a, %b : tile<4xf32>
    %abs = absf %a : tile<4xf32>
    %neg = negf %a : tile<4xf32>
    %root = sqrt %a : tile<4xf32>
    return
  }
}
