// RUN: run --show n --show z --show even --show away
// %n = [ 2.048e+03  2.052e+03 -2.048e+03  1.000e+00]
// %z = [ 2.048e+03  2.050e+03 -2.048e+03  1.000e+00]
// %even = [ 2.048e+03  2.052e+03 -2.048e+03  1.000e+00]
// %away = [ 2.050e+03  2.052e+03 -2.050e+03  1.000e+00]
//
// 13.4 allows rounding toward zero into f16, and ties away from zero into tf32.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [2049.0, 2051.0, -2049.0, 1.0]> : tile<4xf32>
    %n = ftof %a : tile<4xf32> -> tile<4xf16>
    %z = ftof %a rounding<zero> : tile<4xf32> -> tile<4xf16>
    %e = ftof %a : tile<4xf32> -> tile<4xtf32>
    %w = ftof %a rounding<nearest_away> : tile<4xf32> -> tile<4xtf32>
    %even = ftof %e : tile<4xtf32> -> tile<4xf32>
    %away = ftof %w : tile<4xtf32> -> tile<4xf32>
    return
  }
}
