// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0504]
// TRAP: `load_ptr_tko`: an undefined value is used as an address: the result of a masked-off atomic lane
//
// The result of a masked-off atomic is used as an address.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %no = constant <i1: false> : tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %r, %t = atomic_rmw_tko relaxed device %out, add, %one, %no : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %p = offset %out, %r : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %u, %t2 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
