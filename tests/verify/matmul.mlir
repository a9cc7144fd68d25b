// RUN: check
// Matrix products of integers and floats.

cuda_tile.module @matmul {
  entry @right() {
    %ah = constant <f16: 1.0> : tile<4x8xf16>
    %bh = constant <f16: 1.0> : tile<8x2xf16>
    %ch = constant <f16: 1.0> : tile<4x2xf16>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %a3 = constant <f8E4M3FN: 1.0> : tile<2x4x8xf8E4M3FN>
    %b3 = constant <f8E4M3FN: 1.0> : tile<2x8x2xf8E4M3FN>
    %c3 = constant <f32: 1.0> : tile<2x4x2xf32>
    %ad = constant <f64: 1.0> : tile<4x8xf64>
    %bd = constant <f64: 1.0> : tile<8x2xf64>
    %cd = constant <f64: 1.0> : tile<4x2xf64>
    %ai = constant <i8: 1> : tile<4x8xi8>
    %bi = constant <i8: 1> : tile<8x2xi8>
    %ci = constant <i32: 1> : tile<4x2xi32>
    %0 = mmaf %ah, %bh, %c : tile<4x8xf16>, tile<8x2xf16>, tile<4x2xf32>
    %1 = mmaf %ah, %bh, %ch : tile<4x8xf16>, tile<8x2xf16>, tile<4x2xf16>
    %2 = mmaf %a3, %b3, %c3 fast_acc : tile<2x4x8xf8E4M3FN>, tile<2x8x2xf8E4M3FN>, tile<2x4x2xf32>
    %3 = mmaf %ad, %bd, %cd : tile<4x8xf64>, tile<8x2xf64>, tile<4x2xf64>
    %4 = mmai %ai, %bi, %ci signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    return
  }

  entry @shapes() {
    %a = constant <f16: 1.0> : tile<4x8xf16>
    %b = constant <f16: 1.0> : tile<8x2xf16>
    %k4 = constant <f16: 1.0> : tile<4x2xf16>
    %c = constant <f32: 1.0> : tile<4x2xf32>
    %m8 = constant <f32: 1.0> : tile<8x2xf32>
    %n4 = constant <f32: 1.0> : tile<4x4xf32>
    %v = constant <f16: 1.0> : tile<8xf16>
    %vc = constant <f32: 1.0> : tile<8xf32>
    %c3 = constant <f32: 1.0> : tile<1x4x2xf32>
    %0 = mmaf %a, %k4, %c : tile<4x8xf16>, tile<4x2xf16>, tile<4x2xf32>
    // ERROR: 'cuda_tile.mmaf' op shape error: dim 1 of lhs (8) and dim 0 of rhs (4) must match, but got lhs shape (4, 8) and rhs shape (4, 2)
    %1 = mmaf %a, %b, %m8 : tile<4x8xf16>, tile<8x2xf16>, tile<8x2xf32>
    // ERROR: shape error: dim 0 of lhs (4) and dim 0 of acc (8) must match, but got lhs shape (4, 8) and acc shape (8, 2)
    %2 = mmaf %a, %b, %n4 : tile<4x8xf16>, tile<8x2xf16>, tile<4x4xf32>
    // ERROR: shape error: dim 1 of rhs (2) and dim 1 of acc (4) must match, but got rhs shape (8, 2) and acc shape (4, 4)
    %3 = mmaf %v, %v, %vc : tile<8xf16>, tile<8xf16>, tile<8xf32>
    // ERROR: 'cuda_tile.mmaf' op operands must be 2D or 3D tiles
    %4 = mmaf %a, %b, %c3 : tile<4x8xf16>, tile<8x2xf16>, tile<1x4x2xf32>
    // ERROR: 'cuda_tile.mmaf' op failed to verify that all of {lhs, rhs, acc} have same rank
    return
  }

  entry @batches() {
    %a = constant <f16: 1.0> : tile<2x4x8xf16>
    %b = constant <f16: 1.0> : tile<4x8x2xf16>
    %b2 = constant <f16: 1.0> : tile<2x8x2xf16>
    %c = constant <f32: 1.0> : tile<2x4x2xf32>
    %c4 = constant <f32: 1.0> : tile<4x4x2xf32>
    %0 = mmaf %a, %b, %c : tile<2x4x8xf16>, tile<4x8x2xf16>, tile<2x4x2xf32>
    // ERROR: shape error: dim 0 of lhs (2) and dim 0 of rhs (4) must match, but got lhs shape (2, 4, 8) and rhs shape (4, 8, 2)
    %1 = mmaf %a, %b2, %c4 : tile<2x4x8xf16>, tile<2x8x2xf16>, tile<4x4x2xf32>
    // ERROR: shape error: dim 0 of lhs (2) and dim 0 of acc (4) must match
    return
  }

  entry @element_types() {
    %ab = constant <bf16: 1.0> : tile<4x8xbf16>
    %bb = constant <bf16: 1.0> : tile<8x2xbf16>
    %af = constant <f32: 1.0> : tile<4x8xf32>
    %bf = constant <f32: 1.0> : tile<8x2xf32>
    %at = constant <tf32: 1.0> : tile<4x8xtf32>
    %bt = constant <tf32: 1.0> : tile<8x2xtf32>
    %ad = constant <f64: 1.0> : tile<4x8xf64>
    %bd = constant <f64: 1.0> : tile<8x2xf64>
    %bh = constant <f16: 1.0> : tile<8x2xf16>
    %ae = constant <f8E5M2: 1.0> : tile<4x8xf8E5M2>
    %be = constant <f8E5M2: 1.0> : tile<8x2xf8E5M2>
    %c16 = constant <f16: 1.0> : tile<4x2xf16>
    %c32 = constant <f32: 1.0> : tile<4x2xf32>
    %c64 = constant <f64: 1.0> : tile<4x2xf64>
    %ai = constant <i8: 1> : tile<4x8xi8>
    %ci = constant <i32: 1> : tile<4x2xi32>
    %0 = mmaf %ab, %bb, %c16 : tile<4x8xbf16>, tile<8x2xbf16>, tile<4x2xf16>
    // ERROR: unsupported combination of element types. Input type 'bf16' expects accumulator/result type to be one of {'f32'}, but got 'f16'
    %1 = mmaf %af, %bf, %c16 : tile<4x8xf32>, tile<8x2xf32>, tile<4x2xf16>
    // ERROR: Input type 'f32' expects accumulator/result type to be one of {'f32'}, but got 'f16'
    %2 = mmaf %at, %bt, %c64 : tile<4x8xtf32>, tile<8x2xtf32>, tile<4x2xf64>
    // ERROR: Input type 'tf32' expects accumulator/result type to be one of {'f32'}, but got 'f64'
    %3 = mmaf %ad, %bd, %c32 : tile<4x8xf64>, tile<8x2xf64>, tile<4x2xf32>
    // ERROR: Input type 'f64' expects accumulator/result type to be one of {'f64'}, but got 'f32'
    %4 = mmaf %ae, %be, %c64 : tile<4x8xf8E5M2>, tile<8x2xf8E5M2>, tile<4x2xf64>
    // ERROR: Input type 'f8E5M2' expects accumulator/result type to be one of {'f16', 'f32'}, but got 'f64'
    %5 = mmaf %ab, %bh, %c32 : tile<4x8xbf16>, tile<8x2xf16>, tile<4x2xf32>
    // ERROR: 'cuda_tile.mmaf' op failed to verify that all of {lhs, rhs} have the same element type
    %6 = mmaf %ai, %bh, %c32 : tile<4x8xi8>, tile<8x2xf16>, tile<4x2xf32>
    // ERROR: 'cuda_tile.mmaf' op operand #0 must be mmaf operand tile type of f16 or bf16 or f32 or f64 or tf32 or f8E4M3FN or f8E5M2 values, but got '!cuda_tile.tile<4x8xi8>'
    %7 = mmai %ai, %bh, %ci signed signed : tile<4x8xi8>, tile<8x2xf16>, tile<4x2xi32>
    // ERROR: 'cuda_tile.mmai' op operand #1 must be mmai operand tile type of i8 values, but got '!cuda_tile.tile<8x2xf16>'
    return
  }

  entry @integer_shapes() {
    %a = constant <i8: 1> : tile<4x8xi8>
    %b = constant <i8: 1> : tile<4x2xi8>
    %c = constant <i32: 1> : tile<4x2xi32>
    %0 = mmai %a, %b, %c signed signed : tile<4x8xi8>, tile<4x2xi8>, tile<4x2xi32>
    // ERROR: 'cuda_tile.mmai' op shape error: dim 1 of lhs (8) and dim 0 of rhs (4) must match
    return
  }
}
