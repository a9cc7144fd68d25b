// RUN: check
// Matrix products with block scales.

cuda_tile.module @mmaf_scaled {
  entry @right() {
    %a = constant <f8E4M3FN: 1.0> : tile<4x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<64x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %as = constant <f8E8M0FNU: 1.0> : tile<4x2xf8E8M0FNU>
    %bs = constant <f8E8M0FNU: 1.0> : tile<2x2xf8E8M0FNU>
    %qa = constant <f4E2M1FN: 1.0> : tile<4x64xf4E2M1FN>
    %qb = constant <f4E2M1FN: 1.0> : tile<64x2xf4E2M1FN>
    %as4 = constant <f8E8M0FNU: 1.0> : tile<4x4xf8E8M0FNU>
    %bs4 = constant <f8E8M0FNU: 1.0> : tile<4x2xf8E8M0FNU>
    %ae = constant <f8E4M3FN: 1.0> : tile<4x4xf8E4M3FN>
    %be = constant <f8E4M3FN: 1.0> : tile<4x2xf8E4M3FN>
    %0 = mmaf_scaled %a, %b, %c, %as, %bs : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<4x2xf8E8M0FNU>, tile<2x2xf8E8M0FNU>
    %1 = mmaf_scaled %qa, %qb, %c, %as, %bs : tile<4x64xf4E2M1FN>, tile<64x2xf4E2M1FN>, tile<4x2xf32>, tile<4x2xf8E8M0FNU>, tile<2x2xf8E8M0FNU>
    %2 = mmaf_scaled %qa, %qb, %c, %as4, %bs4 : tile<4x64xf4E2M1FN>, tile<64x2xf4E2M1FN>, tile<4x2xf32>, tile<4x4xf8E8M0FNU>, tile<4x2xf8E8M0FNU>
    %3 = mmaf_scaled %qa, %qb, %c, %ae, %be : tile<4x64xf4E2M1FN>, tile<64x2xf4E2M1FN>, tile<4x2xf32>, tile<4x4xf8E4M3FN>, tile<4x2xf8E4M3FN>
    return
  }

  entry @data_shapes() {
    %a = constant <f8E4M3FN: 1.0> : tile<4x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<32x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %as = constant <f8E8M0FNU: 1.0> : tile<4x2xf8E8M0FNU>
    %bs = constant <f8E8M0FNU: 1.0> : tile<2x2xf8E8M0FNU>
    %0 = mmaf_scaled %a, %b, %c, %as, %bs : tile<4x64xf8E4M3FN>, tile<32x2xf8E4M3FN>, tile<4x2xf32>, tile<4x2xf8E8M0FNU>, tile<2x2xf8E8M0FNU>
    // ERROR: 'cuda_tile.mmaf_scaled' op shape error: dim 1 of lhs (64) and dim 0 of rhs (32) must match
    return
  }

  entry @scale_shapes() {
    %a = constant <f8E4M3FN: 1.0> : tile<4x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<64x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %as = constant <f8E8M0FNU: 1.0> : tile<4x2xf8E8M0FNU>
    %bs = constant <f8E8M0FNU: 1.0> : tile<2x2xf8E8M0FNU>
    %as8 = constant <f8E8M0FNU: 1.0> : tile<8x2xf8E8M0FNU>
    %as4 = constant <f8E8M0FNU: 1.0> : tile<4x4xf8E8M0FNU>
    %bsn = constant <f8E8M0FNU: 1.0> : tile<2x4xf8E8M0FNU>
    %bs4 = constant <f8E8M0FNU: 1.0> : tile<4x2xf8E8M0FNU>
    %as128 = constant <f8E8M0FNU: 1.0> : tile<4x128xf8E8M0FNU>
    %bs128 = constant <f8E8M0FNU: 1.0> : tile<128x2xf8E8M0FNU>
    %0 = mmaf_scaled %a, %b, %c, %as8, %bs : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<8x2xf8E8M0FNU>, tile<2x2xf8E8M0FNU>
    // ERROR: shape error: dim 0 of lhs (4) and dim 0 of lhs_scale (8) must match
    %1 = mmaf_scaled %a, %b, %c, %as, %bsn : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<4x2xf8E8M0FNU>, tile<2x4xf8E8M0FNU>
    // ERROR: shape error: dim 1 of rhs (2) and dim 1 of rhs_scale (4) must match
    %2 = mmaf_scaled %a, %b, %c, %as, %bs4 : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<4x2xf8E8M0FNU>, tile<4x2xf8E8M0FNU>
    // ERROR: shape error: dim 1 of lhs_scale (2) and dim 0 of rhs_scale (4) must match
    %3 = mmaf_scaled %a, %b, %c, %as4, %bs4 : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<4x4xf8E8M0FNU>, tile<4x2xf8E8M0FNU>
    // ERROR: shape error: f8 element type requires block scale factor of lhs_scale and rhs_scale to be 32, but got 16
    %4 = mmaf_scaled %a, %b, %c, %as128, %bs128 : tile<4x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<4x2xf32>, tile<4x128xf8E8M0FNU>, tile<128x2xf8E8M0FNU>
    // ERROR: shape error: dim 1 of lhs_scale (128) must be a divisor of dim 1 of lhs (64), but got lhs_scale shape (4, 128) and lhs shape (4, 64)
    return
  }

  entry @batched_scales() {
    %a = constant <f8E4M3FN: 1.0> : tile<2x4x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<2x64x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<2x4x2xf32>
    %as = constant <f8E8M0FNU: 1.0> : tile<2x4x2xf8E8M0FNU>
    %bs = constant <f8E8M0FNU: 1.0> : tile<2x2x2xf8E8M0FNU>
    %as1 = constant <f8E8M0FNU: 1.0> : tile<1x4x2xf8E8M0FNU>
    %bs1 = constant <f8E8M0FNU: 1.0> : tile<1x2x2xf8E8M0FNU>
    %0 = mmaf_scaled %a, %b, %c, %as, %bs : tile<2x4x64xf8E4M3FN>, tile<2x64x2xf8E4M3FN>, tile<2x4x2xf32>, tile<2x4x2xf8E8M0FNU>, tile<2x2x2xf8E8M0FNU>
    %1 = mmaf_scaled %a, %b, %c, %as1, %bs : tile<2x4x64xf8E4M3FN>, tile<2x64x2xf8E4M3FN>, tile<2x4x2xf32>, tile<1x4x2xf8E8M0FNU>, tile<2x2x2xf8E8M0FNU>
    // ERROR: shape error: dim 0 of lhs (2) and dim 0 of lhs_scale (1) must match
    %2 = mmaf_scaled %a, %b, %c, %as, %bs1 : tile<2x4x64xf8E4M3FN>, tile<2x64x2xf8E4M3FN>, tile<2x4x2xf32>, tile<2x4x2xf8E8M0FNU>, tile<1x2x2xf8E8M0FNU>
    // ERROR: shape error: dim 0 of rhs (2) and dim 0 of rhs_scale (1) must match
    return
  }

  entry @element_types() {
    %a = constant <f8E5M2: 1.0> : tile<4x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x2xf8E5M2>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %as = constant <f8E4M3FN: 1.0> : tile<4x2xf8E4M3FN>
    %bs = constant <f8E4M3FN: 1.0> : tile<2x2xf8E4M3FN>
    %bm = constant <f8E8M0FNU: 1.0> : tile<2x2xf8E8M0FNU>
    %qa = constant <f4E2M1FN: 1.0> : tile<4x64xf4E2M1FN>
    %qb = constant <f4E2M1FN: 1.0> : tile<64x2xf4E2M1FN>
    %am8 = constant <f8E8M0FNU: 1.0> : tile<4x8xf8E8M0FNU>
    %bm8 = constant <f8E8M0FNU: 1.0> : tile<8x2xf8E8M0FNU>
    %0 = mmaf_scaled %a, %b, %c, %as, %bs : tile<4x64xf8E5M2>, tile<64x2xf8E5M2>, tile<4x2xf32>, tile<4x2xf8E4M3FN>, tile<2x2xf8E4M3FN>
    // ERROR: unsupported combination of element types. Scale type 'f8E4M3FN' expects lhs and rhs element types to be 'f4E2M1FN', but got 'f8E5M2'
    %1 = mmaf_scaled %a, %b, %c, %as, %bm : tile<4x64xf8E5M2>, tile<64x2xf8E5M2>, tile<4x2xf32>, tile<4x2xf8E4M3FN>, tile<2x2xf8E8M0FNU>
    // ERROR: failed to verify that all of {lhs_scale, rhs_scale} have the same element type
    %2 = mmaf_scaled %qa, %b, %c, %as, %bs : tile<4x64xf4E2M1FN>, tile<64x2xf8E5M2>, tile<4x2xf32>, tile<4x2xf8E4M3FN>, tile<2x2xf8E4M3FN>
    // ERROR: failed to verify that all of {lhs, rhs} have the same element type
    %3 = mmaf_scaled %qa, %qb, %c, %as, %bs : tile<4x64xf4E2M1FN>, tile<64x2xf4E2M1FN>, tile<4x2xf32>, tile<4x2xf8E4M3FN>, tile<2x2xf8E4M3FN>
    // ERROR: shape error: f4E2M1FN element type with f8E4M3FN scales requires block scale factor of lhs_scale and rhs_scale to be 16, but got 32
    %4 = mmaf_scaled %qa, %qb, %c, %am8, %bm8 : tile<4x64xf4E2M1FN>, tile<64x2xf4E2M1FN>, tile<4x2xf32>, tile<4x8xf8E8M0FNU>, tile<8x2xf8E8M0FNU>
    // ERROR: shape error: f4E2M1FN element type with f8E8M0FNU scales requires block scale factor of lhs_scale and rhs_scale to be 16 or 32, but got 8
    return
  }
}
