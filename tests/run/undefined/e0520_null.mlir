// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0520]
// TRAP: `store_ptr_tko`: writes 4 bytes at address 0x10, close to null; the nearest memory is the buffer of argument 1
//
// A pointer made of nothing.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %n = constant <i64: 16> : tile<i64>
    %p = int_to_ptr %n : tile<i64> -> tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %t = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
