// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0570 line 12, with 11: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%out`), which `atomic_rmw_tko` atomically writes; no token orders the two
//   fix: pass token %counted of the `atomic_rmw_tko` to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// A plain load does not wait for the atomic in front of it.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %counted = atomic_rmw_tko relaxed device %out, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v, %read = load_ptr_tko weak %out : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %counted = atomic_rmw_tko relaxed device %out, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v, %read = load_ptr_tko weak %out token=%counted : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
