// RUN: run --show half --show brain --show e4m3 --show e5m2 --show tensor --show double --show e2m1 \
//   --show scale_down --show scale_up --show e5m3
// %half = [ 9.9975586e-02  1.0625000e+00 -3.1406250e+00  1.0000000e+02]
// %brain = [  0.10009766   1.0625      -3.140625   100.        ]
// %e4m3 = [ 0.1015625  1.        -3.25      96.       ]
// %e5m2 = [ 9.375e-02  1.000e+00 -3.000e+00  9.600e+01]
// %tensor = [ 9.9975586e-02  1.0625000e+00 -3.1406250e+00  1.0000000e+02]
// %double = [  0.1       1.0625   -3.14159 100.     ]
// %e2m1 = [ 0.5 -1.5  2.   6. ]
// %scale_down = [ 0.25  1.    2.   64.  ]
// %scale_up = [  0.5   2.    4.  128. ]
// %e5m3 = [ 0.40625  1.625    3.      96.     ]
//
// ftof rounds to nearest even into every narrower type; widening is exact. Each result is widened again to be seen.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [0.1, 1.0625, -3.14159, 100.0]> : tile<4xf32>
    %to_f16 = ftof %a : tile<4xf32> -> tile<4xf16>
    %half = ftof %to_f16 : tile<4xf16> -> tile<4xf32>
    %to_bf16 = ftof %a : tile<4xf32> -> tile<4xbf16>
    %brain = ftof %to_bf16 : tile<4xbf16> -> tile<4xf32>
    %to_f8E4M3FN = ftof %a : tile<4xf32> -> tile<4xf8E4M3FN>
    %e4m3 = ftof %to_f8E4M3FN : tile<4xf8E4M3FN> -> tile<4xf32>
    %to_f8E5M2 = ftof %a : tile<4xf32> -> tile<4xf8E5M2>
    %e5m2 = ftof %to_f8E5M2 : tile<4xf8E5M2> -> tile<4xf32>
    %to_tf32 = ftof %a : tile<4xf32> -> tile<4xtf32>
    %tensor = ftof %to_tf32 : tile<4xtf32> -> tile<4xf32>
    %to_f64 = ftof %a : tile<4xf32> -> tile<4xf64>
    %double = ftof %to_f64 : tile<4xf64> -> tile<4xf32>
    %small = constant <f32: [0.4, -1.6, 2.4, 5.1]> : tile<4xf32>
    %to_f4 = ftof %small : tile<4xf32> -> tile<4xf4E2M1FN>
    %e2m1 = ftof %to_f4 : tile<4xf4E2M1FN> -> tile<4xf32>
    %positive = constant <f32: [0.4, 1.6, 3.0, 100.0]> : tile<4xf32>
    %to_scale = ftof %positive rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %scale_down = ftof %to_scale : tile<4xf8E8M0FNU> -> tile<4xf32>
    %to_scale_up = ftof %positive rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %scale_up = ftof %to_scale_up : tile<4xf8E8M0FNU> -> tile<4xf32>
    %to_e5m3 = ftof %positive : tile<4xf32> -> tile<4xfnv8E5M3FNU>
    %e5m3 = ftof %to_e5m3 : tile<4xfnv8E5M3FNU> -> tile<4xf32>
    return
  }
}
