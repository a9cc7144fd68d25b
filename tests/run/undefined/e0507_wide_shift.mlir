// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0507]
// TRAP: a shift by the width of the type or more, made by `shli`
//
// A shift by 32 of a 32-bit number.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %a = constant <i32: 1> : tile<i32>
    %b = constant <i32: 32> : tile<i32>
    %r = shli %a, %b : tile<i32>
    %t9 = store_ptr_tko weak %out, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
