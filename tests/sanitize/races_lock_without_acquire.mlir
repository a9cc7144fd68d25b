// RUN: run --sanitize --entry wrong --grid 4 --arg 'lock:i32[1]=zeros' --arg 'sum:i32[1]=zeros'
// E0571 line 23, with 25, 16: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `atomic_cas_tko` that reads what was released an `acquire`
// E0571 line 25, with 25, 16: `store_ptr_tko` writes element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `atomic_cas_tko` that reads what was released an `acquire`
// RUN: run --sanitize --entry right --grid 4 --arg 'lock:i32[1]=zeros' --arg 'sum:i32[1]=zeros'
// clean
//
// A lock that is taken without `acquire` keeps nobody out: what the last holder wrote need not be visible.
cuda_tile.module @tests {
  entry @wrong(%lock: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%before = %start) : token -> token {
      %old, %tried = atomic_cas_tko relaxed device %lock, %zero, %one token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %old, %zero, signed : tile<i32> -> tile<i1>
      if %free {
        break %tried : token
      }
      continue %tried : token
    }
    %s, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %more = addi %s, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %more token=%read : tile<ptr<i32>>, tile<i32> -> token
    %old, %left = atomic_rmw_tko release device %lock, xchg, %zero token=%written : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @right(%lock: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%before = %start) : token -> token {
      %old, %tried = atomic_cas_tko acquire device %lock, %zero, %one token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %old, %zero, signed : tile<i32> -> tile<i1>
      if %free {
        break %tried : token
      }
      continue %tried : token
    }
    %s, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %more = addi %s, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %more token=%read : tile<ptr<i32>>, tile<i32> -> token
    %old, %left = atomic_rmw_tko release device %lock, xchg, %zero token=%written : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
