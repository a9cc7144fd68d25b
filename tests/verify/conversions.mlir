// RUN: check
// Conversions between number types, as in 13.4.

cuda_tile.module @conversions {
  entry @right() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %d = constant <f64: 1.0> : tile<8xf64>
    %h = constant <f16: 1.0> : tile<8xf16>
    %i = constant <i32: 1> : tile<8xi32>
    %p = constant <i1: true> : tile<8xi1>
    %0 = bitcast %f : tile<8xf32> -> tile<8xi32>
    %1 = bitcast %h : tile<8xf16> -> tile<8xbf16>
    %2 = exti %i signed : tile<8xi32> -> tile<8xi64>
    %3 = trunci %i overflow<no_wrap> : tile<8xi32> -> tile<8xi4>
    %4 = exti %3 unsigned : tile<8xi4> -> tile<8xi8>
    %5 = exti %p signed : tile<8xi1> -> tile<8xi4>
    %6 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf16>
    %7 = ftof %f rounding<nearest_away> : tile<8xf32> -> tile<8xtf32>
    %8 = ftof %d rounding<positive_inf> : tile<8xf64> -> tile<8xf32>
    %9 = ftof %h rounding<nearest_away> : tile<8xf16> -> tile<8xf32>
    %10 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf8E8M0FNU>
    %11 = ftof %f rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    %12 = ftof %f : tile<8xf32> -> tile<8xf4E2M1FN>
    %13 = ftof %f : tile<8xf32> -> tile<8xfnv8E5M3FNU>
    %14 = ftoi %f signed saturating : tile<8xf32> -> tile<8xi8>
    %15 = itof %i unsigned : tile<8xi32> -> tile<8xf8E4M3FN>
    return
  }

  entry @widths() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = bitcast %f : tile<8xf32> -> tile<8xi64>
    // ERROR: 'cuda_tile.bitcast' op types must be equal width, cannot convert '!cuda_tile.tile<8xf32>' of width 32 to type '!cuda_tile.tile<8xi64>' of width 64
    %1 = bitcast %f : tile<8xf32> -> tile<8xtf32>
    // ERROR: types must be equal width, cannot convert '!cuda_tile.tile<8xf32>' of width 32 to type '!cuda_tile.tile<8xtf32>' of width 19
    %2 = exti %i signed : tile<8xi32> -> tile<8xi32>
    // ERROR: 'cuda_tile.exti' op extending to smaller or identical integer
    %3 = exti %i unsigned : tile<8xi32> -> tile<8xi16>
    // ERROR: extending to smaller or identical integer
    %4 = trunci %i : tile<8xi32> -> tile<8xi32>
    // ERROR: 'cuda_tile.trunci' op truncating to larger or identical integer
    %5 = trunci %i : tile<8xi32> -> tile<8xi64>
    // ERROR: truncating to larger or identical integer
    return
  }

  entry @shapes() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = bitcast %f : tile<8xf32> -> tile<4xi32>
    // ERROR: 'cuda_tile.bitcast' op failed to verify that all of {source, result} have same shape
    %1 = exti %i signed : tile<8xi32> -> tile<4xi64>
    // ERROR: 'cuda_tile.exti' op failed to verify that all of {from, to} have same shape
    %2 = trunci %i : tile<8xi32> -> tile<2x4xi8>
    // ERROR: 'cuda_tile.trunci' op failed to verify that all of {from, to} have same shape
    %3 = ftof %f : tile<8xf32> -> tile<f16>
    // ERROR: 'cuda_tile.ftof' op failed to verify that all of {from, to} have same shape
    %4 = ftoi %f signed : tile<8xf32> -> tile<16xi8>
    // ERROR: 'cuda_tile.ftoi' op failed to verify that all of {from, to} have same shape
    %5 = itof %i signed : tile<8xi32> -> tile<16xf32>
    // ERROR: 'cuda_tile.itof' op failed to verify that all of {from, to} have same shape
    return
  }

  entry @float_to_float() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %d = constant <f64: 1.0> : tile<8xf64>
    %h = constant <f16: 1.0> : tile<8xf16>
    %0 = ftof %f : tile<8xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.ftof' op converting tiles must not be a no-op
    %1 = ftof %f : tile<8xf32> -> tile<8xf8E8M0FNU>
    // ERROR: invalid rounding mode specified for conversion to f8E8M0FNU. Only 'zero' and 'positive_inf' are supported
    %2 = ftof %f rounding<positive_inf> : tile<8xf32> -> tile<8xf16>
    // ERROR: Only 'nearest_even' and 'zero' are supported for narrowing conversions to standard types
    %3 = ftof %d rounding<negative_inf> : tile<8xf64> -> tile<8xbf16>
    // ERROR: Only 'nearest_even' and 'zero' are supported for narrowing conversions to standard types
    %10 = ftof %h rounding<positive_inf> : tile<8xf16> -> tile<8xbf16>
    // ERROR: Only 'nearest_even' and 'zero' are supported for narrowing conversions to standard types
    %11 = ftof %d rounding<nearest_away> : tile<8xf64> -> tile<8xtf32>
    // ERROR: Only 'nearest_even' and 'zero' are supported for narrowing conversions to standard types
    %4 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf8E4M3FN>
    // ERROR: invalid rounding mode specified for conversion to low-precision type. Only 'nearest_even' is supported
    %5 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf8E5M2>
    // ERROR: conversion to low-precision type
    %6 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf4E2M1FN>
    // ERROR: conversion to low-precision type
    %7 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xfnv8E5M3FNU>
    // ERROR: conversion to low-precision type
    %8 = ftof %f rounding<positive_inf> : tile<8xf32> -> tile<8xtf32>
    // ERROR: invalid rounding mode specified for conversion from f32 to tf32. Only 'nearest_even', 'zero', and 'nearest_away' are supported
    %9 = ftof %d rounding<nearest_away> : tile<8xf64> -> tile<8xf32>
    // ERROR: invalid rounding mode specified for conversion from f64 to f32. Only 'nearest_even', 'zero', 'negative_inf', and 'positive_inf' are supported
    return
  }

  entry @integers_and_floats() {
    %i = constant <i32: 1> : tile<8xi32>
    %0 = itof %i signed : tile<8xi32> -> tile<8xf8E8M0FNU>
    // ERROR: integer to f8E8M0FNU conversion is not supported, please first convert to another float type
    %1 = ftoi %i signed : tile<8xi32> -> tile<8xi32>
    // ERROR: 'cuda_tile.ftoi' op operand #0 must be tile of f16 or bf16 or f32 or f64 or tf32 or f8E4M3FN or f8E5M2 or f8E8M0FNU or f4E2M1FN or fnv8E5M3FNU values, but got '!cuda_tile.tile<8xi32>'
    return
  }

  entry @pointers(%p: tile<ptr<f32>>) {
    %i = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %q = int_to_ptr %i : tile<i64> -> tile<ptr<i8>>
    %r = ptr_to_ptr %q : tile<ptr<i8>> -> tile<ptr<f64>>
    %0 = ptr_to_int %p : tile<ptr<f32>> -> tile<1xi64>
    // ERROR: 'cuda_tile.ptr_to_int' op failed to verify that all of {source, result} have same shape
    %1 = int_to_ptr %i : tile<i64> -> tile<1xptr<i8>>
    // ERROR: 'cuda_tile.int_to_ptr' op failed to verify that all of {source, result} have same shape
    %2 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<1xptr<i8>>
    // ERROR: 'cuda_tile.ptr_to_ptr' op failed to verify that all of {source, result} have same shape
    %3 = ptr_to_int %p : tile<ptr<f32>> -> tile<i32>
    // ERROR: 'cuda_tile.ptr_to_int' op result #0 must be tile of i64 values, but got '!cuda_tile.tile<i32>'
    %4 = bitcast %i : tile<i64> -> tile<ptr<f32>>
    // ERROR: 'cuda_tile.bitcast' op result #0 must be tile of i1 or i8
    return
  }
}
