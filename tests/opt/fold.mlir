// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>) {
//     %a = constant <i32: 2147483647> : tile<i32>
//     %b = constant <i32: 1> : tile<i32>
//     %zero = constant <i32: 0> : tile<i32>
//     %width = constant <i32: 32> : tile<i32>
//     %wraps = constant <i32: -2147483648> : tile<i32>
//     %s0 = store_ptr_tko weak %p, %wraps : tile<ptr<i32>>, tile<i32> -> token
//     %broken = addi %a, %b overflow<no_signed_wrap> : tile<i32>
//     %s1 = store_ptr_tko weak %p, %broken : tile<ptr<i32>>, tile<i32> -> token
//     %undefined = divi %a, %zero signed : tile<i32>
//     %s2 = store_ptr_tko weak %p, %undefined : tile<ptr<i32>>, tile<i32> -> token
//     %wide = shli %b, %width : tile<i32>
//     %s3 = store_ptr_tko weak %p, %wide : tile<ptr<i32>>, tile<i32> -> token
//     %up = constant <f32: 3.33333349> : tile<f32>
//     %s4 = store_ptr_tko weak %q, %up : tile<ptr<f32>>, tile<f32> -> token
//     %e = constant <f32: 22026.4648> : tile<f32>
//     %s5 = store_ptr_tko weak %q, %e : tile<ptr<f32>>, tile<f32> -> token
//     %hugest = constant <f32: 5.540620e+34> : tile<f32>
//     %none = ftoi %hugest signed  : tile<f32> -> tile<i32>
//     %s6 = store_ptr_tko weak %p, %none : tile<ptr<i32>>, tile<i32> -> token
//     %g = constant <f32: 1.000000e+00> : tile<4xf32>
//     %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
//     %q4 = broadcast %q1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
//     %i = iota : tile<4xi32>
//     %ptrs = offset %q4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
//     %s7 = store_ptr_tko weak %ptrs, %g : tile<4xptr<f32>>, tile<4xf32> -> token
//     return
//   }
// }
//
// Constants are folded bit for bit, also in narrow types and in every rounding mode. What would be undefined stays: a
// division by zero, a shift by the width, a broken promise about overflow, a float that no integer holds.
cuda_tile.module @tests {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>) {
    %a = constant <i32: 2147483647> : tile<i32>
    %b = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %width = constant <i32: 32> : tile<i32>
    %wraps = addi %a, %b : tile<i32>
    %s0 = store_ptr_tko weak %p, %wraps : tile<ptr<i32>>, tile<i32> -> token
    %broken = addi %a, %b overflow<no_signed_wrap> : tile<i32>
    %s1 = store_ptr_tko weak %p, %broken : tile<ptr<i32>>, tile<i32> -> token
    %undefined = divi %a, %zero signed : tile<i32>
    %s2 = store_ptr_tko weak %p, %undefined : tile<ptr<i32>>, tile<i32> -> token
    %wide = shli %b, %width : tile<i32>
    %s3 = store_ptr_tko weak %p, %wide : tile<ptr<i32>>, tile<i32> -> token
    %third = constant <f32: 0.33333334> : tile<f32>
    %ten = constant <f32: 10.0> : tile<f32>
    %up = mulf %third, %ten rounding<positive_inf> : tile<f32>
    %s4 = store_ptr_tko weak %q, %up : tile<ptr<f32>>, tile<f32> -> token
    %e = exp %ten : tile<f32>
    %s5 = store_ptr_tko weak %q, %e : tile<ptr<f32>>, tile<f32> -> token
    %huge = mulf %e, %e : tile<f32>
    %huger = mulf %huge, %huge : tile<f32>
    %hugest = mulf %huger, %huger : tile<f32>
    %none = ftoi %hugest signed : tile<f32> -> tile<i32>
    %s6 = store_ptr_tko weak %p, %none : tile<ptr<i32>>, tile<i32> -> token
    %h = constant <f16: 1.0> : tile<4xf16>
    %tiny = constant <f16: [0.0001, 0.0002, 0.0003, 0.0004]> : tile<4xf16>
    %sum = addf %h, %tiny : tile<4xf16>
    %g = ftof %sum : tile<4xf16> -> tile<4xf32>
    %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q4 = broadcast %q1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %i = iota : tile<4xi32>
    %ptrs = offset %q4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %s7 = store_ptr_tko weak %ptrs, %g : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
