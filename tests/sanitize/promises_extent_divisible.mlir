// RUN: run --sanitize --entry wrong --arg 'x:f32[8]=iota' --arg 7
// E0530 line 11: `assume`: 7 is not divisible by 4
//   fix: correct the divisor, or drop the `assume` of %m
// RUN: run --sanitize --entry right --arg 'x:f32[8]=iota' --arg 7
// clean
//
// An extent is assumed to be divisible by four so that edges can be left out, and is 7.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %m = assume div_by<4>, %n : tile<i32>
    %v = make_tensor_view %x, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    return
  }
  entry @right(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %q = divi %n, %four signed rounding<positive_inf> : tile<i32>
    %r = muli %q, %four : tile<i32>
    %m = assume div_by<4>, %r : tile<i32>
    %v = make_tensor_view %x, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    return
  }
}
