// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0501]
// TRAP: `store_ptr_tko`: an undefined value is stored to memory: memory that was reserved but never written, made by `alloca`
//
// Scratch memory is read before it is written.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %p = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %t9 = store_ptr_tko weak %out, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
