// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0501 line 13, with 11: `store_ptr_tko`: an undefined value is stored to memory: memory that was reserved but never written, made by `alloca`
//   fix: store to all of %m that is read, and let the load take the token of that store
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Scratch memory is read before anything was stored to it.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %seven = constant <i32: 7> : tile<i32>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %m : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %seven = constant <i32: 7> : tile<i32>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %stored = store_ptr_tko weak %m, %seven : tile<ptr<i32>>, tile<i32> -> token
    %v, %t = load_ptr_tko weak %m token=%stored : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
