// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0570 line 13, with 12: `store_ptr_tko` writes element 0 of the buffer of argument 1 (`%out`), which `store_ptr_tko` writes; no token orders the two
//   fix: pass token %first of the `store_ptr_tko` to the other `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Two stores to one element: which of them is last is open.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token
    %second = store_ptr_tko weak %out, %two : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token
    %second = store_ptr_tko weak %out, %two token=%first : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
