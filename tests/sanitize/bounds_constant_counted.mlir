// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0524 line 14: `atomic_rmw_tko`: writes to global `@limit`, which is constant
//   fix: take `constant` from the global, or write elsewhere
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Even an atomic that adds 0 writes.
cuda_tile.module @tests {
  global constant @limit <i32: 10> : tile<1xi32>
  global @count <i32: 10> : tile<1xi32>
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %p = get_global @limit : tile<ptr<i32>>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %stored = store_ptr_tko weak %out, %old : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %p = get_global @count : tile<ptr<i32>>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %stored = store_ptr_tko weak %out, %old : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
