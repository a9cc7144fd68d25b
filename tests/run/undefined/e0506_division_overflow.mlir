// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0506]
// TRAP: a division of the least integer by -1
//
// The least integer by -1.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %a = constant <i32: -2147483648> : tile<i32>
    %b = constant <i32: -1> : tile<i32>
    %r = divi %a, %b signed : tile<i32>
    %t9 = store_ptr_tko weak %out, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
