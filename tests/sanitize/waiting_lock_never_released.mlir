// RUN: run --sanitize --entry wrong --grid 3 --arg 'lock:i32[1]=zeros'
// E0562 line 14: `atomic_cas_tko` waits for element 0 of the buffer of argument 1 (`%lock`) to change, and no tile block is left that could change it
//   fix: give the lock at %lock back, with a `release` store, before the tile block that took it ends or waits again
// RUN: run --sanitize --entry right --grid 3 --arg 'lock:i32[1]=zeros'
// clean
//
// The first block takes the lock and keeps it; all others wait for ever.
cuda_tile.module @tests {
  entry @wrong(%lock: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%before = %start) : token -> token {
      %old, %tried = atomic_cas_tko acquire device %lock, %zero, %one token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %old, %zero, signed : tile<i32> -> tile<i1>
      if %free {
        break %tried : token
      }
      continue %tried : token
    }
    return
  }
  entry @right(%lock: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%before = %start) : token -> token {
      %old, %tried = atomic_cas_tko acquire device %lock, %zero, %one token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %old, %zero, signed : tile<i32> -> tile<i1>
      if %free {
        break %tried : token
      }
      continue %tried : token
    }
    %left = store_ptr_tko release device %lock, %zero token=%taken : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
