// RUN: run --show f16_f32 --show bf16_f32 --show f32_f32 --show tf32_f32 --show f64_f64 --show f16_f16 \
//   --show f8E5M2_f32 --show f8E4M3FN_f16
// %f16_f32 = [[-3. -6.]
//             [21. 26.]]
// %bf16_f32 = [[-3. -6.]
//              [21. 26.]]
// %f32_f32 = [[-3. -6.]
//             [21. 26.]]
// %tf32_f32 = [[-3. -6.]
//              [21. 26.]]
// %f64_f64 = [[-3. -6.]
//             [21. 26.]]
// %f16_f16 = [[-3. -6.]
//             [21. 26.]]
// %f8E5M2_f32 = [[-3. -6.]
//                [21. 26.]]
// %f8E4M3FN_f16 = [[-3. -6.]
//                  [21. 26.]]
//
// acc + lhs x rhs in every pair of types, with sums that are exact.
cuda_tile.module @tests {
  entry @k() {
    %a0 = constant <f16: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf16>
    %b0 = constant <f16: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf16>
    %c0 = constant <f32: 1.0> : tile<2x2xf32>
    %f16_f32 = mmaf %a0, %b0, %c0 : tile<2x4xf16>, tile<4x2xf16>, tile<2x2xf32>
    %a1 = constant <bf16: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xbf16>
    %b1 = constant <bf16: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xbf16>
    %c1 = constant <f32: 1.0> : tile<2x2xf32>
    %bf16_f32 = mmaf %a1, %b1, %c1 : tile<2x4xbf16>, tile<4x2xbf16>, tile<2x2xf32>
    %a2 = constant <f32: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf32>
    %b2 = constant <f32: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf32>
    %c2 = constant <f32: 1.0> : tile<2x2xf32>
    %f32_f32 = mmaf %a2, %b2, %c2 : tile<2x4xf32>, tile<4x2xf32>, tile<2x2xf32>
    %a3 = constant <tf32: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xtf32>
    %b3 = constant <tf32: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xtf32>
    %c3 = constant <f32: 1.0> : tile<2x2xf32>
    %tf32_f32 = mmaf %a3, %b3, %c3 : tile<2x4xtf32>, tile<4x2xtf32>, tile<2x2xf32>
    %a4 = constant <f64: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf64>
    %b4 = constant <f64: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf64>
    %c4 = constant <f64: 1.0> : tile<2x2xf64>
    %f64_f64 = mmaf %a4, %b4, %c4 : tile<2x4xf64>, tile<4x2xf64>, tile<2x2xf64>
    %a5 = constant <f16: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf16>
    %b5 = constant <f16: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf16>
    %c5 = constant <f16: 1.0> : tile<2x2xf16>
    %f16_f16 = mmaf %a5, %b5, %c5 : tile<2x4xf16>, tile<4x2xf16>, tile<2x2xf16>
    %a6 = constant <f8E5M2: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf8E5M2>
    %b6 = constant <f8E5M2: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf8E5M2>
    %c6 = constant <f32: 1.0> : tile<2x2xf32>
    %f8E5M2_f32 = mmaf %a6, %b6, %c6 : tile<2x4xf8E5M2>, tile<4x2xf8E5M2>, tile<2x2xf32>
    %a7 = constant <f8E4M3FN: [[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0]]> : tile<2x4xf8E4M3FN>
    %b7 = constant <f8E4M3FN: [[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tile<4x2xf8E4M3FN>
    %c7 = constant <f16: 1.0> : tile<2x2xf16>
    %f8E4M3FN_f16 = mmaf %a7, %b7, %c7 : tile<2x4xf8E4M3FN>, tile<4x2xf8E4M3FN>, tile<2x2xf16>
    return
  }
}
