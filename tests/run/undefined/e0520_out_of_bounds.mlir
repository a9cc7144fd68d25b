// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0520]
// TRAP: `load_ptr_tko`: reads 4 bytes, 8 bytes past the end of the buffer of argument 1 (`%out`) of 16 bytes
//
// One element past the end of a buffer; the message names it and the distance.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %n = constant <i32: 6> : tile<i32>
    %p = offset %out, %n : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
