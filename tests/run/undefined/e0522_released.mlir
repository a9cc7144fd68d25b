// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0522]
// TRAP: `store_ptr_tko`: writes the alloca of 4 x i32 after it was released
//
// Memory of the loop body is used behind the loop.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%p = %out) -> (tile<ptr<i32>>) {
      %m = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
      continue %m : tile<ptr<i32>>
    }
    %t = store_ptr_tko weak %last, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
