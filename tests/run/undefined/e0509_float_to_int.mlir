// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0509]
// TRAP: a float that the integer type cannot hold, made by `ftoi`
//
// 300 does not fit a byte.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %a = constant <f32: 300.0> : tile<f32>
    %b = ftoi %a signed : tile<f32> -> tile<i8>
    %r = exti %b signed : tile<i8> -> tile<i32>
    %t9 = store_ptr_tko weak %out, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
