// RUN: run --sanitize --entry wrong --grid 3 --arg 'l:i32[1]=zeros' --arg 'sum:i32[1]=zeros'
// E0571 line 23, with 25, 26: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `store_ptr_tko` that the other tile block reads a `release`
// E0571 line 25, with 25, 26: `store_ptr_tko` writes element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `store_ptr_tko` that the other tile block reads a `release`
// RUN: run --sanitize --entry right --grid 3 --arg 'l:i32[1]=zeros' --arg 'sum:i32[1]=zeros'
// clean
//
// A lock is given back by a `relaxed` store, which does not take along what was written under it.
cuda_tile.module @tests {
  entry @wrong(%l: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%taken_before = %start) : token -> token {
      %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
      if %taken_free {
        break %taken_tried : token
      }
      continue %taken_tried : token
    }
    %v, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %w = addi %v, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko relaxed device %l, %zero token=%written : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%l: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %taken = loop iter_values(%taken_before = %start) : token -> token {
      %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
      if %taken_free {
        break %taken_tried : token
      }
      continue %taken_tried : token
    }
    %v, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %w = addi %v, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko release device %l, %zero token=%written : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
