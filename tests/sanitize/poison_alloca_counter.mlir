// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0501 line 13, with 12: `atomic_rmw_tko`: an undefined value takes part in an atomic operation: memory that was reserved but never written, made by `alloca`
//   fix: store to all of %m that is read, and let the load take the token of that store
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// A counter in scratch memory is counted up by an atomic before it was set to zero.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %old, %counted = atomic_rmw_tko relaxed device %m, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v, %read = load_ptr_tko relaxed device %m token=%counted : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %cleared = store_ptr_tko weak %m, %zero : tile<ptr<i32>>, tile<i32> -> token
    %old, %counted = atomic_rmw_tko relaxed device %m, add, %one token=%cleared : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v, %read = load_ptr_tko relaxed device %m token=%counted : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
