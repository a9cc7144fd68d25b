// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k {
//     %a = constant <value = 0x3c00> : tile<16x32xf16>
//     %b = constant <value = 0x3c00> : tile<32x8xf16>
//     %c = constant <value = 0.0> : tile<16x8xf32>
//     %d = dot %a, %b, %c : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
//     %i = constant <value = 1> : tile<2x16x32xi8>
//     %j = constant <value = 2> : tile<2x32x8xi8>
//     %k = constant <value = 0> : tile<2x16x8xi32>
//     %l = dot %i, %j, %k <signed_rhs> : tile<2x16x32xi8>, tile<2x32x8xi8>, tile<2x16x8xi32> -> tile<2x16x8xi32>
//     %e = constant <value = 0x3c> : tile<16x64xf8E5M2>
//     %f = constant <value = 0x3c> : tile<64x8xf8E5M2>
//     %se = constant <value = 0x80> : tile<16x2xf8E8M0FNU>
//     %sf = constant <value = 0x80> : tile<2x8xf8E8M0FNU>
//     %h = dot_scaled %e, %f, %d, %se, %sf : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU> -> tile<16x8xf32>
//     return
//   }
// }
//
// Matrix products of floats, of integers with their signs, and of blocks with scales.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f16: 1.0> : tile<16x32xf16>
    %b = constant <f16: 1.0> : tile<32x8xf16>
    %c = constant <f32: 0.0> : tile<16x8xf32>
    %d = mmaf %a, %b, %c : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    %i = constant <i8: 1> : tile<2x16x32xi8>
    %j = constant <i8: 2> : tile<2x32x8xi8>
    %k = constant <i32: 0> : tile<2x16x8xi32>
    %l = mmai %i, %j, %k unsigned signed : tile<2x16x32xi8>, tile<2x32x8xi8>, tile<2x16x8xi32>
    %e = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %f = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %se = constant <f8E8M0FNU: 2.0> : tile<16x2xf8E8M0FNU>
    %sf = constant <f8E8M0FNU: 2.0> : tile<2x8xf8E8M0FNU>
    %h = mmaf_scaled %e, %f, %d, %se, %sf : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }
}
