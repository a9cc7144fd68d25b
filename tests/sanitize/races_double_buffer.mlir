// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota' --arg 'buf:i32[2]=zeros'
// E0570 line 24, with 24: `store_ptr_tko` writes element 0 of the buffer of argument 2 (`%buf`), which `store_ptr_tko` writes; no token orders the two
//   fix: carry token %filled of the `store_ptr_tko` to its next execution (`iter_values`)
// E0570 line 24, with 25: `store_ptr_tko` writes element 0 of the buffer of argument 2 (`%buf`), which `load_ptr_tko` reads; no token orders the two
//   fix: carry token %used of the `load_ptr_tko` through the loop (`iter_values`) to the `store_ptr_tko`
// E0570 line 25, with 24: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%buf`), which `store_ptr_tko` writes; no token orders the two
//   fix: carry token %filled of the `store_ptr_tko` through the loop (`iter_values`) to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota' --arg 'buf:i32[2]=zeros'
// clean
//
// Two halves of a buffer take turns. The store waits for the load of the same round, but must wait for that of the
// round before as well.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %buf: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %start = make_token : token
    %end = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %p = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %h = andi %i, %one : tile<i32>
      %half = offset %buf, %h : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %fetched = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %filled = store_ptr_tko weak %half, %v token=%fetched : tile<ptr<i32>>, tile<i32> -> token
      %w, %used = load_ptr_tko weak %half token=%filled : tile<ptr<i32>> -> tile<i32>, token
      continue %used : token
    }
    return
  }
  entry @right(%x: tile<ptr<i32>>, %buf: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %start = make_token : token
    %end = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %p = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %h = andi %i, %one : tile<i32>
      %half = offset %buf, %h : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %fetched = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %ready = join_tokens %fetched, %t : token
      %filled = store_ptr_tko weak %half, %v token=%ready : tile<ptr<i32>>, tile<i32> -> token
      %w, %used = load_ptr_tko weak %half token=%filled : tile<ptr<i32>> -> tile<i32>, token
      continue %used : token
    }
    return
  }
}
