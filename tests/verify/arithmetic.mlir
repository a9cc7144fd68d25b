// RUN: check
// Rounding modes, modifiers and overflow promises of arithmetic.

cuda_tile.module @arithmetic {
  entry @right() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %d = constant <f64: 1.0> : tile<8xf64>
    %h = constant <f16: 1.0> : tile<8xf16>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = addf %f, %f rounding<zero> flush_to_zero : tile<8xf32>
    %1 = mulf %h, %h rounding<positive_inf> : tile<8xf16>
    %2 = subf %d, %d rounding<negative_inf> : tile<8xf64>
    %3 = fma %f, %f, %f rounding<nearest_even> flush_to_zero : tile<8xf32>
    %4 = divf %f, %f rounding<approx> flush_to_zero : tile<8xf32>
    %5 = divf %f, %f rounding<full> : tile<8xf32>
    %6 = divf %d, %d rounding<zero> : tile<8xf64>
    %7 = sqrt %f rounding<approx> flush_to_zero : tile<8xf32>
    %8 = sqrt %d rounding<zero> : tile<8xf64>
    %9 = exp %f rounding<approx> : tile<8xf32>
    %10 = exp %d rounding<full> : tile<8xf64>
    %11 = tanh %f rounding<approx> : tile<8xf32>
    %12 = exp2 %f flush_to_zero : tile<8xf32>
    %13 = rsqrt %f flush_to_zero : tile<8xf32>
    %14 = maxf %f, %f flush_to_zero propagate_nan : tile<8xf32>
    %15 = minf %h, %h propagate_nan : tile<8xf16>
    %16 = divi %i, %i unsigned rounding<positive_inf> : tile<8xi32>
    %17 = divi %i, %i signed rounding<negative_inf> : tile<8xi32>
    %18 = negi %i overflow<no_signed_wrap> : tile<8xi32>
    %19 = negi %i overflow<no_wrap> : tile<8xi32>
    %20 = cmpf less_than ordered %f, %f : tile<8xf32> -> tile<8xi1>
    %21 = cmpi equal %i, %i, signed : tile<8xi32> -> tile<8xi1>
    return
  }

  entry @flush_to_zero_is_for_f32() {
    %d = constant <f64: 1.0> : tile<8xf64>
    %h = constant <f16: 1.0> : tile<8xf16>
    %b = constant <bf16: 1.0> : tile<8xbf16>
    %0 = addf %d, %d flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.addf' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    %1 = subf %h, %h flush_to_zero : tile<8xf16>
    // ERROR: 'cuda_tile.subf' op flush_to_zero modifier only supported for f32 data type, but got: 'f16'
    %2 = mulf %b, %b rounding<zero> flush_to_zero : tile<8xbf16>
    // ERROR: 'cuda_tile.mulf' op flush_to_zero modifier only supported for f32 data type, but got: 'bf16'
    %3 = fma %d, %d, %d flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.fma' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    %4 = divf %d, %d flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.divf' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    %5 = sqrt %d flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.sqrt' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    %6 = rsqrt %h flush_to_zero : tile<8xf16>
    // ERROR: 'cuda_tile.rsqrt' op flush_to_zero modifier only supported for f32 data type, but got: 'f16'
    %7 = exp2 %b flush_to_zero : tile<8xbf16>
    // ERROR: 'cuda_tile.exp2' op flush_to_zero modifier only supported for f32 data type, but got: 'bf16'
    %8 = maxf %d, %d flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.maxf' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    %9 = minf %d, %d propagate_nan flush_to_zero : tile<8xf64>
    // ERROR: 'cuda_tile.minf' op flush_to_zero modifier only supported for f32 data type, but got: 'f64'
    return
  }

  entry @approximations_are_for_f32() {
    %d = constant <f64: 1.0> : tile<8xf64>
    %h = constant <f16: 1.0> : tile<8xf16>
    %0 = divf %d, %d rounding<approx> : tile<8xf64>
    // ERROR: 'cuda_tile.divf' op approx modifier only supported for f32 data type, but got: 'f64'
    %1 = divf %h, %h rounding<full> : tile<8xf16>
    // ERROR: 'cuda_tile.divf' op full modifier only supported for f32 data type, but got: 'f16'
    %2 = sqrt %h rounding<approx> : tile<8xf16>
    // ERROR: 'cuda_tile.sqrt' op approx modifier only supported for f32 data type, but got: 'f16'
    %3 = exp %d rounding<approx> : tile<8xf64>
    // ERROR: 'cuda_tile.exp' op approx modifier only supported for f32 data type, but got: 'f64'
    %4 = tanh %h rounding<approx> : tile<8xf16>
    // ERROR: 'cuda_tile.tanh' op approx modifier only supported for f32 data type, but got: 'f16'
    return
  }

  entry @integers() {
    %i = constant <i32: 1> : tile<8xi32>
    %0 = divi %i, %i unsigned rounding<negative_inf> : tile<8xi32>
    // ERROR: 'cuda_tile.divi' op rounding mode 'negative_inf' is not allowed with 'unsigned' flag
    %1 = negi %i overflow<no_unsigned_wrap> : tile<8xi32>
    // ERROR: 'cuda_tile.negi' op 'no_unsigned_wrap' overflow flag is not supported
    return
  }

  entry @comparisons() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = cmpf less_than ordered %f, %f : tile<8xf32> -> tile<4xi1>
    // ERROR: 'cuda_tile.cmpf' op failed to verify that Result type has i1 element type and same shape as operands
    %1 = cmpi less_than %i, %i, signed : tile<8xi32> -> tile<i1>
    // ERROR: 'cuda_tile.cmpi' op failed to verify that Result type has i1 element type and same shape as operands
    %2 = cmpi less_than %i, %i, signed : tile<8xi32> -> tile<8xi32>
    // ERROR: 'cuda_tile.cmpi' op result #0 must be tile of i1 values, but got '!cuda_tile.tile<8xi32>'
    return
  }
}
